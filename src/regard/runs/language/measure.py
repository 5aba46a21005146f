"""What a language model is worth on a part of a corpus: how well it says the words that its task asks for."""

import math
from dataclasses import dataclass
from typing import Any

from torch import nn

from regard.data.loading import Texts
from regard.data.sentence_pairs import Sentences
from regard.metrics.intervals import wilson
from regard.metrics.words import OfWords, WordScores
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.language.rows import blanks, noises, passages
from regard.runs.recipe import Recipe
from regard.tasks.continue_text import continued
from regard.tasks.denoise import denoised
from regard.tasks.fill import filled
from regard.text.tokenizer import Tokenizer


@dataclass(frozen=True, kw_only=True)
class Worded(OfWords):
    """Perplexity of the words that had to be said, and how many of them were the most probable ones."""

    asked: str
    """Which words: `next`, `masked`, or those of a `clean` text."""
    pairs: tuple[int, int] | None = None
    """Of so many rows with two pieces, how many were told rightly: right, all."""
    characters: int = 0
    """Of the texts, where each word of them was said once."""

    @property
    def measures(self) -> dict[str, float]:
        """What else is measured, by name."""
        found = {"loss": self.words.loss, "word_accuracy": self.words.accuracy}
        if self.pairs is not None:
            found["pair_accuracy"] = self.pairs[0] / self.pairs[1]
        if self.characters:
            found["bits_per_character"] = float(self.words.losses.sum()) / math.log(2) / self.characters
        return found

    def summary(self) -> dict[str, Any]:
        """The figures."""
        words, found = self.words, self.measures
        told = (
            {}
            if self.pairs is None
            else {"pair_accuracy_interval": list(wilson(found["pair_accuracy"], self.pairs[1]))}
        )
        return {
            "n": self.n,
            "metric": "perplexity",
            "value": self.value,
            "interval": list(self.interval),
            "words": self.asked,
            "slices": self.slices,
            **found,
            "word_accuracy_of": int(words.asked.sum()),
            **told,
        }

    def verdicts(self) -> dict[str, Any]:
        """What only the model could say, from which `recalled_words` makes the rest again."""
        return {
            "words": self.words.as_lists(),
            "asked": self.asked,
            "pairs": None if self.pairs is None else list(self.pairs),
            "characters": self.characters,
        }


def recalled_words(kept: dict[str, Any]) -> Worded:
    """What was measured, from the verdicts that were kept."""
    pairs = kept["pairs"]
    return Worded(
        words=WordScores.from_lists(kept["words"]),
        asked=kept["asked"],
        pairs=None if pairs is None else (pairs[0], pairs[1]),
        characters=kept["characters"],
    )


def measure_words(
    made: Recipe,
    model: nn.Module,
    tokenizer: Tokenizer,
    texts: Texts,
    *,
    sentences: Sentences | None = None,
    characters: int = 0,
) -> Worded:
    """Measure a model on documents; what is hidden from it is a matter of the recipe alone, the same each time."""
    if isinstance(model, Masked):
        rows = blanks(made, model, tokenizer, texts, sentences)
        found = filled(model, rows)
        return Worded(words=found.words.by(rows.owners()), asked="masked", pairs=found.pairs)
    if isinstance(model, Bart):
        noisy = noises(made, model, tokenizer, texts, sentences)
        return Worded(words=denoised(model, noisy).by(noisy.owners()), asked="clean")
    lines = passages(made, model, texts)
    return Worded(words=continued(model, lines).by(lines.owners()), asked="next", characters=characters)
