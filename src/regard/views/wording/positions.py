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
        "equal vectors, turned; for the others the bias, mean over the heads. Moved alike: the largest change of a "
        "value when both places move by the same amount, as a share of the map's range.",
        "Le bleu ajoute au score, l'orange en retire, le clair est zéro ou la valeur la plus proche ; chaque carte a "
        "son échelle, dessous. Pour les positions ajoutées aux mots, la carte est pe_i·pe_j ; pour les rotatives, le "
        "produit de deux vecteurs égaux, tournés ; pour les autres, le biais, moyenne des têtes. Déplacées de même : "
        "le plus grand changement d'une valeur quand les deux places se déplacent d'autant, en part de l'étendue de la "
        "carte.",
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
    "position.change": ("Change, both moved", "Changement, les deux déplacées"),
    "position.order": ("Word order", "Ordre des mots"),
    "position.query": ("Place of the query", "Place de la requête"),
    "position.key": ("Key at {n}", "Clé en {n}"),
    "position.rows": ("query at place i", "requête en i"),
    "position.columns": ("key at place j", "clé en j"),
    "position.shift": ("moved alike: {change}", "déplacées de même : {change}"),
    "position.ordered": ("word order: {order}", "ordre des mots : {order}"),
    "position.still": (
        "`{kind}` depends on the distance alone: moving both places changes its map by {change}.",
        "`{kind}` ne dépend que de la distance : déplacer les deux places change sa carte de {change}.",
    ),
    "position.moves": (
        "`{kind}` depends on the places themselves: moving both alike changes its map by up to {change} of its range.",
        "`{kind}` dépend des places elles-mêmes : les déplacer toutes deux d'autant change sa carte de jusqu'à "
        "{change} de son étendue.",
    ),
    "positions.read": (
        "{n} of {kinds} read order: more than {near} above chance ({chance}) on pairs with the same words in another "
        "order.",
        "Sur {kinds}, lisent l'ordre : {n}, soit plus de {near} au-dessus du hasard ({chance}) sur les paires aux "
        "mêmes mots dans un autre ordre.",
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
