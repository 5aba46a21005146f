"""What is said about alignments: which source words each target word looked at."""

TABLE: dict[str, tuple[str, str]] = {
    "alignment.title": (
        "Which source words each target word looked at",
        "Quels mots source chaque mot cible a regardés",
    ),
    "alignment.description": (
        "A grid: {targets} target words down, {sources} source words across; the darker, the more weight. {pairs}.",
        "Une grille : {targets} mots cible de haut en bas, {sources} mots source de gauche à droite ; plus c'est "
        "soutenu, plus le poids est grand. {pairs}.",
    ),
    "alignment.lines.description": (
        "Two rows of words, {sources} of the source and {targets} of the target, joined by lines; the stronger a line, "
        "the more weight. {pairs}.",
        "Deux suites de mots, {sources} de la source et {targets} de la cible, jointes par des traits ; plus un trait "
        "est fort, plus le poids est grand. {pairs}.",
    ),
    "alignment.pair": ("{target} looks most at {source} ({weight})", "{target} regarde surtout {source} ({weight})"),
    "alignment.more": ("All weights stand in the table", "Tous les poids sont dans le tableau"),
    "alignment.axes": ("source across, target down", "source en travers, cible de haut en bas"),
    "alignment.caption": (
        "Each line is a target word, each column a source word; a line's weights say what was averaged when that word "
        "was said.",
        "Chaque ligne est un mot cible, chaque colonne un mot source ; les poids d'une ligne disent ce qui entrait "
        "dans la moyenne quand ce mot a été dit.",
    ),
    "alignment.gold": (
        "Boxes are links given with the corpus.",
        "Les cadres sont des liens donnés avec le corpus.",
    ),
    "alignment.unsure": (
        "Full lines are sure, dashed ones possible.",
        "Les traits pleins sont sûrs, les tiretés possibles.",
    ),
    "alignment.lines.caption": (
        "A line joins a target word to each source word that it looked at; the stronger, the more weight. Lines of "
        "less than {least} are left out.",
        "Un trait joint un mot cible à chaque mot source qu'il a regardé ; plus il est fort, plus le poids est grand. "
        "Les traits de moins de {least} sont omis.",
    ),
    "alignment.not": (
        "It does not show that a word was translated from the word it looked at: weights are often one step early or "
        "late. The alignment error rate says how far they can be trusted.",
        "Elle ne montre pas qu'un mot a été traduit du mot qu'il regarde : les poids ont souvent un pas d'avance ou de "
        "retard. Le taux d'erreur d'alignement dit jusqu'où s'y fier.",
    ),
    "alignment.sure": ("link given with the corpus", "lien donné avec le corpus"),
    "alignment.possible": ("possible link", "lien possible"),
    "alignment.target": ("Target word", "Mot cible"),
    "alignment.given": ("Given link", "Lien donné"),
    "steps.legend": (
        "Target, word by word: choose a word, or go on with the arrow keys",
        "La cible, mot par mot : choisissez un mot, ou avancez avec les flèches",
    ),
    "steps.source": ("Source", "Source"),
    "steps.before": ("Previous word", "Mot précédent"),
    "steps.next": ("Next word", "Mot suivant"),
    "steps.place": ("{n} of {all}", "{n} sur {all}"),
    "steps.given": ("link given with the corpus", "lien donné avec le corpus"),
    "steps.rest": ("outside the words {weight}", "hors des mots {weight}"),
}
