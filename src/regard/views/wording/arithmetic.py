"""What is said beside each matrix of attention by hand."""

TABLE: dict[str, tuple[str, str]] = {
    "page.arithmetic": ("Attention by hand", "L'attention à la main"),
    "arithmetic.lead": (
        "Every step of attention on a text of {words}, computed by the code that the models use. In a trained model X "
        "and the three W are learned; here they are made up. Numbers are rounded for reading.",
        "Chaque étape de l'attention sur un texte de {words}, calculée par le code des modèles. Dans un modèle "
        "entraîné, X et les trois W sont appris ; ici, ils sont inventés. Les nombres sont arrondis pour la lecture.",
    ),
    "arithmetic.given": ("given", "donnée"),
    "arithmetic.size": ("{rows} × {columns}", "{rows} × {columns}"),
    "arithmetic.X": (
        "The words as vectors: one row per word, its numbers across.",
        "Les mots comme vecteurs : une ligne par mot, ses nombres de gauche à droite.",
    ),
    "arithmetic.W_Q": (
        "Turns a word into its query: what it looks for.",
        "Change un mot en sa requête : ce qu'il cherche.",
    ),
    "arithmetic.W_K": (
        "Turns a word into its key: what it can be found by.",
        "Change un mot en sa clé : ce à quoi on le trouve.",
    ),
    "arithmetic.W_V": (
        "Turns a word into its value: what it passes on.",
        "Change un mot en sa valeur : ce qu'il transmet.",
    ),
    "arithmetic.Q": ("The query of each word.", "La requête de chaque mot."),
    "arithmetic.K": ("The key of each word.", "La clé de chaque mot."),
    "arithmetic.V": ("The value of each word.", "La valeur de chaque mot."),
    "arithmetic.S": (
        "How well each query (row) fits each key (column). Divided by √D, so that scores do not grow with the number "
        "of dimensions.",
        "À quel point chaque requête (ligne) convient à chaque clé (colonne). Divisé par √D, pour que les scores ne "
        "grandissent pas avec le nombre de dimensions.",
    ),
    "arithmetic.A": (
        "Each row of scores becomes weights that sum to one: e to the power of each score, divided by the sum of "
        "these over the row.",
        "Chaque ligne de scores devient des poids dont la somme est un : e à la puissance de chaque score, divisé par "
        "la somme de ces puissances sur la ligne.",
    ),
    "arithmetic.Z": (
        "The new vector of each word: the mean of all values, weighted by its row of A.",
        "Le nouveau vecteur de chaque mot : la moyenne de toutes les valeurs, pondérée par sa ligne de A.",
    ),
    "arithmetic.other": ("A further step.", "Une étape de plus."),
    "arithmetic.worked": ("Its first number: {sum}.", "Son premier nombre : {sum}."),
    "arithmetic.looks": (
        "“{word}” looks most at “{other}” ({weight}).",
        "« {word} » regarde surtout « {other} » ({weight}).",
    ),
}
