"""From the name of a sentence and its values to what is said."""

from typing import Any

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.wording.of_padding import FOUND as OF_PADDING
from regard.doctor.wording.of_running import FOUND as OF_RUNNING
from regard.doctor.wording.of_weights import FOUND as OF_WEIGHTS
from regard.doctor.wording.parts import PARTS, WHY
from regard.doctor.wording.said import Said, in_both

FOUND = OF_PADDING | OF_WEIGHTS | OF_RUNNING


def found(
    words: str, where: str = "", /, *, severity: str = "error", explains: tuple[str, ...] = (), **values: Any
) -> Finding:
    """A finding in the words of this name."""
    evidence, remedy = FOUND[words]
    return Finding(in_both(evidence, values), in_both(remedy, values), where, severity, explains=explains)


def unknown(words: str, /, **values: Any) -> NotChecked:
    """Why a check says nothing."""
    return NotChecked(in_both(WHY[words], values))


def part(words: str, /, **values: Any) -> Said:
    """A part of a sentence."""
    return in_both(PARTS[words], values)
