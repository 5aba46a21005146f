"""Des têtes en liste, puis une moyenne des mots ; sans exemple : le sens du masque doit être deviné."""

import math

import torch
import torch.nn as nn


class TeteAttention(nn.Module):
    def __init__(self, d, dk):
        super().__init__()
        self.requete = nn.Linear(d, dk)
        self.cle = nn.Linear(d, dk)
        self.valeur = nn.Linear(d, dk)
        self.racine = math.sqrt(dk)

    def forward(self, x, masque):
        requetes, cles, valeurs = self.requete(x), self.cle(x), self.valeur(x)
        scores = requetes @ cles.transpose(1, 2) / self.racine
        scores = scores.masked_fill(masque.unsqueeze(1) == 0, -1e9)
        poids = torch.softmax(scores, dim=-1)
        return poids @ valeurs


class Lecteur(nn.Module):
    def __init__(self, vocabulaire=70, d=24, tetes=3):
        super().__init__()
        self.plongement = nn.Embedding(vocabulaire, d, padding_idx=0)
        self.tetes = nn.ModuleList([TeteAttention(d, d // tetes) for _ in range(tetes)])
        self.sortie = nn.Linear(d, 2)

    def forward(self, mots, masque):
        x = self.plongement(mots)
        z = torch.cat([t(x, masque) for t in self.tetes], dim=-1)
        z = (z * masque.unsqueeze(-1)).sum(1) / masque.sum(1, keepdim=True).clamp(min=1)
        return self.sortie(z)
