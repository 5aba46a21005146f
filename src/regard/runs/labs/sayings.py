"""What language models say: how a prompt goes on, what fills a blank, what a noisy text was."""

from itertools import islice
from typing import Any

from regard.data.documents import Documents
from regard.errors import Mistake
from regard.findings.transformers import Choice, Saying
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.language.generations import Saying as How
from regard.runs.language.generations import generations
from regard.runs.run import Run
from regard.text.specials import MASK

PROMPT = "The film was"
BLANK = f"The film was {MASK}."
BEST = 5
"""Words for a blank that are shown."""
LONGEST = 30
"""Tokens with which a prompt goes on."""
WORDS = range(9, 26)
"""Words of a text that is made noisy."""
MISSING = slice(3, 6)
"""Which of them are missing."""
LOOKED = 1000
"""Test texts among which such a one is looked for."""


def noisy(corpus: Documents) -> tuple[str, str]:
    """A short test text in which one stretch is missing, and as it was; a sentence of our own where none is short."""
    short = (text for text in islice(corpus.test, LOOKED) if len(text.split()) in WORDS)
    words = next(short, "The actors were good and the story was even better than the book .").split()
    return " ".join([*words[: MISSING.start], MASK, *words[MISSING.stop :]]), " ".join(words)


def saying(name: str, run: Run, asked: str, noise: tuple[str, str], notes: list[str]) -> Saying:
    """What one model says to the text that its objective is for; where it cannot, nothing, and a note says why."""
    prompt, reference, how = PROMPT, "", How(longest=LONGEST)
    if isinstance(run.model, Masked):
        prompt, how = BLANK, How(n_best=BEST)
    elif isinstance(run.model, Bart):
        (prompt, reference), how = noise, How(temperature=0)
    said: dict[str, Any] = {"text": ""}
    try:
        (said,) = generations(run, [prompt], how)
    except Mistake as mistake:
        notes.append(f"{name} says nothing: {mistake}")
    return Saying(
        model=name,
        asked=asked,
        prompt=prompt,
        said=said["text"].strip(),
        choices=[Choice(word=one["word"], probability=one["probability"]) for one in said.get("blanks", [[]])[0]],
        reference=reference,
    )
