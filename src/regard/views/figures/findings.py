"""Every figure of the chapter on self-attention for which there is something to show."""

from regard.findings.self_attention import SelfAttentionFindings
from regard.views.figures.depths import depth, gradients
from regard.views.figures.heads import heads
from regard.views.figures.picture import Picture
from regard.views.figures.positions import positions
from regard.views.figures.sentences import sentences


def found_pictures(found: SelfAttentionFindings, lang: str) -> list[Picture]:
    """The figures in the order of the page."""
    wanted = {
        depth: bool(found.depths),
        gradients: any(one.born or one.trained for one in found.depths),
        positions: bool(found.positions),
        heads: bool(found.heads),
    }
    return [*(draw(found, lang) for draw, there in wanted.items() if there), *sentences(found, lang)]
