"""What is said about where a model looks: who looks, how widely, and how much at the words that decide."""

TABLE: dict[str, tuple[str, str]] = {
    "prose.flat": (
        "{who} looks at all words alike, or nearly so (normalised entropy {entropy}): in effect a plain mean.",
        "{who} regarde tous les mots également, ou presque (entropie normalisée {entropy}) : de fait, une simple "
        "moyenne.",
    ),
    "prose.wide": (
        "{who} looks at most words (normalised entropy {entropy}, where 1 is a plain mean).",
        "{who} regarde la plupart des mots (entropie normalisée {entropy}, où 1 est une simple moyenne).",
    ),
    "prose.some": (
        "{who} looks mostly at part of the words (normalised entropy {entropy}, where 1 is a plain mean).",
        "{who} regarde surtout une partie des mots (entropie normalisée {entropy}, où 1 est une simple moyenne).",
    ),
    "prose.sharp": (
        "{who} looks at few words (normalised entropy {entropy}, where 1 is a plain mean).",
        "{who} regarde peu de mots (entropie normalisée {entropy}, où 1 est une simple moyenne).",
    ),
    "prose.rationale.more": (
        "{who} puts {share} of its weight on the words that decide, where equal weights would put {uniform}: {times} "
        "the equal share.",
        "{who} met {share} de son poids sur les mots décisifs, là où des poids égaux en mettraient {uniform} : {times} "
        "la part égale.",
    ),
    "prose.rationale.same": (
        "{who} puts {share} of its weight on the words that decide, about what equal weights would ({uniform}).",
        "{who} met {share} de son poids sur les mots décisifs, à peu près autant que des poids égaux ({uniform}).",
    ),
    "prose.rationale.less": (
        "{who} puts only {share} of its weight on the words that decide, less than equal weights would ({uniform}).",
        "{who} ne met que {share} de son poids sur les mots décisifs, moins que des poids égaux ({uniform}).",
    ),
    "who.pool": ("It", "Il"),
    "who.words": (
        "In the last layer each word, on average,",
        "Dans la dernière couche, chaque mot, en moyenne,",
    ),
    "who.cls": ("In the last layer CLS", "Dans la dernière couche, CLS"),
    "whose": ("Who looks: {which}.", "Qui regarde : {which}."),
    "whose.pool": (
        "Attention of {models}: the weights with which the words are averaged into one vector for the text.",
        "Attention de {models} : les poids avec lesquels les mots entrent dans la moyenne qui représente le texte.",
    ),
    "whose.words": (
        "Attention of {models}: the weights with which each word looks at all words in the last layer, in the mean "
        "over the words that look and the heads; the verdict rests on the plain mean of these words.",
        "Attention de {models} : les poids avec lesquels chaque mot regarde tous les mots dans la dernière couche, en "
        "moyenne sur les mots qui regardent et sur les têtes ; le verdict repose sur la simple moyenne de ces mots.",
    ),
    "whose.cls": (
        "Attention of {models}: the weights with which CLS looks at all words in the last layer, in the mean over the "
        "heads; on texts, what it puts on itself is left out.",
        "Attention de {models} : les poids avec lesquels CLS regarde tous les mots dans la dernière couche, en moyenne "
        "sur les têtes ; sur les textes, ce qu'il met sur lui-même est omis.",
    ),
}
