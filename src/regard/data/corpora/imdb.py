"""IMDB, the Large Movie Review Dataset: 50,000 film reviews, positive or negative.

Andrew L. Maas, Raymond E. Daly, Peter T. Pham, Dan Huang, Andrew Y. Ng and Christopher Potts: Learning Word
Vectors for Sentiment Analysis, ACL 2011.

The official test part stays as it is. The validation part is drawn from the official train part by film:
reviews of one film agree more often than not, so a validation part that shares films with the rest flatters
the model.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from regard.data.corpora import imdb_forms
from regard.data.corpora.imdb_forms import Review
from regard.data.corpora.splits import hold_out, linked
from regard.data.examples import Corpus, Labelled
from regard.errors import Mistake

CLASSES = ("negative", "positive")


@dataclass(frozen=True)
class Published:
    """What a complete part holds, whichever form it is read from."""

    reviews: int
    digest: str
    """`digest` of a copy whose texts have, to the byte, the total length published for the corpus."""


PUBLISHED = {
    "train": Published(25_000, "a30e4e09f94349bc4cd07c1519cc81118e003d1c184c423f392cb20dcd4c4648"),
    "test": Published(25_000, "cced4ff059c0ac70cbdd368ac5a1702760566fd9ca985d64544e7cdbcea74186"),
}


def imdb(place: str | Path, *, seed: int = 0, validation: float = 0.13) -> Corpus:
    """The corpus at `place`: the archive, its folder, the `jsonl.xz` files, or a folder with one of these.

    `validation` is the share of the official train part to choose on. Test reviews belong to the slice
    `in-train` when the same text stands in the official train part and to `fresh` otherwise, and to `short`
    (under 150 words), `medium` or `long` (over 400).
    """
    if not 0 < validation < 1:
        raise Mistake(f"the validation share must lie between 0 and 1, not {validation}.")
    found = imdb_forms.locate(Path(place))
    if found is None:
        raise Mistake(
            f"{place} holds neither aclImdb_v1.tar.gz nor its folder aclImdb nor train.jsonl.xz and "
            f"test.jsonl.xz; {imdb_forms.FETCH}."
        )
    parts = imdb_forms.labelled(found)
    train, test = parts["train"], parts["test"]
    cluster = linked((review.film, review.text) for review in train)
    held = hold_out([cluster[review.film] for review in train], [review.positive for review in train], validation, seed)
    known = {review.text for review in train}
    return Corpus(
        name="imdb",
        classes=CLASSES,
        train=[_example(review) for position, review in enumerate(train) if position not in held],
        validation=[_example(review) for position, review in enumerate(train) if position in held],
        test=[_example(review, _slices(review.text, known)) for review in test],
        notes=(
            *_completeness(parts),
            f"validation: {len(held):,} of the {len(train):,} train reviews, chosen by film with seed "
            f"{seed} ({len({train[position].film for position in held}):,} films, none of them in the rest of train).",
            *_overlap(train, test, known),
        ),
    )


def unlabelled(place: str | Path) -> Iterator[str]:
    """The 50,000 reviews without a label, as texts."""
    found = imdb_forms.locate(Path(place))
    if found is None:
        raise Mistake(f"{place} holds no reviews without a label; {imdb_forms.FETCH}.")
    return imdb_forms.unlabelled(found)


def digest(reviews: Iterable[Review]) -> str:
    """A SHA-256 of ids, films and texts in order: equal for equal reviews, whatever file they came from."""
    sha256 = hashlib.sha256()
    for review in reviews:
        sha256.update(f"{review.id}\t{review.film}\t{review.text}\0".encode())
    return sha256.hexdigest()


def words(text: str) -> int:
    """The number of words between blanks and `<br />` tags: what the length slices count."""
    return len(text.replace("<br />", " ").split())


def _example(review: Review, slices: tuple[str, ...] = ()) -> Labelled:
    return Labelled(review.text, int(review.positive), group=review.film, slices=slices)


def _slices(text: str, train: set[str]) -> tuple[str, str]:
    length = words(text)
    return (
        "in-train" if text in train else "fresh",
        "short" if length < 150 else "medium" if length <= 400 else "long",
    )


def _completeness(parts: dict[str, list[Review]]) -> list[str]:
    return [
        f"incomplete: {len(parts[part]):,} {part} reviews here, {published.reviews:,} in the original."
        for part, published in PUBLISHED.items()
        if len(parts[part]) != published.reviews
    ]


def _overlap(train: Sequence[Review], test: Sequence[Review], known: set[str]) -> list[str]:
    rows = [review.text for review in test if review.text in known]
    films = sorted({review.film for review in train} & {review.film for review in test})
    named = f" ({', '.join(films)})" if 0 < len(films) <= 3 else ""
    return [
        f"texts of the test part that also stand in the official train part: {len(set(rows)):,} (slice in-train: "
        f"{len(rows):,} of {len(test):,} reviews).",
        f"films with reviews in both train and test: {len(films):,}{named}.",
    ]
