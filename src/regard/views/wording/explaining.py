"""What is said about an explanation: what it explains, its scale, what it cannot show, and how far it holds."""

TABLE: dict[str, tuple[str, str]] = {
    "quoted": ("“{word}”", "« {word} »"),
    "target.word": ("the probability of the word “{label}”", "la probabilité du mot « {label} »"),
    "target.contrast": ("the difference of logits {label}", "la différence de logits {label}"),
    "explains": ("Explains: {target}", "Explique : {target}"),
    "read.left-out": (
        "The text is longer than what the model reads: {tokens} in the middle were left out.",
        "Le texte dépasse ce que lit le modèle : {tokens} au milieu n'ont pas été lus.",
    ),
    "tokens.one": ("{n} token", "{n} jeton"),
    "tokens.many": ("{n} tokens", "{n} jetons"),
    "read.unknown": (
        "Words that the model does not know: {words}.",
        "Mots que le modèle ne connaît pas : {words}.",
    ),
    "legend.for": ("for {target}", "pour {target}"),
    "legend.against": ("against", "contre"),
    "score": ("Score", "Score"),
    "top-signed": ("Words that count most", "Mots qui comptent le plus"),
    "range.signed": (
        "blue for, orange against, from {low} to {high}",
        "bleu pour, orange contre, de {low} à {high}",
    ),
    "explanation.described.signed": (
        "The text with its words coloured by how they count; most: {words}.",
        "Le texte, ses mots colorés selon ce qu'ils pèsent ; les premiers : {words}.",
    ),
    "caution.weights": (
        "Attention weights show where the model averaged from; they are not by themselves a proof of why.",
        "Les poids d'attention montrent d'où vient la moyenne du modèle ; ils ne prouvent pas à eux seuls pourquoi.",
    ),
    "caution.gradients": (
        "A gradient tells how the answer follows small changes of a word's vector; without the word it may change "
        "otherwise.",
        "Un gradient dit comment la réponse suit de petits changements du vecteur d'un mot ; sans le mot, elle peut "
        "changer autrement.",
    ),
    "caution.taken": (
        "Words are taken away one at a time: two that say the same each seem not to matter.",
        "Les mots sont retirés un à un : deux mots qui disent la même chose semblent chacun sans importance.",
    ),
    "caution.control": (
        "This is a control: it knows nothing of the model.",
        "Ceci est un témoin : il ne sait rien du modèle.",
    ),
    "faithful.caption": (
        "Faithfulness: how far the answer goes towards that of an empty text without the words named first "
        "(comprehensiveness), and back from it with these alone (sufficiency); 1 is the whole way",
        "Fidélité : le chemin que fait la réponse vers celle d'un texte vide sans les mots nommés d'abord "
        "(exhaustivité), et en retour avec eux seuls (suffisance) ; 1 est tout le chemin",
    ),
    "faithful.short": (
        "Faithfulness (1: the whole way from the answer to that of an empty text)",
        "Fidélité (1 : tout le chemin de la réponse à celle d'un texte vide)",
    ),
    "faithful.measure": ("Measure", "Mesure"),
    "faithful.this": ("This one", "Celle-ci"),
    "faithful.random": ("Random orders", "Au hasard"),
    "faithful.exact": ("Leave-one-out", "Un à un"),
    "faithful.comprehensiveness": ("Comprehensiveness", "Exhaustivité"),
    "faithful.sufficiency": ("Sufficiency", "Suffisance"),
    "faithful.left-out": ("{measure}, left out", "{measure}, mots retirés"),
    "faithful.hole": ("{measure}, hidden", "{measure}, mots masqués"),
    "faithful.un.long": (
        "How far this holds was not measured: a text of more than {tokens} takes too long to be read again and again "
        "with words taken away.",
        "Jusqu'où cela tient n'a pas été mesuré : relire sans cesse un texte de plus de {tokens}, des mots en moins, "
        "prend trop de temps.",
    ),
    "faithful.un.several": (
        "How far this holds is measured for one attention at a time: name it, without * or ?.",
        "Jusqu'où cela tient se mesure pour une attention à la fois : nommez-la, sans * ni ?.",
    ),
    "faithful.un.no-answer": (
        "How far this holds cannot be measured: the model gives no one answer here that words could be taken from.",
        "Jusqu'où cela tient ne peut être mesuré : le modèle ne donne pas ici une réponse unique dont on puisse "
        "retirer des mots.",
    ),
    "faithful.single": (
        "There is only one word to take away, so that no order of words can be better than another.",
        "Il n'y a qu'un mot à retirer : aucun ordre des mots ne peut être meilleur qu'un autre.",
    ),
    "faithful.nothing": (
        "The model answers the empty text almost alike, so that words taken away cannot tell which ones matter.",
        "Le modèle répond presque de même au texte vide : retirer des mots ne peut dire lesquels comptent.",
    ),
    "faithful.against": (
        "The text as a whole speaks against {target}; an empty one speaks for it more, so that there is nothing to "
        "take away that its words gave.",
        "Le texte dans son ensemble parle contre {target} ; un texte vide parle davantage pour : ses mots n'ont rien "
        "donné qu'on puisse retirer.",
    ),
    "faithful.better": (
        "Without the words it names first the answer goes {mine} of the way to that of an empty text, without random "
        "words {random}: these words matter.",
        "Sans les mots qu'elle nomme d'abord, la réponse fait {mine} du chemin vers celle d'un texte vide, sans des "
        "mots pris au hasard {random} : ces mots comptent.",
    ),
    "faithful.alike": (
        "Without the words it names first the answer goes {mine} of the way to that of an empty text, no farther than "
        "chance explains ({random} on average): the picture may not show what the answer rests on.",
        "Sans les mots qu'elle nomme d'abord, la réponse fait {mine} du chemin vers celle d'un texte vide, pas plus "
        "que le hasard ne l'explique ({random} en moyenne) : l'image ne montre peut-être pas ce qui fonde la réponse.",
    ),
    "faithful.worse": (
        "Without the words it names first the answer goes {mine} of the way to that of an empty text, less than "
        "without random words ({random}): the answer rests on others.",
        "Sans les mots qu'elle nomme d'abord, la réponse fait {mine} du chemin vers celle d'un texte vide, moins que "
        "sans des mots pris au hasard ({random}) : la réponse repose sur d'autres.",
    ),
    "faithful.reference": (
        "In the order of exact leave-one-out it would go {exact}.",
        "Dans l'ordre exact des mots retirés un à un, elle en ferait {exact}.",
    ),
    "faithful.some": (
        "Means of {some} of the {all} words that are said, from the first to the last.",
        "Moyennes de {some} des {all} mots dits, du premier au dernier.",
    ),
}
