"""Documents for language models: anybody's text files."""

from regard.data.corpora.language.files import Boundary, from_texts, is_text

__all__ = ["Boundary", "from_texts", "is_text"]
