"""The checks by name: what is wrong where one finds something, in one sentence. Each entry: English, French."""

TITLES: dict[str, tuple[str, str]] = {
    "padding-changes-result": ("Padding changes the result.", "Le remplissage change le résultat."),
    "padding-gets-weight": ("Padding gets attention.", "Le remplissage reçoit de l’attention."),
    "mean-over-padding": (
        "A mean counts padding as words.",
        "Une moyenne compte le remplissage comme des mots.",
    ),
    "rows-do-not-sum-to-one": (
        "The weights of a query do not sum to one.",
        "Les poids d’une requête n’ont pas pour somme un.",
    ),
    "softmax-wrong-dimension": (
        "The softmax is over the wrong dimension.",
        "Le softmax porte sur la mauvaise dimension.",
    ),
    "softmax-twice": ("The softmax is taken twice.", "Le softmax est appliqué deux fois."),
    "scale-missing": ("The scores are not scaled.", "Les scores ne sont pas mis à l’échelle."),
    "scale-wrong": ("The scores are scaled by the wrong number.", "Les scores sont divisés par le mauvais nombre."),
    "key-value-swapped": ("Keys and values are exchanged.", "Clés et valeurs sont échangées."),
    "query-key-swapped": ("Queries and keys are exchanged.", "Requêtes et clés sont échangées."),
    "mask-inverted": ("A mask hides what it should show.", "Un masque cache ce qu’il devrait montrer."),
    "future-visible": ("A token sees those that come later.", "Un token voit ceux qui viennent après lui."),
    "present-hidden": ("A token does not see itself.", "Un token ne se voit pas lui-même."),
    "batch-rows-interact": (
        "A row of the batch changes the results of others.",
        "Une ligne du lot change le résultat des autres.",
    ),
    "dead-parameter": ("Some of it never learns.", "Une partie du module n’apprend jamais."),
    "positions-unused": (
        "There are positions, and they do not matter.",
        "Il y a des positions, et elles ne changent rien.",
    ),
    "nan-on-empty": ("A row without words gives NaN.", "Une ligne sans mot donne NaN."),
    "dropout-in-eval": ("Dropout is active in evaluation.", "Le dropout est actif en évaluation."),
    "nondeterministic": (
        "The same input gives different results.",
        "La même entrée donne des résultats différents.",
    ),
}
