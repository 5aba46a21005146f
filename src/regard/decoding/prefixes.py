"""Outputs that begin as they are told to.

b sources, n rows of a search, v words, p tokens of the longest prefix.
"""

from collections.abc import Sequence
from typing import Any

from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded, side_by_side
from regard.decoding.limits import other_ends
from regard.errors import Mistake
from regard.roles import Decodable


class Prefixes:
    """The tokens that the output of each source must begin with.

    As with all that is forbidden, the probability of what might have stood there goes to nobody: log p of an output is
    what the model says of it, prefix included.
    """

    def __init__(self, model: Decodable[Padded, Any], given: Sequence[Sequence[int]], most: Int[Tensor, " b"]) -> None:
        if len(given) != len(most):
            raise Mistake(f"{len(given)} prefixes for {len(most)} sources: give one each, empty where there is none.")
        for prefix, longest in zip(given, most.tolist(), strict=True):
            if len(prefix) > longest:
                raise Mistake(f"a prefix of {len(prefix)} tokens, and the output may have {longest}; shorten it.")
            if never := {model.begin, model.end, *other_ends(model)} & set(prefix):
                raise Mistake(f"token {min(never)} begins or ends outputs; no prefix has it.")
        self.tokens = side_by_side(given, most.device)

    def impose(self, logits: Float[Tensor, "n v"], place: int, sources: Int[Tensor, " n"]) -> None:
        """In place, −∞ for all tokens but that of the prefix, in the rows of sources whose prefix has one here."""
        if place >= self.tokens.ids.shape[1]:
            return
        bound = (self.tokens.rows.lengths[sources] > place).nonzero()[:, 0]
        token = self.tokens.ids[sources[bound], place]
        kept = logits[bound, token]
        logits[bound] = float("-inf")
        logits[bound, token] = kept
