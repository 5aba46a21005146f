"""What is said about translation: the length of sentences, the width of the search, alignments against known ones."""

TABLE: dict[str, tuple[str, str]] = {
    "points.of": ("{points}", "{points}"),
    "bleu-tokenised": ("BLEU, tokens, lower case", "BLEU, jetons, minuscules"),
    "chrf": ("chrF", "chrF"),
    "exact-match": ("Exact match", "Identiques"),
    "languages": ("Languages", "Langues"),
    "signature": ("How BLEU is counted", "Comment BLEU est compté"),
    "band": ("{n} words", "{n} mots"),
    "band.from-to": ("{first} to {last} words", "{first} à {last} mots"),
    "length": ("Source length", "Longueur de la source"),
    "length.n": ("Sentences", "Phrases"),
    "length.fall": ("Longest against shortest", "Les plus longues face aux plus courtes"),
    "page.lengths": ("Where one vector fails: long sentences", "Là où un vecteur échoue : les longues phrases"),
    "lengths.title": ("BLEU by length of the source", "BLEU selon la longueur de la source"),
    "lengths.description": (
        "BLEU against the length of the source, from {first} to {last} words, one line per model.",
        "BLEU selon la longueur de la source, de {first} à {last} mots, une ligne par modèle.",
    ),
    "lengths.caption": (
        "BLEU on the test sentences of each range of lengths, one line per model, first seed; below each range, how "
        "many sentences it holds. A model that must put the whole source into one vector falls where sentences "
        "are long. Marks stand side by side only to be seen.",
        "BLEU sur les phrases de test de chaque intervalle de longueurs, une ligne par modèle, première graine ; sous "
        "chaque intervalle, combien de phrases il compte. Un modèle qui doit mettre toute la source dans un seul "
        "vecteur baisse là où les phrases sont longues. Les marques ne sont côte à côte que pour être vues.",
    ),
    "lengths.not": (
        "It does not show that length alone is the cause: long sentences may differ in more, be rarer in training, and "
        "be too few here for a steady BLEU.",
        "Elle ne montre pas que la longueur seule est la cause : les longues phrases peuvent différer par ailleurs, "
        "être plus rares à l'entraînement, et trop peu ici pour un BLEU stable.",
    ),
    "lengths.axis": ("Words of the source", "Mots de la source"),
    "lengths.n": ("n = {n}", "n = {n}"),
    "lengths.loses": ("From {band} {models}.", "De {band}, {models}."),
    "length.loses": ("`{model}` loses {loss} BLEU", "`{model}` perd {loss} BLEU"),
    "length.gains": ("`{model}` gains {loss} BLEU", "`{model}` gagne {loss} BLEU"),
    "length.both": ("{losing}; {gaining}", "{losing} ; {gaining}"),
    "length.too": ("`{model}` {loss}", "`{model}` {loss}"),
    "lengths.few": (
        "The longest range holds {n} of the test sentences.",
        "L'intervalle le plus long compte {n} des phrases de test.",
    ),
    "lengths.one": (
        "All test sentences have {band}: no other length to compare.",
        "Toutes les phrases de test ont {band} : pas d'autre longueur à comparer.",
    ),
    "beam": ("Search", "Recherche"),
    "beam.greedy": ("greedy", "gloutonne"),
    "beam.wide": ("beam {n}", "faisceau {n}"),
    "beam.score": ("BLEU, {search}", "BLEU, {search}"),
    "beam.seconds": ("Seconds, {search}", "Secondes, {search}"),
    "page.beams": ("What a wider search brings, and costs", "Ce qu'apporte et coûte une recherche plus large"),
    "beams.title": ("BLEU and seconds by width of the search", "BLEU et secondes selon la largeur de la recherche"),
    "beams.description": (
        "Two panels over the width of the search, from {first} to {last}: BLEU, and seconds for all sentences; one "
        "line per model.",
        "Deux cadres selon la largeur de la recherche, de {first} à {last} : BLEU, et secondes pour toutes les "
        "phrases ; une ligne par modèle.",
    ),
    "beams.caption": (
        "BLEU and seconds of each model on the same test sentences with each width of the search, first seed. Greedy "
        "takes the best word at each step; a beam of k keeps the k best beginnings. Widths are evenly spaced, not to "
        "scale.",
        "BLEU et secondes de chaque modèle sur les mêmes phrases de test pour chaque largeur de recherche, première "
        "graine. Gloutonne : le meilleur mot à chaque pas ; un faisceau de k garde les k meilleurs débuts. Largeurs à "
        "intervalles égaux, non à l'échelle.",
    ),
    "beams.not": (
        "It does not show which width to choose: that is to be chosen on validation sentences. Seconds are one run on "
        "one machine.",
        "Elle ne montre pas quelle largeur choisir : c'est à décider sur des phrases de validation. Les secondes sont "
        "celles d'une seule exécution sur une seule machine.",
    ),
    "beams.score": ("BLEU on these sentences", "BLEU sur ces phrases"),
    "beams.seconds": ("Seconds for all of them", "Secondes pour toutes"),
    "beam.gains": (
        "`{model}`: {search} brings {gain} BLEU over greedy, in {times} the time.",
        "`{model}` : {search} apporte {gain} BLEU par rapport à la recherche gloutonne, en {times} son temps.",
    ),
    "beam.nothing": (
        "`{model}`: no beam scores above greedy ({value} BLEU).",
        "`{model}` : aucun faisceau ne dépasse la recherche gloutonne ({value} BLEU).",
    ),
    "page.alignment": ("Does attention align words?", "L'attention aligne-t-elle les mots ?"),
    "rates.title": ("Alignment error rate of each model", "Taux d'erreur d'alignement de chaque modèle"),
    "rates.description": (
        "One line per model: alignment error rate of its attention as it is, one step later, and by the best read-out "
        "with its 95 % interval, beside the diagonal and a random control. Lowest: {best}, {value}.",
        "Une ligne par modèle : taux d'erreur d'alignement de son attention telle quelle, un pas plus tard, et par la "
        "meilleure lecture avec son intervalle à 95 %, à côté de la diagonale et d'un témoin au hasard. Le plus bas : "
        "{best}, {value}.",
    ),
    "rates.caption": (
        "Alignment error rate against known links on test pairs ({n}), the less the better: mean attention while "
        "each word is said, the same one step later, and the read-out (layer, head, step, whether both sides must "
        "agree, share of the weight from which on a word is linked) that was best on the validation part. The "
        "diagonal looks at no word; the control's weights are random. First seed.",
        "Taux d'erreur d'alignement face aux liens connus de paires de test ({n}), le moins est le mieux : "
        "attention moyenne quand chaque mot est dit, la même un pas plus tard, et la lecture (couche, tête, pas, "
        "accord des deux côtés, part du poids à partir de laquelle un mot est lié) la meilleure sur la validation. "
        "La diagonale ne regarde aucun mot ; les poids du témoin sont tirés au hasard. Première graine.",
    ),
    "rates.not": (
        "It does not show that a model needs its alignment to translate: weights can align well and matter little.",
        "Elle ne montre pas qu'un modèle a besoin de son alignement pour traduire : des poids peuvent bien aligner et "
        "compter peu.",
    ),
    "rates.axis": ("Alignment error rate, % (less is better)", "Taux d'erreur d'alignement, % (moins, c'est mieux)"),
    "rates.table": (
        "Alignment error rate against known links; less is better.",
        "Taux d'erreur d'alignement face aux liens connus ; le moins est le mieux.",
    ),
    "rate.n": ("Pairs", "Paires"),
    "rate.raw": ("while said", "quand il est dit"),
    "rate.shifted": ("one step later", "un pas plus tard"),
    "rate.best": ("best read-out", "meilleure lecture"),
    "rate.readout": ("Which read-out", "Quelle lecture"),
    "rate.diagonal": ("diagonal", "diagonale"),
    "rate.random": ("random", "au hasard"),
    "rate.aligns": (
        "The best read-out of `{model}` ({readout}) has an alignment error rate of {best} (95 % interval {interval}; "
        "diagonal {diagonal}, random {random}).",
        "La meilleure lecture de `{model}` ({readout}) a un taux d'erreur d'alignement de {best} (intervalle à 95 % : "
        "{interval} ; diagonale {diagonal}, hasard {random}).",
    ),
    "rate.fails": (
        "The best read-out of `{model}` ({readout}) is no better than the diagonal: an alignment error rate of {best} "
        "(95 % interval {interval}; diagonal {diagonal}, random {random}).",
        "La meilleure lecture de `{model}` ({readout}) ne vaut pas mieux que la diagonale : taux d'erreur d'alignement "
        "de {best} (intervalle à 95 % : {interval} ; diagonale {diagonal}, hasard {random}).",
    ),
    "rate.unchosen": (
        "The attention of `{model}` has an alignment error rate of {raw} while words are said and {shifted} one step "
        "later (diagonal {diagonal}, random {random}); no read-out was chosen.",
        "L'attention de `{model}` a un taux d'erreur d'alignement de {raw} quand les mots sont dits et de {shifted} un "
        "pas plus tard (diagonale {diagonal}, hasard {random}) ; aucune lecture n'a été choisie.",
    ),
    "rate.later": (
        "On average over its attention, `{model}` aligns better one step later, once the word is said: {shifted} "
        "against {raw}.",
        "En moyenne sur son attention, `{model}` aligne mieux un pas plus tard, une fois le mot dit : {shifted} "
        "contre {raw}.",
    ),
    "page.translations": ("Sentences, word by word", "Des phrases, mot par mot"),
    "translation.reference": ("Reference", "Référence"),
    "translation.same": ("is the reference", "est la référence"),
    "translation.other": ("differs from the reference", "diffère de la référence"),
    "translation.stepped": ("How `{model}` translated it:", "Comment `{model}` l'a traduite :"),
    "translation.map": ("{model}: {text}", "{model} : {text}"),
    "brief.aligns": (
        "Best alignment: `{model}`, error rate {best} (diagonal {diagonal}).",
        "Meilleur alignement : `{model}`, taux d'erreur {best} (diagonale {diagonal}).",
    ),
}
