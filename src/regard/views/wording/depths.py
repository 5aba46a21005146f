"""What is said about depth, about the gradient in each layer, and about each model against the one before it."""

TABLE: dict[str, tuple[str, str]] = {
    "layers": ("Layers", "Couches"),
    "layer": ("Layer", "Couche"),
    "layers.one": ("{n} layer", "{n} couche"),
    "layers.many": ("{n} layers", "{n} couches"),
    "updates": ("Updates", "Mises à jour"),
    "updates.one": ("{n} update", "{n} mise à jour"),
    "updates.many": ("{n} updates", "{n} mises à jour"),
    "updates.range": ("{low} to {high} updates", "de {low} à {high} mises à jour"),
    "page.depth": ("What another layer does", "Ce que fait une couche de plus"),
    "depth.title": ("Accuracy and training loss by depth", "Exactitude et perte d'entraînement selon la profondeur"),
    "depth.description": (
        "Two panels over the number of layers, from {low} to {high}: accuracy with its 95 % interval, and training "
        "loss; one line per kind of model.",
        "Deux cadres selon le nombre de couches, de {low} à {high} : l'exactitude avec son intervalle à 95 %, et la "
        "perte d'entraînement ; une ligne par sorte de modèle.",
    ),
    "depth.caption": (
        "Accuracy on the test part with its 95 % interval, and mean training loss over the last epoch, over all "
        "seeds, for each number of layers. Training: {updates} each. The models in the table of results follow "
        "their own recipes, which may make more updates, so one with the same layers can score otherwise there. "
        "Depths are evenly spaced, not to scale; bars stand side by side only to be seen.",
        "Exactitude sur la partie de test avec son intervalle à 95 %, et perte d'entraînement moyenne de la "
        "dernière époque, sur toutes les graines, pour chaque nombre de couches. Entraînement : {updates} chacun. "
        "Les modèles du tableau des résultats suivent leurs propres recettes, qui peuvent en faire davantage : à "
        "couches égales, un modèle peut y obtenir un autre score. Profondeurs à intervalles égaux, non à l'échelle "
        "; les barres ne sont côte à côte que pour être vues.",
    ),
    "depth.lost": (
        "Not drawn, since its training loss is no number: {which}.",
        "Non tracé, sa perte d'entraînement n'étant pas un nombre : {which}.",
    ),
    "depth.not": (
        "It does not show what a depth could reach with settings of its own: all were trained alike, the deeper "
        "ones in smaller steps, and the best one, read off the test part, flatters.",
        "Elle ne montre pas ce qu'une profondeur atteindrait avec ses propres réglages : toutes ont été entraînées "
        "de même, les plus profondes à plus petits pas, et la meilleure, lue sur la partie de test, flatte.",
    ),
    "depth.table": (
        "Accuracy by depth; {updates} each, where the models above may have made more.",
        "Exactitude selon la profondeur ; {updates} chacun, là où les modèles ci-dessus ont pu en faire davantage.",
    ),
    "depth.fall": ("Deepest against best, points", "La plus profonde face à la meilleure, points"),
    "depth.loses": (
        "With {layers} `{model}` loses {difference} against its best depth ({best}): more than the intervals "
        "allow for.",
        "Avec {layers}, `{model}` perd {difference} par rapport à sa meilleure profondeur ({best}) : plus que n'en "
        "laissent les intervalles.",
    ),
    "depth.slips": (
        "With {layers} `{model}` loses {difference} against its best depth ({best}); the intervals overlap: it may be "
        "luck.",
        "Avec {layers}, `{model}` perd {difference} par rapport à sa meilleure profondeur ({best}) ; les intervalles "
        "se chevauchent : ce peut être le hasard.",
    ),
    "depth.holds": (
        "With {layers}, the most that was tried, `{model}` is as good as at any depth ({value}).",
        "Avec {layers}, le maximum essayé, `{model}` est aussi bon qu'à toute autre profondeur ({value}).",
    ),
    "depth.single": (
        "`{model}` was tried at one depth only: {layers}, {value}.",
        "`{model}` n'a été essayé qu'à une profondeur : {layers}, {value}.",
    ),
    "gradients.title": (
        "Gradient in each layer of the deepest models",
        "Gradient dans chaque couche des plus profonds",
    ),
    "gradients.description": (
        "One panel per kind of model at its greatest depth, up to {layers}: the norm of the gradient in each layer, on "
        "a scale of powers of ten, before the first step and after training.",
        "Un cadre par sorte de modèle à sa plus grande profondeur, jusqu'à {layers} : la norme du gradient dans chaque "
        "couche, sur une échelle de puissances de dix, avant le premier pas et après l'entraînement.",
    ),
    "gradients.caption": (
        "Norm of the gradient of the loss that is trained on (label smoothing and dropout included), over a few "
        "training texts, with respect to each layer's weights; layer 1 is next to the words. Each line of the grid is "
        "a power of ten. Where the norm of the newborn falls towards layer 1, the first layers hardly learn.",
        "Norme du gradient de la perte d'entraînement (lissage des étiquettes et dropout compris), sur quelques textes "
        "d'entraînement, par rapport aux poids de chaque couche ; la couche 1 touche les mots. Chaque ligne de la "
        "grille est une puissance de dix. Là où la norme, à la naissance, chute vers la couche 1, les premières "
        "couches n'apprennent guère.",
    ),
    "gradients.not": (
        "It does not show how far a layer moves: the optimiser rescales each gradient, and a small one after training "
        "can also mean that there is nothing left to learn.",
        "Elle ne montre pas de combien une couche bouge : l'optimiseur remet chaque gradient à l'échelle, et un petit "
        "gradient après l'entraînement peut aussi vouloir dire qu'il ne reste rien à apprendre.",
    ),
    "gradient.norm": ("Norm of the gradient", "Norme du gradient"),
    "gradient.layer": ("Layer (1 is next to the words)", "Couche (la 1 touche les mots)"),
    "gradient.born": ("before the first step", "avant le premier pas"),
    "gradient.trained": ("after training", "après l'entraînement"),
    "gradient.zero": ("exactly zero", "exactement zéro"),
    "gradient.dead": (
        "In the newborn `{model}` with {layers} no gradient reaches the first layer: it is zero to the last digit.",
        "Dans `{model}` à la naissance, avec {layers}, aucun gradient n'atteint la première couche : il est nul "
        "jusqu'au dernier chiffre.",
    ),
    "gradient.fades": (
        "In the newborn `{model}` with {layers} the first layer's gradient is {ratio} times the last one's: it fades "
        "on its way down.",
        "Dans `{model}` à la naissance, avec {layers}, le gradient de la première couche vaut {ratio} fois celui de la "
        "dernière : il s'éteint en descendant.",
    ),
    "gradient.grows": (
        "In the newborn `{model}` with {layers} the first layer's gradient is {ratio} times the last one's: it grows "
        "on its way down.",
        "Dans `{model}` à la naissance, avec {layers}, le gradient de la première couche vaut {ratio} fois celui de la "
        "dernière : il grandit en descendant.",
    ),
    "gradient.even": (
        "In the newborn `{model}` with {layers} the first layer's gradient is {ratio} times the last one's: it reaches "
        "all layers.",
        "Dans `{model}` à la naissance, avec {layers}, le gradient de la première couche vaut {ratio} fois celui de la "
        "dernière : il atteint toutes les couches.",
    ),
    "page.steps": ("Step by step: each model and the one before it", "Pas à pas : chaque modèle et le précédent"),
    "compared-with": ("Against", "Face à"),
    "changes": ("Where the recipes differ", "Où les recettes diffèrent"),
    "settings.one": ("{n} setting", "{n} réglage"),
    "settings.many": ("{n} settings", "{n} réglages"),
    "addition.caption": (
        "Each model against the one before it on the same test texts, and what differs in their recipes.",
        "Chaque modèle face au précédent sur les mêmes textes de test, et ce qui diffère dans leurs recettes.",
    ),
    "addition.better": (
        "`{model}` is {difference} better than `{baseline}` ({interval}; paired test, {p}): more than noise.",
        "`{model}` fait {difference} de mieux que `{baseline}` ({interval} ; test apparié, {p}) : plus que du bruit.",
    ),
    "addition.worse": (
        "`{model}` is {difference} worse than `{baseline}` ({interval}; paired test, {p}): more than noise.",
        "`{model}` fait {difference} de moins que `{baseline}` ({interval} ; test apparié, {p}) : plus que du bruit.",
    ),
    "addition.noise": (
        "From `{baseline}` to `{model}`: {difference} ({interval}; paired test, {p}), no more than noise.",
        "De `{baseline}` à `{model}` : {difference} ({interval} ; test apparié, {p}), rien que du bruit.",
    ),
    "addition.undecided": (
        "From `{baseline}` to `{model}`: {difference} ({interval}; paired test, {p}); interval and test disagree, so "
        "take it as undecided.",
        "De `{baseline}` à `{model}` : {difference} ({interval} ; test apparié, {p}) ; l'intervalle et le test se "
        "contredisent, tenez-le pour indécis.",
    ),
    "addition.single": (
        "A single setting differs in their recipes: {change}.",
        "Un seul réglage diffère dans leurs recettes : {change}.",
    ),
    "addition.several": (
        "Their recipes differ in {settings} ({changes}); nothing here says which of them counts.",
        "Leurs recettes diffèrent par {settings} ({changes}) ; rien ici ne dit lequel compte.",
    ),
    "addition.many": (
        "Their recipes differ in {settings}, named in the table; nothing here says which of them counts.",
        "Leurs recettes diffèrent par {settings}, nommés dans le tableau ; rien ici ne dit lequel compte.",
    ),
    "brief.depth": (
        "Points lost with {layers}, the most that was tried, against the best depth: {models}.",
        "Points perdus avec {layers}, le maximum essayé, par rapport à la meilleure profondeur : {models}.",
    ),
}
