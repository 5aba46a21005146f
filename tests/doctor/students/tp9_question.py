"""The text asks itself: the query is made of the mean of its words."""

import torch
import torch.nn as nn
import torch.nn.functional as F

DIM = 20


class AttentionTexte(nn.Module):
    """q(t) calcule a partir de la moyenne du texte, valeurs v(x)"""

    def __init__(self, dim=DIM, p=0.3):
        super().__init__()
        self.question = nn.Linear(dim, dim, bias=False)
        self.valeur = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())
        self.sortie = nn.Linear(dim, 2)
        self.p = p

    def forward(self, txt, longueurs):
        b, n, d = txt.shape
        reel = (torch.arange(n).expand(b, n) < longueurs.view(-1, 1)).unsqueeze(2)  # b x n x 1
        moyenne = (txt * reel).sum(1) / longueurs.view(-1, 1).clamp(min=1)
        q = self.question(moyenne)
        logits = torch.bmm(txt, q.unsqueeze(2))  # b x n x 1
        logits = torch.where(reel, logits, torch.full_like(logits, -1e8))
        poids = F.softmax(logits, dim=1)
        v = self.valeur(txt)
        rep = (poids * v).sum(1)
        rep = F.dropout(rep, self.p, self.training)
        return {"classes": self.sortie(rep), "poids": poids.squeeze(2)}


def example():
    g = torch.Generator().manual_seed(1)
    return {"txt": torch.randn(4, 9, DIM, generator=g), "longueurs": torch.tensor([9, 4, 6, 1])}
