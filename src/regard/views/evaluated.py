"""What a run is worth on a part of a corpus, line by line: the figures that `--json` gives, in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from rich.cells import cell_len

from regard.views.facts.known import part_name, readout_name
from regard.views.wording.numbers import count, number, percent, scientific
from regard.views.wording.words import TABLE, clean, say

Figures = Mapping[str, Any]
"""What was measured, by the names that `--json` gives."""
Sizes = Mapping[str, int]
"""How many examples each slice has."""
ASKED = {"next": "asked.next", "masked": "asked.masked", "clean": "asked.clean", "answers": "asked.in-answers"}
"""How the words are called that a model had to say."""
RATES = ("best", "raw", "shifted", "diagonal", "random")


def evaluated(found: Figures, sizes: Sizes, *, corpus: str, split: str, lang: str) -> list[str]:
    """All lines on what was measured."""
    part = say(lang, f"split.{split}") if f"split.{split}" in TABLE else clean(split)
    where = f"{clean(corpus)} ({part})"
    if found["metric"] == "bleu":
        return _translated(found, sizes, where, lang)
    if found["metric"] == "perplexity":
        return _worded(found, where, lang)
    kind = _preferring if "margin" in found else _labelled
    return [*kind(found, where, lang), *_shares(found["slices"], sizes, lang)]


def _labelled(found: Figures, where: str, lang: str) -> list[str]:
    texts = count(lang, "evaluated.texts", found["n"])
    return [say(lang, "evaluated.accuracy", **_value(found, lang, percent, 2), texts=texts, where=where)]


def _translated(found: Figures, sizes: Sizes, where: str, lang: str) -> list[str]:
    """BLEU and its kin, slice by slice; the alignment, where links are known."""
    sentences = count(lang, "evaluated.sentences", found["n"])
    settings = {"beam": number(lang, found["beam"]), "alpha": scientific(lang, found["alpha"])}
    scores = {
        "chrf": number(lang, found["chrf"], 1),
        "tokenised": number(lang, found["bleu_tokenised"], 1),
        "exact": percent(lang, found["exact_match"]),
    }
    signatures = {
        "bleu": found["signature"],
        "chrf": found["chrf_signature"],
        "bleu-tok": found["bleu_tokenised_signature"],
    }
    value = _value(found, lang, number, 1)
    return [
        say(lang, "evaluated.translations", **value, sentences=sentences, where=where, **settings),
        say(lang, "evaluated.chrf", **scores),
        *(f"  {name:10} {signature}" for name, signature in signatures.items()),
        *(_by_slice(found, sizes, lang) if found["slices"] else []),
        *(_aligned(found["alignment"], lang) if found["alignment"] else []),
    ]


def _by_slice(found: Figures, sizes: Sizes, lang: str) -> list[str]:
    heads = [say(lang, "part"), "BLEU", say(lang, "exact-match"), say(lang, "length.n")]
    right = found["exact_match_slices"]
    rows = [
        [part_name(name, lang), number(lang, value, 1), percent(lang, right[name]), number(lang, sizes[name])]
        for name, value in found["slices"].items()
    ]
    return _columns([heads, *rows])


def _aligned(found: Figures, lang: str) -> list[str]:
    """The error rate of each way to read an alignment."""
    readout = readout_name(found["readout"], lang)
    ways = {name: say(lang, f"aligned.{name}", readout=readout) for name in RATES if found[name] is not None}
    return [
        say(lang, "evaluated.alignment", sentences=count(lang, "evaluated.sentences", found["n"])),
        *(f"  {percent(lang, found[name]):>7}  {way}" for name, way in ways.items()),
    ]


def _worded(found: Figures, where: str, lang: str) -> list[str]:
    """Perplexity of a language model, or of the answers that one learned."""
    words = say(lang, ASKED[found["words"]], n=number(lang, found["n"]))
    figures = {"loss": number(lang, found["loss"], 4), "share": percent(lang, found["word_accuracy"])}
    lines = [say(lang, "evaluated.lacking" if found["words"] == "clean" else "evaluated.likeliest", **figures)]
    if "bits_per_character" in found:
        lines.append(say(lang, "evaluated.bits", bits=number(lang, found["bits_per_character"], 3)))
    shares = {"pair_accuracy": "evaluated.told", "exact": "evaluated.exact", "right": "evaluated.right"}
    lines += [say(lang, key, share=percent(lang, found[name])) for name, key in shares.items() if name in found]
    value = _value(found, lang, number, 2)
    return [say(lang, "evaluated.words", **value, words=words, where=where), *(f"  {line}" for line in lines)]


def _preferring(found: Figures, where: str, lang: str) -> list[str]:
    """Which answers a model prefers, and what its own are worth."""
    write = partial(percent, lang)
    lines = [
        say(lang, "evaluated.margin", loss=number(lang, found["loss"], 4), margin=number(lang, found["margin"], 3))
    ]
    if "kl" in found:
        lines.append(say(lang, "evaluated.kl", kl=number(lang, found["kl"], 4)))
    if "win_rate" in found:
        ours, theirs = write(found["beats_rejected"]), write(found["reference_beats_rejected"])
        lines.append(say(lang, "evaluated.wins", share=write(found["win_rate"]), ties=write(found["ties"])))
        lines.append(say(lang, "evaluated.beats", share=ours, reference=theirs))
    if "right" in found:
        lines.append(say(lang, "evaluated.own-right", share=write(found["right"])))
    value, pairs = _value(found, lang, percent, 2), count(lang, "evaluated.pairs", found["n"])
    return [say(lang, "evaluated.preferred", **value, pairs=pairs, where=where), *(f"  {line}" for line in lines)]


def _shares(slices: Mapping[str, float], sizes: Sizes, lang: str) -> list[str]:
    """The share of each slice, and of how many."""
    return _columns(
        [part_name(name, lang), percent(lang, value, 2), say(lang, "evaluated.of", n=number(lang, sizes[name]))]
        for name, value in slices.items()
    )


def _value(found: Figures, lang: str, write: Callable[[str, float, int], str], digits: int) -> dict[str, str]:
    """The measure and its 95 % interval."""
    low, high = (write(lang, end, digits) for end in found["interval"])
    return {"value": write(lang, found["value"], digits), "interval": say(lang, "from-to", low=low, high=high)}


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """A line for each row, indented: its name, then figures flush right."""
    cells = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return ["  " + "  ".join(_padded(row, widths)) for row in cells]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    gaps = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
    return [row[0] + gaps[0], *(gap + cell for gap, cell in zip(gaps[1:], row[1:], strict=True))]
