"""A loop over texts and over heads."""

import torch
import torch.nn as nn


class TeteAttention(nn.Module):
    def __init__(self, d, dh):
        super().__init__()
        self.wq = nn.Linear(d, dh)
        self.wk = nn.Linear(d, dh)
        self.wv = nn.Linear(d, dh)
        self.dh = dh

    def forward(self, x):
        # x : une phrase, n x d
        a = self.wq(x) @ self.wk(x).T / self.dh**0.5
        a = torch.softmax(a, dim=1)
        return a @ self.wv(x)


class ModelePhrase(nn.Module):
    # une phrase a la fois, c'est lent mais c'est clair
    def __init__(self, d=12, nb_tetes=3, dh=6):
        super().__init__()
        self.tetes = nn.ModuleList([TeteAttention(d, dh) for i in range(nb_tetes)])
        self.fin = nn.Linear(nb_tetes * dh, 2)
        self.taille = nb_tetes * dh

    def forward(self, X, longueurs):
        sorties = []
        for i in range(len(X)):
            n = int(longueurs[i])
            resume = torch.zeros(self.taille)
            phrase = X[i, :n]
            if n > 0:
                z = []
                for tete in self.tetes:
                    z.append(tete(phrase))
                z = torch.cat(z, dim=1)
                resume = resume + z.mean(dim=0)
            sorties.append(self.fin(resume))
        return torch.stack(sorties)


def example():
    torch.manual_seed(17)
    return {"X": torch.randn(4, 7, 12), "longueurs": torch.tensor([7, 5, 2, 3])}
