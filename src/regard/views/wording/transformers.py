"""What is said about the last chapter: objectives, few labels, preferences."""

TABLE: dict[str, tuple[str, str]] = {
    "objective": ("Objective", "Objectif"),
    "objective.next": ("next word", "mot suivant"),
    "objective.masked": ("masked word", "mot masqué"),
    "objective.clean": ("denoising", "débruitage"),
    "objectives.apart": (
        "Perplexities of the next word, of masked words and of denoising cannot be compared with each other, only "
        "among models of one objective: the next word is said from the left alone, a masked one from both sides, and "
        "most words of a noisy text can be copied.",
        "Les perplexités du mot suivant, des mots masqués et du débruitage ne se comparent pas entre elles, "
        "seulement entre modèles de même objectif : le mot suivant se prédit de la gauche seule, un mot masqué des "
        "deux côtés, et la plupart des mots d'un texte bruité peuvent être copiés.",
    ),
    "objectives.title": ("What each objective reaches", "Ce qu'atteint chaque objectif"),
    "objectives.description": (
        "A block for each objective, with a scale of its own: one line per model with its perplexity, the 95 % "
        "interval, and the share of the words that it found.",
        "Un bloc par objectif, chacun avec son échelle : une ligne par modèle avec sa perplexité, l'intervalle à 95 "
        "%, et la part des mots trouvés.",
    ),
    "objectives.caption": (
        "On the same test texts, one block for each objective, each with its own scale. Left: perplexity of the "
        "words that are asked for, the less the better, with its 95 % interval. Right: how many of them were the "
        "likeliest to the model; of denoising, only those that the noisy text lacks.",
        "Sur les mêmes textes de test, un bloc par objectif, chacun avec son échelle. À gauche : perplexité des mots "
        "demandés, moins vaut mieux, avec son intervalle à 95 %. À droite : combien d'entre eux étaient les plus "
        "probables pour le modèle ; pour le débruitage, seulement ceux qui manquent au texte bruité.",
    ),
    "objectives.not": (
        "It does not show which objective is best: perplexities compare within a block alone, and what a model is "
        "good for is asked below.",
        "Elle ne montre pas quel objectif est le meilleur : les perplexités ne se comparent qu'au sein d'un bloc, et "
        "ce à quoi sert un modèle est demandé plus bas.",
    ),
    "objectives.found": ("Words found, %", "Mots trouvés, %"),
    "page.tokens": ("What they read: pieces of words", "Ce qu'ils lisent : des morceaux de mots"),
    "tokens.pieces": (
        "{size} pieces, learned from the training texts by joining again and again what stands together most often "
        "(byte-pair encoding): a frequent word stays whole, a rare one falls into pieces, and none is unknown. A "
        "word of the test texts takes {per_word} tokens on average.",
        "{size} morceaux, appris sur les textes d'entraînement en joignant encore et encore ce qui se suit le plus "
        "souvent (byte-pair encoding) : un mot fréquent reste entier, un mot rare se décompose, et aucun n'est "
        "inconnu. Un mot des textes de test prend en moyenne {per_word} jetons.",
    ),
    "tokens.words": (
        "{size} whole words, those of the training texts; any other is unknown. A word of the test texts takes "
        "{per_word} tokens on average, since marks are tokens too.",
        "{size} mots entiers, ceux des textes d'entraînement ; tout autre est inconnu. Un mot des textes de test "
        "prend en moyenne {per_word} jetons, car les signes en sont aussi.",
    ),
    "tokens.characters": (
        "{size} characters: every letter is a token. A word of the test texts takes {per_word} tokens on average.",
        "{size} caractères : chaque lettre est un jeton. Un mot des textes de test prend en moyenne {per_word} jetons.",
    ),
    "page.said": ("What each of them says", "Ce que chacun dit"),
    "said.lead": (
        "Models of the next word go on with a prompt (drawn at temperature 0.8, first seed), models of masked words "
        "fill a blank, and a model that denoises says the text as it may have been.",
        "Les modèles du mot suivant continuent une amorce (tirage à température 0,8, première graine), ceux des mots "
        "masqués remplissent un blanc, et un modèle qui débruite dit le texte tel qu'il a pu être.",
    ),
    "said.given": ("Given: {text}", "Donné : {text}"),
    "said.was": ("It was: {text}", "C'était : {text}"),
    "said.nothing": ("(nothing)", "(rien)"),
    "page.few": ("Read before, or not: few labels", "Avoir lu avant, ou non : peu d'étiquettes"),
    "few.title": ("Accuracy by number of labels", "Exactitude selon le nombre d'étiquettes"),
    "few.description": (
        "Accuracy of {model} against the number of labels, from {low} to {high}: one line from weights that have "
        "read the texts before, one from random weights, with 95 % intervals.",
        "Exactitude de {model} selon le nombre d'étiquettes, de {low} à {high} : une ligne à partir de poids qui ont "
        "déjà lu les textes, une à partir de poids aléatoires, avec des intervalles à 95 %.",
    ),
    "few.caption": (
        "Accuracy of `{model}` on the test part when it learns from so many labels: once from the weights that it "
        "has after reading the training texts without labels, once from random weights. Both have the same "
        "architecture, tokens, recipe and labelled texts, and may make as many updates. Bars are 95 % intervals from "
        "the size of the test part and, where there are several, the seeds. Numbers of labels are evenly spaced, not "
        "to scale.",
        "Exactitude de `{model}` sur la partie de test lorsqu'il apprend d'autant d'étiquettes : une fois à partir "
        "des poids qu'il a après avoir lu les textes d'entraînement sans étiquettes, une fois à partir de poids "
        "aléatoires. Même architecture, mêmes jetons, même recette, mêmes textes étiquetés, autant de mises à jour "
        "permises. Les barres sont des intervalles à 95 % dus à la taille du test et, s'il y en a plusieurs, aux "
        "graines. Nombres d'étiquettes à intervalles égaux, non à l'échelle.",
    ),
    "few.not": (
        "It does not show what other labels would give: all seeds learn from the same ones, and go on from one "
        "reading of the texts.",
        "Elle ne montre pas ce que donneraient d'autres étiquettes : toutes les graines apprennent des mêmes, et "
        "partent d'une seule lecture des textes.",
    ),
    "few.axis": ("Labels learned from", "Étiquettes apprises"),
    "few.labels": ("Labels", "Étiquettes"),
    "few.all": ("{n} (all)", "{n} (toutes)"),
    "few.pretrained": ("having read the texts", "ayant lu les textes"),
    "few.random": ("from random weights", "à partir de poids aléatoires"),
    "few.gain": ("Difference, points", "Écart, points"),
    "few.gains": (
        "With {labels} labels, `{model}` is right on {read} of the test texts when it has read the texts before, and "
        "on {random} from random weights: {difference}.",
        "Avec {labels} étiquettes, `{model}` a raison sur {read} des textes de test s'il a lu les textes avant, et "
        "sur {random} à partir de poids aléatoires : {difference}.",
    ),
    "few.worth": (
        "Having read the texts is worth labels: with {few} it does as well as random weights with {many}.",
        "Avoir lu les textes vaut des étiquettes : avec {few}, il fait aussi bien que des poids aléatoires avec "
        "{many}.",
    ),
    "few.nothing": (
        "With no number of labels is that more than noise: the intervals overlap. This model has not read enough, or "
        "not learned long enough from the labels.",
        "Pour aucun nombre d'étiquettes cela ne dépasse le bruit : les intervalles se recouvrent. Ce modèle n'a pas "
        "assez lu, ou pas appris assez longtemps des étiquettes.",
    ),
    "page.preferences": ("Before and after preferences", "Avant et après les préférences"),
    "preferences.lead": (
        "`{model}` first learned answers to prompts, both of every pair, and then from the pairs which of the two is "
        "preferred (DPO). “Before” is the model that knows answers and no preferences yet: the reference of DPO.",
        "`{model}` a d'abord appris des réponses à des amorces, les deux de chaque paire, puis, des paires, laquelle "
        "des deux est préférée (DPO). « Avant » est le modèle qui connaît des réponses mais pas encore de "
        "préférences : la référence de DPO.",
    ),
    "preferences.title": (
        "Before and after preferences, on {n} test pairs of {corpus}",
        "Avant et après les préférences, sur {n} paires de test de {corpus}",
    ),
    "preferences.measure": ("Measure", "Mesure"),
    "preferences.before": ("Before", "Avant"),
    "preferences.after": ("After", "Après"),
    "preferences.likelier": (
        "Pairs whose chosen answer is the likelier",
        "Paires dont la réponse choisie est la plus probable",
    ),
    "preferences.accuracy": (
        "Pairs whose chosen answer gained the more",
        "Paires dont la réponse choisie a gagné le plus",
    ),
    "preferences.beats": ("Own answers better than the rejected ones", "Réponses propres meilleures que les rejetées"),
    "preferences.wins": (
        "Own answers better than before, ties left out",
        "Réponses propres meilleures qu'avant, hors égalités",
    ),
    "preferences.ties": ("Own answers as good as before", "Réponses propres aussi bonnes qu'avant"),
    "preferences.kl": ("KL from before, a token (nats)", "KL depuis avant, par jeton (nats)"),
    "preferences.wins.told": (
        "Of its own answers to {n} prompts, {rate} are better than before, equal ones ({ties}) left out; it has "
        "moved {kl} nats a token from where it was.",
        "De ses propres réponses à {n} amorces, {rate} sont meilleures qu'avant, égalités ({ties}) exclues ; il "
        "s'est éloigné de {kl} nats par jeton d'où il était.",
    ),
    "preferences.moved": (
        "It has moved {kl} nats a token from where it was, on its own answers to {n} prompts.",
        "Il s'est éloigné de {kl} nats par jeton d'où il était, sur ses propres réponses à {n} amorces.",
    ),
    "preferences.accuracy.told": (
        "In {accuracy} of {n} test pairs (95 % interval {interval}) the chosen answer gained more than the rejected "
        "one.",
        "Dans {accuracy} des {n} paires de test (intervalle à 95 % : {interval}), la réponse choisie a gagné plus "
        "que la rejetée.",
    ),
    "preferences.drawn": (
        "Two prompts of the test part, and answers drawn with the same seed before and after:",
        "Deux amorces de la partie de test, et des réponses tirées avec la même graine avant et après :",
    ),
    "preferences.worth": ("worth {n} by the rule", "vaut {n} selon la règle"),
    "brief.objectives": (
        "Lowest perplexity, objective by objective: {best}.",
        "Plus basse perplexité, objectif par objectif : {best}.",
    ),
    "brief.objective": ("{objective} `{model}` {value}", "{objective} `{model}` {value}"),
    "brief.few": (
        "With {labels} labels, having read the texts before brings `{model}` from {random} to {read}.",
        "Avec {labels} étiquettes, avoir lu les textes avant mène `{model}` de {random} à {read}.",
    ),
    "brief.few.noise": (
        "With {labels} labels, having read the texts before brings `{model}` no more than noise: {read} against "
        "{random}.",
        "Avec {labels} étiquettes, avoir lu les textes avant n'apporte à `{model}` que du bruit : {read} contre "
        "{random}.",
    ),
    "brief.preferences": (
        "After preferences, {rate} of the answers of `{model}` are better than before (KL {kl} a token).",
        "Après les préférences, {rate} des réponses de `{model}` sont meilleures qu'avant (KL {kl} par jeton).",
    ),
}
