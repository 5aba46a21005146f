"""A GPT on the fused function, weights tied."""

import torch
from torch import nn
from torch.nn import functional as F


class LayerNorm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.ones(n))
        self.b = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        return F.layer_norm(x, self.w.shape, self.w, self.b, 1e-5)


class Attn(nn.Module):
    def __init__(self, c, h):
        super().__init__()
        self.qkv = nn.Linear(c, 3 * c)
        self.proj = nn.Linear(c, c)
        self.h = h

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (t.view(B, T, self.h, C // self.h).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=True)
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))


class GPT(nn.Module):
    def __init__(self, vocab=96, c=48, h=6, block=32, layers=2):
        super().__init__()
        self.wte = nn.Embedding(vocab, c)
        self.wpe = nn.Embedding(block, c)
        self.h = nn.ModuleList(
            [
                nn.ModuleDict(
                    {
                        "ln": LayerNorm(c),
                        "attn": Attn(c, h),
                        "ln2": LayerNorm(c),
                        "fc": nn.Linear(c, 4 * c),
                        "pr": nn.Linear(4 * c, c),
                    }
                )
                for _ in range(layers)
            ]
        )
        self.ln_f = LayerNorm(c)
        self.lm_head = nn.Linear(c, vocab, bias=False)
        self.wte.weight = self.lm_head.weight

    def forward(self, idx, targets=None):
        b, t = idx.size()
        x = self.wte(idx) + self.wpe(torch.arange(0, t, dtype=torch.long))
        for layer in self.h:
            x = x + layer["attn"](layer["ln"](x))
            x = x + layer["pr"](F.gelu(layer["fc"](layer["ln2"](x))))
        logits = self.lm_head(self.ln_f(x))
        loss = None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss
