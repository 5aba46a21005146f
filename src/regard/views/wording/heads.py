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
        "Means over all queries of validation texts ({n}, the first ones), after training. Entropy: 1 looks at all "
        "tokens alike, 0 at one. Distance: in tokens, from who looks to what is looked at. A head is framed when more "
        "than {share} of its weight is on the token before, on itself or on the token after; the frame is dashed where "
        "it was already so before the first step. The table also has the numbers from before the first step.",
        "Moyennes sur toutes les requêtes de textes de validation ({n}, les premiers), après l'entraînement. "
        "Entropie : 1 regarde tous les jetons également, 0 un seul. Distance : en jetons, de qui regarde à ce qui est "
        "regardé. Une tête est encadrée quand plus de {share} de son poids est sur le jeton d'avant, sur lui-même ou "
        "sur le jeton d'après ; le cadre est tireté si elle l'était déjà avant le premier pas. Le tableau donne aussi "
        "les nombres d'avant le premier pas.",
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
    "speciality": ("Looks mostly at", "Regarde surtout"),
    "before-step": ("{name}, before the first step", "{name}, avant le premier pas"),
    "speciality.previous": ("previous token", "jeton d'avant"),
    "speciality.same": ("itself", "lui-même"),
    "speciality.next": ("next token", "jeton d'après"),
    "speciality.flat": ("all alike", "tout également"),
    "heads.special": (
        "Of {heads} of `{model}`, with a speciality (more than {share} of the weight on one neighbour or on itself): "
        "{n} (layer.head: {which}).",
        "Sur {heads} de `{model}`, avec une spécialité (plus de {share} du poids sur un seul voisin ou sur soi) : {n} "
        "(couche.tête : {which}).",
    ),
    "heads.none": (
        "Of {heads} of `{model}`, none has a speciality: none puts more than {share} of its weight on the token "
        "before, on itself or on the token after.",
        "Sur {heads} de `{model}`, aucune n'a de spécialité : aucune ne met plus de {share} de son poids sur le jeton "
        "d'avant, sur lui-même ou sur le jeton d'après.",
    ),
    "heads.born": (
        "Before the first step, with a speciality: {n} (layer.head: {which}).",
        "Avant le premier pas, avec une spécialité : {n} (couche.tête : {which}).",
    ),
    "heads.born.none": (
        "Before the first step, none had a speciality.",
        "Avant le premier pas, aucune n'avait de spécialité.",
    ),
    "heads.arranged": (
        "In every layer these heads were born looking at neighbours (`model.neighbours` of the recipe): head 1 at the "
        "token before, head 2 at the token after, head 3 two before, and so on. A head that still looks there need not "
        "have learned it; what training changed is the difference from before the first step.",
        "Dans chaque couche, ces têtes naissent en regardant leurs voisins (`model.neighbours` de la recette) : la "
        "tête 1 le jeton d'avant, la tête 2 celui d'après, la tête 3 deux jetons avant, et ainsi de suite. Une tête "
        "qui y regarde encore ne l'a pas forcément appris ; ce que l'entraînement a changé est l'écart avec avant le "
        "premier pas.",
    ),
    "heads.flat": (
        "Looking at all tokens alike (entropy {entropy} or more): {n} (layer.head: {which}).",
        "Regardent tous les jetons également (entropie de {entropy} ou plus) : {n} (couche.tête : {which}).",
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
        "Framed: heads with a speciality on average; dashed where they were born with it.",
        "Encadrées : les têtes qui ont en moyenne une spécialité ; en tireté, si elles sont nées avec.",
    ),
    "sentence.not": (
        "It does not show why the model answered as it did: after the first layer a place holds what it took from "
        "other words, no longer its word alone.",
        "Elle ne montre pas pourquoi le modèle a répondu ainsi : après la première couche, une place contient ce "
        "qu'elle a pris à d'autres mots, et non plus son seul mot.",
    ),
    "sentence.unknown": (
        "Words that the model does not know: {words}. To it, all unknown words are one: they share a vector.",
        "Mots que le modèle ne connaît pas : {words}. Pour lui, tous les mots inconnus n'en font qu'un : ils partagent "
        "un vecteur.",
    ),
}
