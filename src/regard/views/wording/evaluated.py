"""What `regard evaluate` says of a run on a part of a corpus."""

TABLE: dict[str, tuple[str, str]] = {
    "split.train": ("train", "entraînement"),
    "split.validation": ("validation", "validation"),
    "split.test": ("test", "test"),
    "split.all": ("all", "tout"),
    "evaluated.texts.one": ("{n} text", "{n} texte"),
    "evaluated.texts.many": ("{n} texts", "{n} textes"),
    "evaluated.sentences.one": ("{n} sentence", "{n} phrase"),
    "evaluated.sentences.many": ("{n} sentences", "{n} phrases"),
    "evaluated.pairs.one": ("{n} pair", "{n} paire"),
    "evaluated.pairs.many": ("{n} pairs", "{n} paires"),
    "evaluated.of": ("of {n}", "sur {n}"),
    "evaluated.accuracy": (
        "accuracy {value} (95 %: {interval}) on {texts} of {where}",
        "exactitude {value} (95 % : {interval}) sur {texts} du corpus {where}",
    ),
    "evaluated.translations": (
        "BLEU {value} (95 %: {interval}) on {sentences} of {where}, beam {beam}, length penalty {alpha}",
        "BLEU {value} (95 % : {interval}) sur {sentences} du corpus {where}, faisceau {beam}, pénalité de longueur "
        "{alpha}",
    ),
    "evaluated.chrf": (
        "chrF {chrf}   tokenised lower-cased BLEU {tokenised}   exact match {exact}",
        "chrF {chrf}   BLEU sur jetons en minuscules {tokenised}   traductions identiques {exact}",
    ),
    "evaluated.alignment": (
        "alignment error rate on {sentences} with known links, while the references are said",
        "taux d'erreur d'alignement sur {sentences} dont les liens sont connus, pendant que le modèle dit les "
        "références",
    ),
    "aligned.best": ("best on validation: {readout}", "la meilleure lecture en validation : {readout}"),
    "aligned.raw": ("mean of all heads", "moyenne de toutes les têtes"),
    "aligned.shifted": ("the same, one step later", "la même, un pas plus tard"),
    "aligned.diagonal": ("diagonal", "diagonale"),
    "aligned.random": ("random", "au hasard"),
    "evaluated.words": (
        "perplexity {value} (95 %: {interval}) of {words}, in {where}",
        "perplexité {value} (95 % : {interval}) de {words}, dans le corpus {where}",
    ),
    "asked.next": ("{n} words, each from those before it", "{n} mots, chacun d'après ceux qui le précèdent"),
    "asked.masked": ("{n} masked words", "{n} mots masqués"),
    "asked.clean": ("{n} words of clean texts", "{n} mots de textes sans bruit"),
    "asked.in-answers": ("{n} words of answers", "{n} mots de réponses"),
    "evaluated.likeliest": (
        "loss {loss}   {share} of the words were the likeliest",
        "perte {loss}   {share} des mots étaient les plus probables",
    ),
    "evaluated.lacking": (
        "loss {loss}   {share} of the words that the noisy texts lack were the likeliest",
        "perte {loss}   {share} des mots qui manquent aux textes bruités étaient les plus probables",
    ),
    "evaluated.bits": ("{bits} bits a character", "bits par caractère : {bits}"),
    "evaluated.told": (
        "{share} of the pairs of pieces were told rightly",
        "{share} des paires de passages ont été reconnues",
    ),
    "evaluated.exact": (
        "{share} of its likeliest answers are the wanted ones, word for word",
        "{share} de ses réponses les plus probables sont celles attendues, mot pour mot",
    ),
    "evaluated.right": (
        "{share} of its likeliest answers are right by the rule of the corpus",
        "{share} de ses réponses les plus probables sont justes selon la règle du corpus",
    ),
    "evaluated.preferred": (
        "the chosen answer is preferred in {value} (95 %: {interval}) of {pairs} of {where}",
        "la réponse choisie est préférée dans {value} (95 % : {interval}) de {pairs} du corpus {where}",
    ),
    "evaluated.margin": ("loss {loss}   margin {margin}", "perte {loss}   marge {margin}"),
    "evaluated.kl": (
        "KL to the reference {kl} a token, on answers of its own",
        "KL par rapport à la référence : {kl} par jeton, sur ses propres réponses",
    ),
    "evaluated.wins": (
        "{share} of its answers are better than the reference's, equal ones ({ties}) left out",
        "{share} de ses réponses sont meilleures que celles de la référence, sans compter les égales ({ties})",
    ),
    "evaluated.beats": (
        "{share} of its answers are better than the rejected ones, {reference} of the reference's",
        "{share} de ses réponses sont meilleures que celles rejetées, contre {reference} de celles de la référence",
    ),
    "evaluated.own-right": (
        "{share} of its answers are right by the rule of the corpus, word for word",
        "{share} de ses réponses sont justes selon la règle du corpus, mot pour mot",
    ),
}
