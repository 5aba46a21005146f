"""Why a check says nothing, and parts of sentences. Each entry: English, French."""

WHY: dict[str, tuple[str, str]] = {
    "no padding": (
        "it takes neither a mask nor lengths, and no token stands for padding.",
        "il ne prend ni masque ni longueurs, et aucun token ne marque le remplissage.",
    ),
    "no softmax over tokens": (
        "no softmax over the tokens was seen.",
        "aucun softmax sur les tokens n’a été vu.",
    ),
    "no softmax": ("no softmax was seen.", "aucun softmax n’a été vu."),
    "other length": (
        "it does not run on the words alone, without their padding.",
        "il ne tourne pas sur les mots seuls, sans leur remplissage.",
    ),
    "meaning tried": (
        "what the mask means was found by trying; an example would tell whether it is meant so.",
        "le sens du masque a été trouvé par essais ; un exemple dirait si c’est le sens voulu.",
    ),
    "no mixing": ("no weights were seen that mix values.", "aucun poids qui mélange des valeurs n’a été vu."),
    "no products": (
        "no products of several queries and keys, apart from their values, were seen.",
        "aucun produit de plusieurs requêtes et de clés distinctes des valeurs n’a été vu.",
    ),
    "no names": (
        "nothing is called {one} or {other} whose part could be tried.",
        "rien ne s’appelle {one} ou {other} dont le rôle puisse être essayé.",
    ),
    "no intent": (
        "nothing shows that the future is meant to be hidden.",
        "rien ne montre que l’avenir doive être caché.",
    ),
    "no tokens": (
        "no attention of a sequence to itself was seen.",
        "on n’a vu aucune attention d’une suite à elle-même.",
    ),
    "no positions": (
        "it has no table and no waves that could be positions.",
        "il n’a ni table ni ondes qui puissent être des positions.",
    ),
    "no rows": (
        "its result has no row for each row of the batch.",
        "son résultat n’a pas une ligne pour chaque ligne du lot.",
    ),
    "optional parts": (
        "{names} get no gradient, but a published module has parts for arguments that were not given.",
        "{names} ne reçoivent pas de gradient, mais un module publié a des parties pour des arguments non donnés.",
    ),
    "scale in weights": (
        "scores are not scaled, but the weights of a published module may hold the scale, as T5's do.",
        "les scores ne sont pas réduits, mais les poids d’un module publié peuvent contenir l’échelle, comme pour T5.",
    ),
    "scale in start": (
        "scores are not divided, but queries are {root:.3g} times smaller than keys, or keys than queries: the "
        "initialisation holds the scale, as T5's does.",
        "les scores ne sont pas divisés, mais les requêtes sont {root:.3g} fois plus petites que les clés, ou "
        "l’inverse : l’initialisation contient l’échelle, comme pour T5.",
    ),
    "torch scales": (
        "torch's own attention scales its scores itself.",
        "l’attention de torch met elle-même ses scores à l’échelle.",
    ),
    "scale learned": (
        "what is compared has length one, is bounded, or is scaled by what is learned: no number is wrong there.",
        "ce qui est comparé est de longueur un, borné, ou mis à l’échelle par ce qui s’apprend : aucun nombre n’y est "
        "faux.",
    ),
    "one query": (
        "each row asks once: the products of one query with the keys need no scale.",
        "chaque ligne ne demande qu’une fois : les produits d’une seule requête avec les clés n’ont pas besoin "
        "d’échelle.",
    ),
    "square": (
        "it only runs where there are as many rows as words: repair that first.",
        "il ne tourne que s’il y a autant de lignes que de mots : réparez cela d’abord.",
    ),
    "only NaN": (
        "every result of padded rows is NaN, so that nothing shows what is hidden.",
        "tous les résultats des lignes remplies sont NaN : rien ne montre ce qui est caché.",
    ),
    "refuses empty": (
        "it refuses a row without words: {problem}",
        "il refuse une ligne sans mot : {problem}",
    ),
    "given -inf": (
        "the mask that it is given holds -inf itself: a row of them has no softmax.",
        "le masque qu’il reçoit contient lui-même -inf : une ligne entière n’a pas de softmax.",
    ),
    "torch's NaN": (
        "torch's own attention gives NaN for a row that it may not look at, whoever calls it.",
        "l’attention de torch donne elle-même NaN pour une ligne où rien ne peut être regardé, quel que soit "
        "l’appelant.",
    ),
    "no gradient taken": ("no gradient could be taken: {problem}", "aucun gradient n’a pu être calculé : {problem}"),
    "does not run": (
        "it does not run on the input of this check: {problem}",
        "il ne tourne pas sur l’entrée de cette vérification : {problem}",
    ),
    "failed": (
        "the check itself failed on this module: {problem}",
        "la vérification elle-même a échoué sur ce module : {problem}",
    ),
    "cause first": (
        "repair {cause} first, which would show so too.",
        "réparez d’abord {cause}, qui donnerait le même signe.",
    ),
}

FIRST: dict[str, tuple[str, str]] = {
    "comes of": (
        "first {cause}, which shows so too; then look again.",
        "d’abord {cause}, qui donne ce même signe ; puis revérifiez.",
    ),
}
"""What to do of a finding that another one brings."""

PARTS: dict[str, tuple[str, str]] = {
    "query": ("query", "la requête"),
    "key": ("key", "la clé"),
    "value": ("value", "la valeur"),
    "called query": ("query", "« requête »"),
    "called key": ("key", "« clé »"),
    "called value": ("value", "« valeur »"),
    "every hides": ("every attention hides it", "toutes les attentions le cachent"),
    "rest hidden": ("the rest of the future is hidden", "le reste de l’avenir est caché"),
    "triangle": ("the mask is a triangle", "le masque est un triangle"),
    "some hide": ("some heads or rows hide it", "certaines têtes ou lignes le cachent"),
    "mask given": ("a mask was given that hides it", "un masque qui le cache a été donné"),
    "triangle made": ("a triangular mask is made", "un masque triangulaire est construit"),
    "named causal": ("the module's name says that it is causal", "le nom du module le dit causal"),
    "described causal": ("what describes the module says that it is causal", "la description du module le dit causal"),
    "next word": (
        "it scores every word at each place, as a model of the next word",
        "il note chaque mot à chaque place, comme un modèle du mot suivant",
    ),
    "no row": ("no row of it", "aucune de ses lignes ne"),
    "one row": ("one row of it, the same for every token,", "une seule de ses lignes, la même pour tous les tokens,"),
    "root of length": (" = 1/√{value}, the root of the length", " = 1/√{value}, la racine de la longueur"),
    "root of queries": (
        " = 1/√{value}, the root of the number of queries",
        " = 1/√{value}, la racine du nombre de requêtes",
    ),
    "root of batch": (" = 1/√{value}, the root of the batch", " = 1/√{value}, la racine du lot"),
    "changes with length": (", which changes with the length", ", ce qui change avec la longueur"),
    "changes with queries": (
        ", which changes with the number of queries",
        ", ce qui change avec le nombre de requêtes",
    ),
    "changes with batch": (", which changes with the batch", ", ce qui change avec le lot"),
    "without root": (" = 1/{value}, the size without its root", " = 1/{value}, la taille sans sa racine"),
    "root": (" = 1/√{value}", " = 1/√{value}"),
    "nothing": ("", ""),
    "one number": ("{least:.3g}", "{least:.3g}"),
    "numbers": ("numbers between {least:.3g} and {most:.3g}", "{least:.3g} à {most:.3g}"),
    "such as": (", such as {name}", ", par exemple {name}"),
    "named": ("{names}{others}", "{names}{others}"),
    "and another": (" and another", " et un autre"),
    "and others": (" and {count} others", " et {count} autres"),
    "some": ("some", "plusieurs"),
}
