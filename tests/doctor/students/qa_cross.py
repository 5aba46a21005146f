"""The words of a question look at a passage, by a mask that is True for padding."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class QuestionReadsPassage(nn.Module):
    """Every question word looks at the passage."""

    def __init__(self, d=20, h=2):
        super().__init__()
        self.h = h
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = [nn.Linear(d, d) for _ in range(4)]

    def _split(self, z):
        return z.view(z.size(0), z.size(1), self.h, -1).permute(0, 2, 1, 3)

    def forward(self, question, passage, passage_pad):
        q = self._split(self.q_proj(question))
        k, v = self._split(self.k_proj(passage)), self._split(self.v_proj(passage))
        empty = passage_pad.all(1, keepdim=True)
        see = (~passage_pad | empty)[:, None, None, :]
        z = F.scaled_dot_product_attention(q, k, v, attn_mask=see)
        z = z.permute(0, 2, 1, 3).flatten(2)
        return self.o_proj(z)


def example():
    torch.manual_seed(31)
    pad = torch.zeros(3, 8, dtype=torch.bool)
    pad[0, 6:] = True
    pad[2, 3:] = True
    return {"question": torch.randn(3, 5, 20), "passage": torch.randn(3, 8, 20), "passage_pad": pad}
