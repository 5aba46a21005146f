"""What is said of models that say words: perplexity in place of accuracy, documents in place of texts.

A name that ends in `.perplexity` is that of the sentence it stands for.
"""

TABLE: dict[str, tuple[str, str]] = {
    "bits-per-character": ("Bits/character", "Bits/caractère"),
    "word-accuracy": ("Words found", "Mots trouvés"),
    "pair-accuracy": ("Pairs told", "Paires reconnues"),
    "what.gpt": (
        "GPT-2: each word is said from those before it; learned vectors for places are added to the words.",
        "GPT-2 : chaque mot est prédit à partir de ceux qui le précèdent ; des vecteurs de place, appris, s'ajoutent "
        "aux mots.",
    ),
    "what.bloom": (
        "BLOOM: as `gpt`, but places are distances: each place back takes a fixed amount from the score (ALiBi).",
        "BLOOM : comme `gpt`, mais les places sont des distances : chaque place en arrière retire au score un montant "
        "fixe (ALiBi).",
    ),
    "what.llama": (
        "Llama: as `gpt`, but places are angles (rotary), norms have no mean, the small network has a gate, and heads "
        "may share keys and values.",
        "Llama : comme `gpt`, mais les places sont des angles (rotatifs), les normes n'ont pas de moyenne, le petit "
        "réseau a une porte, et des têtes peuvent partager clés et valeurs.",
    ),
    "what.bert": (
        "BERT: words behind blanks are said from both sides, and whether a second piece of text follows the first.",
        "BERT : les mots masqués sont prédits des deux côtés, et le modèle dit si un second passage suit le premier.",
    ),
    "what.roberta": (
        "RoBERTa: as `bert`, with new blanks each time and without a second piece of text.",
        "RoBERTa : comme `bert`, avec de nouveaux masques à chaque fois et sans second passage.",
    ),
    "what.reader": (
        "Reader: words behind blanks, as `roberta`, by blocks as `llama` has them, which look both ways.",
        "Reader : des mots masqués, comme `roberta`, par des blocs comme ceux de `llama`, qui regardent dans les deux "
        "sens.",
    ),
    "what.albert": (
        "ALBERT: as `bert`, with small word vectors and one block used in every layer; it says whether two pieces "
        "stand in their order.",
        "ALBERT : comme `bert`, avec de petits vecteurs de mots et un seul bloc pour toutes les couches ; il dit si "
        "deux passages sont dans leur ordre.",
    ),
    "what.bart": (
        "BART: an encoder reads a noisy text, whose stretches are missing and whose sentences are shuffled, and a "
        "decoder says the text as it was.",
        "BART : un encodeur lit un texte bruité, dont il manque des passages et dont les phrases sont mélangées, et un "
        "décodeur redonne le texte d'origine.",
    ),
    "points.of.perplexity": ("{points} of perplexity", "{points} de perplexité"),
    "accuracy.perplexity": ("Perplexity", "Perplexité"),
    "accuracy.percent.perplexity": ("Perplexity on the test part", "Perplexité sur la partie de test"),
    "difference.perplexity": ("Difference, perplexity", "Écart, perplexité"),
    "difference.from.perplexity": ("Difference from {baseline}, perplexity", "Écart avec {baseline}, perplexité"),
    "validation-accuracy.perplexity": ("Validation perplexity", "Perplexité de validation"),
    "accuracy.title.perplexity": ("Perplexity of each model", "Perplexité de chaque modèle"),
    "accuracy.description.perplexity": (
        "One line per model: a dot at its perplexity, a bar for its 95 % interval, a tick for each seed. "
        "Best: {best}, {value}.",
        "Une ligne par modèle : un point à sa perplexité, une barre pour l'intervalle à 95 %, un trait par graine. "
        "Le meilleur : {best}, {value}.",
    ),
    "accuracy.caption.perplexity": (
        "Perplexity on the test part: among how many equally likely words it is as if the model had to choose; the "
        "less, the better. The bar is the 95 % interval from the size of the test part and, where there are several, "
        "the seeds; thin ticks are single seeds. The axis does not begin at zero.",
        "Perplexité sur la partie de test : entre combien de mots également probables tout se passe comme si le modèle "
        "devait choisir ; moins vaut mieux. La barre est l'intervalle à 95 % dû à la taille du test et, s'il y en a "
        "plusieurs, aux graines ; les traits fins sont les graines. L'axe ne part pas de zéro.",
    ),
    "accuracy.not.perplexity": (
        "It does not compare models that are asked for other words: the next word, a masked one and the words of a "
        "noisy text are not equally hard, nor are other tokens. Bits per character compare models of the next word "
        "whatever their tokens.",
        "Elle ne compare pas des modèles à qui l'on demande d'autres mots : le mot suivant, un mot masqué et les mots "
        "d'un texte bruité ne sont pas également difficiles, ni d'autres jetons. Les bits par caractère comparent les "
        "modèles du mot suivant quels que soient leurs jetons.",
    ),
    "loss.not.perplexity": (
        "It does not show what a model can be used for: the loss is −log p of the words that it is asked for, and "
        "perplexity is exp of it.",
        "Elle ne montre pas à quoi un modèle peut servir : la perte est −log p des mots demandés, et la perplexité en "
        "est l'exponentielle.",
    ),
    "prose.score.perplexity": (
        "`{model}` reaches a perplexity of {value} on the {n} test documents (95 % interval {interval}; {seeds}).",
        "`{model}` atteint une perplexité de {value} sur les {n} documents de test (intervalle à 95 % : {interval} ; "
        "{seeds}).",
    ),
    "prose.measure.perplexity": (
        "`{model}` reaches a perplexity of {value} (95 % interval {interval}; {seeds}).",
        "`{model}` atteint une perplexité de {value} (intervalle à 95 % : {interval} ; {seeds}).",
    ),
    "lede.perplexity": (
        "{models}, {seeds} each, trained on {train} documents and judged on {test} they never saw.",
        "{models}, {seeds} chacun, entraînés sur {train} documents et jugés sur {test} qu'ils n'ont jamais vus.",
    ),
    "lede.single.perplexity": (
        "One model ({seeds}) was trained on the texts of {train} documents and judged on {test} it had never seen.",
        "Un modèle ({seeds}) a été entraîné sur les textes de {train} documents et jugé sur {test} qu'il n'avait "
        "jamais vus.",
    ),
    "brief.single.perplexity": (
        "Perplexity on the test part: {value} (95 % interval {interval}).",
        "Perplexité sur la partie de test : {value} (intervalle à 95 % : {interval}).",
    ),
    "brief.best.perplexity": (
        "Lowest perplexity: `{model}`, {value} (95 % interval {interval}).",
        "La plus basse perplexité : `{model}`, {value} (intervalle à 95 % : {interval}).",
    ),
}
