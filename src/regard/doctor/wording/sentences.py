"""From the name of a sentence and its values to what is said."""

from typing import Any

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.wording import of_masks, of_order, of_padding, of_roles, of_running, of_weights
from regard.doctor.wording.parts import FIRST, PARTS, WHY
from regard.doctor.wording.said import Said, in_both

FILES = (of_padding, of_masks, of_weights, of_roles, of_order, of_running)
FOUND = {name: said for file in FILES for name, said in file.FOUND.items()}
REMEDIES = of_padding.REMEDIES | of_weights.REMEDIES | FIRST


def found(
    words: str,
    where: str = "",
    /,
    *,
    severity: str = "error",
    explains: tuple[str, ...] = (),
    behind: tuple[str, ...] = (),
    instead: str = "",
    **values: Any,
) -> Finding:
    """A finding in the words of this name, and its remedy by another name where there are several."""
    evidence, usual = FOUND[words]
    repair = in_both(REMEDIES[instead] if instead else usual, values)
    return Finding(in_both(evidence, values), repair, where, severity, explains=explains, behind=behind)


def remedy(words: str, /, **values: Any) -> Said:
    """A remedy that is not the usual one."""
    return in_both(REMEDIES[words], values)


def unknown(words: str, /, **values: Any) -> NotChecked:
    """Why a check says nothing."""
    return NotChecked(in_both(WHY[words], values))


def part(words: str, /, **values: Any) -> Said:
    """A part of a sentence."""
    return in_both(PARTS[words], values)
