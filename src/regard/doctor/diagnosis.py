"""What an examination finds, as values."""

from dataclasses import dataclass, field
from typing import Any

from regard.doctor.wording.said import Said, in_language


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: how it shows, in numbers, where it probably comes from, and how to repair it."""

    evidence: str
    remedy: str
    where: str = ""
    """The probable line, as `file:line: code`; empty where none could be told."""
    severity: str = "error"
    """`error`, or `warning` for what may be meant."""
    check: str = ""
    explains: tuple[str, ...] = ()
    """Checks that find something for this reason alone."""
    behind: tuple[str, ...] = ()
    """Checks whose finding would be the reason of this one."""


@dataclass(frozen=True)
class NotChecked:
    """A check that says nothing, and why."""

    why: str
    check: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with a module, what holds, and what could not be found out."""

    target: str
    findings: list[Finding] = field(default_factory=list[Finding])
    passed: list[str] = field(default_factory=list[str])
    could_not_check: list[NotChecked] = field(default_factory=list[NotChecked])

    @property
    def healthy(self) -> bool:
        """Whether nothing was found; what could not be checked may still be wrong."""
        return not self.findings

    def of(self, check: str) -> Finding | None:
        """What the check of this name found."""
        return next((finding for finding in self.findings if finding.check == check), None)

    def summary(self, language: str = "en") -> dict[str, Any]:
        """The diagnosis as plain data, its sentences in English (`en`) or French (`fr`)."""
        return {
            "target": self.target,
            "findings": [
                {
                    "check": found.check,
                    "severity": found.severity,
                    "evidence": in_language(found.evidence, language),
                    "where": found.where,
                    "remedy": in_language(found.remedy, language),
                }
                for found in self.findings
            ],
            "passed": self.passed,
            "could_not_check": [
                {"check": left.check, "why": in_language(left.why, language)} for left in self.could_not_check
            ],
        }

    def __str__(self) -> str:
        lines = [f"{self.target}: {len(self.findings)} findings, {len(self.passed)} checks passed"]
        for found in self.findings:
            lines += [f"{found.severity} {found.check}: {found.evidence}"]
            lines += [f"  {line}" for line in (found.where, found.remedy) if line]
        lines += [f"could not check {left.check}: {left.why}" for left in self.could_not_check]
        return "\n".join(lines)


def diagnosis_of(english: dict[str, Any], french: dict[str, Any]) -> Diagnosis:
    """The diagnosis that summaries in both languages were made of."""
    both = zip(english["findings"], french["findings"], strict=True)
    left = zip(english["could_not_check"], french["could_not_check"], strict=True)
    return Diagnosis(
        english["target"],
        [
            Finding(
                Said(one["evidence"], two["evidence"]),
                Said(one["remedy"], two["remedy"]),
                one["where"],
                one["severity"],
                one["check"],
            )
            for one, two in both
        ],
        list(english["passed"]),
        [NotChecked(Said(one["why"], two["why"]), one["check"]) for one, two in left],
    )
