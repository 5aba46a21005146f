"""Whole sentences: the paragraphs on models, and what the page says around its figures."""

TABLE: dict[str, tuple[str, str]] = {
    "prose.score": (
        "`{model}` is right on {value} of the {n} test texts (95 % interval {interval}; {seeds}).",
        "`{model}` répond juste sur {value} des {n} textes de test (intervalle à 95 % : {interval} ; {seeds}).",
    ),
    "prose.measure": (
        "`{model}` reaches a {metric} of {value} (95 % interval {interval}; {seeds}).",
        "`{model}` atteint {value} en {metric} (intervalle à 95 % : {interval} ; {seeds}).",
    ),
    "prose.baseline": (
        "It is the yardstick against which the other models are measured.",
        "C'est l'étalon auquel les autres modèles sont comparés.",
    ),
    "prose.better": (
        "That is {difference} better than `{baseline}` ({interval}; paired test, {p}): more than noise.",
        "C'est {difference} de mieux que `{baseline}` ({interval} ; test apparié, {p}) : plus que du bruit.",
    ),
    "prose.worse": (
        "That is {difference} worse than `{baseline}` ({interval}; paired test, {p}): more than noise.",
        "C'est {difference} de moins que `{baseline}` ({interval} ; test apparié, {p}) : plus que du bruit.",
    ),
    "prose.noise": (
        "Its difference from `{baseline}`, {difference} ({interval}; paired test, {p}), is no more than noise: "
        "this test set cannot tell the two apart.",
        "Son écart avec `{baseline}`, {difference} ({interval} ; test apparié, {p}), n'est que du bruit : ce "
        "test ne les distingue pas.",
    ),
    "prose.undecided": (
        "Its difference from `{baseline}` is {difference} ({interval}; paired test, {p}); the interval and the "
        "test disagree, so take it as undecided.",
        "Son écart avec `{baseline}` est de {difference} ({interval} ; test apparié, {p}) ; l'intervalle et le "
        "test se contredisent : tenez-le pour indécis.",
    ),
    "one-seed": (
        "One seed: the luck of training is not counted.",
        "Une seule graine : le hasard de l'entraînement n'est pas compté.",
    ),
    "prose.cost": (
        "It has {parameters} parameters and trained in {seconds}.",
        "Il a {parameters} paramètres et s'est entraîné en {seconds}.",
    ),
    "prose.cost.against": (
        "It has {parameters} parameters and trained in {seconds}, against {base_parameters} and {base_seconds} for "
        "`{baseline}`.",
        "Il a {parameters} paramètres et s'est entraîné en {seconds}, contre {base_parameters} et {base_seconds} pour "
        "`{baseline}`.",
    ),
    "prose.unseen": ("It has no attention to look at.", "Il n'a pas d'attention à regarder."),
    "prose.slices": (
        "It does best on “{best}” ({best_value}) and worst on “{worst}” ({worst_value}).",
        "Il réussit le mieux sur « {best} » ({best_value}) et le moins sur « {worst} » ({worst_value}).",
    ),
    "prose.slices.same": (
        "It does as well on every named part of the test set ({value}).",
        "Il fait aussi bien sur toutes les parties nommées du test ({value}).",
    ),
    "prose.order.exact": (
        "On pairs with the same words in another order it scores {value}, exactly chance: what a model that cannot see "
        "order must score, and one that can see it may.",
        "Sur les paires aux mêmes mots dans un autre ordre il obtient {value}, exactement le hasard : ce que doit "
        "obtenir un modèle qui ne peut pas voir l'ordre, et ce que peut obtenir un modèle qui le voit.",
    ),
    "prose.order.chance": (
        "On pairs with the same words in another order it scores {value}, close to chance ({chance}): it makes little "
        "or no use of order.",
        "Sur les paires aux mêmes mots dans un autre ordre il obtient {value}, près du hasard ({chance}) : il ne tire "
        "guère parti de l'ordre.",
    ),
    "prose.order.sees": (
        "On pairs with the same words in another order it scores {value}, where chance is {chance}: it reads order.",
        "Sur les paires aux mêmes mots dans un autre ordre il obtient {value}, où le hasard donne {chance} : il lit "
        "l'ordre.",
    ),
    "prose.order.misled": (
        "On pairs with the same words in another order it scores {value}, below chance ({chance}): order misleads it.",
        "Sur les paires aux mêmes mots dans un autre ordre il obtient {value}, sous le hasard ({chance}) : l'ordre "
        "l'égare.",
    ),
    "lede": (
        "{models}, {seeds} each, trained on {train} texts and judged on {test} they never saw.",
        "{models}, {seeds} chacun, entraînés sur {train} textes et jugés sur {test} qu'ils n'ont jamais vus.",
    ),
    "lede.single": (
        "One model ({seeds}) was trained on {train} texts and judged on {test} it had never seen.",
        "Un modèle ({seeds}) a été entraîné sur {train} textes et jugé sur {test} qu'il n'avait jamais vus.",
    ),
    "brief.single": (
        "Accuracy on the test part: {value} (95 % interval {interval}).",
        "Exactitude sur la partie de test : {value} (intervalle à 95 % : {interval}).",
    ),
    "brief.best": (
        "Most accurate: `{model}`, {value} (95 % interval {interval}).",
        "Le plus exact : `{model}`, {value} (intervalle à 95 % : {interval}).",
    ),
    "brief.against": (
        "Against `{baseline}`, better: {better}; worse: {worse}; not told apart: {unclear}.",
        "Par rapport à `{baseline}`, meilleurs : {better} ; moins bons : {worse} ; non distingués : {unclear}.",
    ),
    "brief.order": (
        "Within {near} of chance on pairs with the same words in another order: {n} of {models}.",
        "À {near} du hasard au plus sur les paires aux mêmes mots dans un autre ordre : {n} sur {models}.",
    ),
    "brief.order.best": ("Best there: `{model}`, {value}.", "Le meilleur : `{model}`, {value}."),
    "brief.rationale": (
        "Most attention on the deciding words: `{model}`, {times} the equal share.",
        "Le plus d'attention sur les mots décisifs : `{model}`, {times} la part égale.",
    ),
    "page.title": ("Lab {lab} on {corpus}", "Labo {lab} sur {corpus}"),
    "page.title.single": ("{model} on {corpus}", "{model} sur {corpus}"),
    "page.kind.single": ("regard · report of a run", "regard · rapport d'un entraînement"),
    "page.kind": ("regard · lab report", "regard · rapport de labo"),
    "page.run": ("What was run", "Ce qui a été lancé"),
    "page.results": ("Results", "Résultats"),
    "page.comparisons": ("Is the difference more than noise?", "L'écart est-il plus que du bruit ?"),
    "page.models": ("Model by model", "Modèle par modèle"),
    "page.models.lead": (
        "Each paragraph is written by rule from the numbers on this page.",
        "Chaque paragraphe est rédigé par des règles à partir des nombres de cette page.",
    ),
    "page.models.what": (
        "Above it stands what the recipe of that name is as it comes, without changes by --set.",
        "Au-dessus, ce qu'est la recette de ce nom telle quelle, sans changement par --set.",
    ),
    "page.slices": ("What each model can and cannot read", "Ce que chaque modèle sait lire ou non"),
    "page.attention": ("Where the attention goes", "Où va l'attention"),
    "page.sweep": ("Pushing the attention: λ", "Pousser l'attention : λ"),
    "page.curves": ("Learning curves", "Courbes d'apprentissage"),
    "page.texts": ("The same texts through all models", "Les mêmes textes à travers tous les modèles"),
    "page.texts.lead": (
        "The more weight a word has, the stronger its colour and the thicker its line. No colour: about the equal "
        "share of 1/n, or less; full colour: all the weight; in between, equal steps of a logarithmic scale. Point at "
        "a word for its number.",
        "Plus un mot a de poids, plus sa couleur est forte et son trait épais. Sans couleur : à peu près la part égale "
        "de 1/n, ou moins ; pleine couleur : tout le poids ; entre les deux, des pas égaux sur une échelle "
        "logarithmique. Pointez un mot pour lire son nombre.",
    ),
    "page.on-text": ("Weights on the text", "Les poids sur le texte"),
    "page.text": ("Text {n}", "Texte {n}"),
    "page.foot": (
        "Made by regard; this page needs no network. All numbers: results.json beside it.",
        "Fait par regard ; cette page n'a besoin d'aucun réseau. Tous les nombres : results.json à côté.",
    ),
    "page.explanation.foot": (
        "Made by regard; this page needs no network.",
        "Fait par regard ; cette page n'a besoin d'aucun réseau.",
    ),
    "page.weights": ("All weights", "Tous les poids"),
    "answer": ("{label}, probability {probability}", "{label}, probabilité {probability}"),
    "nothing": (
        "This model has no attention: there is nothing to show.",
        "Ce modèle n'a pas d'attention : il n'y a rien à montrer.",
    ),
}
