"""Colours: how strongly a weight is marked, and the palettes, safe for colour-blind eyes.

A weight stands between the equal share 1/n of a text of n words, which has no colour, and all the weight, which has the
full one; the steps between are equal on a logarithmic scale. So models can be compared, and a plain mean stays plain.
"""

import math
from collections.abc import Iterable

LEVELS = 7
"""Steps of colour above none."""
NOISE = 1e-6
"""The size below which a score of a model in float32 says nothing."""

Ramp = tuple[str, ...]

LIGHT: Ramp = ("#fff3d1", "#ffe7a8", "#ffd678", "#ffbe45", "#f39c1f", "#cf6f0a", "#9c4a00")
"""Amber on a light page: one hue, ever darker."""
DARK: Ramp = ("#33291a", "#48371b", "#65481a", "#8a5d16", "#b5790f", "#e09a1c", "#ffc95c")
"""Amber on a dark page: one hue, ever brighter."""
LIGHT_FOR: Ramp = ("#e6f0fb", "#cbdff5", "#a8c9ec", "#7eaee0", "#4f8ccb", "#2b68ab", "#164784")
DARK_FOR: Ramp = ("#16263a", "#1a3350", "#1e446d", "#24598f", "#3474b3", "#5a9bd6", "#9cc9f2")
"""Blue for what speaks for an answer, where amber speaks against it: two hues that all eyes tell apart."""
TERMINAL: Ramp = ("#6c6c6c", "#87875f", "#af875f", "#d78700", "#ffaf00", "#ffd700", "#ffff00")
"""From dull to vivid, for a black terminal as for a white one; all of them are among a terminal's 256 colours."""
TERMINAL_FOR: Ramp = ("#6c6c6c", "#5f5f87", "#5f5faf", "#5f87af", "#5f87d7", "#5fafff", "#87d7ff")

INK = "#1b1f27"
MUTED = "#5a6272"
RULE = "#d9dce3"
PAPER = "#ffffff"
BLUE = "#1f63ad"
ORANGE = "#b8560b"
"""What figures are drawn in; the page swaps these six for its own in the dark."""


def level(weight: float, words: int) -> int:
    """How strongly to mark a weight among so many words: 0 for about its equal share or less, up to 7."""
    if words < 2 or not weight * words > 1:
        return 0
    return min(LEVELS, int((LEVELS + 1) * math.log(weight * words) / math.log(words) + 1e-9))


def least(strength: int, words: int) -> float:
    """The smallest weight among so many words that is marked that strongly."""
    return words ** (strength / (LEVELS + 1) - 1)


def farthest(scores: Iterable[float]) -> float:
    """The size of the largest score; 0 where even that is no more than the noise of the arithmetic."""
    most = max(map(abs, scores), default=0.0)
    return most if most >= NOISE else 0.0


def signed_level(score: float, most: float) -> int:
    """How strongly to mark a score whose size is at most so much: 0 for next to nothing, up to 7."""
    share = abs(score) / most if most else 0.0
    return 0 if 2 * LEVELS * share < 1 else min(LEVELS, math.ceil(LEVELS * share - 1e-9))


def luminance(colour: str) -> float:
    """Relative luminance of a `#rrggbb` colour.  WCAG 2.2, definition of relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21.  WCAG 2.2, definition of contrast ratio."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on that colour; the better one always reaches 4.5."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))
