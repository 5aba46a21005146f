"""One layer with positions, then the mean of words, by hand."""

import torch
from torch import nn


class SentenceEncoder(nn.Module):
    def __init__(self, vocab=80, dim=24, max_len=48):
        super().__init__()
        self.words = nn.Embedding(vocab, dim, padding_idx=0)
        self.positions = nn.Embedding(max_len, dim)
        self.kinds = nn.Embedding(2, dim)
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.out = nn.Linear(dim, 16)

    def forward(self, input_ids, attention_mask, token_type_ids):
        places = torch.arange(input_ids.size(1)).unsqueeze(0)
        x = self.words(input_ids) + self.positions(places) + self.kinds(token_type_ids)
        s = self.q(x) @ self.k(x).mT / x.size(-1) ** 0.5
        x = x + s.masked_fill(attention_mask[:, None, :] == 0, -1e9).softmax(-1) @ self.v(x)
        kept = attention_mask.unsqueeze(-1).float()
        total = torch.sum(x * kept, 1)
        return self.out(total / kept.sum(1).clamp(min=1e-9))


def example():
    mask = torch.tensor([[1] * 9, [1] * 6 + [0] * 3])
    kinds = torch.tensor([[0] * 5 + [1] * 4, [0] * 3 + [1] * 3 + [0] * 3])
    return {"input_ids": torch.randint(1, 80, (2, 9)) * mask, "attention_mask": mask, "token_type_ids": kinds}
