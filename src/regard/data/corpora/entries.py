"""What is known of a corpus before it is read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from regard.data.answers import Instructions, Preferences
from regard.data.corpora.archives import Limits
from regard.data.corpora.fetching import Download
from regard.data.documents import Documents
from regard.data.examples import Corpus, Pairs


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What is known of a corpus before it is read."""

    name: str
    title: str
    licence: str
    citation: str
    home: str
    """Where its authors publish it."""
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    """Examples per part of a complete copy."""
    generate: Callable[[int], Corpus] | None = None
    """Makes a generated corpus from a seed."""
    locate: Callable[[Path], Path | None] | None = None
    """Where under a data folder it lies."""
    read: Callable[[Path, int], Corpus] | None = None
    """Reads what was located, given a seed for the split."""
    download: Download | None = None
    limits: Limits | None = None
    """What the downloaded archive may hold."""
    files: tuple[Download, ...] = ()
    """What to download where the corpus is no archive but several files."""
    languages: tuple[str, str] | None = None
    """Of its sentence pairs, where there is no choice."""
    generate_pairs: Callable[[int], Pairs] | None = None
    read_pairs: Callable[[Path, str | None, str | None, int], Pairs] | None = None
    """Reads sentence pairs where they were located, given the two languages and a seed for the split."""

    generate_documents: Callable[[int], Documents] | None = None
    read_documents: Callable[[Path, int], Documents] | None = None
    """Reads texts without labels where they were located, given a seed for the split."""
    generate_preferences: Callable[[int], Preferences] | None = None
    read_preferences: Callable[[Path, int], Preferences] | None = None
    """Reads answers of which one is preferred."""
    read_instructions: Callable[[Path, int], Instructions] | None = None
    """Reads prompts with the answer that is wanted."""

    @property
    def has_pairs(self) -> bool:
        """True if it holds sentence pairs, false if labelled texts or neither."""
        return bool(self.generate_pairs or self.read_pairs)

    @property
    def generated(self) -> bool:
        """True if it is made when used, and lies nowhere."""
        return bool(self.generate or self.generate_pairs or self.generate_documents or self.generate_preferences)

    @property
    def fetched(self) -> bool:
        """True if `regard data fetch` can bring it."""
        return bool(self.download or self.files)

    @property
    def has_labels(self) -> bool:
        """True if it holds labelled texts."""
        return bool(self.generate or self.read)

    @property
    def has_documents(self) -> bool:
        """True if it holds texts to model."""
        return bool(self.generate_documents or self.read_documents)

    @property
    def has_preferences(self) -> bool:
        """True if it holds answers of which one is preferred."""
        return bool(self.generate_preferences or self.read_preferences)
