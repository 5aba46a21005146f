"""What views read off an alignment: the table behind it, and what a screen reader says in its place."""

from regard.explain.explanation import Map
from regard.metrics.alignment import Gold
from regard.views.facts.cells import Cell, Sheet, text
from regard.views.facts.weights import strongest
from regard.views.wording.numbers import number, percent
from regard.views.wording.words import say

SAID = 8
"""Pairs that are read out before the table is named instead."""


def alignment_sheet(one: Map, lang: str, caption: str, gold: Gold | None = None) -> Sheet:
    """A row per target word with its weight on each source word, and the words that people linked it to."""
    rows = [
        [text(name), *(Cell(number(lang, weight, 3), weight) for weight in weights)]
        for name, weights in zip(one.rows, one.weights, strict=True)
    ]
    columns = [say(lang, "alignment.target"), *one.columns]
    if gold is not None:
        columns.append(say(lang, "alignment.given"))
        for target, row in enumerate(rows):
            row.append(text(", ".join(one.columns[source] for source in linked(gold, target, len(one.columns)))))
    return Sheet(caption, columns, rows)


def linked(gold: Gold, target: int, sources: int) -> list[int]:
    """The source words that people linked to a target word, possible ones included."""
    return sorted(source for source, of in gold.possible if of == target and source < sources)


def pairs(one: Map, lang: str) -> str:
    """For the first target words, the source word with most weight."""
    if not one.columns:
        return say(lang, "alignment.more")
    told: list[str] = []
    for name, weights in zip(one.rows[:SAID], one.weights, strict=False):
        (source, weight), *_ = strongest(one.columns, weights, 1)
        told.append(say(lang, "alignment.pair", target=name, source=source, weight=percent(lang, weight)))
    return "; ".join(told) + (f". {say(lang, 'alignment.more')}" if len(one.rows) > SAID else "")
