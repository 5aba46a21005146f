"""Att-BLSTM (Zhou et al. 2016) pour la classification de critiques."""

import torch
import torch.nn as nn
from torch.nn.utils import rnn


class AttBLSTM(nn.Module):
    def __init__(self, taille_vocab=100, dim=20, cache=16, classes=2):
        super().__init__()
        self.plongement = nn.Embedding(taille_vocab, dim, padding_idx=0)
        self.lstm = nn.LSTM(dim, cache, bidirectional=True, batch_first=True)
        self.w = nn.Linear(cache, 1, bias=False)
        self.sortie = nn.Linear(cache, classes)
        self.abandon = nn.Dropout(0.5)

    def attention(self, H, masque):
        M = torch.tanh(H)
        score = self.w(M).squeeze(2)
        score = score.masked_fill(masque == 0, float("-inf"))
        alpha = torch.softmax(score, dim=1)
        r = torch.bmm(H.transpose(1, 2), alpha.unsqueeze(2)).squeeze(2)
        return torch.tanh(r), alpha

    def forward(self, textes, longueurs):
        e = self.abandon(self.plongement(textes))
        paquet = rnn.pack_padded_sequence(e, longueurs.cpu(), batch_first=True, enforce_sorted=False)
        H, _ = self.lstm(paquet)
        H, _ = rnn.pad_packed_sequence(H, batch_first=True, total_length=textes.shape[1])
        H = H[..., : H.shape[-1] // 2] + H[..., H.shape[-1] // 2 :]
        masque = (textes != 0).long()
        h, alpha = self.attention(H, masque)
        return self.sortie(self.abandon(h)), alpha


def example():
    torch.manual_seed(4)
    longueurs = torch.tensor([7, 5, 2])
    textes = torch.randint(1, 100, (3, 7))
    textes[torch.arange(7)[None] >= longueurs[:, None]] = 0
    return {"textes": textes, "longueurs": longueurs}
