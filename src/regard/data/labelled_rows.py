"""Labelled texts as batches to learn from."""

from collections.abc import Iterator
from dataclasses import dataclass

from regard.data.batch import Batch
from regard.data.loading import Texts, plan


@dataclass(frozen=True, kw_only=True)
class LabelledRows:
    """Labelled texts to learn from, by length where the model pads."""

    texts: Texts
    batch: int
    seed: int
    by_length: bool

    def steps(self) -> int:
        """Batches in an epoch."""
        return -(-len(self.texts) // self.batch)

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[Batch, int]]:
        """The batches of an epoch from batch `start` on, each with its number of tokens."""
        lengths = self.texts.lengths
        order = plan(lengths, batch=self.batch, seed=self.seed, epoch=epoch, by_length=self.by_length)
        for chosen in order[start:]:
            batch = self.texts.batch(chosen)
            yield batch, len(batch.tokens)
