"""What `regard compare` says of several runs."""

TABLE: dict[str, tuple[str, str]] = {
    "compared.run": ("Run", "Dossier"),
    "compared.says": ("Answer", "Réponse"),
    "compared.apart": ("Apart", "Écart"),
    "compared.distance": ("Distance of the weights", "Distance des poids"),
    "compared.answers": ("What each run says", "Ce que dit chaque modèle"),
    "compared.words": (
        "The words by disagreement: {method}, {what} in each run",
        "Les mots par désaccord : {method}, {what} dans chaque modèle",
    ),
    "compared.weights": ("weight", "poids"),
    "compared.scores": ("score for “{target}”", "score pour « {target} »"),
    "compared.scores.own": ("score for what is said", "score pour ce qui est dit"),
    "compared.distances": (
        "How differently two runs weigh the words: 0 if alike, 1 if they share nothing",
        "À quel point deux modèles pèsent les mots autrement : 0 s'ils s'accordent, 1 s'ils n'ont rien en commun",
    ),
    "compared.both": ("Both runs answer alike.", "Les deux modèles donnent la même réponse."),
    "compared.agree": ("All {n} runs answer alike.", "Les {n} modèles donnent la même réponse."),
    "compared.disagree": (
        "The {n} runs give {answers} different answers.",
        "Les {n} modèles donnent {answers} réponses différentes.",
    ),
    "compared.title": ("One text through {n} runs", "Un texte lu par {n} modèles"),
    "compared.description": (
        "The text once for each run, its words marked by their weight. Runs differ most on: {words}.",
        "Le texte une fois pour chaque modèle, ses mots marqués selon leur poids. Les modèles diffèrent le plus sur : "
        "{words}.",
    ),
    "compared.not": (
        "That two runs weigh words differently does not say which of them is right, nor that either answers because "
        "of these words.",
        "Que deux modèles pèsent les mots autrement ne dit pas lequel a raison, ni que l'un ou l'autre réponde à cause "
        "de ces mots.",
    ),
    "compared.sets": (
        "{n} runs on the same {texts} of {where}, 95 % intervals",
        "{n} modèles sur les mêmes {texts} du corpus {where}, intervalles à 95 %",
    ),
    "compared.sets.recalled": (
        "Nothing was computed again: each run has kept what it said of these texts.",
        "Rien n'a été recalculé : chaque modèle a conservé ce qu'il a dit de ces textes.",
    ),
    "compared.differences": (
        "Each run against {baseline}, text by text ({test})",
        "Chaque modèle face à {baseline}, texte par texte ({test})",
    ),
    "compared.test.accuracy": ("McNemar's test", "test de McNemar"),
    "compared.test.bleu": ("paired bootstrap", "bootstrap apparié"),
    "compared.test.perplexity": ("paired bootstrap", "bootstrap apparié"),
    "compared.test.bits_per_character": ("paired bootstrap", "bootstrap apparié"),
    "compared.difference": ("Difference", "Écart"),
    "compared.metric.accuracy": ("Accuracy", "Exactitude"),
    "compared.metric.bleu": ("BLEU", "BLEU"),
    "compared.metric.perplexity": ("Perplexity", "Perplexité"),
    "compared.metric.bits_per_character": ("Bits per character", "Bits par caractère"),
    "compared.of.accuracy.one": ("{n} text", "{n} texte"),
    "compared.of.accuracy.many": ("{n} texts", "{n} textes"),
    "compared.of.bleu.one": ("{n} sentence", "{n} phrase"),
    "compared.of.bleu.many": ("{n} sentences", "{n} phrases"),
    "compared.of.perplexity.one": ("{n} word", "{n} mot"),
    "compared.of.perplexity.many": ("{n} words", "{n} mots"),
    "compared.of.bits_per_character.one": ("{n} character", "{n} caractère"),
    "compared.of.bits_per_character.many": ("{n} characters", "{n} caractères"),
    "compared.untested": ("not tested", "non testé"),
    "compared.sets.title": ("{n} runs on {where}", "{n} modèles sur {where}"),
    "compared.sets.description": (
        "A dot for each run with its 95 % interval, and its difference from {baseline}. Best: {best} with {value}.",
        "Un point par modèle avec son intervalle à 95 %, et son écart avec {baseline}. Le meilleur : {best} avec "
        "{value}.",
    ),
    "compared.sets.caption": (
        "Bars are 95 % intervals. Right: blue where a run is better than {baseline}, orange where it is worse.",
        "Les barres sont des intervalles à 95 %. À droite : en bleu si un modèle est meilleur que {baseline}, en "
        "orange s'il est moins bon.",
    ),
    "compared.sets.not": (
        "One training each: the intervals say how much other test texts would change, not how much another seed would.",
        "Un seul entraînement par modèle : les intervalles disent ce que d'autres textes de test changeraient, non ce "
        "que changerait une autre graine.",
    ),
    "compared.from": ("Difference from {baseline}", "Écart avec {baseline}"),
}
