"""What checks of roles find, and how to repair it. Evidence, remedy; each in English, French."""

from regard.doctor.wording.said import Sentence

EXCHANGE: Sentence = (
    "exchange the {one} and the {other} where they are given to the attention.",
    "échangez {one} et {other} là où l’attention les reçoit.",
)

FOUND: dict[str, tuple[Sentence, Sentence]] = {
    "acts as value": (
        (
            "{name}, which is called {said}, acts as the value: changing it at one place leaves the weights as they "
            "are "
            "and changes what is mixed.",
            "{name}, nommé {said}, agit comme la valeur : le changer à une place laisse les poids tels quels et change "
            "ce qui est mélangé.",
        ),
        EXCHANGE,
    ),
    "acts as query": (
        (
            "{name}, which is called {said}, acts as the query: changing it at one place changes the weights of that "
            "place alone.",
            "{name}, nommé {said}, agit comme la requête : le changer à une place ne change les poids que de cette "
            "place.",
        ),
        EXCHANGE,
    ),
    "acts as key": (
        (
            "{name}, which is called {said}, acts as the key: changing it at one place changes the weights of every "
            "place.",
            "{name}, nommé {said}, agit comme la clé : le changer à une place change les poids de toutes les places.",
        ),
        EXCHANGE,
    ),
    "value scores": (
        (
            "what the code calls value makes the scores, and what it calls key is mixed by them.",
            "ce que le code appelle valeur fait les scores, et ce qu’il appelle clé est mélangé par eux.",
        ),
        EXCHANGE,
    ),
    "padded ask": (
        (
            "the tokens that the mask belongs to look at the others, and none looks at them: the mask has no effect.",
            "les tokens du masque regardent les autres, et aucun ne les regarde : le masque est sans effet.",
        ),
        (
            "exchange the two sequences: the query comes from those that look, key and value from those with the mask.",
            "échangez les deux suites : la requête vient de celle qui regarde, clé et valeur de celle du masque.",
        ),
    ),
    "value unread": (
        (
            "whatever {name} holds, the result is the same: something else is averaged in its place, such as the keys.",
            "quel que soit le contenu de {name}, le résultat est le même : autre chose est moyenné à sa place, les "
            "clés par exemple.",
        ),
        (
            "average what it holds: weights @ {name}.",
            "faites la moyenne de son contenu : weights @ {name}.",
        ),
    ),
    "key unread": (
        (
            "whatever {name} holds, the result is the same: the query is compared with something else, such as the "
            "values.",
            "quel que soit le contenu de {name}, le résultat est le même : la requête est comparée à autre chose, aux "
            "valeurs par exemple.",
        ),
        (
            "compare the query with it: query @ {name}.transpose(-2, -1).",
            "comparez-lui la requête : query @ {name}.transpose(-2, -1).",
        ),
    ),
    "query unread": (
        (
            "whatever {name} holds, the result is the same: something else asks in its place.",
            "quel que soit le contenu de {name}, le résultat est le même : autre chose demande à sa place.",
        ),
        (
            "compare it with the keys: {name} @ key.transpose(-2, -1).",
            "comparez-la aux clés : {name} @ key.transpose(-2, -1).",
        ),
    ),
    "nothing asked": (
        (
            "whatever {names} holds, the result is the same: nothing looks at what should be looked at.",
            "quel que soit le contenu de {names}, le résultat est le même : rien ne regarde ce qui devrait l’être.",
        ),
        (
            "take keys and values from there, and the query from the other sequence.",
            "prenez-y les clés et les valeurs, et la requête dans l’autre suite.",
        ),
    ),
    "source asks": (
        (
            "the words of {source} look at those of {target}, and none of {target} looks at {source}.",
            "les mots de {source} regardent ceux de {target}, et aucun de {target} ne regarde {source}.",
        ),
        (
            "turn this attention round: the query comes from {target}, key and value come from {source}.",
            "retournez cette attention : la requête vient de {target}, clé et valeur viennent de {source}.",
        ),
    ),
    "key asks": (
        (
            "each row of the weights belongs to what the code calls key, and shares itself out over what it calls "
            "query.",
            "chaque ligne des poids appartient à ce que le code appelle clé, et se répartit sur ce qu’il appelle "
            "requête.",
        ),
        (
            "exchange the query and the key: q @ k.transpose(-2, -1).",
            "échangez la requête et la clé : q @ k.transpose(-2, -1).",
        ),
    ),
}
