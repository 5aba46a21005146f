"""What checks of weights and of their scores find, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

DIVIDE_BY_ROOT: Sentence = (
    "divide the scores by the root of the size of a head: q @ k.transpose(-2, -1) / q.size(-1) ** 0.5.",
    "divisez les scores par la racine de la taille d’une tête : q @ k.transpose(-2, -1) / q.size(-1) ** 0.5.",
)
MASK_BEFORE: Sentence = (
    "normalise over the keys, last of all: mask scores before the softmax, not weights after it.",
    "normalisez sur les clés, en dernier : masquez les scores avant le softmax, pas les poids après.",
)

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "sums": (
        (
            "the weights of a query sum to {sums}, not to 1.",
            "les poids d’une requête ont une somme de {sums}, et non de 1.",
        ),
        MASK_BEFORE,
    ),
    "equal values": (
        (
            "values that are all the same do not come out as they are: other keys move the result by {moved:.2g} of "
            "its size, so that the weights, which are not seen themselves, do not sum to one.",
            "des valeurs toutes égales ne ressortent pas telles quelles : d’autres clés déplacent le résultat de "
            "{moved:.2g} fois sa taille ; les poids, qu’on ne voit pas, n’ont donc pas pour somme un.",
        ),
        (
            "divide what is summed by the sum of the weights, in linear attention φ(q) (φ(k)ᵀ v) / (φ(q) Σ φ(k)).",
            "divisez ce qui est sommé par la somme des poids, en attention linéaire φ(q) (φ(k)ᵀ v) / (φ(q) Σ φ(k)).",
        ),
    ),
    "dimension": (
        (
            "the weights sum to one over a dimension of size {size}; the values are summed over another, of size "
            "{keys}, where they sum to {sums}.",
            "les poids ont pour somme un sur une dimension de taille {size} ; les valeurs sont sommées sur une "
            "autre, de taille {keys}, où leur somme est de {sums}.",
        ),
        (
            "take the softmax over the keys: dim=-1 for scores […, queries, keys], dim=1 for [batch, tokens, 1].",
            "prenez le softmax sur les clés : dim=-1 pour des scores […, requêtes, clés], dim=1 pour [lot, tokens, 1].",
        ),
    ),
    "twice": (
        (
            "the softmax is taken of weights that already sum to one: the largest is {spread:.3g} times the smallest, "
            "and could not exceed e = 2.72.",
            "le softmax est pris de poids dont la somme vaut déjà un : le plus grand vaut {spread:.3g} fois le plus "
            "petit, et ne pourrait dépasser e = 2,72.",
        ),
        ("take the softmax once, of the scores.", "prenez le softmax une seule fois, des scores."),
    ),
    "not scaled": (
        (
            "scores of queries and keys of size {size} are not divided by √{size} = {root:.4g}; their deviation is "
            "{spread:.3g}.",
            "les scores de requêtes et de clés de taille {size} ne sont pas divisés par √{size} = {root:.4g} ; leur "
            "écart type est de {spread:.3g}.",
        ),
        DIVIDE_BY_ROOT,
    ),
    "scaled": (
        (
            "scores of queries and keys of size {size} are multiplied by {factor:.4g}{named}, not divided by √{size} = "
            "{root:.4g}; their deviation is {spread:.3g}.",
            "les scores de requêtes et de clés de taille {size} sont multipliés par {factor:.4g}{named}, et non "
            "divisés "
            "par √{size} = {root:.4g} ; leur écart type est de {spread:.3g}.",
        ),
        DIVIDE_BY_ROOT,
    ),
    "scaled by length": (
        (
            "scores are multiplied by {factor:.4g} = 1/√{n}, the root of the length: how sharp the attention is "
            "depends "
            "on how long the text is.",
            "les scores sont multipliés par {factor:.4g} = 1/√{n}, la racine de la longueur : l’attention est plus ou "
            "moins concentrée selon la longueur du texte.",
        ),
        (
            "divide the scores by the root of the size of a head, which no text changes.",
            "divisez les scores par la racine de la taille d’une tête, qu’aucun texte ne change.",
        ),
    ),
}

REMEDIES: dict[str, Sentence] = {
    "masked after": MASK_BEFORE,
    "scaled after": (
        "divide the scores before the softmax, not the weights after it.",
        "divisez les scores avant le softmax, pas les poids après.",
    ),
    "sigmoid": (
        "share out one over the keys: scores.softmax(-1) in place of the sigmoid.",
        "partagez un entre les clés : scores.softmax(-1) à la place du sigmoid.",
    ),
    "exp": (
        "divide the exponentials by their sum over the keys, or take scores.softmax(-1).",
        "divisez les exponentielles par leur somme sur les clés, ou prenez scores.softmax(-1).",
    ),
    "log": (
        "average by the weights themselves, not by their logarithms: softmax in place of log_softmax.",
        "faites la moyenne par les poids, non par leurs logarithmes : softmax à la place de log_softmax.",
    ),
    "raw": (
        "share out one over the keys: average by scores.softmax(-1), not by the scores themselves.",
        "partagez un entre les clés : faites la moyenne par scores.softmax(-1), non par les scores eux-mêmes.",
    ),
}
"""What makes weights sum to one, by what kept them from it."""
