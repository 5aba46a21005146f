"""A structured self-attentive sentence embedding (Lin et al. 2017): r hops over BiGRU states."""

from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Result:
    logits: torch.Tensor
    hops: torch.Tensor
    penalty: torch.Tensor


class StructuredSelfAttention(nn.Module):
    def __init__(self, vocab=60, emb=16, u=12, d_a=14, r=3, classes=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb, padding_idx=0)
        self.gru = nn.GRU(emb, u, batch_first=True, bidirectional=True)
        self.W_s1 = nn.Linear(2 * u, d_a, bias=False)
        self.W_s2 = nn.Linear(d_a, r, bias=False)
        self.fc = nn.Linear(2 * u * r, classes)

    def forward(self, x, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(self.emb(x), lengths.cpu(), True, enforce_sorted=False)
        H = nn.utils.rnn.pad_packed_sequence(self.gru(packed)[0], True, total_length=x.size(1))[0]
        S = self.W_s2(torch.tanh(self.W_s1(H))).transpose(1, 2)
        beyond = torch.arange(x.size(1)).view(1, 1, -1) >= lengths.view(-1, 1, 1)
        A = torch.softmax(S.masked_fill(beyond, -1e9), dim=-1)
        M = A @ H
        eye = torch.eye(A.size(1))
        penalty = ((A @ A.transpose(1, 2) - eye) ** 2).sum((1, 2))
        return Result(self.fc(M.flatten(1)), A, penalty)
