"""What checks of padding find, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

MASK_SCORES: Sentence = (
    "hide padding wherever tokens meet: set scores of padded keys to -1e9 before softmax, and leave padding out of "
    "every mean, sum and maximum, and of the last place.",
    "cachez le remplissage partout où des tokens se rencontrent : mettez à -1e9 les scores des clés de remplissage "
    "avant le softmax, et laissez-le hors des moyennes, des sommes, des maxima et de la dernière place.",
)
DIVIDE_BY_WORDS: Sentence = (
    "sum over words only and divide by their number: (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)"
    ".clamp(min=1).",
    "sommez sur les mots seulement et divisez par leur nombre : (x * mask[..., None]).sum(1) / mask.sum(1, "
    "keepdim=True).clamp(min=1).",
)

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "padding contents": (
        (
            "other contents in {places} places of padding move the result by {moved:.2g} of its size.",
            "un autre contenu de {places} places de remplissage déplace le résultat de {moved:.2g} fois sa taille.",
        ),
        MASK_SCORES,
    ),
    "padding amount": (
        (
            "the same words give another result beside {places} places of padding than alone: it moves by {moved:.2g} "
            "of its size, though what stands in the padding does not matter.",
            "les mêmes mots donnent un autre résultat à côté de {places} places de remplissage que seuls : il se "
            "déplace "
            "de {moved:.2g} fois sa taille, bien que le contenu du remplissage ne compte pas.",
        ),
        (
            "let nothing depend on the padded length: divide by the number of words, and count positions over words "
            "only.",
            "que rien ne dépende de la longueur remplie : divisez par le nombre de mots, et ne comptez les "
            "positions que "
            "sur les mots.",
        ),
    ),
    "empty sentence": (
        (
            "a sentence without words behind the others of a document moves the result by {moved:.2g} of its size.",
            "une phrase sans mots, derrière les autres d’un document, déplace le résultat de {moved:.2g} fois sa "
            "taille.",
        ),
        (
            "hide sentences without words as padded words are hidden: give the attention over sentences a mask, and "
            "divide by the number of sentences that exist.",
            "cachez les phrases sans mots comme on cache le remplissage : donnez un masque à l’attention sur les "
            "phrases, et divisez par le nombre de phrases qui existent.",
        ),
    ),
    "padding weight": (
        (
            "up to {share:.3g}% of a word's attention is on padding ({places} of {n} places).",
            "jusqu’à {share:.3g}\u202f% de l’attention d’un mot va au remplissage ({places} places sur {n}).",
        ),
        (
            "give the mask to this softmax: scores.masked_fill(~mask, -1e9), where the mask is True for words.",
            "donnez le masque à ce softmax : scores.masked_fill(~mask, -1e9), où le masque vaut True pour les mots.",
        ),
    ),
    "padding weight shown": (
        (
            "the weights that are handed back put up to {share:.3g}% of a word's attention on padding ({places} of {n} "
            "places), and those that are used put none there.",
            "les poids rendus mettent jusqu’à {share:.3g}\u202f% de l’attention d’un mot sur le remplissage ({places} "
            "places sur {n}), ceux qui servent n’y mettent rien.",
        ),
        (
            "hand back the weights that are used, of the softmax with the mask.",
            "rendez les poids qui servent, ceux du softmax avec le masque.",
        ),
    ),
    "mean": (
        (
            "a mean over all {n} places, {places} of them padding, moves the result by {moved:.2g} of its size from "
            "that of the {short} words alone.",
            "une moyenne sur les {n} places, dont {places} de remplissage, déplace le résultat de {moved:.2g} fois sa "
            "taille par rapport à celui des {short} mots seuls.",
        ),
        DIVIDE_BY_WORDS,
    ),
    "sum": (
        (
            "a sum over all {n} places holds what stands in {places} places of padding, and is divided as if it did "
            "not: the result moves by {moved:.2g} of its size from that of the {short} words alone.",
            "une somme sur les {n} places contient les {places} du remplissage, et est divisée comme si de rien "
            "n’était : le résultat se déplace de {moved:.2g} fois sa taille par rapport à celui des {short} mots "
            "seuls.",
        ),
        DIVIDE_BY_WORDS,
    ),
}

REMEDIES: dict[str, Sentence] = {
    "weight": (
        "set the scores of padded keys to -1e9 before the softmax: scores.masked_fill(~mask, -1e9), where the mask is "
        "True for words.",
        "mettez à -1e9 les scores des clés de remplissage avant le softmax : scores.masked_fill(~mask, -1e9), où le "
        "masque vaut True pour les mots.",
    ),
    "mean": DIVIDE_BY_WORDS,
    "sum": (
        "leave padding out of this sum: (x * mask[..., None]).sum(1).",
        "laissez le remplissage hors de cette somme : (x * mask[..., None]).sum(1).",
    ),
    "largest": (
        "leave padding out of the maximum: x.masked_fill(~mask[..., None], -1e9).max(1).",
        "laissez le remplissage hors du maximum : x.masked_fill(~mask[..., None], -1e9).max(1).",
    ),
    "last": (
        "take the last word of each text, not the last place: x[torch.arange(len(x)), lengths - 1].",
        "prenez le dernier mot de chaque texte, et non la dernière place : x[torch.arange(len(x)), lengths - 1].",
    ),
    "recurrent": (
        "let the recurrent layer end with the words: nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, "
        "enforce_sorted=False) before it.",
        "que la couche récurrente s’arrête avec les mots : nn.utils.rnn.pack_padded_sequence(x, lengths, "
        "batch_first=True, enforce_sorted=False) avant elle.",
    ),
    "convolution": (
        "set padding to zero before every convolution, as what lies beyond a text is: x * mask[..., None].",
        "mettez le remplissage à zéro avant chaque convolution, comme ce qui est hors du texte : x * mask[..., None].",
    ),
    "norm": (
        "norm each token by itself, with nn.LayerNorm, or take mean and variance over words only.",
        "normalisez chaque token pour lui-même, avec nn.LayerNorm, ou prenez moyenne et variance sur les mots seuls.",
    ),
    "product": (
        "set the keys of padding to zero before they are summed with their values: k * mask[..., None].",
        "mettez à zéro les clés du remplissage avant de les sommer avec leurs valeurs : k * mask[..., None].",
    ),
}
"""What keeps padding from words, by how they meet."""
