"""What the findings of the chapter on translation say, before anyone puts it in words."""

import math

from regard.explain.explanation import Map
from regard.findings.translation import AlignedSentence, Alignments, Beam, ByLength, TranslationFindings
from regard.metrics.alignment import Gold
from regard.views.wording.words import clean, say

ALIGNER = "bahdanau"
"""The model whose alignment is shown first, where it was run."""
LATER = 0.05
"""How much lower an error rate must be one step later to be worth a sentence."""


def bands(found: TranslationFindings) -> list[str]:
    """The ranges of lengths, from short to long."""
    return sorted(dict.fromkeys(one.length for one in found.lengths), key=shortest)


def shortest(length: str) -> int:
    """Where a range of lengths begins; 0 where its name does not say."""
    digits = length.partition("-")[0].partition(" ")[0].rstrip("+")
    return int(digits) if digits.isdecimal() else 0


def written(length: str) -> str:
    """A range without its unit: `10-14 words` becomes `10–14`."""
    return clean(length).removesuffix(" words").replace("-", "–")


def by_length(found: TranslationFindings) -> dict[str, dict[str, ByLength]]:
    """For each model, its numbers by range of lengths."""
    return {
        model: {one.length: one for one in found.lengths if one.model == model}
        for model in dict.fromkeys(one.model for one in found.lengths)
    }


def falls(found: TranslationFindings) -> dict[str, float]:
    """What each model loses from the shortest sentences to the longest, the most first; negative where it gains."""
    names = bands(found)
    lost = {
        model: own[names[0]].bleu - own[names[-1]].bleu
        for model, own in by_length(found).items()
        if len(names) > 1 and names[0] in own and names[-1] in own
    }
    known = {model: loss for model, loss in lost.items() if math.isfinite(loss)}
    return dict(sorted(known.items(), key=lambda pair: -pair[1]))


def sizes(found: TranslationFindings) -> dict[str, int]:
    """How many test sentences each range of lengths holds."""
    return {band: next(one.n for one in found.lengths if one.length == band) for band in bands(found)}


def by_width(found: TranslationFindings) -> dict[str, dict[int, Beam]]:
    """For each model, its numbers by width of the search."""
    return {
        model: {one.beam: one for one in found.beams if one.model == model}
        for model in dict.fromkeys(one.model for one in found.beams)
    }


def widths(found: TranslationFindings) -> list[int]:
    """The widths of the search, greedy first."""
    return sorted({one.beam for one in found.beams})


def search(lang: str, beam: int) -> str:
    """What a search of that width is called."""
    return say(lang, "beam.wide", n=str(beam)) if beam else say(lang, "beam.greedy")


def lowest(one: Alignments) -> float:
    """The error rate of the best read-out, else of the better of the plain ones."""
    return min(one.raw, one.shifted) if one.best is None else one.best


def by_sentence(found: TranslationFindings) -> list[list[AlignedSentence]]:
    """For each sentence, what the models made of it."""
    groups: list[list[AlignedSentence]] = []
    for one in found.sentences:
        known = groups[-1] if groups else []
        same = known and (known[0].source, known[0].reference) == (one.source, one.reference)
        if same and one.model not in {other.model for other in known}:
            known.append(one)
        else:
            groups.append([one])
    return groups


def stepped(group: list[AlignedSentence]) -> AlignedSentence | None:
    """The one to step through: the first aligner's, else the first that looked at something."""
    said = [one for one in group if one.weights]
    return next((one for one in said if one.model == ALIGNER), said[0] if said else None)


def translation_of(one: AlignedSentence) -> str:
    """What the model said."""
    return " ".join(one.target)


def is_reference(one: AlignedSentence) -> bool | None:
    """Whether the model said the reference, word for word; nothing where none is known."""
    return one.target == one.reference.split() if one.reference.strip() else None


def map_of(one: AlignedSentence) -> Map:
    """The weights as a map that figures draw."""
    return Map(name=one.model, rows=one.target, columns=one.source, weights=one.weights)


def gold_of(one: AlignedSentence) -> Gold | None:
    """The known links, where there are any."""
    return Gold(frozenset(one.gold)) if one.gold else None
