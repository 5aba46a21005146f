"""Many heads, each of which looks for itself.

b batch, h heads, g groups of heads that share keys and values, q queries, k keys, d c widths, e size of a head;
n tokens of all texts end to end.
"""

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.core import Mask, attend, attend_packed, packs
from regard.attention.ragged import Ragged
from regard.errors import Mistake, at_least, below_one

Turn = Callable[[Float[Tensor, "b h n e"]], Float[Tensor, "b h n e"]]
"""What is done to queries and keys alike before they meet (rotary positions)."""
Bias = Callable[[Float[Tensor, "b h q e"], int], Float[Tensor, "#b h q k"]]
"""From the queries and the number of keys to what is added to the scores (relative positions, ALiBi)."""

KeysValues = tuple[Float[Tensor, "b g k e"], Float[Tensor, "b g k e"]]
"""Of one layer."""


class MultiHead(nn.Module):
    """x′ = [z¹ … z^H] W⁰, z^h = attend(x W_q^h, y W_k^h, y W_v^h).  Vaswani et al. (2017), section 3.2.2.

    y is x itself unless a context is given. With fewer groups than heads, the heads of a group share their keys
    and values (Ainslie et al., 2023). A bias of the keys adds the same to all scores of a query, so it cannot matter
    unless keys are turned: published weights have one, our own models do without.
    """

    def __init__(
        self,
        width: int,
        heads: int,
        *,
        context: int | None = None,
        groups: int | None = None,
        bias: bool = True,
        key_bias: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        groups = heads if groups is None else groups
        at_least(1, width=width, heads=heads, groups=groups)
        below_one(attention_dropout=dropout)
        if width % heads or heads % groups:
            raise Mistake(
                f"{heads} heads in {groups} groups for a width of {width}: heads must divide the width, and groups the "
                "heads; change model.heads or the width."
            )
        self.heads, self.groups, self.size, self.dropout = heads, groups, width // heads, dropout
        context = width if context is None else context
        self.query = nn.Linear(width, width, bias=bias)
        self.key = nn.Linear(context, groups * self.size, bias=key_bias)
        self.value = nn.Linear(context, groups * self.size, bias=bias)
        self.out = nn.Linear(width, width, bias=bias)

    def forward(
        self,
        x: Float[Tensor, "b q d"],
        context: Float[Tensor, "b k c"] | None = None,
        mask: Mask | None = None,
        *,
        bias: Bias | None = None,
        turn: Turn | None = None,
        causal: bool = False,
    ) -> Float[Tensor, "b q d"]:
        """Project, split, look, join."""
        kept = self.remember(x if context is None else context, turn)
        return self.look(x, kept, mask, bias=bias, turn=turn, causal=causal)

    def among(
        self,
        x: Float[Tensor, "n d"],
        rows: Ragged,
        *,
        bias: Bias | None = None,
        turn: Turn | None = None,
        causal: bool = False,
    ) -> Float[Tensor, "n d"]:
        """Texts end to end, the tokens of each of which look at each other; `turn` knows the place of each token."""
        q, k, v = (part(x).unflatten(-1, (-1, self.size)) for part in (self.query, self.key, self.value))
        if turn is not None:
            q, k = (turn(part.transpose(0, 1)).transpose(0, 1) for part in (q, k))
        return self.out(self._look_around(q, k, v, rows, bias, causal).flatten(-2))

    def _look_around(
        self,
        q: Float[Tensor, "n h e"],
        k: Float[Tensor, "n g e"],
        v: Float[Tensor, "n g e"],
        rows: Ragged,
        bias: Bias | None,
        causal: bool,
    ) -> Float[Tensor, "n h e"]:
        """The look itself: where there is no kernel for unequal texts, it works on padding.

        Padding stands at the end of a text, where a causal query never looks.
        """
        if bias is None and not rows.even and packs(q, by=self, dropout=self._dropped):
            return attend_packed(q, k, v, rows, causal=causal)
        q, k, v = (rows.pad(part).transpose(1, 2) for part in (q, k, v))
        mask = None if rows.even or causal else rows.key_mask
        return rows.flat(self._mix(q, (k, v), mask, bias, causal))

    def remember(self, context: Float[Tensor, "b k c"], turn: Turn | None = None) -> KeysValues:
        """What the heads keep of a context: its keys and its values."""
        k = self._split(self.key(context))
        return k if turn is None else turn(k), self._split(self.value(context))

    def remember_texts(self, context: Float[Tensor, "n c"], rows: Ragged) -> KeysValues:
        """What the heads keep of texts that lie end to end: the keys and the values of each."""
        return self._split(rows.pad(self.key(context))), self._split(rows.pad(self.value(context)))

    def look(
        self,
        x: Float[Tensor, "b q d"],
        kept: KeysValues,
        mask: Mask | None = None,
        *,
        bias: Bias | None = None,
        turn: Turn | None = None,
        causal: bool = False,
    ) -> Float[Tensor, "b q d"]:
        """A look at keys and values that are there already."""
        q = self._split(self.query(x))
        return self.out(self._mix(q if turn is None else turn(q), kept, mask, bias, causal).flatten(-2))

    def _mix(
        self, q: Float[Tensor, "b h q e"], kept: KeysValues, mask: Mask | None, bias: Bias | None, causal: bool
    ) -> Float[Tensor, "b q h e"]:
        """z¹ … z^H of queries that are turned already."""
        added = None if bias is None else bias(q, kept[0].shape[-2])
        return attend(q, *kept, mask, added, by=self, dropout=self._dropped, causal=causal).transpose(1, 2)

    @property
    def _dropped(self) -> float:
        return self.dropout if self.training else 0.0

    def _split(self, x: Float[Tensor, "b n d"]) -> Float[Tensor, "b h n e"]:
        return x.unflatten(-1, (-1, self.size)).transpose(1, 2)
