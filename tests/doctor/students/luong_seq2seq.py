"""All words of a target ask at once, by products of states, as Luong et al. do."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class LuongSeq2Seq(nn.Module):
    def __init__(self, vs=45, vt=50, d=24):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(vs, d, padding_idx=0), nn.Embedding(vt, d, padding_idx=0)
        self.encoder, self.decoder = nn.GRU(d, d, batch_first=True), nn.GRU(d, d, batch_first=True)
        self.W = nn.Linear(d, d, bias=False)
        self.mix = nn.Linear(2 * d, d)
        self.gen = nn.Linear(d, vt)

    def forward(self, src, tgt, src_len):
        enc, _ = self.encoder(self.src_emb(src))
        last = enc[torch.arange(src.size(0)), src_len - 1]
        dec, _ = self.decoder(self.tgt_emb(tgt), last.unsqueeze(0).contiguous())
        score = torch.bmm(dec, self.W(enc).transpose(1, 2))
        hide = torch.arange(src.size(1))[None, :] >= src_len[:, None]
        attn = F.softmax(score.masked_fill(hide.unsqueeze(1), -1e9), dim=2)
        ctx = torch.bmm(attn, enc)
        return self.gen(torch.tanh(self.mix(torch.cat([ctx, dec], 2)))), attn


def example():
    return {
        "src": torch.randint(1, 45, (3, 8)),
        "tgt": torch.randint(1, 50, (3, 5)),
        "src_len": torch.tensor([8, 6, 3]),
    }
