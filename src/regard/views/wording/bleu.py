"""What is said otherwise where models translate: BLEU in place of accuracy, sentences in place of texts.

Each name is that of the sentence it stands for, with `.bleu` after it.
"""

TABLE: dict[str, tuple[str, str]] = {
    "points.of.bleu": ("{points} of BLEU", "{points} de BLEU"),
    "accuracy.bleu": ("BLEU", "BLEU"),
    "accuracy.percent.bleu": ("BLEU on the test part", "BLEU sur la partie de test"),
    "difference.bleu": ("Difference, BLEU", "Écart, BLEU"),
    "difference.from.bleu": ("Difference from {baseline}, BLEU", "Écart avec {baseline}, BLEU"),
    "validation-accuracy.bleu": ("Validation BLEU", "BLEU de validation"),
    "validation-accuracy.percent.bleu": ("Validation BLEU", "BLEU de validation"),
    "accuracy.title.bleu": ("BLEU of each model", "BLEU de chaque modèle"),
    "accuracy.description.bleu": (
        "One line per model: a dot at its BLEU, a bar for its 95 % interval, a tick for each seed. "
        "Best: {best}, {value}.",
        "Une ligne par modèle : un point à son BLEU, une barre pour l'intervalle à 95 %, un trait par graine. "
        "Le meilleur : {best}, {value}.",
    ),
    "accuracy.caption.bleu": (
        "BLEU on the test part, from 0 to 100. The bar is the 95 % interval from the size of the test part and, where "
        "there are several, the seeds; thin ticks are single seeds. The axis does not begin at zero.",
        "BLEU sur la partie de test, de 0 à 100. La barre est l'intervalle à 95 % dû à la taille du test et, s'il y en "
        "a plusieurs, aux graines ; les traits fins sont les graines. L'axe ne part pas de zéro.",
    ),
    "accuracy.not.bleu": (
        "It does not show how good a translation is: BLEU counts words and word groups shared with one reference, and "
        "a good translation in other words scores low. Nor does it show whether two models differ: only a paired "
        "comparison tells.",
        "Elle ne montre pas ce que vaut une traduction : BLEU compte les mots et groupes de mots communs avec une "
        "seule référence, et une bonne traduction en d'autres mots obtient peu. Elle ne dit pas non plus si deux "
        "modèles diffèrent : seule une comparaison appariée le dit.",
    ),
    "slices.title.bleu": ("BLEU by kind of sentence", "BLEU par sorte de phrase"),
    "slices.description.bleu": (
        "One panel per part of the test set; in each, one line per model from zero to its BLEU.",
        "Un cadre par partie du test ; dans chacun, un trait par modèle, de zéro à son BLEU.",
    ),
    "slices.caption.bleu": (
        "BLEU on named parts of the test set, from 0 to 100, mean over the seeds.",
        "BLEU sur des parties du test, de 0 à 100, moyenne des graines.",
    ),
    "loss.not.bleu": (
        "It does not show BLEU: the loss is that of saying each next word of the reference, given all words before it.",
        "Elle ne montre pas BLEU : la perte est celle de dire chaque mot suivant de la référence, tous les mots "
        "précédents étant donnés.",
    ),
    "learning.title.bleu": ("Learning curves: BLEU", "Courbes d'apprentissage : BLEU"),
    "learning.description.bleu": (
        "One panel per model: validation BLEU against the epoch; the other models in grey behind.",
        "Un cadre par modèle : BLEU de validation selon l'époque ; les autres modèles en gris derrière.",
    ),
    "learning.caption.bleu": (
        "BLEU on the validation part after each epoch, one thin line per seed; other models, if any, in grey.",
        "BLEU sur la validation après chaque époque, un trait fin par graine ; les éventuels autres modèles en gris.",
    ),
    "differences.caption.bleu": (
        "Each model and `{baseline}` on the same test sentences, in points of BLEU. Only where the paired test gives "
        "p < 0.05 and the interval excludes zero do we say better (▲) or worse (▼); (≈) within noise, (?) undecided.",
        "Chaque modèle et `{baseline}` sur les mêmes phrases de test, en points de BLEU. Nous ne disons meilleur (▲) "
        "ou moins bon (▼) que si le test apparié donne p < 0,05 et si l'intervalle exclut zéro ; (≈) : dans le bruit, "
        "(?) : indécis.",
    ),
    "comparisons.caption.bleu": (
        "Paired comparisons on the same test sentences.",
        "Comparaisons appariées sur les mêmes phrases de test.",
    ),
    "page.slices.bleu": (
        "What each model can and cannot translate",
        "Ce que chaque modèle sait traduire ou non",
    ),
    "prose.score.bleu": (
        "`{model}` reaches {value} BLEU on the {n} test sentences (95 % interval {interval}; {seeds}).",
        "`{model}` atteint {value} BLEU sur les {n} phrases de test (intervalle à 95 % : {interval} ; {seeds}).",
    ),
    "prose.measure.bleu": (
        "`{model}` reaches {value} BLEU (95 % interval {interval}; {seeds}).",
        "`{model}` atteint {value} BLEU (intervalle à 95 % : {interval} ; {seeds}).",
    ),
    "lede.bleu": (
        "{models}, {seeds} each, trained on {train} sentence pairs and judged on {test} they never saw.",
        "{models}, {seeds} chacun, entraînés sur {train} paires de phrases et jugés sur {test} qu'ils n'ont jamais "
        "vues.",
    ),
    "lede.single.bleu": (
        "One model ({seeds}) was trained on {train} sentence pairs and judged on {test} it had never seen.",
        "Un modèle ({seeds}) a été entraîné sur {train} paires de phrases et jugé sur {test} qu'il n'avait jamais "
        "vues.",
    ),
    "brief.single.bleu": (
        "BLEU on the test part: {value} (95 % interval {interval}).",
        "BLEU sur la partie de test : {value} (intervalle à 95 % : {interval}).",
    ),
    "brief.best.bleu": (
        "Highest BLEU: `{model}`, {value} (95 % interval {interval}).",
        "Le plus haut BLEU : `{model}`, {value} (intervalle à 95 % : {interval}).",
    ),
}
