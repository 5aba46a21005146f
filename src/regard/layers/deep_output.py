"""From a decoder's state, the word before and a context to the vector that says the next word.

b texts, t steps, s d c sizes of a state, a word and a context, o size of the result.
"""

from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.layers.dropout import Dropout

Bend = Literal["tanh", "maxout"]


class DeepOutput(nn.Module):
    """t = bend(U_o s + V_o E y + C_o c): the larger of every two numbers (maxout), or tanh.

    Bahdanau, Cho & Bengio (2015), appendix A.2.2; Goodfellow et al. (2013). One matrix holds U_o, V_o and C_o.
    """

    def __init__(self, state: int, word: int, context: int, width: int, *, bend: Bend, dropout: float = 0.0) -> None:
        super().__init__()
        self.bend: Bend = bend
        self.mix = nn.Linear(state + word + context, width * (2 if bend == "maxout" else 1))
        self.drop = Dropout(dropout)

    def forward(
        self, state: Float[Tensor, "b t s"], word: Float[Tensor, "b t d"], context: Float[Tensor, "b t c"]
    ) -> Float[Tensor, "b t o"]:
        """The vector of each step."""
        mixed = self.mix(torch.cat([state, word, context], dim=-1))
        if self.bend == "tanh":
            return self.drop(torch.tanh(mixed))
        return self.drop(torch.maximum(*mixed.unflatten(-1, (-1, 2)).unbind(-1)))
