"""Every figure of a lab for which it has numbers."""

from regard.results import LabResult
from regard.views.facts.lab import comparison_of, slice_names
from regard.views.figures.curves import entropy, learning, loss
from regard.views.figures.ladders import accuracy, differences, rationale, slices
from regard.views.figures.picture import Picture
from regard.views.figures.sweeps import sweep


def pictures(result: LabResult, lang: str) -> dict[str, Picture]:
    """The figures by name, in the order of the page."""
    epochs = [e for row in result.rows for seed in row.epochs for e in seed]
    compared = [row for row in result.rows if comparison_of(result, row.model)]
    drawn = {
        accuracy: bool(result.rows),
        differences: bool(compared),
        slices: bool(slice_names(result)),
        rationale: any(row.rationale is not None for row in result.rows),
        entropy: any(e.histogram for e in epochs),
        sweep: bool(result.sweep),
        loss: bool(epochs),
        learning: bool(epochs),
    }
    return {picture.name: picture for draw, wanted in drawn.items() if wanted for picture in [draw(result, lang)]}
