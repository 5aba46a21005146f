"""What a page of many attention maps says. Blanks in doubled braces are filled by its script."""

TABLE: dict[str, tuple[str, str]] = {
    "maps.one": ("{n} map", "{n} carte"),
    "maps.many": ("{n} maps", "{n} cartes"),
    "maps.size": ("Maps · words", "Cartes · mots"),
    "maps.head": ("{site}, head {head}", "{site}, tête {head}"),
    "maps.every": ("All heads", "Toutes les têtes"),
    "maps.every-note": (
        "Each square is a map: lines look, columns are looked at, and the opacity grows as the square root of the "
        "weight, on one scale for all. In long texts a dot stands for the largest of several weights. Choose a map "
        "with the mouse or with the arrow keys.",
        "Chaque carré est une carte : les lignes regardent, les colonnes sont regardées, et l'opacité croît comme la "
        "racine carrée du poids, sur une seule échelle. Dans un long texte, un point représente le plus grand de "
        "plusieurs poids. On choisit une carte avec la souris ou les flèches.",
    ),
    "maps.large": ("The chosen map, word by word", "La carte choisie, mot par mot"),
    "maps.large-note": (
        "Arrow keys move from word to word (with Shift by ten), + and − go nearer or farther; a click chooses a pair.",
        "Les flèches vont de mot en mot (de dix en dix avec Maj), + et − rapprochent ou éloignent ; un clic choisit "
        "une paire.",
    ),
    "maps.zoom": ("Zoom", "Zoom"),
    "maps.in": ("Nearer", "Plus près"),
    "maps.out": ("Farther", "Plus loin"),
    "maps.text": ("The text, from one word", "Le texte, depuis un mot"),
    "maps.text-note": (
        "Choose a word with a click or with the arrow keys: the more weight, the stronger the colour and the thicker "
        "the line below. No colour is the equal share or less.",
        "On choisit un mot d'un clic ou avec les flèches : plus le poids est grand, plus la couleur est forte et le "
        "trait dessous épais. Sans couleur : la part égale ou moins.",
    ),
    "maps.from": ("Show", "Montrer"),
    "maps.from-rows": ("what the word looks at", "ce que le mot regarde"),
    "maps.from-columns": ("who looks at the word", "qui regarde le mot"),
    "maps.table": ("As a table", "En tableau"),
    "maps.number": ("Word no.", "Mot nº"),
    "maps.wait": ("Unpacking the weights…", "Les poids se déploient…"),
    "maps.script": (
        "This page unpacks its weights with a script of its own; without scripts, ask for a .csv or .json file.",
        "Cette page déploie ses poids par un script qu'elle contient ; sans script, demandez un fichier .csv ou .json.",
    ),
    "maps.failed": (
        "The weights could not be unpacked ({{why}}): open the page in a newer browser, or ask for a .json file.",
        "Les poids n'ont pas pu être déployés ({{why}}) : ouvrez la page dans un navigateur plus récent, ou demandez "
        "un fichier .json.",
    ),
    "maps.quoted": ("“{{word}}”", "« {{word}} »"),
    "maps.pair": (
        "{{who}} (word {{row}}) looks at {{what}} (word {{column}}): {{weight}}",
        "{{who}} (mot {{row}}) regarde {{what}} (mot {{column}}) : {{weight}}",
    ),
    "maps.looks": (
        "{{head}}: {{word}} (word {{place}}) looks most at {{top}}",
        "{{head}} : {{word}} (mot {{place}}) regarde surtout {{top}}",
    ),
    "maps.is-looked": (
        "{{head}}: {{word}} (word {{place}}) is looked at most by {{top}}",
        "{{head}} : {{word}} (mot {{place}}) est surtout regardé par {{top}}",
    ),
    "maps.loss": (
        "To stay small, the page keeps {kept} of {weights} weights one by one, those that stand out, with {share} of "
        "all the weight; the others of a line are shown as their mean, marked ≈. No weight differs from the model's "
        "own by more than {error} points.",
        "Pour rester petite, la page garde un à un {kept} poids sur {weights}, ceux qui ressortent, soit {share} du "
        "poids total ; les autres d'une ligne y sont remplacés par leur moyenne, marquée ≈. Aucun poids ne s'écarte de "
        "celui du modèle de plus de {error} point.",
    ),
    "maps.loss.none": (
        "Every weight is kept; rounding changes none by more than {error} points.",
        "Chaque poids est gardé ; l'arrondi n'en change aucun de plus de {error} point.",
    ),
    "maps.picture.title": ("All heads, small", "Toutes les têtes, en petit"),
    "maps.picture.description": (
        "A grid of small maps, a line per attention of the model and a column per head; in each, lines look and "
        "columns are looked at, the darker the more weight.",
        "Une grille de petites cartes, une ligne par attention du modèle et une colonne par tête ; dans chacune, les "
        "lignes regardent et les colonnes sont regardées, plus soutenues si le poids est grand.",
    ),
    "maps.picture.note": (
        "{size} words; opacity grows as the square root of the weight, on one scale; a dot stands for the largest of "
        "several weights.",
        "{size} mots ; l'opacité croît comme la racine carrée du poids, sur une seule échelle ; un point représente le "
        "plus grand de plusieurs poids.",
    ),
    "maps.terminal": (
        "{maps} of up to {size} words: too many for a terminal. Here is the largest weight of each; --out page.html "
        "shows all of them, --layer and --head choose one.",
        "{maps}, jusqu'à {size} mots : trop pour un terminal. Voici le plus grand poids de chacune ; --out page.html "
        "les montre toutes, --layer et --head en choisissent une.",
    ),
}
