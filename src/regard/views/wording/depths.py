"""What is said about depth, about the gradient in each layer, and about models that add a single thing to another."""

TABLE: dict[str, tuple[str, str]] = {
    "layers": ("Layers", "Couches"),
    "layer": ("Layer", "Couche"),
    "layers.one": ("{n} layer", "{n} couche"),
    "layers.many": ("{n} layers", "{n} couches"),
    "page.depth": ("What another layer does", "Ce que fait une couche de plus"),
    "depth.title": ("Accuracy and training loss by depth", "Exactitude et perte d'entraînement selon la profondeur"),
    "depth.description": (
        "Two panels over the number of layers, from {low} to {high}: accuracy with its 95 % interval, and training "
        "loss; one line per kind of model.",
        "Deux cadres selon le nombre de couches, de {low} à {high} : l'exactitude avec son intervalle à 95 %, et la "
        "perte d'entraînement ; une ligne par sorte de modèle.",
    ),
    "depth.caption": (
        "Accuracy on the test part with its 95 % interval, and mean training loss over the last epoch, for each number "
        "of layers. Depths are evenly spaced, not to scale; bars stand side by side only to be seen.",
        "Exactitude sur la partie de test avec son intervalle à 95 %, et perte d'entraînement moyenne de la dernière "
        "époque, pour chaque nombre de couches. Profondeurs à intervalles égaux, non à l'échelle ; les barres ne sont "
        "côte à côte que pour être vues.",
    ),
    "depth.lost": (
        "Not drawn, since its training loss is no number: {which}.",
        "Non tracé, sa perte d'entraînement n'étant pas un nombre : {which}.",
    ),
    "depth.not": (
        "It does not show what a depth could reach with settings of its own: all depths were trained alike, once each, "
        "and the best one, read off the test part, flatters.",
        "Elle ne montre pas ce qu'une profondeur atteindrait avec ses propres réglages : toutes ont été entraînées de "
        "même, une fois chacune, et la meilleure, lue sur la partie de test, flatte.",
    ),
    "depth.table": ("Accuracy by depth.", "Exactitude selon la profondeur."),
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
        "`{model}` is at its best with {layers}, the most that was tried ({value}).",
        "`{model}` est au mieux avec {layers}, le plus qui ait été essayé ({value}).",
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
        "Norm of the loss's gradient with respect to each layer's weights; layer 1 is next to the words. Each line of "
        "the grid is a power of ten. Where the norm of the newborn falls towards layer 1, the first layers "
        "hardly learn.",
        "Norme du gradient de la perte par rapport aux poids de chaque couche ; la couche 1 touche les mots. Chaque "
        "ligne de la grille est une puissance de dix. Là où la norme, à la naissance, chute vers la couche 1, les "
        "premières couches n'apprennent guère.",
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
    "page.steps": ("What each addition brings", "Ce qu'apporte chaque ajout"),
    "added-to": ("Added to", "Ajouté à"),
    "addition.caption": (
        "Each model against the one to which it adds a single thing, on the same test texts.",
        "Chaque modèle face à celui auquel il ajoute une seule chose, sur les mêmes textes de test.",
    ),
    "addition.better": (
        "What `{model}` adds to `{baseline}` brings {difference} ({interval}; paired test, {p}): more than noise.",
        "Ce que `{model}` ajoute à `{baseline}` apporte {difference} ({interval} ; test apparié, {p}) : plus que du "
        "bruit.",
    ),
    "addition.worse": (
        "What `{model}` adds to `{baseline}` costs {difference} ({interval}; paired test, {p}): more than noise.",
        "Ce que `{model}` ajoute à `{baseline}` coûte {difference} ({interval} ; test apparié, {p}) : plus que du "
        "bruit.",
    ),
    "addition.noise": (
        "What `{model}` adds to `{baseline}` makes {difference} ({interval}; paired test, {p}): no more than noise.",
        "Ce que `{model}` ajoute à `{baseline}` fait {difference} ({interval} ; test apparié, {p}) : rien que "
        "du bruit.",
    ),
    "addition.undecided": (
        "What `{model}` adds to `{baseline}` makes {difference} ({interval}; paired test, {p}): interval and test "
        "disagree, so take it as undecided.",
        "Ce que `{model}` ajoute à `{baseline}` fait {difference} ({interval} ; test apparié, {p}) : l'intervalle et "
        "le test se contredisent, tenez-le pour indécis.",
    ),
}
