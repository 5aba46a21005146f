"""What is said about one sentence in three designs, and about the published library's numbers."""

TABLE: dict[str, tuple[str, str]] = {
    "page.looks": ("The same sentence in three designs", "La même phrase dans trois architectures"),
    "looks.lead": (
        "An encoder looks both ways, a decoder only back, and of a model with both the decoder also looks at what "
        "the encoder has read. A blank triangle is what the mask hides.",
        "Un encodeur regarde des deux côtés, un décodeur seulement en arrière, et d'un modèle qui a les deux, le "
        "décodeur regarde aussi ce que l'encodeur a lu. Un triangle vide est ce que le masque cache.",
    ),
    "looks.title": ("Who looks at whom in the last layer", "Qui regarde qui dans la dernière couche"),
    "looks.description": (
        "“{text}”: a grid for each attention ({which}), the mean over the heads of its last layer; one line per word "
        "that looks and one column per word looked at, the darker the more weight.",
        "« {text} » : une grille par attention ({which}), moyenne sur les têtes de sa dernière couche ; une ligne "
        "par mot qui regarde et une colonne par mot regardé, plus soutenue si le poids est grand.",
    ),
    "looks.caption": (
        "Mean over the heads of the last layer of each attention. Lines look, columns are looked at. Full colour is "
        "all the weight, and opacity grows with its square root, so that equal shares still show. [BEGIN] and [END] "
        "stand where the model reads them.",
        "Moyenne sur les têtes de la dernière couche de chaque attention. Les lignes regardent, les colonnes sont "
        "regardées. La pleine couleur est tout le poids, et l'opacité croît comme sa racine carrée, pour que des "
        "parts égales se voient encore. [BEGIN] et [END] se trouvent là où le modèle les lit.",
    ),
    "looks.not": (
        "It does not show why a model says what it says: heads differ, and after the first layer a place holds what "
        "it took from other words.",
        "Elle ne montre pas pourquoi un modèle dit ce qu'il dit : les têtes diffèrent, et après la première couche "
        "une place contient ce qu'elle a pris à d'autres mots.",
    ),
    "look.title": ("{which}: every layer and head", "{which} : toutes les couches et têtes"),
    "look.description": (
        "“{text}” through {which}: {layers} down, {heads} across; in each small grid one line per word that looks "
        "and one column per word looked at, the darker the more weight.",
        "« {text} » à travers {which} : {layers} de haut en bas, {heads} de gauche à droite ; dans chaque petite "
        "grille, une ligne par mot qui regarde et une colonne par mot regardé, plus soutenue si le poids est grand.",
    ),
    "look.caption": (
        "Lines look, columns are looked at; one scale for all heads: full colour is all the weight, and opacity "
        "grows with its square root.",
        "Les lignes regardent, les colonnes sont regardées ; une seule échelle pour toutes les têtes : la pleine "
        "couleur est tout le poids, et l'opacité croît comme sa racine carrée.",
    ),
    "look.not": (
        "It does not show what a head is for: it may look at a word and pass on nothing that is used.",
        "Elle ne montre pas à quoi sert une tête : elle peut regarder un mot sans rien transmettre qui serve.",
    ),
    "look.encoder": ("{model}, both ways", "{model}, des deux côtés"),
    "look.decoder": ("{model}, only back", "{model}, seulement en arrière"),
    "look.reads": ("{model}, its encoder", "{model}, son encodeur"),
    "look.cross": ("{model}, its decoder at what was read", "{model}, son décodeur vers ce qui est lu"),
    "look.next": ("Expects next: {said} ({probability})", "Attend ensuite : {said} ({probability})"),
    "look.says": ("Says: {said} ({probability})", "Dit : {said} ({probability})"),
    "page.parity": ("The same numbers as the published library", "Les mêmes nombres que la bibliothèque publiée"),
    "parity.title": (
        "Largest differences from {library}, tiny random models, float32",
        "Plus grands écarts avec {library}, petits modèles aléatoires, float32",
    ),
    "parity.family": ("Family", "Famille"),
    "parity.logits": ("Logits", "Logits"),
    "parity.attention": ("Attention", "Attention"),
    "parity.back": ("Logits, weights sent back", "Logits, poids renvoyés"),
    "parity.tolerance": ("Tolerance", "Tolérance"),
    "parity.met": ("Met", "Respectée"),
    "parity.yes": ("✓ yes", "✓ oui"),
    "parity.no": ("✗ no", "✗ non"),
    "parity.all": (
        "Each family was built in {library} with random weights, read into our own model and sent back, just now: "
        "all {n} agree within {tolerance}.",
        "Chaque famille a été construite dans {library} avec des poids aléatoires, lue dans notre propre modèle et "
        "renvoyée, à l'instant : toutes les {n} s'accordent à {tolerance} près.",
    ),
    "parity.some": (
        "Each family was built in {library} with random weights, read into our own model and sent back, just now: "
        "{which} differ by more than {tolerance}.",
        "Chaque famille a été construite dans {library} avec des poids aléatoires, lue dans notre propre modèle et "
        "renvoyée, à l'instant : {which} diffèrent de plus de {tolerance}.",
    ),
    "parity.missing": (
        "Not computed: `transformers` is not installed. `pip install regard[huggingface]` brings it.",
        "Non calculé : `transformers` n'est pas installé. `pip install regard[huggingface]` l'apporte.",
    ),
    "brief.parity": (
        "{n} families agree with {library}: largest difference {most}.",
        "{n} familles s'accordent avec {library} : plus grand écart {most}.",
    ),
}
