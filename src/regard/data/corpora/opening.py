"""Ways to open a corpus, known by name or in anybody's files, as what a task needs."""

from collections.abc import Callable
from pathlib import Path

from regard.data.answers import Instructions, Preferences, instructions_of
from regard.data.corpora import imdb_forms
from regard.data.corpora.answers import instructions_from, preferences_from
from regard.data.corpora.entries import Entry
from regard.data.corpora.imdb import imdb
from regard.data.corpora.imdb_documents import imdb_documents
from regard.data.corpora.language import from_texts
from regard.data.corpora.named import CORPORA, find
from regard.data.corpora.pairs import from_lines, from_pair_table, two_files
from regard.data.corpora.tables import READERS, from_table
from regard.data.documents import Documents
from regard.data.examples import Corpus, Pairs
from regard.errors import Mistake, unknown


def open_corpus(name: str, *, text: str | None = None, label: str | None = None, seed: int = 0) -> Corpus:
    """The corpus of this name, or in this file: a table, or a copy of IMDB in any of its forms.

    `text` and `label` name the columns of a table. `seed` makes a generated corpus and draws the parts of others.
    """
    if (table := table_file(name)) is not None:
        return from_table(table, text=text, label=label, seed=seed)
    if text or label:
        raise Mistake(f"{name} has its own texts and labels; --text and --label go with a table file.")
    if (entry := CORPORA.get(name)) is None:
        return imdb(Path(name), seed=seed)
    if entry.generate:
        return entry.generate(seed)
    if entry.has_pairs:
        raise Mistake(
            f"{name} holds sentence pairs, not labelled texts; it is for --task translate (in Python: open_pairs)."
        )
    if entry.read is None:
        raise Mistake(f"{name} holds no labelled texts: {entry.title}; choose another corpus to train on.")
    return entry.read(find(name), seed)


def open_pairs(
    name: str, *, source: str | None = None, target: str | None = None, seed: int = 0, whole: bool = False
) -> Pairs:
    """The sentence pairs of this name, in this table, or in two files that are aligned line by line.

    `source` and `target` name languages of a corpus (`en`, `fr`), columns of a table, or how the two files end:
    `news` with `en` and `fr` means `news.en` and `news.fr`; `news.en` with the target `news.fr` means the same.
    A file of one's own can be read as a `whole`, to be measured on, instead of being parted.
    """
    entry = CORPORA.get(name)
    if entry is None:
        if files := two_files(name, source, target):
            return from_lines(*files, seed=seed, whole=whole)
        _is_path(name, "corpus of sentence pairs", lambda known: known.has_pairs)
        return from_pair_table(name, source=source, target=target, seed=seed, whole=whole)
    _in_languages(entry, source, target)
    if entry.generate_pairs:
        return entry.generate_pairs(seed)
    if entry.read_pairs:
        return entry.read_pairs(find(name), source, target, seed)
    what = "labelled texts" if entry.has_labels else "neither texts nor pairs"
    raise Mistake(
        f"{name} holds {what}, not sentence pairs: {entry.title}; choose another corpus to translate, such as "
        "probe-phrases."
    )


def _in_languages(entry: Entry, source: str | None, target: str | None) -> None:
    """A mistake if the pairs of a corpus are in other languages than those asked for."""
    if entry.languages:
        first, second = entry.languages
        if (source or first, target or second) != entry.languages:
            raise Mistake(
                f"{entry.name} goes from {first} to {second}, not from {source or first} to {target or second}; leave "
                "--source and --target out."
            )


def open_language(name: str, *, text: str | None = None, boundary: str = "file", seed: int = 0) -> Documents:
    """The texts of this name, or in this file or folder, as documents for a language model.

    `text` names the column of a table. `boundary` says what a document is in a text file: the whole `file`, a
    `paragraph` or a `line`.
    """
    entry = CORPORA.get(name)
    if entry is None:
        _is_path(name, "corpus of texts", lambda known: known.has_documents)
        if imdb_forms.recognised(Path(name)):
            return imdb_documents(name, seed=seed)
        return from_texts(name, text=text, boundary=boundary)
    if text or boundary != "file":
        raise Mistake(f"{name} has its own documents; a column and a boundary go with a file of yours.")
    if entry.generate_documents:
        return entry.generate_documents(seed)
    if entry.read_documents:
        return entry.read_documents(find(name), seed)
    raise Mistake(f"{name} holds no texts to model: {entry.title}; choose another corpus, such as probe-reviews.")


def open_preferences(name: str, *, seed: int = 0) -> Preferences:
    """The preferences of this name, or in this table: a prompt, the chosen and the rejected answer a row."""
    entry = CORPORA.get(name)
    if entry is None:
        _is_path(name, "corpus of preferences", lambda known: known.has_preferences)
        return preferences_from(name, seed=seed)
    if entry.generate_preferences:
        return entry.generate_preferences(seed)
    if entry.read_preferences:
        return entry.read_preferences(find(name), seed)
    raise Mistake(f"{name} holds no preferences: {entry.title}; choose another corpus, such as probe-preferences.")


def open_instructions(name: str, *, both: bool = False, seed: int = 0) -> Instructions:
    """The instructions of this name, or in this table: a prompt and its answer a row.

    Of preferences, the chosen answer counts; or `both` do, as two rows.
    """
    entry = CORPORA.get(name)
    if both:
        return instructions_of(open_preferences(name, seed=seed), both=True)
    if entry is None:
        _is_path(name, "corpus of instructions", lambda known: known.has_preferences)
        return instructions_from(name, seed=seed)
    if entry.generate_preferences:
        return instructions_of(entry.generate_preferences(seed))
    if entry.read_instructions:
        return entry.read_instructions(find(name), seed)
    raise Mistake(f"{name} holds no instructions: {entry.title}; choose another corpus, or a table of your own.")


def table_file(name: str) -> Path | None:
    """The table that a corpus's name means; None where it means a corpus of its own kind."""
    path = Path(name)
    if name in CORPORA or imdb_forms.recognised(path):
        return None
    _is_path(name, "corpus", lambda known: known.has_labels)
    return path


def _is_path(name: str, kind: str, suits: Callable[[Entry], bool]) -> None:
    """A mistake if a name is neither a path nor looks like one; it suggests the corpora that would have suited."""
    ends = (*READERS, ".json", ".txt", ".xls", ".gz")
    if not Path(name).exists() and not any(mark in name.lower() for mark in ("/", "\\", *ends)):
        raise unknown(kind, name, [known.name for known in CORPORA.values() if suits(known)])
