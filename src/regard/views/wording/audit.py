"""What an audit says: how far explanations can be trusted."""

TABLE: dict[str, tuple[str, str]] = {
    "audit.kind": ("Audit", "Audit"),
    "audit.title": (
        "{model} on {corpus}: can its explanations be trusted?",
        "{model} sur {corpus} : peut-on se fier à ses explications ?",
    ),
    "audit.lede": (
        "{texts} drawn from {of} of {where}; accuracy {accuracy}. Every figure stands beside its control, with its "
        "95 % interval.",
        "{texts} tirés parmi {of} du corpus {where} ; exactitude {accuracy}. Chaque chiffre est donné avec son "
        "témoin et son intervalle à 95 %.",
    ),
    "audit.page.faithful": (
        "Do the words that are named carry the answer?",
        "Les mots désignés portent-ils la réponse ?",
    ),
    "audit.page.needed": ("Does the model need its attention?", "Le modèle a-t-il besoin de son attention ?"),
    "audit.page.known": ("Are the deciding words found?", "Les mots qui décident sont-ils trouvés ?"),
    "audit.page.stable": ("Other weights, other seeds", "Autres poids, autres graines"),
    "audit.page.evidence": (
        "What is evidence, and what is folklore",
        "Ce qui est une preuve, et ce qui est du folklore",
    ),
    "audit.page.run": ("How it was measured", "Comment cela a été mesuré"),
    "audit.method": ("Method", "Méthode"),
    "audit.texts": ("Texts", "Textes"),
    "audit.comprehensiveness": ("Comprehensiveness", "Exhaustivité"),
    "audit.sufficiency": ("Sufficiency", "Suffisance"),
    "audit.beyond": ("Beyond random", "Au-delà du hasard"),
    "audit.with": ("{name} (95 %)", "{name} (95 %)"),
    "audit.first": ("Precision at 1", "Précision à 1"),
    "audit.precision": ("Precision at g", "Précision à g"),
    "audit.average": ("Average precision", "Précision moyenne"),
    "audit.chance": ("Chance", "Hasard"),
    "audit.weights": ("Weights", "Poids"),
    "audit.where": ("Where", "Où"),
    "audit.accuracy": ("Accuracy", "Exactitude"),
    "audit.changed": ("Answers changed", "Réponses changées"),
    "audit.distance": ("Distance of answers", "Distance des réponses"),
    "audit.shuffled": ("Shuffled weights", "Poids mélangés"),
    "audit.seeds": ("Other seeds", "Autres graines"),
    "audit.correlation": ("Rank correlation", "Corrélation des rangs"),
    "audit.change.own": ("its own", "les siens"),
    "audit.change.uniform": ("equal", "égaux"),
    "audit.change.permuted": ("permuted", "permutés"),
    "audit.place.last": ("last look", "dernier regard"),
    "audit.place.all": ("all layers", "toutes les couches"),
    "audit.way.left-out": ("words left out", "mots retirés"),
    "audit.way.hole": ("words hidden", "mots cachés"),
    "audit.faithful.left-out": (
        "Words left out: what the answer loses without the words that are named, and keeps with them alone (1: all "
        "that the text gives it)",
        "Mots retirés : ce que la réponse perd sans les mots désignés, et garde avec eux seuls (1 : tout ce que le "
        "texte lui donne)",
    ),
    "audit.faithful.hole": (
        "Words hidden behind a token that says nothing, the text keeps its length",
        "Mots cachés derrière un jeton qui ne dit rien, le texte garde sa longueur",
    ),
    "audit.needed.caption": (
        "The same texts with other attention weights than the model's own",
        "Les mêmes textes avec d'autres poids d'attention que ceux du modèle",
    ),
    "audit.known.caption": (
        "Words that are known to decide, in texts that the model answers rightly",
        "Les mots dont on sait qu'ils décident, dans les textes auxquels le modèle répond juste",
    ),
    "audit.stable.caption": (
        "Share of the first tenth of the words that stays the same; shuffled weights should leave no more than chance",
        "Part du premier dixième des mots qui reste la même ; des poids mélangés ne devraient laisser que le hasard",
    ),
    "audit.flat": (
        "The answers hardly depend on the texts: from the whole text to the empty one they lose {drop} only. Figures "
        "divided by so little say nothing.",
        "Les réponses ne dépendent guère des textes : du texte entier au texte vide elles ne perdent que {drop}. Des "
        "chiffres divisés par si peu ne disent rien.",
    ),
    "audit.surer": (
        "The model is surer of an empty text than of these, by {drop} on average: no word can be said to carry an "
        "answer.",
        "Le modèle est plus sûr d'un texte vide que de ceux-ci, de {drop} en moyenne : on ne peut dire d'aucun mot "
        "qu'il porte une réponse.",
    ),
    "audit.better": (
        "`{method}` names words that carry the answer: without them it loses {value} of what the text gives it, "
        "without random words {random} (difference {beyond}; 95 %: {interval}).",
        "`{method}` désigne des mots qui portent la réponse : sans eux elle perd {value} de ce que le texte lui "
        "donne, sans des mots pris au hasard {random} (écart {beyond} ; 95 % : {interval}).",
    ),
    "audit.same": (
        "`{method}` cannot be told from chance: without the words that it names the answer loses {value} of what "
        "the text gives it, without random words {random} (difference {beyond}; 95 %: {interval}).",
        "`{method}` ne se distingue pas du hasard : sans les mots désignés la réponse perd {value} de ce que le "
        "texte lui donne, sans des mots pris au hasard {random} (écart {beyond} ; 95 % : {interval}).",
    ),
    "audit.worse": (
        "`{method}` does worse than chance: without the words that it names the answer loses {value} of what the "
        "text gives it, without random words {random} (difference {beyond}; 95 %: {interval}).",
        "`{method}` fait pire que le hasard : sans les mots désignés la réponse perd {value} de ce que le texte "
        "lui donne, sans des mots pris au hasard {random} (écart {beyond} ; 95 % : {interval}).",
    ),
    "audit.best": (
        "The most faithful way tried is `{best}`: {value} beyond random.",
        "La manière la plus fidèle essayée est `{best}` : {value} au-delà du hasard.",
    ),
    "audit.few": (
        "`{method}` was tried on {texts}: too few to tell whether it names words that carry the answer; audit {fewest} "
        "or more.",
        "`{method}` a été essayée sur {texts} : trop peu pour dire si elle désigne des mots qui portent la réponse ; "
        "auditez-en {fewest} ou plus.",
    ),
    "audit.needs": (
        "The model needs its attention: with equal weights {changed} of its answers change, and its accuracy goes "
        "from {own} to {accuracy} ({points}; 95 %: {interval}).",
        "Le modèle a besoin de son attention : avec des poids égaux {changed} de ses réponses changent, et son "
        "exactitude passe de {own} à {accuracy} ({points} ; 95 % : {interval}).",
    ),
    "audit.hindered": (
        "The model's answers follow its attention, and are better without it: with equal weights {changed} of them "
        "change, and its accuracy goes from {own} to {accuracy} ({points}; 95 %: {interval}).",
        "Les réponses du modèle suivent son attention, et sont meilleures sans elle : avec des poids égaux {changed} "
        "changent, et son exactitude passe de {own} à {accuracy} ({points} ; 95 % : {interval}).",
    ),
    "audit.follows": (
        "The model's answers follow its attention: with equal weights {changed} of them change; whether they are "
        "better for it cannot be told: its accuracy goes from {own} to {accuracy} ({points}; 95 %: {interval}).",
        "Les réponses du modèle suivent son attention : avec des poids égaux {changed} changent ; si elles en sont "
        "meilleures, on ne peut le dire : son exactitude passe de {own} à {accuracy} ({points} ; 95 % : {interval}).",
    ),
    "audit.needs.unsure": (
        "Whether the model needs its attention, {texts} cannot tell: with equal weights {changed} of its answers "
        "change (95 %: {between}), and its accuracy goes from {own} to {accuracy}.",
        "Si le modèle a besoin de son attention, on ne peut le dire sur {texts} : avec des poids égaux {changed} de "
        "ses réponses changent (95 % : {between}), et son exactitude passe de {own} à {accuracy}.",
    ),
    "audit.idle": (
        "The model hardly needs its attention: with equal weights only {changed} of its answers change, and its "
        "accuracy goes from {own} to {accuracy} ({points}; 95 %: {interval}). A map of such weights explains little.",
        "Le modèle n'a guère besoin de son attention : avec des poids égaux {changed} seulement de ses réponses "
        "changent, et son exactitude passe de {own} à {accuracy} ({points} ; 95 % : {interval}). Une carte de tels "
        "poids explique peu.",
    ),
    "audit.found": (
        "Where the deciding words are known, `{method}` ranks one of them first in {value} of the texts (chance: "
        "{chance}); the best way, `{best}`, in {most}.",
        "Là où les mots qui décident sont connus, `{method}` en classe un premier dans {value} des textes (hasard "
        ": {chance}) ; la meilleure manière, `{best}`, dans {most}.",
    ),
    "audit.found.alone": (
        "Where the deciding words are known, `{method}` ranks one of them first in {value} of the texts (chance: "
        "{chance}).",
        "Là où les mots qui décident sont connus, `{method}` en classe un premier dans {value} des textes (hasard "
        ": {chance}).",
    ),
    "audit.unlearned": (
        "`{methods}` hardly change when the weights are shuffled: they show the text more than what was learned.",
        "`{methods}` changent à peine quand les poids sont mélangés : ces méthodes montrent le texte plus que ce "
        "qui a été appris.",
    ),
    "audit.adversary": (
        "For {far} of the texts there are other weights, more than half as different as can be, with the same "
        "answer (within {alike}); mean divergence {divergence} of at most {most}.",
        "Pour {far} des textes il existe d'autres poids, à plus de la moitié de la distance possible, avec la même "
        "réponse (à {alike} près) ; divergence moyenne {divergence}, {most} au plus.",
    ),
    "audit.baseline": (
        "`{model}`, trained with equal weights, has {accuracy}: learned attention is worth {difference} (95 %: "
        "{interval}; {p}).",
        "`{model}`, entraîné avec des poids égaux, a {accuracy} : l'attention apprise vaut {difference} (95 % : "
        "{interval} ; {p}).",
    ),
    "audit.not-possible": ("`{method}` was not tried: {why}", "`{method}` n'a pas été essayée : {why}"),
}
