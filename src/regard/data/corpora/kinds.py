"""What a corpus holds, told by its name, its options or the look of its files."""

from pathlib import Path
from typing import Literal

from regard.data.corpora import imdb_forms
from regard.data.corpora.answers import CHOSEN, REJECTED
from regard.data.corpora.language import is_text
from regard.data.corpora.named import CORPORA
from regard.data.corpora.tables import READERS, open_table

Kind = Literal["labelled", "pairs", "documents", "preferences", "vectors"]


def kind_of(name: str, source: str | None, target: str | None) -> Kind:
    """Columns or languages of pairs mean pairs; a corpus with labels means these, whatever else it can be read as."""
    entry, path = CORPORA.get(name), Path(name)
    if source or target or (entry and entry.has_pairs):
        return "pairs"
    if entry:
        others: list[tuple[bool, Kind]] = [
            (entry.has_labels, "labelled"),
            (entry.has_documents, "documents"),
            (entry.has_preferences, "preferences"),
        ]
        found: list[Kind] = [kind for holds, kind in others if holds]
        return found[0] if found else "vectors"
    if imdb_forms.recognised(path):
        return "labelled"
    if is_text(path):
        return "documents"
    table = path.is_file() and any(ending in path.suffixes for ending in READERS)
    return "preferences" if table and {CHOSEN, REJECTED} <= set(open_table(path).columns) else "labelled"
