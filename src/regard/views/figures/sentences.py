"""The figure of a sentence: every layer and head of a model as a small matrix, who looks at what."""

import math
from dataclasses import replace

import numpy as np

from regard.findings.self_attention import HeadMap, SelfAttentionFindings
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import innate, shape, special
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED, ORANGE, RULE
from regard.views.figures.heads import DASHED
from regard.views.figures.picture import Picture, told
from regard.views.figures.shading import lay
from regard.views.wording.numbers import count
from regard.views.wording.words import say, shorten

CELL = 0.155
"""Inches that a word's name needs."""
SMALL, BROAD = 0.8, 11.3
"""Inches: the smallest side of a matrix, and the width that a page has for all of them."""
GAP = 0.14
LONG = 14
"""Letters of a word that are written."""


def sentences(found: SelfAttentionFindings, lang: str) -> list[Picture]:
    """A figure per sentence that has maps."""
    return [sentence(found, n, lang) for n, one in enumerate(found.sentences, start=1) if one.maps and one.words]


def sentence(found: SelfAttentionFindings, n: int, lang: str) -> Picture:
    """Layers from the top down, heads from left to right; words along the outer axes."""
    one = found.sentences[n - 1]
    layers, heads = shape(one)
    words = [shorten(word, LONG) or " " for word in one.words]
    left = max(map(width_of, words)) + 0.42
    side = max(SMALL, min(CELL * len(words), (BROAD - left) / heads - GAP))
    step = max(1, math.ceil(CELL / (side / len(words)) - 0.01))
    shown = range(0, len(words), step)
    top = max(width_of(words[i]) for i in shown) + 0.42
    named, born = special(found), innate(found)
    with drawing():
        across = left + heads * (side + GAP)
        figure = sheet_of_paper(max(WIDTH, across), top + layers * (side + GAP) + 0.04)
        width, height = figure.get_size_inches()
        for each in one.maps:
            x, y = left + (each.head - 1) * (side + GAP), top + (each.layer - 1) * (side + GAP)
            axes = panel(figure, x, y, side, side)
            lay(axes, strength(each))
            axes.set_xticks(shown, [words[i] for i in shown] if each.layer == 1 else [], rotation=90)
            axes.set_yticks(shown, [words[i] for i in shown] if each.head == 1 else [])
            axes.xaxis.tick_top()
            size = 2 if step > 1 else 0
            axes.tick_params(axis="x", length=size if each.layer == 1 else 0, labelcolor=INK, pad=2)
            axes.tick_params(axis="y", length=size if each.head == 1 else 0, labelcolor=INK, pad=2)
            bold, line = (each.layer, each.head) in named, DASHED if (each.layer, each.head) in born else "solid"
            axes.spines[:].set(visible=True, color=ORANGE if bold else RULE, linewidth=1.8 if bold else 0.8)
            axes.spines[:].set(linestyle=line)
            if each.layer == 1:
                where = ((x + side / 2) / width, 1 - 0.14 / height)
                figure.text(*where, say(lang, "head.n", n=str(each.head)), ha="center", va="center", color=MUTED)
            if each.head == 1:
                where = (0.12 / width, 1 - (y + side / 2) / height)
                said = say(lang, "layer.n", n=str(each.layer))
                figure.text(*where, said, rotation=90, ha="center", va="center", color=MUTED)
    more = f" {say(lang, 'sentence.framed')}" if named else ""
    said = {"model": found.model, "layers": count(lang, "layers", layers), "heads": count(lang, "heads", heads)}
    drawn = told(lang, "sentence", figure, sheets.sentence(one, lang), more=more, text=shorten(one.text, 90), **said)
    return replace(drawn, name=f"sentence-{n}")


def strength(each: HeadMap) -> np.ndarray:
    """The square root of each weight, so that equal shares of many words still show."""
    return np.sqrt(np.nan_to_num(np.array(each.weights, dtype=float)).clip(0, 1))
