"""What checks of batches, chance and learning find, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

IN_ORDER: Sentence = (
    "give it the dimensions in the order that it expects: batch_first=True, or a transpose before and after.",
    "donnez-lui les dimensions dans l’ordre attendu : batch_first=True, ou un transpose avant et après.",
)
KEEP_IN_MODULES: Sentence = (
    "make layers in __init__, and keep them in attributes, nn.ModuleList or nn.ModuleDict, not in a list or a dict.",
    "construisez les couches dans __init__, et gardez-les dans des attributs, nn.ModuleList ou nn.ModuleDict, pas dans "
    "une liste ou un dictionnaire.",
)

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "over rows": (
        (
            "attention is over the {rows} rows of the batch, and none is over the {n} tokens.",
            "l’attention porte sur les {rows} lignes du lot, et aucune sur les {n} tokens.",
        ),
        IN_ORDER,
    ),
    "rows": (
        (
            "other contents in one row change the results of others by {moved:.2g} of their size.",
            "un autre contenu d’une ligne change le résultat des autres de {moved:.2g} fois leur taille.",
        ),
        (
            "let nothing sum, norm or softmax over the batch: check dim=0, batch_first, and reshapes without a "
            "transpose.",
            "que rien ne somme, ne normalise ni ne prenne de softmax sur le lot : vérifiez dim=0, batch_first, et les "
            "reshape sans transpose.",
        ),
    ),
    "square": (
        (
            "it only runs where there are as many rows as words, and there one row changes the results of others.",
            "il ne tourne que s’il y a autant de lignes que de mots, et là une ligne change le résultat des autres.",
        ),
        IN_ORDER,
    ),
    "rows turned": (
        (
            "the same rows in another order give other results: they move by {moved:.2g} of their size, though no row "
            "sees what another holds.",
            "les mêmes lignes dans un autre ordre donnent d’autres résultats : ils changent de {moved:.2g} fois leur "
            "taille, sans qu’une ligne voie le contenu d’une autre.",
        ),
        (
            "let nothing count rows: positions belong to the words of a text, not to the texts of a batch.",
            "que rien ne compte les lignes : les positions sont celles des mots d’un texte, pas des textes d’un lot.",
        ),
    ),
    "empty": (
        (
            "a row without words gives NaN: in a batch of {rows}, {broken}.",
            "une ligne sans mot donne NaN : dans un lot de {rows}, {broken}.",
        ),
        (
            "fill with a large finite number instead of -inf, or zero the weights of rows without words; divide by at "
            "least one: mask.sum(1).clamp(min=1).",
            "remplissez d’un grand nombre fini au lieu de -inf, ou mettez à zéro les poids des lignes sans mot ; "
            "divisez "
            "par au moins un : mask.sum(1).clamp(min=1).",
        ),
    ),
    "dropout": (
        (
            "dropout of {share:.2g} is active in evaluation: two calls differ by {moved:.2g} of the result.",
            "un dropout de {share:.2g} est actif en évaluation : deux appels diffèrent de {moved:.2g} fois le "
            "résultat.",
        ),
        (
            "give it the module's mode: F.dropout(x, p, training=self.training), or use nn.Dropout.",
            "donnez-lui le mode du module : F.dropout(x, p, training=self.training), ou utilisez nn.Dropout.",
        ),
    ),
    "state": (
        (
            "a second call on the same input differs by {moved:.2g} of the result, with chance held fixed: it keeps "
            "something between calls{names}.",
            "un second appel sur la même entrée diffère de {moved:.2g} fois le résultat, le hasard étant fixé : il "
            "garde quelque chose entre les appels{names}.",
        ),
        (
            "compute from the input alone: keep no state in forward, and fill what torch.empty gives.",
            "calculez à partir de l’entrée seule : ne gardez aucun état dans forward, et remplissez ce que donne "
            "torch.empty.",
        ),
    ),
    "chance": (
        (
            "two calls in evaluation differ by {moved:.2g} of the result.",
            "deux appels en évaluation diffèrent de {moved:.2g} fois le résultat.",
        ),
        (
            "draw random numbers once, in __init__, or only where self.training is true.",
            "tirez les nombres au hasard une seule fois, dans __init__, ou seulement quand self.training est vrai.",
        ),
    ),
    "no gradient": (
        (
            "{dead} of {all} parameters get no gradient from the result: {names}.",
            "{dead} paramètres sur {all} ne reçoivent aucun gradient du résultat : {names}.",
        ),
        (
            "use them in forward, without detach, .data or torch.no_grad around them; or remove them.",
            "utilisez-les dans forward, sans detach, .data ni torch.no_grad autour ; ou retirez-les.",
        ),
    ),
    "one without gradient": (
        (
            "1 of {all} parameters gets no gradient from the result: {names}.",
            "1 paramètre sur {all} ne reçoit aucun gradient du résultat : {names}.",
        ),
        (
            "use it in forward, without detach, .data or torch.no_grad around it; or remove it.",
            "utilisez-le dans forward, sans detach, .data ni torch.no_grad autour ; ou retirez-le.",
        ),
    ),
    "outside": (
        (
            "{count} parameters are used that are not among the module's {known}: an optimiser does not get them.",
            "{count} paramètres servent qui ne sont pas parmi les {known} du module : un optimiseur ne les reçoit pas.",
        ),
        KEEP_IN_MODULES,
    ),
    "one outside": (
        (
            "a parameter is used that is not among the module's {known}: an optimiser does not get it.",
            "un paramètre sert qui n’est pas parmi les {known} du module : un optimiseur ne le reçoit pas.",
        ),
        KEEP_IN_MODULES,
    ),
    "no parameter": (
        (
            "{name} {shape} takes part and is no parameter: no optimiser moves it.",
            "{name} {shape} intervient et n’est pas un paramètre : aucun optimiseur ne le déplace.",
        ),
        (
            "register it: self.{last} = nn.Parameter(…).",
            "enregistrez-le : self.{last} = nn.Parameter(…).",
        ),
    ),
}
