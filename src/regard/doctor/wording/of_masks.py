"""What the check of masks finds, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

TURN_MASK: Sentence = (
    "turn the mask round: fill the scores with -1e9 where there is padding.",
    "retournez le masque : mettez les scores à -1e9 là où il y a du remplissage.",
)

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "upward": (
        (
            "each token looks only at itself and at what comes later: {share:.0%} of the attention goes forward.",
            "chaque token ne regarde que lui-même et ce qui vient après : {share:.0%} de l’attention va vers l’avant.",
        ),
        (
            "hide the other triangle: keep torch.tril(ones), fill where it is zero.",
            "cachez l’autre triangle : gardez torch.tril(ones), remplissez là où il vaut zéro.",
        ),
    ),
    "others alone": (
        (
            "each word looks at the words of other documents alone, and at none of its own.",
            "chaque mot ne regarde que les mots d’autres documents, et aucun du sien.",
        ),
        TURN_MASK,
    ),
    "all on padding": (
        (
            "all attention, {share:.0%}, falls on padding and none on words.",
            "toute l’attention, {share:.0%}, tombe sur le remplissage et aucune sur les mots.",
        ),
        TURN_MASK,
    ),
    "turned": (
        (
            "what the mask hides changes the result, and what it shows does not.",
            "ce que le masque cache change le résultat, et ce qu’il montre ne le change pas.",
        ),
        TURN_MASK,
    ),
    "two meanings": (
        (
            "{name} shows what it marks in one place and hides it in another: whichever it means, words are hidden "
            "somewhere.",
            "{name} montre ici ce qu’il marque et le cache ailleurs : quel que soit son sens, des mots sont cachés "
            "quelque part.",
        ),
        (
            "let it mean the same everywhere: turn it round in one of the two places.",
            "donnez-lui le même sens partout : retournez-le à l’un des deux endroits.",
        ),
    ),
    "no word": (
        (
            "other words, all {short} of them, beside {places} places of padding give the same result.",
            "d’autres mots, tous les {short}, à côté de {places} places de remplissage donnent le même résultat.",
        ),
        TURN_MASK,
    ),
    "no word of full rows": (
        (
            "in rows without padding other words, all {n} of them, give the same result; in padded rows they do not.",
            "dans des lignes sans remplissage d’autres mots, tous les {n}, donnent le même résultat ; ailleurs non.",
        ),
        TURN_MASK,
    ),
    "against its name": (
        (
            "{name} hides what holds {hidden:g} and shows what holds {real:g}; by its name it is the other way "
            "round, as "
            "in the libraries that have it.",
            "{name} cache ce qui vaut {hidden:g} et montre ce qui vaut {real:g} ; d’après son nom c’est l’inverse, "
            "comme "
            "dans les bibliothèques qui le connaissent.",
        ),
        (
            "turn the mask round where it is used, or give it another name.",
            "retournez le masque là où il sert, ou donnez-lui un autre nom.",
        ),
    ),
}
