"""Which findings come of others: those that may be nothing else are held back, those that are sure are told behind."""

from dataclasses import replace

from regard.doctor.diagnosis import Diagnosis, Finding
from regard.doctor.wording.sentences import remedy, unknown

OF_PADDING = {"padding-changes-result", "padding-gets-weight"}

BEHIND: dict[str, set[str]] = {
    "softmax-wrong-dimension": {"rows-do-not-sum-to-one", "query-key-swapped", "mask-inverted", "dead-parameter"},
    "mask-inverted": {
        *("dead-parameter", "present-hidden", "positions-unused", "mean-over-padding", "rows-do-not-sum-to-one"),
    },
    "present-hidden": {"positions-unused", "future-visible"},
    "dropout-in-eval": {"padding-changes-result", "rows-do-not-sum-to-one"},
    "nondeterministic": {"padding-changes-result"},
}
"""What each finding may be the only cause of: these cannot be told before it is repaired."""

BROUGHT: dict[str, set[str]] = {
    "mask-inverted": {*OF_PADDING, "future-visible"},
    "softmax-wrong-dimension": {*OF_PADDING, "future-visible", "batch-rows-interact"},
    "softmax-twice": {*OF_PADDING, "future-visible"},
    "rows-do-not-sum-to-one": {*OF_PADDING, "future-visible"},
    "query-key-swapped": OF_PADDING,
    "key-value-swapped": OF_PADDING,
    "present-hidden": OF_PADDING,
    "padding-gets-weight": {"padding-changes-result"},
    "mean-over-padding": {"padding-changes-result"},
}
"""What each finding brings with it: these are true and seen, and go away where it is repaired."""


def by_cause(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis with causes first, what they bring behind them, and what only they may cause left out."""
    held = {found.check: _held(found, diagnosis.findings) for found in diagnosis.findings}
    kept = [found for found in diagnosis.findings if held[found.check] is None]
    brought = {found.check: _brought(found, kept) for found in kept}
    first = [found for found in kept if brought[found.check] is None]
    then = [replace(found, remedy=remedy("comes of", cause=cause)) for found in kept if (cause := brought[found.check])]
    left = [replace(unknown("cause first", cause=cause), check=check) for check, cause in held.items() if cause]
    return replace(diagnosis, findings=[*first, *then], could_not_check=[*diagnosis.could_not_check, *left])


def _held(found: Finding, findings: list[Finding]) -> str | None:
    """The finding, which nothing holds back itself, that holds this one back."""
    causes = [other for other in findings if _explains(other, found)]
    return next((other.check for other in causes if _held(other, findings) is None), None)


def _explains(cause: Finding, found: Finding) -> bool:
    """Whether one finding may be the only cause of another; what was seen of the two comes before what holds of all."""
    usual = found.check in BEHIND.get(cause.check, ()) and cause.check not in found.explains
    return usual or found.check in cause.explains or cause.check in found.behind


def _brought(found: Finding, findings: list[Finding]) -> str | None:
    """The finding that brings this one, and that none brings itself."""
    causes = [other for other in findings if found.check in BROUGHT.get(other.check, ())]
    return next((other.check for other in causes if _brought(other, findings) is None), None)
