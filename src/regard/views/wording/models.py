"""What the names of models and of kinds of position stand for, as their recipes come."""

TABLE: dict[str, tuple[str, str]] = {
    "what.mean": (
        "The plain mean of the word vectors, then a linear classifier: no word is weighed, none sees another.",
        "La simple moyenne des vecteurs de mots, puis un classifieur linéaire : aucun mot n'est pesé, aucun n'en voit "
        "un autre.",
    ),
    "what.attention": (
        "One learned query gives each word its weight; the weighted mean of the word vectors is classified.",
        "Une seule requête, apprise, donne à chaque mot son poids ; la moyenne pondérée des vecteurs de mots est "
        "classée.",
    ),
    "what.text-query": (
        "As `attention`, but the query is computed from the mean of the text's own words.",
        "Comme `attention`, mais la requête est calculée à partir de la moyenne des mots du texte lui-même.",
    ),
    "what.text-query-value": (
        "As `text-query`, with the words transformed before they are averaged.",
        "Comme `text-query`, les mots étant transformés avant d'entrer dans la moyenne.",
    ),
    "what.attention-entropy": (
        "As `attention`, with λ times the entropy of its weights added to the loss.",
        "Comme `attention`, avec λ fois l'entropie de ses poids ajoutée à la perte.",
    ),
    "what.rnn": (
        "A plain recurrent network reads word by word; its final state is classified.",
        "Un réseau récurrent simple lit mot à mot ; son état final est classé.",
    ),
    "what.lstm": (
        "An LSTM reads word by word; its final state is classified.",
        "Un LSTM lit mot à mot ; son état final est classé.",
    ),
    "what.gru": (
        "A GRU reads word by word; its final state is classified.",
        "Un GRU lit mot à mot ; son état final est classé.",
    ),
    "what.bi-lstm": (
        "Two LSTMs read the text, one in each direction; their two final states are classified.",
        "Deux LSTM lisent le texte, un dans chaque sens ; leurs deux états finals sont classés.",
    ),
    "what.bi-gru": (
        "Two GRUs read the text, one in each direction; their two final states are classified.",
        "Deux GRU lisent le texte, un dans chaque sens ; leurs deux états finals sont classés.",
    ),
    "what.stacked-lstm": (
        "An LSTM reads the states of another; the final state of the second is classified.",
        "Un LSTM lit les états d'un autre ; l'état final du second est classé.",
    ),
    "what.lstm-attention": (
        "LSTMs read the text both ways, and one learned query weighs their states as `attention` weighs words.",
        "Des LSTM lisent le texte dans les deux sens, et une requête apprise pèse leurs états comme `attention` pèse "
        "les mots.",
    ),
    "what.lstm-mean": (
        "LSTMs read the text both ways, and the plain mean of their states is classified: what `lstm-attention` is "
        "held against.",
        "Des LSTM lisent le texte dans les deux sens, et la simple moyenne de leurs états est classée : le point de "
        "comparaison de `lstm-attention`.",
    ),
    "what.gru-attention": (
        "GRUs read the text both ways, and one learned query weighs their states as `attention` weighs words.",
        "Des GRU lisent le texte dans les deux sens, et une requête apprise pèse leurs états comme `attention` pèse "
        "les mots.",
    ),
    "what.self": (
        "Plain self-attention: in each layer every word becomes a weighted mean of all words, mapped and cut off below "
        "zero. No residual, no norm, no positions; the mean of the words is classified.",
        "L'auto-attention nue : à chaque couche, chaque mot devient une moyenne pondérée de tous les mots, transformée "
        "et coupée au-dessous de zéro. Ni résidu, ni norme, ni position ; la moyenne des mots est classée.",
    ),
    "what.self-residual": (
        "Blocks of self-attention with several heads, then a small network for each word; both are added to what came "
        "in (residuals), after a LayerNorm. No positions; the mean of the words is classified.",
        "Des blocs d'auto-attention à plusieurs têtes, puis un petit réseau pour chaque mot ; l'un et l'autre "
        "s'ajoutent à leur entrée (résidus), après une LayerNorm. Aucune position ; la moyenne des mots est classée.",
    ),
    "what.self-batchnorm": (
        "As `self-residual`, with BatchNorm in place of LayerNorm.",
        "Comme `self-residual`, avec BatchNorm à la place de LayerNorm.",
    ),
    "what.self-sinusoidal": (
        "As `self-residual`, with fixed vectors of sines and cosines for places, added to the words; its heads are "
        "born looking at neighbours.",
        "Comme `self-residual`, avec des vecteurs fixes de sinus et de cosinus pour les places, ajoutés aux mots ; ses "
        "têtes naissent en regardant leurs voisins.",
    ),
    "what.self-learned": (
        "As `self-sinusoidal`, but the vectors of the places are learned; they start as the sinusoids.",
        "Comme `self-sinusoidal`, mais les vecteurs des places sont appris ; ils partent des sinusoïdes.",
    ),
    "what.self-relative": (
        "As `self-residual`, with a learned vector for each distance between two words, which adds to their score.",
        "Comme `self-residual`, avec un vecteur appris pour chaque distance entre deux mots, qui ajoute à leur score.",
    ),
    "what.self-cls": (
        "As `self-sinusoidal`, with a learned vector, CLS, in front of the text: CLS is classified, not the mean of "
        "the words.",
        "Comme `self-sinusoidal`, avec un vecteur appris, CLS, devant le texte : c'est CLS qui est classé, non la "
        "moyenne des mots.",
    ),
    "what.transformer": (
        "Blocks as in `self-residual`, with rotary positions; one learned query weighs the words at the end, as in "
        "`attention`.",
        "Des blocs comme dans `self-residual`, avec des positions rotatives ; à la fin, une requête apprise pèse les "
        "mots, comme dans `attention`.",
    ),
    "kind.sinusoidal": (
        "Each place is a fixed vector of sines and cosines, added to the word.",
        "Chaque place est un vecteur fixe de sinus et de cosinus, ajouté au mot.",
    ),
    "kind.learned": (
        "Each place is a vector, added to the word; it starts as the sinusoids and is learned.",
        "Chaque place est un vecteur ajouté au mot ; il part des sinusoïdes, puis il est appris.",
    ),
    "kind.relative": (
        "A learned vector for each distance, multiplied with the query, adds to the score.",
        "Un vecteur appris pour chaque distance, multiplié par la requête, ajoute au score.",
    ),
    "kind.bucketed": (
        "A learned number for each head and each group of distances adds to the score.",
        "Un nombre appris, par tête et par groupe de distances, s'ajoute au score.",
    ),
    "kind.rotary": (
        "Queries and keys are turned by an angle that grows with their place.",
        "Requêtes et clés sont tournées d'un angle qui croît avec leur place.",
    ),
    "kind.alibi": (
        "Each place away takes a fixed amount from the score, another one for each head and side.",
        "Chaque place d'écart retire au score un montant fixe, autre pour chaque tête et chaque côté.",
    ),
}
