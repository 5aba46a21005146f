"""What is said about kinds of position."""

TABLE: dict[str, tuple[str, str]] = {
    "kinds.one": ("{n} kind of position", "{n} sorte de position"),
    "kinds.many": ("{n} kinds of position", "{n} sortes de position"),
    "page.positions": ("How a model knows where a word stands", "Comment un modèle sait où se tient un mot"),
    "positions.title": (
        "What each kind of position adds to a score",
        "Ce que chaque sorte de position ajoute à un score",
    ),
    "positions.description": (
        "One map per kind of position: the query's place from the top down, the key's from left to right. The same "
        "along all diagonals, so that only distance counts: {still}.",
        "Une carte par sorte de position : la place de la requête de haut en bas, celle de la clé de gauche à droite. "
        "Égales le long des diagonales, si bien que seule la distance compte : {still}.",
    ),
    "positions.caption": (
        "Blue adds to the score, orange takes from it, clear is zero or the value nearest to it; each map has its own "
        "scale, below it. For positions added to the words the map is pe_i·pe_j; for rotary ones the product of two "
        "equal vectors, turned; for the others the bias of the first head, for its mean query. Other heads have their "
        "own: of `alibi`, the first heads pay more for looking back, the last ones for looking ahead. Moved alike: the "
        "largest change of a value when both places move by the same amount, as a share of the map's range.",
        "Le bleu ajoute au score, l'orange en retire, le clair est zéro ou la valeur la plus proche ; chaque carte a "
        "son échelle, dessous. Pour les positions ajoutées aux mots, la carte est pe_i·pe_j ; pour les rotatives, le "
        "produit de deux vecteurs égaux, tournés ; pour les autres, le biais de la première tête, pour sa requête "
        "moyenne. Les autres têtes ont le leur : pour `alibi`, les premières paient plus pour regarder en arrière, les "
        "dernières pour regarder en avant. Déplacées de même : le plus grand changement d'une valeur quand les deux "
        "places se déplacent d'autant, en part de l'étendue de la carte.",
    ),
    "positions.not": (
        "It does not show what the model makes of it: a score also holds the words, and a later layer may use or "
        "ignore what is added here.",
        "Elle ne montre pas ce que le modèle en fait : un score tient aussi aux mots, et une couche suivante peut se "
        "servir de cet ajout ou l'ignorer.",
    ),
    "positions.table": (
        "Kinds of position: what a move of both places changes, and accuracy on pairs with the same words in another "
        "order.",
        "Sortes de position : ce que change un déplacement des deux places, et exactitude sur les paires aux mêmes "
        "mots dans un autre ordre.",
    ),
    "positions.places": (
        "Values of the maps at some places; all of them are in results.json.",
        "Valeurs des cartes à quelques places ; toutes sont dans results.json.",
    ),
    "position.kind": ("Kind of position", "Sorte de position"),
    "position.weights": ("Weights of", "Poids de"),
    "position.formula": ("none: a formula", "aucun : une formule"),
    "position.changed": ("{model} with position = {kind}", "{model} avec position = {kind}"),
    "position.change": ("Change, both moved", "Changement, les deux déplacées"),
    "position.order": ("Word order", "Ordre des mots"),
    "position.query": ("Place of the query", "Place de la requête"),
    "position.key": ("Key at {n}", "Clé en {n}"),
    "position.rows": ("query at place i", "requête en i"),
    "position.columns": ("key at place j", "clé en j"),
    "position.shift": ("moved alike: {change}", "déplacées de même : {change}"),
    "position.ordered": ("word order: {order}", "ordre des mots : {order}"),
    "position.still": (
        "The map of `{kind}` depends on the distance alone: moving both places alike changes it by {change}.",
        "La carte de `{kind}` ne dépend que de la distance : déplacer les deux places d'autant la change de {change}.",
    ),
    "position.moves": (
        "The map of `{kind}` depends on the places themselves: moving both alike changes it by up to {change} of its "
        "range.",
        "La carte de `{kind}` dépend des places elles-mêmes : les déplacer toutes deux d'autant la change de jusqu'à "
        "{change} de son étendue.",
    ),
    "positions.read": (
        "Models that read order, that is, score more than {near} above chance ({chance}) on pairs with the same words "
        "in another order: with {n} of {kinds}.",
        "Modèles qui lisent l'ordre, c'est-à-dire qui dépassent le hasard ({chance}) de plus de {near} sur les paires "
        "aux mêmes mots dans un autre ordre : avec {n} sur {kinds}.",
    ),
    "positions.born": (
        "Where positions are `sinusoidal` or `learned`, heads are born looking at neighbours, unless "
        "`model.neighbours` is 0: what such a model reads of order, it did not learn from random weights.",
        "Là où les positions sont `sinusoidal` ou `learned`, les têtes naissent en regardant leurs voisins, sauf si "
        "`model.neighbours` vaut 0 : ce qu'un tel modèle lit de l'ordre, il ne l'a pas appris à partir de poids tirés "
        "au hasard.",
    ),
    "positions.started": (
        "`learned` positions start as the `sinusoidal` ones: what the two maps have in common was there before "
        "training.",
        "Les positions `learned` partent des `sinusoidal` : ce que les deux cartes ont en commun était là avant "
        "l'entraînement.",
    ),
    "swaps.caption": (
        "Newborn models on “{one}” and “{other}”: the largest difference between the numbers they give for the two.",
        "Modèles à la naissance, sur « {one} » et « {other} » : le plus grand écart entre les nombres qu'ils donnent "
        "pour les deux.",
    ),
    "swap.difference": ("Largest difference", "Plus grand écart"),
    "swaps.told": (
        "Two sentences with the same words, to a newborn model: the same with {blind}; told apart with {seeing}.",
        "Deux phrases aux mêmes mots, pour un modèle à la naissance : les mêmes avec {blind} ; distinguées avec "
        "{seeing}.",
    ),
}
