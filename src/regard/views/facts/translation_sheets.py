"""The tables of the chapter on translation: lengths, widths of the search, alignment error rates."""

from regard.findings.translation import TranslationFindings
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.known import readout_name
from regard.views.facts.sheets import labels
from regard.views.facts.translation import bands, by_length, by_width, falls, search, widths, written
from regard.views.wording.numbers import DASH, between, signed
from regard.views.wording.words import say


def lengths(found: TranslationFindings, lang: str) -> Sheet:
    """Every model on every range of lengths, with how many sentences it holds."""
    rows = [
        [
            text(model),
            Cell(say(lang, "band", n=written(band)), band),
            figure(lang, own[band].n),
            figure(lang, own[band].bleu, 1),
            share(lang, own[band].exact),
        ]
        for model, own in by_length(found).items()
        for band in bands(found)
        if band in own
    ]
    names = labels(lang, ("model", "length", "length.n", "accuracy.bleu", "exact-match"))
    return Sheet(say(lang, "lengths.title"), names, rows, heads=2)


def length_grid(found: TranslationFindings, lang: str) -> Sheet:
    """Model × range of lengths: BLEU, and what the longest lose."""
    names, lost = bands(found), falls(found)
    rows = [
        [
            text(model),
            *(figure(lang, own[band].bleu if band in own else None, 1) for band in names),
            Cell(signed(lang, -lost[model]), -lost[model]) if model in lost else Cell(DASH, None),
        ]
        for model, own in by_length(found).items()
    ]
    columns = [say(lang, "model"), *(say(lang, "band", n=written(band)) for band in names), say(lang, "length.fall")]
    return Sheet(say(lang, "lengths.title"), columns, rows)


def beams(found: TranslationFindings, lang: str) -> Sheet:
    """Every model with every width of the search."""
    rows = [
        [
            text(model),
            Cell(search(lang, width), width),
            figure(lang, own[width].bleu, 1),
            figure(lang, own[width].seconds, 1),
        ]
        for model, own in by_width(found).items()
        for width in widths(found)
        if width in own
    ]
    names = labels(lang, ("model", "beam", "accuracy.bleu", "seconds"))
    return Sheet(say(lang, "beams.title"), names, rows, heads=2)


def beam_grid(found: TranslationFindings, lang: str) -> Sheet:
    """Model × width of the search: BLEU, then seconds."""
    tried = widths(found)
    rows = [
        [
            text(model),
            *(figure(lang, own[width].bleu if width in own else None, 1) for width in tried),
            *(figure(lang, own[width].seconds if width in own else None, 1) for width in tried),
        ]
        for model, own in by_width(found).items()
    ]
    columns = [
        say(lang, "model"),
        *(say(lang, "beam.score", search=search(lang, width)) for width in tried),
        *(say(lang, "beam.seconds", search=search(lang, width)) for width in tried),
    ]
    return Sheet(say(lang, "beams.title"), columns, rows)


def rates(found: TranslationFindings, lang: str) -> Sheet:
    """The alignment error rates of every model that has attention, beside baseline and control."""
    rows = [
        [
            text(one.model),
            figure(lang, one.n),
            share(lang, one.raw),
            share(lang, one.shifted),
            share(lang, one.best),
            Cell(DASH, None)
            if one.best_interval is None
            else Cell(between(lang, one.best_interval), " ".join(f"{end:.6g}" for end in one.best_interval)),
            text(readout_name(one.readout, lang) or DASH),
            share(lang, one.diagonal),
            share(lang, one.random),
        ]
        for one in found.alignments
    ]
    names = ("model", "rate.n", "rate.raw", "rate.shifted", "rate.best", "interval", "rate.readout", "rate.diagonal")
    titles = [name[:1].upper() + name[1:] for name in labels(lang, (*names, "rate.random"))]
    return Sheet(say(lang, "rates.table"), titles, rows)
