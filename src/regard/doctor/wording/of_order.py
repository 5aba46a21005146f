"""What checks of order and of positions find, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "future weight": (
        (
            "of all pairs of a token and a later one {pairs} have weight, up to {share:.1%} of the attention of one "
            "token, though {meant}.",
            "parmi les paires d’un token et d’un autre qui le suit, {pairs} ont du poids, jusqu’à {share:.1%} de "
            "l’attention d’un token, alors que {meant}.",
        ),
        (
            "hide what comes later before the softmax: scores.masked_fill(torch.ones(n, n).triu(1).bool(), -inf); the "
            "diagonal stays.",
            "cachez ce qui vient après, avant le softmax : scores.masked_fill(torch.ones(n, n).triu(1).bool(), -inf) ; "
            "la diagonale reste.",
        ),
    ),
    "future leak": (
        (
            "another token changes the results before it by {moved:.2g} of their size, though {meant}.",
            "un autre token change les résultats qui le précèdent de {moved:.2g} fois leur taille, alors que {meant}.",
        ),
        (
            "let no function mix tokens of all places: no attention without a mask, no mean, norm or shift over the "
            "sequence.",
            "qu’aucune fonction ne mélange les tokens de toutes les places : ni attention sans masque, ni moyenne, ni "
            "normalisation, ni décalage sur la séquence.",
        ),
    ),
    "present": (
        (
            "no token looks at itself: the diagonal of the weights is 0, where {pairs} other places of them are not.",
            "aucun token ne se regarde : la diagonale des poids vaut 0, alors que {pairs} autres de leurs places ne "
            "sont pas nulles.",
        ),
        (
            "keep the diagonal: torch.tril(ones) with diagonal=0, or triu(diagonal=1) for what is hidden.",
            "gardez la diagonale : torch.tril(ones) avec diagonal=0, ou triu(diagonal=1) pour ce qui est caché.",
        ),
    ),
    "table": (
        (
            "the table {name} {shape} looks like positions, and {used} changes the result.",
            "la table {name} {shape} ressemble à des positions, et {used} change le résultat.",
        ),
        (
            "add the row of each token's place to its vector: x + positions[:n], and use the sum.",
            "ajoutez au vecteur de chaque token la ligne de sa place : x + positions[:n], et utilisez la somme.",
        ),
    ),
    "table by texts": (
        (
            "the table {name} {shape} looks like positions, and its rows are those of the texts of a batch, not of the "
            "places of words: a text less, and a row less changes the result.",
            "la table {name} {shape} ressemble à des positions, et ses lignes sont celles des textes du lot, non des "
            "places des mots : un texte de moins, et une ligne de moins change le résultat.",
        ),
        (
            "take the rows of the places, positions[:n] for texts of n words, where batch is the other dimension.",
            "prenez les lignes des places, positions[:n] pour des textes de n mots, le lot étant l’autre dimension.",
        ),
    ),
    "waves": (
        (
            "sines and cosines are computed, and other values of them give the same result.",
            "des sinus et cosinus sont calculés, et d’autres valeurs donnent le même résultat.",
        ),
        (
            "add the waves to the vectors and use the sum.",
            "ajoutez ces ondes aux vecteurs et utilisez la somme.",
        ),
    ),
    "still waves": (
        (
            "sines and cosines are computed, and are the same at every place.",
            "des sinus et cosinus sont calculés, et sont les mêmes à chaque place.",
        ),
        (
            "take them of the places, torch.arange(n), not of one number.",
            "prenez-les des places, torch.arange(n), et non d’un seul nombre.",
        ),
    ),
}
