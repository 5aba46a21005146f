"""Reader: what BERT learns, by blocks as Llama has them, which look both ways (row T8).

n tokens of all texts end to end, d size of a vector, e size of a head.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead, Turn
from regard.attention.ragged import Ragged
from regard.errors import Mistake, at_least
from regard.layers.births import LAST, born_small
from regard.layers.blocks import EncoderBlock
from regard.layers.feedforward import GatedFeedForward
from regard.layers.norms import RootNorm
from regard.layers.positions import Rotary
from regard.models.masked import Masked, Purpose


class Reader(Masked):
    """x⁰ = norm(word), x^l = pre-norm block(x^(l−1)), L times, norm: learned faster than BERT's, and read faster.

    Places are angles (Su et al., 2021), norms have no mean (Zhang & Sennrich, 2019), thoughts a gate (Shazeer, 2020),
    as in Touvron et al. (2023); queries and keys have the same length before they are turned (Henry et al., 2020). A
    block adds nothing at first. Blocks have no biases, and there are no segments and no pairs.
    """

    def __init__(
        self,
        words: int,
        *,
        width: int = 512,
        layers: int = 8,
        heads: int = 8,
        hidden: int = 0,
        dropout: float = 0.1,
        longest: int = 1024,
        base: float = 10000.0,
        eps: float = 1e-6,
        purpose: Purpose = "words",
        classes: int = 2,
    ) -> None:
        """`hidden` 0 is 8/3 widths; `longest` limits a text: angles go on, what was learned of them does not."""
        at_least(1, layers=layers, longest=longest)
        at_least(0, hidden=hidden)
        if purpose in ("pair", "both"):
            raise Mistake(f"a reader is not asked for a {purpose!r} of pieces; set model.purpose to 'words'.")
        super().__init__(
            words,
            size=width,
            width=width,
            dropout=dropout,
            text_dropout=None,
            activation="gelu",
            eps=eps,
            purpose=purpose,
            classes=classes,
            tied=True,
            pooled=False,
        )
        self.longest = longest
        self.enter, self.norm = RootNorm(width, eps=eps), RootNorm(width, eps=eps)
        self.layers = nn.ModuleList(
            EncoderBlock(
                MultiHead(width, heads, bias=False),
                GatedFeedForward(width, hidden or 8 * width // 3),
                (RootNorm(width, eps=eps), RootNorm(width, eps=eps)),
                dropout=dropout,
            )
            for _ in range(layers)
        )
        self.rotary = Rotary(width // heads, base, longest=longest)
        self.looks = f"layers.{layers - 1}.attention"
        born_small(self)
        for name, part in self.layers.named_modules():
            if name.rpartition(".")[2] in LAST and isinstance(part, nn.Linear):
                nn.init.zeros_(part.weight)

    def read(
        self, tokens: Int[Tensor, " n"], rows: Ragged, segments: Int[Tensor, " n"] | None = None
    ) -> Float[Tensor, "n d"]:
        """Words alone."""
        if rows.longest > self.longest:
            raise Mistake(f"a text has {rows.longest} tokens, and this model reads {self.longest}; set text.longest.")
        return self.drop(self.enter(self.words(tokens)))

    def think(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "n d"]:
        """Block after block, in the precision of their products."""
        kind = x.device.type
        x = x.to(torch.get_autocast_dtype(kind)) if torch.is_autocast_enabled(kind) else x
        turn = self._turn(rows)
        for layer in self.layers:
            x = layer(x, rows, turn=turn)
        return self.norm(x)

    def _turn(self, rows: Ragged) -> Turn:
        """Queries and keys of one length, turned by their places; the angles are computed once for all layers."""
        turn = self.rotary.at(rows.position)

        def both(x: Float[Tensor, "h n e"]) -> Float[Tensor, "h n e"]:
            return turn(F.rms_norm(x, x.shape[-1:], eps=self.eps))

        return both
