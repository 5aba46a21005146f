"""Anybody's sentence pairs: a csv, tsv or jsonl table, or two files that are aligned line by line."""

from regard.data.corpora.pairs.files import from_lines, two_files
from regard.data.corpora.pairs.table import from_pair_table

__all__ = ["from_lines", "from_pair_table", "two_files"]
