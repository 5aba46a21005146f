"""The corpora: a table of those known by name, and ways to open them or anybody's files."""

from regard.data.corpora.entries import Entry
from regard.data.corpora.named import CORPORA, fetch_corpus, find, place_of
from regard.data.corpora.opening import (
    open_corpus,
    open_instructions,
    open_language,
    open_pairs,
    open_preferences,
    table_file,
)
from regard.data.corpora.tables import from_lists, from_table, open_table, rows_of

__all__ = [
    "CORPORA",
    "Entry",
    "fetch_corpus",
    "find",
    "from_lists",
    "from_table",
    "open_corpus",
    "open_instructions",
    "open_language",
    "open_pairs",
    "open_preferences",
    "open_table",
    "place_of",
    "rows_of",
    "table_file",
]
