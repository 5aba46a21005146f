"""Which figures of an audit are evidence and which folklore, how it was measured, and what its figure shows."""

TABLE: dict[str, tuple[str, str]] = {
    "audit.evidence.known": (
        "Evidence: precision against planted words, the only truth that is known, for a model that has learned them.",
        "Preuve : la précision face aux mots implantés, seule vérité connue, pour un modèle qui les a appris.",
    ),
    "audit.evidence.needed": (
        "Evidence: equal and permuted weights. If answers stay, the map cannot be their reason (Wiegreffe & Pinter "
        "2019).",
        "Preuve : les poids égaux et permutés. Si les réponses restent, la carte ne peut en être la raison "
        "(Wiegreffe et Pinter 2019).",
    ),
    "audit.evidence.beyond": (
        "Evidence: comprehensiveness and sufficiency beyond random orders, normalised by what the answer loses "
        "from the whole text to the empty one (Carton et al. 2020), where the model could have met the shortened "
        "texts.",
        "Preuve : l'exhaustivité et la suffisance au-delà d'ordres pris au hasard, normalisées par ce que la "
        "réponse perd du texte entier au texte vide (Carton et al. 2020), si le modèle a pu rencontrer les textes "
        "raccourcis.",
    ),
    "audit.evidence.shuffled": (
        "Evidence of failure only: an explanation that survives shuffled weights is wrong; one that does not may "
        "still be (Adebayo et al. 2018).",
        "Preuve d'échec seulement : une explication qui survit aux poids mélangés est fausse ; une autre peut "
        "l'être encore (Adebayo et al. 2018).",
    ),
    "audit.folklore.hole": (
        "Weak: words hidden behind a token that the model never met; answers to such texts are accidents (Pham et "
        "al. 2022).",
        "Faible : des mots cachés derrière un jeton que le modèle n'a jamais rencontré ; les réponses à de tels "
        "textes sont des accidents (Pham et al. 2022).",
    ),
    "audit.folklore.correlation": (
        "Folklore: rank correlation between explanations; two that disagree may both be faithful (Neely et al. 2022).",
        "Folklore : la corrélation des rangs entre explications ; deux qui se contredisent peuvent être fidèles "
        "(Neely et al. 2022).",
    ),
    "audit.folklore.adversary": (
        "Folklore: adversarial weights of single texts (Jain & Wallace 2019); that they exist does not show that a "
        "model would learn them (Wiegreffe & Pinter 2019).",
        "Folklore : les poids adverses de textes isolés (Jain et Wallace 2019) ; leur existence ne montre pas "
        "qu'un modèle les apprendrait (Wiegreffe et Pinter 2019).",
    ),
    "audit.folklore.people": (
        "No measure of faithfulness: agreement with words that people marked says how plausible an explanation is.",
        "Pas une mesure de fidélité : l'accord avec des mots marqués par des personnes dit combien une explication "
        "est plausible.",
    ),
    "audit.folklore.raw": (
        "Folklore: comparing models by figures that are not normalised (Edin et al. 2024); here all are.",
        "Folklore : comparer des modèles par des chiffres non normalisés (Edin et al. 2024) ; ici ils le sont tous.",
    ),
    "audit.run.folder": ("Run", "Entraînement"),
    "audit.run.parameters": ("Parameters", "Paramètres"),
    "audit.run.seed": ("Seed of the draw", "Graine du tirage"),
    "audit.run.budget": ("Tokens a method may read", "Jetons qu'une méthode peut lire"),
    "audit.run.precision": ("Matrices multiplied in", "Matrices multipliées en"),
    "audit.run.drop": ("Loss from whole to empty text, {way}", "Perte du texte entier au texte vide, {way}"),
    "audit.run.met": ("Met in training: {way}", "Rencontré à l'entraînement : {way}"),
    "audit.run.draws": ("Random orders of each text", "Ordres au hasard de chaque texte"),
    "audit.run.seconds": ("Time", "Durée"),
    "audit.run.command": ("Command", "Commande"),
    "audit.yes": ("yes", "oui"),
    "audit.no": ("no", "non"),
    "audit.subsample": (
        "A method explains as many of the texts, in the order in which they were drawn, as its budget of tokens "
        "allows: the column of texts says how many.",
        "Une méthode explique autant de textes, dans l'ordre du tirage, que son budget de jetons le permet : la "
        "colonne des textes dit combien.",
    ),
    "audit-curves.title": ("The answer as words are taken away", "La réponse à mesure que des mots sont retirés"),
    "audit-curves.description": (
        "One panel per method: the mean probability of the answer against the share of words left out, beside that "
        "of random orders. At half of the words, {best} leaves least: {value}.",
        "Un cadre par méthode : la probabilité moyenne de la réponse selon la part de mots retirés, à côté de "
        "celle d'ordres pris au hasard. À la moitié des mots, {best} en laisse le moins : {value}.",
    ),
    "audit-curves.caption": (
        "Words are left out in the order of the method (full line) or at random (dashed), on the same texts. The "
        "further the full line falls below the dashed one, the more faithful the method.",
        "Les mots sont retirés dans l'ordre de la méthode (trait plein) ou au hasard (tirets), sur les mêmes "
        "textes. Plus le trait plein tombe sous les tirets, plus la méthode est fidèle.",
    ),
    "audit-curves.not": (
        "It does not show that the words named are the only reason: shortened texts are unlike those that people "
        "write.",
        "Elle ne montre pas que les mots désignés sont la seule raison : des textes raccourcis ne ressemblent pas "
        "à ceux que l'on écrit.",
    ),
    "audit-curves.axis": ("share of words left out (%)", "part de mots retirés (%)"),
    "audit-curves.side": ("probability of the answer (%)", "probabilité de la réponse (%)"),
    "audit-curves.method": ("by the method", "par la méthode"),
    "audit-curves.random": ("at random", "au hasard"),
}
