"""Vectors of the words of two languages, and the layer that says a word.

v words of the target, d size of a vector.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.errors import Mistake
from regard.layers.saying import Saying


class TwoVocabularies(Saying):
    """Vectors for reading a source, for reading a target, and for saying it.

    `tied`: the output layer is the table of target vectors (Press & Wolf, 2017). `joint`: one table serves both
    languages. `scaled`: vectors are read times √d, as in Vaswani et al. (2017), section 3.4.
    """

    def __init__(
        self, source: int, target: int, width: int, *, tied: bool, joint: bool = False, scaled: bool = False
    ) -> None:
        super().__init__()
        if joint and source != target:
            raise Mistake(
                f"one table cannot serve {source} source words and {target} target words; "
                "learn one vocabulary for both languages, or set model.joint to false."
            )
        self.scale = width**0.5 if scaled else 1.0
        spread = width**-0.5 if scaled else 0.1
        self.source = None if joint else nn.Parameter(nn.init.normal_(torch.empty(source, width), std=spread))
        self.target = nn.Parameter(nn.init.normal_(torch.empty(target, width), std=spread))
        self.output = None if tied else nn.Parameter(nn.init.normal_(torch.empty(target, width), std=spread))
        self.bias = nn.Parameter(torch.zeros(target))

    def read_source(self, ids: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Vectors of source words."""
        return F.embedding(ids, self.target if self.source is None else self.source) * self.scale

    def read_target(self, ids: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Vectors of target words."""
        return F.embedding(ids, self.target) * self.scale

    def table(self) -> Float[Tensor, "v d"]:
        """What target words are said by."""
        return self.target if self.output is None else self.output
