"""What is said of models that learned labels, answers or preferences after texts: prompts in place of documents.

A name that ends in `.answers` or `.preference` is that of the sentence it stands for.
"""

TABLE: dict[str, tuple[str, str]] = {
    "exact-answers": ("Exact answers", "Réponses exactes"),
    "right-answers": ("Right answers", "Réponses justes"),
    "win-rate": ("Win rate", "Taux de victoires"),
    "kl": ("KL/token", "KL/jeton"),
    "what.finetuned": (
        "A language model that is taught labels: one new layer reads its vector of the text, and all weights go on "
        "learning.",
        "Un modèle de langue auquel on apprend des étiquettes : une nouvelle couche lit son vecteur du texte, et tous "
        "les poids continuent d'apprendre.",
    ),
    "what.rdrop": (
        "As `finetuned`, but each text is read twice under other dropout, the second time with words missing, and both "
        "readings must agree (R-Drop).",
        "Comme `finetuned`, mais chaque texte est lu deux fois sous un autre dropout, la seconde fois avec des mots en "
        "moins, et les deux lectures doivent s'accorder (R-Drop).",
    ),
    "what.student": (
        "As `rdrop`, and it learns as well from what other models, its teachers, say of texts without a label.",
        "Comme `rdrop`, et il apprend aussi de ce que d'autres modèles, ses maîtres, disent de textes sans étiquette.",
    ),
    "what.instruct": (
        "A language model that is taught to answer: it reads prompts, and learns the words of their answers alone.",
        "Un modèle de langue auquel on apprend à répondre : il lit des invites et n'apprend que les mots de leurs "
        "réponses.",
    ),
    "what.dpo": (
        "A language model that comes to prefer chosen answers (DPO): log π/π_ref, against what it was before, is the "
        "reward.",
        "Un modèle de langue qui en vient à préférer les réponses choisies (DPO) : log π/π_ref, par rapport à ce qu'il "
        "était, est la récompense.",
    ),
    "what.reward": (
        "A language model with one number for an answer, learned from which of two was chosen (Bradley and Terry).",
        "Un modèle de langue qui donne un nombre à une réponse, appris de celle de deux qui fut choisie (Bradley et "
        "Terry).",
    ),
    "accuracy.preference": ("Preference accuracy", "Exactitude des préférences"),
    "accuracy.percent.preference": (
        "Pairs of the test part in which the chosen answer is preferred, %",
        "Paires du test où la réponse choisie est préférée, %",
    ),
    "validation-accuracy.preference": ("Validation preference accuracy", "Exactitude des préférences en validation"),
    "lede.preference": (
        "{models}, {seeds} each, trained on {train} pairs of answers and judged on {test} they never saw.",
        "{models}, {seeds} chacun, entraînés sur {train} paires de réponses et jugés sur {test} qu'ils n'ont jamais "
        "vues.",
    ),
    "lede.single.preference": (
        "One model ({seeds}) was trained on {train} pairs of answers and judged on {test} it had never seen.",
        "Un modèle ({seeds}) a été entraîné sur {train} paires de réponses et jugé sur {test} qu'il n'avait jamais "
        "vues.",
    ),
    "brief.single.preference": (
        "The chosen answer is preferred in {value} of the test pairs (95 % interval {interval}).",
        "La réponse choisie est préférée dans {value} des paires de test (intervalle à 95 % : {interval}).",
    ),
    "brief.best.preference": (
        "Most often prefers the chosen answer: `{model}`, {value} (95 % interval {interval}).",
        "Préfère le plus souvent la réponse choisie : `{model}`, {value} (intervalle à 95 % : {interval}).",
    ),
    "prose.score.preference": (
        "`{model}` prefers the chosen answer in {value} of the {n} test pairs (95 % interval {interval}; {seeds}).",
        "`{model}` préfère la réponse choisie dans {value} des {n} paires de test (intervalle à 95 % : {interval} ; "
        "{seeds}).",
    ),
    "slices.title.preference": ("Preference accuracy by kind of pair", "Exactitude des préférences par sorte de paire"),
    "accuracy.percent.answers": (
        "Perplexity of the answers of the test part",
        "Perplexité des réponses de la partie de test",
    ),
    "lede.answers": (
        "{models}, {seeds} each, trained on {train} prompts with their answers and judged on {test} they never saw.",
        "{models}, {seeds} chacun, entraînés sur {train} invites avec leurs réponses et jugés sur {test} qu'ils n'ont "
        "jamais vues.",
    ),
    "lede.single.answers": (
        "One model ({seeds}) was trained on {train} prompts with their answers and judged on {test} it had never seen.",
        "Un modèle ({seeds}) a été entraîné sur {train} invites avec leurs réponses et jugé sur {test} qu'il n'avait "
        "jamais vues.",
    ),
    "brief.single.answers": (
        "Perplexity of the test answers: {value} (95 % interval {interval}).",
        "Perplexité des réponses de test : {value} (intervalle à 95 % : {interval}).",
    ),
    "prose.score.answers": (
        "`{model}` reaches a perplexity of {value} on the answers to the {n} test prompts (95 % interval {interval}; "
        "{seeds}).",
        "`{model}` atteint une perplexité de {value} sur les réponses aux {n} invites de test (intervalle à 95 % : "
        "{interval} ; {seeds}).",
    ),
}
