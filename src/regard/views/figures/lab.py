"""Every figure of a lab for which it has numbers."""

import re

from regard.results import LabResult
from regard.views.facts.lab import comparison_of, slice_names
from regard.views.facts.measures import measure_of
from regard.views.figures.curves import entropy, learning, loss
from regard.views.figures.findings import found_pictures
from regard.views.figures.ladders import accuracy, differences, rationale, slices
from regard.views.figures.picture import Picture
from regard.views.figures.sweeps import sweep
from regard.views.figures.transformers import transformer_pictures
from regard.views.figures.translated import translated_pictures

OURS = re.compile(
    r"accuracy|differences|slices|rationale|entropy|sweep|loss|learning|depth|gradients|positions|heads|sentence-\d+"
    r"|lengths|beams|rates|aligned-\d+-\d+|objectives|few|looks-\d+|look-\d+-\d+"
)
"""The names that figures of a lab can have."""


def pictures(result: LabResult, lang: str) -> dict[str, Picture]:
    """The figures by name, in the order of the page."""
    epochs = [e for row in result.rows for seed in row.epochs for e in seed]
    compared = [row for row in result.rows if comparison_of(result, row.model)]
    alike = bool(result.rows) and result.transformers is None
    first = {accuracy: alike, differences: bool(compared), slices: bool(slice_names(result))}
    last = {
        rationale: any(row.rationale is not None for row in result.rows),
        entropy: any(e.histogram for e in epochs),
        sweep: bool(result.sweep),
        loss: bool(epochs),
        learning: bool(epochs) and not measure_of(result).less,
    }
    drawn = [draw(result, lang) for draw, wanted in first.items() if wanted]
    if result.self_attention is not None:
        drawn += found_pictures(result.self_attention, lang)
    if result.translation is not None:
        drawn += translated_pictures(result, result.translation, lang)
    if result.transformers is not None:
        drawn += transformer_pictures(result, result.transformers, lang)
    drawn += [draw(result, lang) for draw, wanted in last.items() if wanted]
    return {picture.name: picture for picture in drawn}
