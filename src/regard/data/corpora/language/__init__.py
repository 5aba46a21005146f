"""Documents for language models: anybody's text files, and the texts of other corpora."""

from regard.data.corpora.language.files import Boundary, from_texts, is_text
from regard.data.corpora.language.texts import from_labelled

__all__ = ["Boundary", "from_labelled", "from_texts", "is_text"]
