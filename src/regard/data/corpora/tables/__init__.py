"""Anybody's table of texts and labels as a corpus: csv, tsv, jsonl, parquet, or two lists."""

from regard.data.corpora.tables.corpus import ALL, from_lists, from_table, rows_of
from regard.data.corpora.tables.formats import READERS, open_table

__all__ = ["ALL", "READERS", "from_lists", "from_table", "open_table", "rows_of"]
