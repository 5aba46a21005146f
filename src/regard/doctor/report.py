"""A diagnosis as lines to read, in the terminal or where a test fails."""

from typing import Any

from regard.doctor.wording.checks import TITLES

WORDS: dict[str, tuple[str, str]] = {
    "none": ("nothing was found.", "rien n’a été trouvé."),
    "one": ("1 finding.", "1 anomalie."),
    "many": ("{count} findings.", "{count} anomalies."),
    "warning": ("(may be meant)", "(peut-être voulu)"),
    "evidence": ("Shown by:", "Signe :"),
    "where": ("Probably:", "Sans doute :"),
    "remedy": ("Repair:", "Remède :"),
    "passed": ("Passed ({count}): {names}.", "Réussies ({count}) : {names}."),
    "left": ("Could not be checked ({count}):", "Non vérifiables ({count}) :"),
}


def lines_of(summary: dict[str, Any], language: str) -> list[str]:
    """What is wrong, each with its evidence, its probable line and its repair; then what passed and what is unknown."""
    at = 1 if language == "fr" else 0
    words = {name: said[at] for name, said in WORDS.items()}
    found, left, passed = summary["findings"], summary["could_not_check"], summary["passed"]
    count = words["none"] if not found else words["one" if len(found) == 1 else "many"].format(count=len(found))
    lines = [f"{summary['target']}{' :' if at else ':'} {count}"]
    lines += findings_lines(found, language)
    if passed:
        lines += ["", words["passed"].format(count=len(passed), names=", ".join(passed))]
    if left:
        lines += ["", words["left"].format(count=len(left))]
        lines += [f"  {', '.join(names)}{' :' if at else ':'} {why}" for why, names in _by_reason(left).items()]
    return lines


def findings_lines(found: list[dict[str, str]], language: str) -> list[str]:
    """Each finding with its evidence, its probable line and its repair."""
    at = 1 if language == "fr" else 0
    words = {name: said[at] for name, said in WORDS.items()}
    lines: list[str] = []
    width = max(len(words[name]) for name in ("evidence", "where", "remedy"))
    for each in found:
        may = f" {words['warning']}" if each["severity"] == "warning" else ""
        lines += ["", f"{each['check']}{' :' if at else ':'} {TITLES[each['check']][at]}{may}"]
        lines += [f"  {words[name]:<{width}} {each[name]}" for name in ("evidence", "where", "remedy") if each[name]]
    return lines


def report(summary: dict[str, Any], checks: list[str], language: str) -> str:
    """The findings of these checks, under what was examined."""
    found = [each for each in summary["findings"] if each["check"] in checks]
    return "\n".join([str(summary["target"]), *findings_lines(found, language)])


def _by_reason(left: list[dict[str, str]]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for each in left:
        reasons.setdefault(each["why"], []).append(each["check"])
    return reasons
