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
    "faithful.random": ("Random: mean (95 % of orders)", "Au hasard : moyenne (95 % des ordres)"),
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
    "faithful.one": (
        "There is only one word to take away, or all of them are the same, so that no order of words can be better "
        "than another.",
        "Il n'y a qu'un mot à retirer, ou tous sont le même : aucun ordre des mots ne peut être meilleur qu'un autre.",
    ),
    "faithful.by.left-out": ("With words left out:", "Les mots retirés :"),
    "faithful.by.hole": ("With words hidden:", "Les mots masqués :"),
    "faithful.both": (
        "With words hidden instead of left out it is the same.",
        "Avec des mots masqués au lieu de retirés, il en va de même.",
    ),
    "faithful.what.translation": (
        "the mean probability of the words that are said",
        "la probabilité moyenne des mots dits",
    ),
    "faithful.falls": ("falls from {full} to {to}", "baisse de {full} à {to}"),
    "faithful.rises": ("does not fall but rises, from {full} to {to}", "ne baisse pas, mais monte de {full} à {to}"),
    "faithful.stays": ("stays at {full}", "reste à {full}"),
    "faithful.measured": (
        "Without the words that it names first, {what} {moves}; without random words it would be {random} on average: "
        "{verdict}",
        "Sans les mots qu'elle nomme d'abord, {what} {moves} ; sans des mots pris au hasard, elle serait de {random} "
        "en moyenne : {verdict}",
    ),
    "faithful.better": ("these words matter.", "ces mots comptent."),
    "faithful.better.rises": (
        "they carry the answer no more than random words do.",
        "ils ne portent pas plus la réponse que des mots pris au hasard.",
    ),
    "faithful.alike": (
        "no more than chance explains, so that the picture may not show what the answer rests on.",
        "pas plus que le hasard ne l'explique, si bien que l'image ne montre peut-être pas ce qui fonde la réponse.",
    ),
    "faithful.worse": ("the answer rests on other words.", "la réponse repose sur d'autres mots."),
    "faithful.few": (
        "in a text of so few words chance explains any order of them, so that this one cannot be told from it.",
        "dans un texte d'aussi peu de mots, le hasard explique n'importe quel ordre : celui-ci ne peut en être "
        "distingué.",
    ),
    "faithful.control": (
        "This is a control, which knows nothing of the model.",
        "Ceci est un témoin, qui ne sait rien du modèle.",
    ),
    "faithful.control.better": (
        "by luck more than nearly all other random orders.",
        "par chance, plus que presque tous les autres ordres pris au hasard.",
    ),
    "faithful.control.alike": ("as chance explains.", "comme le hasard l'explique."),
    "faithful.control.worse": (
        "by luck less than nearly all other random orders.",
        "par chance, moins que presque tous les autres ordres pris au hasard.",
    ),
    "faithful.equal": (
        "All words weigh alike, so that none is named before another: nothing here says which of them matter. Without "
        "random words, {what} would be {random} on average instead of {full}.",
        "Tous les mots pèsent autant, si bien qu'aucun n'est nommé avant un autre : rien ici ne dit lesquels comptent. "
        "Sans des mots pris au hasard, {what} serait de {random} en moyenne au lieu de {full}.",
    ),
    "faithful.unmoved": (
        "Whichever part of the words is taken away, {what} stays at about {full}: no word can be said to matter.",
        "Quelle que soit la part des mots retirée, {what} reste à {full} environ : on ne peut dire d'aucun mot qu'il "
        "compte.",
    ),
    "faithful.reference": (
        "In the order of exact leave-one-out it would be {exact}.",
        "Dans l'ordre exact des mots retirés un à un, elle serait de {exact}.",
    ),
    "faithful.share.left-out": ("With words left out", "Les mots retirés,"),
    "faithful.share.hole": ("With words hidden", "Les mots masqués,"),
    "faithful.share.both": ("Either way", "Dans les deux cas,"),
    "faithful.nothing": (
        "{by} an empty text is answered almost alike, so that no figure is given as a share of the way to it.",
        "{by} le modèle répond presque de même à un texte vide : aucun chiffre n'est donné en part du chemin vers lui.",
    ),
    "faithful.against": (
        "{by} an empty text speaks for {target} more than this one, so that no figure is given as a share of the way "
        "to it.",
        "{by} un texte vide parle pour {target} plus que celui-ci : aucun chiffre n'est donné en part du chemin vers "
        "lui.",
    ),
    "faithful.some": (
        "Means of {some} of the {all} words that are said, from the first to the last.",
        "Moyennes de {some} des {all} mots dits, du premier au dernier.",
    ),
}
