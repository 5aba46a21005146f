"""Whose attention a model's entropy, its share on deciding words and its weights on a text are."""

from regard.results import LabResult, Row
from regard.views.wording.words import say

WHOLE = "pool"
"""One look at the whole text, by a query or by a plain mean; also of results that do not say."""


def looker(row: Row) -> str:
    """Who looks: `pool`, `words` or `cls`."""
    return row.looks or WHOLE


def lookers(rows: list[Row]) -> dict[str, str]:
    """The names of the models whose attention was measured, by who looks."""
    seen = [row for row in rows if row.entropy is not None]
    return {
        who: ", ".join(f"`{row.model}`" for row in seen if looker(row) == who)
        for who in dict.fromkeys(map(looker, seen))
    }


def whose(result: LabResult, lang: str) -> str:
    """What is measured for each way of looking; nothing where all models look at the text as a whole."""
    found = lookers(result.rows)
    if set(found) <= {WHOLE}:
        return ""
    return " ".join(say(lang, f"whose.{who}", models=models) for who, models in found.items())


def whose_in_short(result: LabResult, lang: str) -> str:
    """Who looks in which model, to go on after a caption; nothing where all models look at the text as a whole."""
    found = lookers(result.rows)
    if set(found) <= {WHOLE}:
        return ""
    which = " · ".join(f"{say(lang, f'looker.{who}')} ({models})" for who, models in found.items())
    return f" {say(lang, 'whose', which=which)}"
