"""A small BERT, attention_mask 1 for words."""

import math

import torch
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, V, D, P):
        super().__init__()
        self.word_embeddings = nn.Embedding(V, D)
        self.position_embeddings = nn.Embedding(P, D)
        self.LayerNorm = nn.LayerNorm(D)
        self.dropout = nn.Dropout(0.1)

    def forward(self, input_ids):
        position_ids = torch.arange(input_ids.size(1), device=input_ids.device).unsqueeze(0)
        e = self.word_embeddings(input_ids) + self.position_embeddings(position_ids)
        return self.dropout(self.LayerNorm(e))


class BertSelfAttention(nn.Module):
    def __init__(self, D, H):
        super().__init__()
        self.num_attention_heads, self.attention_head_size = H, D // H
        self.query, self.key, self.value = nn.Linear(D, D), nn.Linear(D, D), nn.Linear(D, D)
        self.dropout = nn.Dropout(0.1)
        self.dense = nn.Linear(D, D)
        self.LayerNorm = nn.LayerNorm(D)

    def transpose_for_scores(self, x):
        return x.view(*x.size()[:-1], self.num_attention_heads, self.attention_head_size).permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask):
        q = self.transpose_for_scores(self.query(hidden_states))
        k = self.transpose_for_scores(self.key(hidden_states))
        v = self.transpose_for_scores(self.value(hidden_states))
        attention_scores = torch.matmul(q, k.transpose(-1, -2))
        attention_scores = attention_scores / math.sqrt(self.attention_head_size)
        attention_scores = attention_scores + attention_mask
        attention_probs = nn.Softmax(dim=-1)(attention_scores)
        attention_probs = self.dropout(attention_probs)
        context = torch.matmul(attention_probs, v).permute(0, 2, 1, 3).contiguous()
        context = context.view(*context.size()[:-2], -1)
        return self.LayerNorm(self.dense(context) + hidden_states), attention_probs


class MiniBert(nn.Module):
    def __init__(self, vocab_size=90, hidden_size=24, num_heads=4, num_layers=2, max_position=128):
        super().__init__()
        self.embeddings = Embeddings(vocab_size, hidden_size, max_position)
        self.layer = nn.ModuleList([BertSelfAttention(hidden_size, num_heads) for _ in range(num_layers)])
        self.pooler = nn.Linear(hidden_size, hidden_size)

    def forward(self, input_ids, attention_mask):
        extended = attention_mask[:, None, None, :].float()
        extended = (1.0 - extended) * -10000.0
        h = self.embeddings(input_ids)
        probs = []
        for layer in self.layer:
            h, p = layer(h, extended)
            probs.append(p)
        return torch.tanh(self.pooler(h[:, 0])), probs
