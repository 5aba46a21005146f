"""Models with one fault each, of the kinds that people really make, and a sound one beside them."""

import torch
from torch import Tensor, nn

from regard.attention.core import attend, normalise
from regard.attention.ragged import Ragged
from regard.attention.watch import shown_to, watchers, watching
from regard.data.batch import Batch
from regard.layers.vectors import WordVectors

from .zoo import CLASSES, WIDTH, WORDS


class Sound(nn.Module):
    """Attention pooling (P2) over padded texts, written out; each fault replaces one step of it."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = WordVectors(WORDS, WIDTH)
        self.query = nn.Parameter(torch.randn(WIDTH))
        self.classify = nn.Linear(WIDTH, CLASSES)

    def read(self, batch: Batch) -> Tensor:
        return self.embed(batch.words)[batch.tokens]

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        return normalise(scores, rows.mask)

    def show(self, weights: Tensor) -> Tensor:
        return shown_to(watchers(self), self, weights[:, None, None])[:, 0, 0]

    def decide(self, texts: Tensor) -> Tensor:
        return self.classify(texts)

    def forward(self, batch: Batch) -> Tensor:
        x = self.read(batch)
        weights = self.show(self.weigh(batch.rows.pad(x @ self.query), batch.rows))
        return self.decide(torch.einsum("bm,bmd->bd", weights, batch.rows.pad(x)))


class MeanOverPadding(Sound):
    """Divides by the length of the longest text."""

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        return torch.full_like(scores, 1 / rows.longest)


class SoftmaxWithoutMask(Sound):
    """Normalises over padding too."""

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        return scores.softmax(-1)


class SoftmaxOverTexts(Sound):
    """Normalises over the wrong dimension."""

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        return normalise(scores.T, rows.mask.T).T


class DeadParameter(Sound):
    """Has a layer that nothing uses."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten = nn.Linear(WIDTH, WIDTH)


class NormOverTexts(Sound):
    """Normalises by the statistics of whatever texts come together, in evaluation too."""

    def decide(self, texts: Tensor) -> Tensor:
        return self.classify(texts - texts.mean(0))


class PositionInTheBatch(Sound):
    """Counts words from the first text's beginning instead of their own text's."""

    def read(self, batch: Batch) -> Tensor:
        return super().read(batch) + torch.sin(torch.arange(len(batch.tokens)))[:, None]


class FewPositions(Sound):
    """Knows 64 places and no more."""

    def __init__(self) -> None:
        super().__init__()
        self.place = nn.Parameter(torch.randn(64, WIDTH))

    def read(self, batch: Batch) -> Tensor:
        return super().read(batch) + self.place[batch.rows.position]


class WholeTable(Sound):
    """Takes the mean of all vectors off, of words that are not there too."""

    def read(self, batch: Batch) -> Tensor:
        return super().read(batch) - self.embed.weight.mean(0)


class Forgetful(Sound):
    """Uses numbers that are drawn at birth and not saved."""

    def __init__(self) -> None:
        super().__init__()
        self.secret = torch.randn(WIDTH)

    def decide(self, texts: Tensor) -> Tensor:
        return self.classify(texts * self.secret)


class DropsAlways(Sound):
    """Drops in evaluation too."""

    def decide(self, texts: Tensor) -> Tensor:
        return self.classify(nn.functional.dropout(texts, 0.3))


class AllTheSame(Sound):
    """Gives all texts of a batch one verdict."""

    def decide(self, texts: Tensor) -> Tensor:
        return self.classify(texts.mean(0, keepdim=True).expand_as(texts))


class Detached(Sound):
    """Cuts a part of the gradient off."""

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        return super().weigh(0.5 * scores + 0.5 * scores.detach(), rows)


class Liar(Sound):
    """Shows weights that it does not use."""

    def show(self, weights: Tensor) -> Tensor:
        super().show(weights)
        return weights


class Shy(Sound):
    """Computes otherwise when somebody looks."""

    def weigh(self, scores: Tensor, rows: Ragged) -> Tensor:
        weights = super().weigh(scores, rows)
        return weights.float().to(weights.dtype) if watchers(self) else weights


class Thawed(Sound):
    """Tunes vectors that were to stay."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = WordVectors(WORDS, WIDTH, tuned=False)
        self.embed.weight.requires_grad_()


class SelfWithoutMask(Sound):
    """Words look at each other, and at padding."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Identity()

    def mixed(self, x: Tensor) -> Tensor:
        return attend(x, x, x, by=self.look)

    def read(self, batch: Batch) -> Tensor:
        return batch.rows.flat(self.mixed(batch.rows.pad(super().read(batch))[:, None])[:, 0])


class SoftmaxOverQueries(SelfWithoutMask):
    """Words look at each other, and each is looked at as much as any other."""

    def mixed(self, x: Tensor) -> Tensor:
        seen = (x != 0).any(-1)[:, None]
        weights = normalise(x @ x.mT, seen).mT.masked_fill(~seen, 0.0)
        return shown_to(watchers(self.look), self.look, weights) @ x


class LastOfPadded(nn.Module):
    """Takes the state at the end of the padding for the state at the end of the text."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = WordVectors(WORDS, WIDTH)
        self.cell = nn.GRU(WIDTH, WIDTH, batch_first=True)
        self.classify = nn.Linear(WIDTH, CLASSES)

    def forward(self, batch: Batch) -> Tensor:
        padded = batch.rows.pad(self.embed(batch.words)[batch.tokens])
        return self.classify(self.cell(padded)[0][:, -1])


class NeverPads(Sound):
    """Takes each mean by itself. No fault, but one that a law about padding cannot judge."""

    def forward(self, batch: Batch) -> Tensor:
        each = self.read(batch).split(batch.rows.lengths.tolist())
        return self.decide(torch.stack([text.mean(0) for text in each]))


class Looks(nn.Module):
    """Attention by products, as it should be."""

    def forward(self, x: Tensor) -> Tensor:
        return attend(x, x, x, by=self)


class AlwaysExplicit(Looks):
    """Watches itself."""

    def forward(self, x: Tensor) -> Tensor:
        with watching(self, edit=lambda _, weights: weights):
            return super().forward(x)
