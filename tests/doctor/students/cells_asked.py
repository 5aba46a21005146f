"""A state that asks the cells of a picture."""

import torch
import torch.nn as nn


class SpatialAttention(nn.Module):
    """Soft attention over the cells of a feature map."""

    def __init__(self, encoder_dim=20, decoder_dim=12, attention_dim=10):
        super().__init__()
        self.encoder_att = nn.Linear(encoder_dim, attention_dim)
        self.decoder_att = nn.Linear(decoder_dim, attention_dim, bias=False)
        self.full_att = nn.Linear(attention_dim, 1)
        self.f_beta = nn.Linear(decoder_dim, encoder_dim)

    def forward(self, encoder_out, decoder_hidden):
        att = self.full_att(torch.relu(self.encoder_att(encoder_out) + self.decoder_att(decoder_hidden).unsqueeze(1)))
        alpha = att.squeeze(2).softmax(dim=1)
        awe = (encoder_out * alpha.unsqueeze(2)).sum(dim=1)
        gate = torch.sigmoid(self.f_beta(decoder_hidden))
        return gate * awe, alpha


def example():
    return {"encoder_out": torch.randn(3, 9, 20), "decoder_hidden": torch.randn(3, 12)}
