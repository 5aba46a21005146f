"""The attention of a decoder, sequence first, with a mask of zeros and ones."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, enc_hid_dim=14, dec_hid_dim=18):
        super().__init__()
        self.attn = nn.Linear(enc_hid_dim * 2 + dec_hid_dim, dec_hid_dim)
        self.v = nn.Linear(dec_hid_dim, 1, bias=False)

    def forward(self, hidden, encoder_outputs, mask):
        # hidden [batch, dec], encoder_outputs [src len, batch, 2 enc], mask [batch, src len]
        src_len = encoder_outputs.shape[0]
        hidden = hidden.unsqueeze(1).repeat(1, src_len, 1)
        encoder_outputs = encoder_outputs.permute(1, 0, 2)
        energy = torch.tanh(self.attn(torch.cat((hidden, encoder_outputs), dim=2)))
        attention = self.v(energy).squeeze(2)
        attention = attention.masked_fill(mask == 0, -1e10)
        a = F.softmax(attention, dim=1)
        return torch.bmm(a.unsqueeze(1), encoder_outputs).squeeze(1)


def example():
    lengths = torch.tensor([6, 3, 4])
    mask = (torch.arange(6)[None] < lengths[:, None]).long()
    return {"hidden": torch.randn(3, 18), "encoder_outputs": torch.randn(6, 3, 28), "mask": mask}
