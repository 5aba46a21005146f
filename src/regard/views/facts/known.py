"""What names stand for, where views know them: models, kinds of position, parts of a test set, read-outs."""

import re

from regard.results import LabResult, Row
from regard.views.facts.measures import BLEU, measure_of
from regard.views.facts.translation import written
from regard.views.wording.words import TABLE, named, say

BAND = re.compile(r"\d+(-\d+|\+) words")
LATER, AGREED, FROM = ", one step later", ", agreed", ", from "


def model_is(result: LabResult, row: Row, lang: str) -> str:
    """What the classifier or language model of that name is; nothing for others: translators share some names."""
    known = measure_of(result).metric != BLEU.metric and f"what.{row.model}" in TABLE
    return say(lang, f"what.{row.model}") if known else ""


def position_is(kind: str, lang: str) -> str:
    """What that kind of position is; nothing for one that views do not know."""
    return say(lang, f"kind.{kind}") if f"kind.{kind}" in TABLE else ""


def part_name(name: str, lang: str) -> str:
    """The name of a part of a test set, readable, in the reader's language where it is known."""
    if BAND.fullmatch(name):
        return say(lang, "band", n=written(name))
    return say(lang, f"slice.{name}") if f"slice.{name}" in TABLE else named(name)


def readout_name(readout: str, lang: str) -> str:
    """Which attention an alignment was read off; sites of a model keep their names."""
    way, _, share = readout.partition(FROM)
    agreed, way = way.endswith(AGREED), way.removesuffix(AGREED)
    where = way.removesuffix(LATER)
    where = say(lang, "readout.mean") if where == "mean" else where
    where = say(lang, "readout.later", where=where) if way.endswith(LATER) else where
    where = say(lang, "readout.agreed", where=where) if agreed else where
    return say(lang, "readout.from", where=where, share=share.removesuffix("%")) if share else where
