"""What is said about heads, and about sentences through all of them."""

TABLE: dict[str, tuple[str, str]] = {
    "head": ("Head", "Tête"),
    "heads.one": ("{n} head", "{n} tête"),
    "heads.many": ("{n} heads", "{n} têtes"),
    "page.heads": ("What each head does", "Ce que fait chaque tête"),
    "heads.title": ("What each head of {model} does on average", "Ce que fait en moyenne chaque tête de {model}"),
    "heads.description": (
        "Five grids, layers down and heads across: entropy, distance, and the shares of the weight on the token "
        "before, on itself and on the token after. Heads with more than {share} on one of them are framed.",
        "Cinq grilles, les couches de haut en bas et les têtes de gauche à droite : entropie, distance, et parts du "
        "poids sur le jeton d'avant, sur lui-même et sur le jeton d'après. Les têtes qui mettent plus de {share} sur "
        "l'un d'eux sont encadrées.",
    ),
    "heads.caption": (
        "Means over the queries of the validation part. Entropy: 1 looks at all tokens alike, 0 at one. Distance: in "
        "tokens, from who looks to what is looked at. A head is framed, and named in the table, when more than {share} "
        "of its weight is on the token before, on itself or on the token after, or when its entropy is {flat} or more.",
        "Moyennes sur les requêtes de la partie de validation. Entropie : 1 regarde tous les jetons également, 0 un "
        "seul. Distance : en jetons, de qui regarde à ce qui est regardé. Une tête est encadrée, et nommée dans le "
        "tableau, quand plus de {share} de son poids est sur le jeton d'avant, sur lui-même ou sur le jeton d'après, "
        "ou quand son entropie est de {flat} ou plus.",
    ),
    "heads.not": (
        "It does not show what a head is for: a head may look at the token before and still pass on nothing that the "
        "model uses.",
        "Elle ne montre pas à quoi sert une tête : elle peut regarder le jeton d'avant sans rien transmettre dont le "
        "modèle se serve.",
    ),
    "distance": ("Mean distance, tokens", "Distance moyenne, jetons"),
    "on-previous": ("On the token before", "Sur le jeton d'avant"),
    "on-same": ("On itself", "Sur lui-même"),
    "on-next": ("On the token after", "Sur le jeton d'après"),
    "speciality": ("Speciality", "Spécialité"),
    "speciality.previous": ("previous token", "jeton d'avant"),
    "speciality.same": ("itself", "lui-même"),
    "speciality.next": ("next token", "jeton d'après"),
    "speciality.flat": ("all alike", "tous également"),
    "heads.special": (
        "Of {heads} of `{model}`, with a speciality: {n} (layer.head: {which}).",
        "Sur {heads} de `{model}`, avec une spécialité : {n} (couche.tête : {which}).",
    ),
    "heads.none": (
        "Of {heads} of `{model}`, none has a speciality: none puts more than {share} of its weight on the token "
        "before, on itself or on the token after, and none looks at all alike.",
        "Sur {heads} de `{model}`, aucune n'a de spécialité : aucune ne met plus de {share} de son poids sur le jeton "
        "d'avant, sur lui-même ou sur le jeton d'après, et aucune ne regarde tout également.",
    ),
    "heads.extremes": (
        "The most concentrated is {sharp} (entropy {entropy}); the one that looks farthest is {far}, {distance} tokens "
        "away on average.",
        "La plus concentrée est {sharp} (entropie {entropy}) ; celle qui regarde le plus loin est {far}, à {distance} "
        "jetons en moyenne.",
    ),
    "head.n": ("head {n}", "tête {n}"),
    "layer.n": ("layer {n}", "couche {n}"),
    "page.sentences": ("Sentences through all heads", "Des phrases à travers toutes les têtes"),
    "sentence.title": ("Who looks at whom, layer by layer and head by head", "Qui regarde qui, par couche et par tête"),
    "sentence.description": (
        "“{text}”: {layers} down, {heads} across; in each small grid one line per word that looks and one column per "
        "word looked at, the darker the more weight.",
        "« {text} » : {layers} de haut en bas, {heads} de gauche à droite ; dans chaque petite grille, une ligne par "
        "mot qui regarde et une colonne par mot regardé, plus soutenue si le poids est grand.",
    ),
    "sentence.caption": (
        "Weights of `{model}`: lines look, columns are looked at. One scale for all heads: full colour is all the "
        "weight, and opacity grows with its square root, so that equal shares still show.",
        "Poids de `{model}` : les lignes regardent, les colonnes sont regardées. Une seule échelle pour toutes les "
        "têtes : la pleine couleur est tout le poids, et l'opacité croît comme sa racine carrée, pour que des parts "
        "égales se voient encore.",
    ),
    "sentence.framed": (
        "Framed: heads with a speciality on average.",
        "Encadrées : les têtes qui ont en moyenne une spécialité.",
    ),
    "sentence.not": (
        "It does not show why the model answered as it did: after the first layer a place holds what it took from "
        "other words, no longer its word alone.",
        "Elle ne montre pas pourquoi le modèle a répondu ainsi : après la première couche, une place contient ce "
        "qu'elle a pris à d'autres mots, et non plus son seul mot.",
    ),
    "sentence.unknown": (
        "Words that the model does not know: {words}.",
        "Mots que le modèle ne connaît pas : {words}.",
    ),
}
