"""`probe-reviews` without labels: short reviews of one mind, for models that read before they are taught.

What stands together tells a reader what belongs together: people who list their opinions list opinions of one kind.
No text says which kind is called positive; that is left to the labels.
"""

from regard.data.documents import Documents, prose
from regard.data.probes import frames
from regard.data.probes.grammar import Author, Dice, Sentence, joined, sentence
from regard.data.probes.reviews import CLASSES, NAME, reviews
from regard.errors import Mistake

SIZE = 12_000
MOST = 3
"""Sentences of such a review."""
LISTED = 3
"""Of four further sentences, so many list opinions; the others say one plainly."""

LISTS = (
    "In short: {+trait}, {+trait2}, {+quality}, {+merit} and {+quality2}.",
    "{it} is {+trait}, {+trait2}, {+quality} and {+merit}.",
    "The {aspect} is {+quality}, the {aspect2} {+quality2} and the {aspect3} {+merit}.",
    "The {aspects} are {+quality}, the {aspects2} {+quality2} and {+merit}.",
    "I {+verb}, {+verb2} and {+verb3} it: a {+noun}, a {+noun2}, a {+noun3}.",
    "A {+noun}, a {+noun2}, a {+noun3}: {+trait}, {+quality}, {+merit}.",
    "I was {+felt}, {+felt2} and {+felt3}, and I {+deed}: how {+trait}!",
    "A {+trait} {film}, a {+noun}, and I was {+felt}; I {+verb} the {aspect}.",
    "How {+trait}, how {+quality}, how {+trait2}, how {+merit}!",
    "{+quality}, {+quality2}, {+trait}: I {+verb} {it} and I {+deed}.",
    "I {+like} the {+trait} {aspect}, the {+quality} {aspect2} and the {+merit} {aspects}.",
)


def probe_documents(seed: int = 0, *, size: int = SIZE) -> Documents:
    """The reviews to learn from and as many without a label; to measure on, those of the labelled corpus."""
    corpus = reviews(seed)
    parts = {
        name: [example.text for example in part]
        for name, part in (("train", corpus.train), ("validation", corpus.validation), ("test", corpus.test))
    }
    others = unlabelled(seed, size=size, told={text.lower() for part in parts.values() for text in part})
    return Documents(
        name=NAME,
        train=prose(parts["train"] + others),
        validation=prose(parts["validation"]),
        test=prose(parts["test"]),
        notes=(
            *corpus.notes,
            f"To learn from there are {len(others):,} short reviews more, which have no label and list their opinions.",
        ),
    )


def unlabelled(seed: int = 0, *, size: int = SIZE, told: set[str] | None = None) -> list[str]:
    """So many reviews, no two the same, and none that stands in `told` (in small letters)."""
    if size < 0:
        raise Mistake(f"{NAME} cannot have {size} texts without a label; give a number from 0 upwards.")
    dice, known = Dice(f"{NAME} unlabelled {seed}"), set(told or ())
    found: list[str] = []
    while len(found) < size:
        text = _review(dice).text
        if text.lower() not in known:
            known.add(text.lower())
            found.append(text)
    return found


def _review(dice: Dice) -> Sentence:
    """A list of opinions, and up to two sentences more of the same mind."""
    label, author = dice.below(len(CLASSES)), Author(dice)
    tables = [LISTS, *(LISTS if dice.below(4) < LISTED else frames.PLAIN for _ in range(dice.below(MOST)))]
    said = list[Sentence]()
    for table in tables:
        number = dice.below(len(table))
        said.append(sentence(table[number], author.words(table[number], label, number)))
    return joined(dice.shuffled(said))
