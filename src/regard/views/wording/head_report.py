"""What an audit of heads says: what each looks at, whether it matters, and which word translates which."""

TABLE: dict[str, tuple[str, str]] = {
    "head-report.title": ("{model} on {corpus}: what its heads do", "{model} sur {corpus} : ce que font ses têtes"),
    "head-report.kind": ("Audit of heads", "Audit des têtes"),
    "head-report.lede": (
        "{heads} over {texts} of {where}: {answers} to say, loss {loss}, accuracy {accuracy}.",
        "{heads}, sur {texts} du corpus {where} : {answers} à dire, perte {loss}, exactitude {accuracy}.",
    ),
    "head-report.texts.one": ("{n} text", "{n} texte"),
    "head-report.texts.many": ("{n} texts", "{n} textes"),
    "head-report.answers.one": ("{n} answer", "{n} réponse"),
    "head-report.answers.many": ("{n} answers", "{n} réponses"),
    "head-report.caption": (
        "Every head: where its weight goes, beside what chance gives, and what the answers lose without it (*: {least} "
        "or more, and surely)",
        "Chaque tête : où va son poids, à côté de ce que donne le hasard, et ce que les réponses perdent sans elle "
        "(* : {least} au moins, et sûrement)",
    ),
    "head-report.sees": ("Sees", "Voit"),
    "head-report.sees.self": ("all", "tout"),
    "head-report.sees.causal": ("before", "avant"),
    "head-report.sees.cross": ("source", "source"),
    "head-report.role": ("Role", "Rôle"),
    "head-report.at": ("Most above chance", "Le plus au-dessus du hasard"),
    "head-report.share": ("Share", "Part"),
    "head-report.chance": ("By chance", "Au hasard"),
    "head-report.entropy": ("Entropy", "Entropie"),
    "head-report.loss.zero": ("Loss without it", "Perte sans elle"),
    "head-report.loss.uniform": ("Loss, equal weights", "Perte, poids égaux"),
    "head-report.accuracy": ("Accuracy without it, points", "Exactitude sans elle, points"),
    "head-report.role.previous": ("previous token", "jeton d'avant"),
    "head-report.role.itself": ("itself", "lui-même"),
    "head-report.role.next": ("next token", "jeton d'après"),
    "head-report.role.first": ("first token", "premier jeton"),
    "head-report.role.last": ("end of the source", "fin de la source"),
    "head-report.role.marks": ("marks", "ponctuation et bornes"),
    "head-report.role.same-word": ("same word elsewhere", "même mot ailleurs"),
    "head-report.role.same-place": ("same place", "même place"),
    "head-report.role.tied": ("word tied by the grammar", "mot lié par la grammaire"),
    "head-report.role.tied.label": ("word that decides with it", "mot qui décide avec lui"),
    "head-report.role.aligned": ("word that it translates", "mot qu'il traduit"),
    "head-report.role.broad": ("all alike", "tout, également"),
    "head-report.role.none": ("mixed", "mélangé"),
    "head-report.roles": (
        "Heads with a role (at least half of the weight goes to one kind of token, well above chance): {named} of "
        "{heads}; {which}.",
        "Têtes avec un rôle (la moitié du poids au moins va à une sorte de jeton, bien plus qu'au hasard) : {named} "
        "sur {heads} ; {which}.",
    ),
    "head-report.roles.nobody": (
        "Of {heads} none has a role: no kind of token gets half of the weight, well above chance.",
        "Sur {heads}, aucune n'a de rôle : aucune sorte de jeton ne reçoit la moitié du poids, bien plus qu'au hasard.",
    ),
    "head-report.broad": (
        "Looking at all tokens alike (entropy {entropy} or more): {broad} of {heads}.",
        "Regardent tous les jetons également (entropie de {entropy} ou plus) : {broad} sur {heads}.",
    ),
    "head-report.matters": (
        "Heads that, taken away alone, change the loss by {least} or more, and more than chance would for any of so "
        "many: {found} of {heads}; most of all `{head}`: {loss} ({interval}), accuracy {accuracy}.",
        "Têtes qui, retirées seules, changent la perte de {least} au moins, et plus que le hasard ne le ferait pour "
        "l'une d'elles : {found} sur {heads} ; surtout `{head}` : {loss} ({interval}), exactitude {accuracy}.",
    ),
    "head-report.matters.little": (
        "No head matters by itself: {sure} of {heads} change the loss more than chance would, but by less than "
        "{least}.",
        "Aucune tête ne compte à elle seule : {sure} sur {heads} changent la perte plus que le hasard, mais de moins "
        "de {least}.",
    ),
    "head-report.matters.nobody": (
        "No head changes the loss, when it alone is taken away, more than chance would for any of so many.",
        "Aucune tête, retirée seule, ne change la perte plus que le hasard ne le ferait pour l'une d'elles.",
    ),
    "head-report.silent": (
        "Without any of them: loss {loss}, accuracy {accuracy}; with equal weights everywhere: {uniform}, {even}.",
        "Sans aucune : perte {loss}, exactitude {accuracy} ; à poids égaux partout : {uniform}, {even}.",
    ),
    "head-report.not": (
        "A role says where weights go, not what the model makes of them; and a head that can be taken away alone may "
        "have another that does the same work.",
        "Un rôle dit où vont les poids, non ce que le modèle en fait ; et une tête qu'on peut retirer seule peut en "
        "avoir une autre qui fait le même travail.",
    ),
    "head-worth.title": ("What the loss becomes without each head", "Ce que devient la perte sans chaque tête"),
    "head-worth.description": (
        "One line per head: a dot at the change of the loss without it, and a bar for its 95 % interval. The largest: "
        "{head}, {loss}.",
        "Une ligne par tête : un point au changement de la perte sans elle, et une barre pour l'intervalle à 95 %. Le "
        "plus grand : {head}, {loss}.",
    ),
    "head-worth.caption": (
        "Change of the mean loss when the weights of one head are taken away; the bar is the 95 % interval of the "
        "paired difference. Orange: {least} or more, and more than chance would bring to any of so many heads.",
        "Changement de la perte moyenne quand les poids d'une tête sont retirés ; la barre est l'intervalle à 95 % de "
        "l'écart apparié. En orange : {least} au moins, et plus que le hasard n'en donnerait à aucune d'elles.",
    ),
    "head-worth.not": (
        "It does not show what heads do together: each is taken away alone.",
        "Elle ne montre pas ce que les têtes font ensemble : chacune est retirée seule.",
    ),
    "head-worth.axis": ("Change of the loss", "Changement de la perte"),
    "aligned-rates.caption": (
        "Alignment error rate of every layer and head (0 is perfect), on {pairs} whose links are known",
        "Taux d'erreur d'alignement de chaque couche et tête (0 est parfait), sur {pairs} dont les liens sont connus",
    ),
    "aligned-rates.readout": ("Read off", "Lu dans"),
    "aligned-rates.rate": ("Error rate", "Taux d'erreur"),
    "aligned-rates.precision": ("Precision", "Précision"),
    "aligned-rates.recall": ("Recall", "Rappel"),
    "aligned-rates.diagonal": ("diagonal (looks at no word)", "diagonale (ne regarde aucun mot)"),
    "aligned-rates.random": ("any word (equal weights)", "mot quelconque (poids égaux)"),
    "aligned-rates.best": (
        "Which word translates which: read off `{readout}`, which was best on the validation part, the alignment error "
        "rate is {rate} ({interval}); the diagonal has {diagonal}, chance {random}.",
        "Quel mot traduit lequel : lu dans `{readout}`, le meilleur sur la partie de validation, le taux d'erreur "
        "d'alignement est de {rate} ({interval}) ; la diagonale a {diagonal}, le hasard {random}.",
    ),
    "aligned-rates.pairs.one": ("{n} pair", "{n} paire"),
    "aligned-rates.pairs.many": ("{n} pairs", "{n} paires"),
}
