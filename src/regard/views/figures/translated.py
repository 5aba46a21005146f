"""Every figure of the chapter on translation for which there is something to show."""

from regard.findings.translation import TranslationFindings
from regard.results import LabResult
from regard.views.facts.lab import find
from regard.views.facts.translation import by_sentence, gold_of, map_of, translation_of
from regard.views.figures.alignment import alignment
from regard.views.figures.alignment_rates import rates
from regard.views.figures.picture import Picture
from regard.views.figures.translation import beams, lengths
from regard.views.wording.words import say


def translated_pictures(result: LabResult, found: TranslationFindings, lang: str) -> list[Picture]:
    """The figures in the order of the page."""
    wanted = {lengths: bool(found.lengths), beams: bool(found.beams)}
    drawn = [draw(found, lang) for draw, there in wanted.items() if there]
    if any(find(result, one.model) for one in found.alignments):
        drawn.append(rates(result, found, lang))
    return [*drawn, *matrices(found, lang)]


def matrices(found: TranslationFindings, lang: str) -> list[Picture]:
    """For each sentence the alignment of every model that looked at something."""
    return [
        alignment(
            map_of(one),
            lang,
            gold=gold_of(one),
            title=say(lang, "translation.map", model=one.model, text=translation_of(one)),
            name=matrix_name(n, k),
        )
        for n, group in enumerate(by_sentence(found), start=1)
        for k, one in enumerate(group, start=1)
        if one.weights
    ]


def matrix_name(sentence: int, place: int) -> str:
    """What the figure of a sentence by the model at that place is called."""
    return f"aligned-{sentence}-{place}"
