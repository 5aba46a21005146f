"""The figures of several runs: one text, once for each of them; dots with intervals on a test set."""

from dataclasses import replace
from typing import TYPE_CHECKING

from regard.explain.explanation import Explanation, Map
from regard.findings.compared import ComparedRuns, ComparedText
from regard.views.facts import compared as facts
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE, PAPER
from regard.views.figures.explained import background
from regard.views.figures.explained_words import STEP, Lines
from regard.views.figures.marks import LINE, spread, wrapped
from regard.views.figures.picture import Picture, told
from regard.views.figures.signed_words import SignedLines
from regard.views.wording.numbers import number, percent, signed
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEAD, NAME, SCALE = 0.55, 0.34, 0.5
"""Inches: above everything, for the name of a run, for the scale."""


def compared_text(found: ComparedText, lang: str) -> Picture:
    """The text once for each run, all on the same scale."""
    with drawing():
        blocks = [_block(found, i, lang) for i in range(len(found.answers))]
        below = wrapped(say(lang, "compared.not"), WIDTH - 0.2)
        heights = [NAME + STEP * (block.count if block else 1) + 0.08 for block in blocks]
        figure = sheet_of_paper(WIDTH, HEAD + sum(heights) + SCALE + 0.16 * len(below) + 0.1)
        paper = background(figure)
        paper.text(0.05, 0.17, f"{found.method} · {facts.what(found, lang)}", color=MUTED, va="center")
        paper.text(0.05, 0.37, facts.agreement(found, lang), color=MUTED, va="center")
        top = HEAD
        for one, block, height in zip(found.answers, blocks, heights, strict=True):
            name = f"{shorten(one.run, 40)} · {shorten(one.label, 50)}, {percent(lang, one.probability)}"
            paper.text(0.05, top + 0.14, name, color=INK, va="center", fontweight="bold")
            if block is None:
                paper.text(0.05, top + NAME + 0.1, shorten(one.why, 110), color=MUTED, va="center", fontsize=8)
            else:
                _words(paper, block, top + NAME)
            top += height
        shown = next((block for block in blocks if block), None)
        if shown is not None:
            shown.scale(paper, top + 0.2)
        for i, line in enumerate(below):
            paper.text(0.05, top + SCALE + 0.16 * i, line, color=MUTED, va="center")
    first = ", ".join(shorten(word.word) for word in found.by_disagreement[:5])
    title = say(lang, "compared.title", n=number(lang, len(found.answers)))
    return Picture(
        name="compared",
        title=title,
        description=say(lang, "compared.description", words=first),
        caption=facts.agreement(found, lang),
        warning=say(lang, "compared.not"),
        figure=figure,
        sheet=facts.words(found, lang),
    )


def _block(found: ComparedText, run: int, lang: str) -> Lines | None:
    """The words of one run on their marks; None where they have no weights."""
    weights = [word.weights[run] for word in found.words]
    known = [weight for weight in weights if weight is not None]
    if not known:
        return None
    one = Map(name=found.method, rows=["text"], columns=[word.word for word in found.words], weights=[known])
    said = found.answers[run]
    explained = Explanation(
        method=found.method,
        target=found.target,
        text=found.text,
        label=said.label,
        probability=said.probability,
        maps=[one],
        spans=[(word.start, word.end) for word in found.words],
        signed=found.signed,
    )
    if not found.signed:
        return Lines(explained, one, lang)
    block = SignedLines(explained, one, lang)
    block.most = max(abs(weight) for word in found.words for weight in word.weights if weight is not None)
    return block


def _words(paper: "Axes", block: Lines, top: float) -> None:
    for i, ((line, x), word) in enumerate(zip(block.places, block.words, strict=True)):
        block.word(paper, word, block.weights[i], x, top + STEP * (line + 0.5) - 0.05)


def compared_runs(found: ComparedRuns, lang: str) -> Picture:
    """A dot for each run with its interval, and beside it the difference from the first."""
    looks = {"better": BLUE, "worse": ORANGE}
    left = max(width_of(shorten(one.run, 30)) for one in found.runs) + 0.3
    wide, tall = (WIDTH - left - 0.5) / 2, LINE * len(found.runs)
    baseline, times = shorten(found.runs[0].run, 24), 100 if found.metric == "accuracy" else 1
    best = (min if found.less else max)(found.runs, key=lambda one: one.value)
    with drawing():
        figure = sheet_of_paper(WIDTH, 0.1 + tall + 0.5)
        values = panel(figure, left, 0.1, wide, tall)
        apart = panel(figure, left + wide + 0.4, 0.1, wide, tall)
        for y, one in enumerate(found.runs):
            ends = [times * end for end in one.interval]
            values.plot(ends, [y, y], color=BLUE, linewidth=5, alpha=0.3)
            values.plot(times * one.value, y, "o", color=BLUE, markersize=6.5)
        values.set_yticks(range(len(found.runs)), [shorten(one.run, 30) for one in found.runs])
        values.tick_params(axis="y", labelcolor=INK, length=0)
        values.set_xlim(spread((times * end for one in found.runs for end in one.interval), 0.001 * times))
        values.xaxis.set_major_formatter(lambda v, _: number(lang, v, 0 if float(v).is_integer() else 2))
        unit = f"{say(lang, f'compared.metric.{found.metric}')}{' (%)' if times == 100 else ''}"
        values.set_xlabel(unit)
        apart.axvline(0, color=MUTED, linewidth=0.9, dashes=(4, 3), zorder=1)
        for y, one in enumerate(found.differences, start=1):
            colour = looks.get(facts.judged(found, one), MUTED)
            if one.interval is not None:
                apart.plot([times * end for end in one.interval], [y, y], color=colour, linewidth=5, alpha=0.3)
            face = colour if colour != MUTED else PAPER
            apart.plot(times * one.difference, y, "o", color=colour, markerfacecolor=face, markersize=6.5)
        apart.set_yticks([])
        drawn = [v for one in found.differences for v in (one.difference, *(one.interval or ()))]
        apart.set_xlim(spread([0.0, *(times * v for v in drawn)], 0.001 * times))
        apart.xaxis.set_major_formatter(lambda v, _: signed(lang, v, 0 if float(v).is_integer() else 2) if v else "0")
        apart.set_xlabel(say(lang, "compared.from", baseline=baseline))
        for axes in (values, apart):
            axes.set_ylim(len(found.runs) - 0.4, -0.6)
            axes.grid(axis="x")
            axes.spines["left"].set_visible(False)
            axes.locator_params(axis="x", nbins=5)
    said = {"n": number(lang, len(found.runs)), "where": facts.where(found, lang), "baseline": baseline}
    more = {"best": best.run, "value": facts.value_of(found, best.value, lang)}
    return replace(told(lang, "compared.sets", figure, facts.runs(found, lang), **said, **more), name="compared")
