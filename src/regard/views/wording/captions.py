"""What stands under a figure or a table: its title, what it shows, what it does not show."""

TABLE: dict[str, tuple[str, str]] = {
    "accuracy.title": ("Accuracy of each model", "Exactitude de chaque modèle"),
    "accuracy.description": (
        "One line per model: a dot at its accuracy, a bar for its 95 % interval, a tick for each seed. "
        "Best: {best}, {value}.",
        "Une ligne par modèle : un point à son exactitude, une barre pour l'intervalle à 95 %, un trait par "
        "graine. Le meilleur : {best}, {value}.",
    ),
    "accuracy.caption": (
        "Accuracy on the test part. The bar is the 95 % interval from the size of the test part and, where "
        "there are several, the seeds; thin ticks are single seeds. The axis does not begin at zero.",
        "Exactitude sur la partie de test. La barre est l'intervalle à 95 % dû à la taille du test et, s'il y "
        "en a plusieurs, aux graines ; les traits fins sont les graines. L'axe ne part pas de zéro.",
    ),
    "accuracy.line": ("The dashed line is `{baseline}`.", "La ligne tiretée est `{baseline}`."),
    "accuracy.not": (
        "It does not show whether two models differ: bars that overlap can hide a real difference when both answered "
        "the same texts. Only a paired comparison tells.",
        "Elle ne montre pas si deux modèles diffèrent : des barres qui se chevauchent peuvent cacher un écart réel "
        "quand ils ont lu les mêmes textes. Seule une comparaison appariée le dit.",
    ),
    "slices.title": ("Accuracy by kind of text", "Exactitude par sorte de texte"),
    "slices.description": (
        "One panel per part of the test set; in each, one line per model from chance ({chance}) to its accuracy.",
        "Un cadre par partie du test ; dans chacun, un trait par modèle, du hasard ({chance}) à son exactitude.",
    ),
    "slices.caption": (
        "Accuracy on named parts of the test set, mean over the seeds. Each line starts at chance ({chance}): no line, "
        "no better than guessing. Orange: below chance.",
        "Exactitude sur des parties du test, moyenne des graines. Chaque trait part du hasard ({chance}) : pas de "
        "trait, pas mieux que deviner. Orange : sous le hasard.",
    ),
    "slices.not": (
        "It does not show the spread over seeds, and small parts of the test set are noisier than the whole.",
        "Elle ne montre pas la dispersion entre graines, et une petite partie du test est plus bruitée que le tout.",
    ),
    "rationale.title": ("Attention on the words that decide", "Attention sur les mots qui décident"),
    "rationale.description": (
        "One bar per model: the share of its attention on the gold rationale; a mark where equal weights would be. "
        "Most: {best}, {value}.",
        "Une barre par modèle : la part de son attention sur les mots décisifs ; un repère à la valeur des poids "
        "égaux. Le plus : {best}, {value}.",
    ),
    "rationale.caption": (
        "Share of the attention that falls on the words known to decide the label. The mark is the share that equal "
        "weights would give; the number says how many times that.",
        "Part de l'attention qui tombe sur les mots connus pour décider de l'étiquette. Le repère est la part que "
        "donneraient des poids égaux ; le nombre dit combien de fois cette part.",
    ),
    "rationale.not": (
        "It does not show that the model used these words: a weight says what was averaged, not what it changed.",
        "Elle ne montre pas que le modèle s'est servi de ces mots : un poids dit ce qui entre dans la moyenne, non ce "
        "que cela a changé.",
    ),
    "entropy.title": ("How concentrated the attention is, epoch by epoch", "Concentration de l'attention, par époque"),
    "entropy.description": (
        "One panel per attention model; epochs from left to right, normalised entropy from 0 (one word) to 1 (plain "
        "mean); the darker a cell, the more validation texts have that entropy.",
        "Un cadre par modèle à attention ; les époques de gauche à droite, l'entropie normalisée de 0 (un seul mot) "
        "à 1 (simple moyenne) ; plus une case est soutenue, plus de textes de validation ont cette entropie.",
    ),
    "entropy.caption": (
        "Histogram of the entropy of the attention over the validation texts, after each epoch, all seeds together: "
        "1 is a plain mean of all words, 0 a single word. The line is the mean.",
        "Histogramme de l'entropie de l'attention sur les textes de validation, après chaque époque, toutes graines "
        "confondues : 1 est une simple moyenne des mots, 0 un seul mot. La ligne est la moyenne.",
    ),
    "entropy.not": (
        "It does not show which words get the weight: attention can be sharp and on the wrong word.",
        "Elle ne montre pas quels mots reçoivent le poids : une attention peut être concentrée, mais sur "
        "le mauvais mot.",
    ),
    "sweep.title": ("The weight λ of the entropy in the loss", "Le poids λ de l'entropie dans la perte"),
    "sweep.description": (
        "Accuracy with its 95 % interval, and mean entropy of the attention, for each λ from {low} to {high}.",
        "Exactitude avec son intervalle à 95 % et entropie moyenne de l'attention, pour chaque λ de {low} à {high}.",
    ),
    "sweep.caption": (
        "Loss = cross-entropy + λ·H: above zero, λ makes spread-out attention expensive; below zero, it rewards it. "
        "Settings are evenly spaced, not to scale. Best accuracy at λ = {best}. One seed a setting; read off the test "
        "part, so the best setting flatters.",
        "Perte = entropie croisée + λ·H : au-dessus de zéro, λ rend coûteuse une attention étalée ; au-dessous, il la "
        "récompense. Réglages à intervalles égaux, non à l'échelle. Meilleure exactitude à λ = {best}. Une graine par "
        "réglage ; lu sur la partie de test, si bien que le meilleur réglage flatte.",
    ),
    "sweep.not": (
        "It does not show that the best λ here is the best elsewhere: intervals that overlap mean it may be luck.",
        "Elle ne montre pas que le meilleur λ ici l'est ailleurs : si les intervalles se chevauchent, ce peut "
        "n'être que le hasard.",
    ),
    "loss.title": ("Learning curves: loss", "Courbes d'apprentissage : perte"),
    "loss.description": (
        "One panel per model: training and validation loss against the epoch, thin lines for single seeds.",
        "Un cadre par modèle : perte d'entraînement et de validation selon l'époque, traits fins pour chaque graine.",
    ),
    "loss.caption": (
        "Training loss: the running mean over the epoch's steps, with dropout, label smoothing and λ·H where the model "
        "has them. Validation loss: plain cross-entropy after the epoch. So compare how the two move, not their "
        "heights: where validation rises while training falls, the model is learning its texts by heart.",
        "Perte d'entraînement : moyenne courante sur les pas de l'époque, avec dropout, lissage des étiquettes et λ·H "
        "là où le modèle en a. Perte de validation : simple entropie croisée après l'époque. Comparez donc leurs "
        "mouvements, non leurs hauteurs : là où la validation monte tandis que l'entraînement baisse, le modèle "
        "apprend ses textes par cœur.",
    ),
    "loss.not": (
        "It does not show accuracy: a loss can rise while the answers stay right, only surer of their errors.",
        "Elle ne montre pas l'exactitude : une perte peut monter sans que les réponses changent, plus sûres de leurs "
        "erreurs seulement.",
    ),
    "learning.title": ("Learning curves: accuracy", "Courbes d'apprentissage : exactitude"),
    "learning.description": (
        "One panel per model: validation accuracy against the epoch; the other models in grey behind.",
        "Un cadre par modèle : exactitude de validation selon l'époque ; les autres modèles en gris derrière.",
    ),
    "learning.caption": (
        "Accuracy on the validation part after each epoch, one thin line per seed; other models, if any, in grey.",
        "Exactitude sur la validation après chaque époque, un trait fin par graine ; les éventuels autres modèles en "
        "gris.",
    ),
    "learning.not": (
        "It does not show the test score: the epoch kept was chosen on these curves, so their peak flatters.",
        "Elle ne montre pas le score de test : l'époque retenue l'a été sur ces courbes, leur sommet flatte donc.",
    ),
    "ladder.caption": ("Results on the test part.", "Résultats sur la partie de test."),
    "ladder.several": (
        "Scores and times are the mean over the seeds.",
        "Scores et temps sont la moyenne des graines.",
    ),
    "ladder.signs": (
        "(▲) better and (▼) worse than `{baseline}` by more than noise, (≈) within noise, (?) undecided: by paired "
        "test and interval.",
        "(▲) meilleur et (▼) moins bon que `{baseline}` au-delà du bruit, (≈) dans le bruit, (?) indécis : d'après le "
        "test apparié et l'intervalle.",
    ),
    "differences.title": ("Difference from {baseline}", "Écart avec {baseline}"),
    "differences.description": (
        "One line per model: a dot at its difference from the baseline, a bar for the 95 % interval.",
        "Une ligne par modèle : un point à son écart avec la référence, une barre pour l'intervalle à 95 %.",
    ),
    "differences.caption": (
        "Each model and `{baseline}` on the same test texts, in points of accuracy. Only where the paired test gives "
        "p < 0.05 and the interval excludes zero do we say better (▲) or worse (▼); (≈) within noise, (?) undecided.",
        "Chaque modèle et `{baseline}` sur les mêmes textes de test, en points d'exactitude. Nous ne disons meilleur "
        "(▲) ou moins bon (▼) que si le test apparié donne p < 0,05 et si l'intervalle exclut zéro ; (≈) : dans le "
        "bruit, (?) : indécis.",
    ),
    "differences.not": (
        "It does not show which of them are luck: at p < 0.05, one comparison in twenty looks real by chance alone, "
        "here about {expected} of {n}.",
        "Elle ne montre pas lesquels sont dus au hasard : à p < 0,05, une comparaison sur vingt paraît réelle par le "
        "seul hasard, ici environ {expected} sur {n}.",
    ),
    "differences.not.few": (
        "It does not show what is luck: at p < 0.05, one comparison in twenty looks real by chance alone.",
        "Elle ne montre pas ce qui est dû au hasard : à p < 0,05, une comparaison sur vingt paraît réelle par le "
        "seul hasard.",
    ),
    "comparisons.caption": (
        "Paired comparisons on the same test texts.",
        "Comparaisons appariées sur les mêmes textes de test.",
    ),
    "explanation.title": ("What the model looked at", "Ce que le modèle a regardé"),
    "explanation.description": (
        "The text with each word coloured by its weight; most weight: {words}.",
        "Le texte, chaque mot coloré selon son poids ; les plus grands poids : {words}.",
    ),
    "matrix.description": (
        "A grid: one line per word that looks, one column per word looked at; the darker, the more weight.",
        "Une grille : une ligne par mot qui regarde, une colonne par mot regardé ; plus c'est soutenu, plus le poids "
        "est grand.",
    ),
}
