"""What language models say: how a prompt goes on, what fills a blank, what a noisy text was."""

from itertools import islice

from regard.data.documents import Documents
from regard.findings.transformers import Choice, Saying
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.generations import Saying as How
from regard.runs.generations import generations
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


def saying(name: str, run: Run, asked: str, noise: tuple[str, str]) -> Saying:
    """What one model says to the text that its objective is for."""
    if isinstance(run.model, Masked):
        (said,) = generations(run, [BLANK], How(n_best=BEST))
        best = [Choice(word=one["word"], probability=one["probability"]) for one in said["blanks"][0]]
        return Saying(model=name, asked=asked, prompt=BLANK, said=said["text"], choices=best, reference="")
    prompt, reference = noise if isinstance(run.model, Bart) else (PROMPT, "")
    how = How(temperature=0) if isinstance(run.model, Bart) else How(longest=LONGEST)
    (said,) = generations(run, [prompt], how)
    return Saying(model=name, asked=asked, prompt=prompt, said=said["text"].strip(), choices=[], reference=reference)
