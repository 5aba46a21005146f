"""A pytest fixture, so that a course can grade with the doctor.

def test_mine(doctor):
    doctor(MyAttention()).healthy()

It comes with regard, by an entry point of pytest; torch is imported when it is used, not when pytest starts.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from regard.doctor.diagnosis import Diagnosis


@dataclass(frozen=True)
class Verdict:
    """What the doctor found, as assertions whose failure is the report that a student reads."""

    diagnosis: "Diagnosis"
    language: str = "en"

    def healthy(self, *, but: tuple[str, ...] = (), warnings: bool = True) -> "Verdict":
        """Fail if anything was found, but for these checks; without `warnings`, only of what is surely wrong."""
        __tracebackhide__ = True
        known(*but)
        self._fail(
            [f.check for f in self.diagnosis.findings if f.check not in but and (warnings or f.severity == "error")]
        )
        return self

    def without(self, *checks: str) -> "Verdict":
        """Fail if one of these checks found something: for a grade that is made of several."""
        __tracebackhide__ = True
        known(*checks)
        self._fail([found.check for found in self.diagnosis.findings if found.check in checks])
        return self

    def checked(self, *checks: str) -> "Verdict":
        """Fail if one of these checks could not tell, so that nothing passes by being unreadable."""
        __tracebackhide__ = True
        known(*checks)
        left = {each.check: each.why for each in self.diagnosis.could_not_check}
        unclear = [f"{check}: {left[check]}" for check in checks if check in left]
        if unclear:
            pytest.fail("\n".join(unclear), pytrace=False)
        return self

    def _fail(self, checks: list[str]) -> None:
        __tracebackhide__ = True
        if checks:
            from regard.doctor.report import report

            pytest.fail(report(self.diagnosis.summary(self.language), checks, self.language), pytrace=False)


def known(*checks: str) -> None:
    """Nothing, if the doctor has checks of these names; else which it has not."""
    from regard.doctor.wording.checks import TITLES
    from regard.errors import unknown

    for check in checks:
        if check not in TITLES:
            raise unknown("check", check, TITLES)


@pytest.fixture(scope="session")
def doctor() -> Any:
    """What examines a module: the verdict on it, by an example of its inputs or by guessed ones."""

    def examined(module: Any, example: Any = None, *, language: str = "en") -> Verdict:
        from regard.doctor.examine import examine

        return Verdict(examine(module, example), language)

    return examined
