"""What an audit of heads says before it is put on a page: its tables and its sentences."""

from collections import Counter
from collections.abc import Sequence

from regard.findings.heads import FLAT, LEAST, AlignmentRate, AlignmentReport, HeadFigures, HeadReport
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.known import readout_name
from regard.views.wording.numbers import DASH, between, count, distance, number, percent, signed
from regard.views.wording.words import clean, say

DIGITS = 3


def heads_sheet(report: HeadReport, lang: str) -> Sheet:
    """A line per head."""
    worth = bool(report.silent)
    names = ["head", "head-report.sees", "head-report.role", "head-report.at", "head-report.share"]
    names += ["head-report.chance", "head-report.entropy"]
    names += ["head-report.loss.zero", "head-report.loss.uniform", "head-report.accuracy"] if worth else []
    rows = [[*_looks(one, report, lang), *(_worth(one, lang) if worth else ())] for one in report.heads]
    return Sheet(
        say(lang, "head-report.caption", least=number(lang, LEAST, 2)), [say(lang, name) for name in names], rows
    )


def _looks(one: HeadFigures, report: HeadReport, lang: str) -> list[Cell]:
    best = one.role if one.role in one.shares else farthest(one)
    found = one.shares.get(best)
    return [
        text(one.name),
        text(say(lang, f"head-report.sees.{one.kind}")),
        text(role_name(one.role, report, lang)),
        text(role_name(best, report, lang)) if found else Cell(DASH, None),
        share(lang, found.value if found else None),
        share(lang, found.control if found else None),
        figure(lang, one.entropy, 2),
    ]


def _worth(one: HeadFigures, lang: str) -> list[Cell]:
    cells: list[Cell] = []
    for how in ("zero", "uniform"):
        effect = one.effects[how]
        low, high = (signed(lang, end, DIGITS) for end in effect.loss_interval)
        mark = " *" if effect.matters else ""
        said = f"{signed(lang, effect.loss, DIGITS)}{mark} ({say(lang, 'from-to', low=low, high=high)})"
        cells.append(Cell(said, effect.loss))
    accuracy = 100 * one.effects["zero"].accuracy
    return [*cells, Cell(signed(lang, accuracy), accuracy)]


def farthest(one: HeadFigures) -> str:
    """The kind of token whose share lies farthest above what chance gives."""
    return max(one.shares, key=lambda name: one.shares[name].value - one.shares[name].control, default="")


def role_name(role: str, report: HeadReport, lang: str) -> str:
    """How a role is called: words are tied by the label that they decide together, or by the grammar."""
    if role == "tied" and report.what == "label":
        return say(lang, "head-report.role.tied.label")
    return say(lang, f"head-report.role.{role or 'none'}")


def lede(report: HeadReport, lang: str) -> str:
    """What was audited, in one sentence."""
    part = (
        say(lang, f"split.{report.split}") if report.split in ("train", "validation", "test", "all") else report.split
    )
    return say(
        lang,
        "head-report.lede",
        heads=count(lang, "heads", len(report.heads)),
        texts=count(lang, "head-report.texts", report.texts),
        where=f"{clean(report.corpus)} ({part})",
        answers=count(lang, "head-report.answers", report.answers),
        loss=number(lang, report.loss, DIGITS),
        accuracy=percent(lang, report.accuracy),
    )


def head_lines(report: HeadReport, lang: str) -> list[str]:
    """What the figures mean, a sentence each, by rule."""
    heads = count(lang, "heads", len(report.heads))
    kinds = Counter(one.role for one in report.heads if one.role not in ("", "broad"))
    broad = sum(one.role == "broad" for one in report.heads)
    said = [say(lang, "head-report.roles.nobody", heads=heads)]
    if kinds:
        which = ", ".join(f"{role_name(role, report, lang)} {number(lang, n)}" for role, n in kinds.most_common())
        said = [say(lang, "head-report.roles", heads=heads, named=number(lang, kinds.total()), which=which)]
    if broad:
        level = {"entropy": number(lang, FLAT, 2), "broad": number(lang, broad)}
        said.append(say(lang, "head-report.broad", heads=heads, **level))
    if report.silent:
        said += [_matters(report, lang), _silent(report, lang)]
    if report.alignment is not None and report.alignment.best is not None:
        said.append(_aligned(report.alignment, report.alignment.best, lang))
    return [*said, say(lang, "head-report.not")]


def _matters(report: HeadReport, lang: str) -> str:
    """Which heads matter by themselves: a change that is sure but next to nothing is told as such."""
    sure = [one for one in report.heads if one.effects["zero"].sure]
    found = [one for one in sure if one.effects["zero"].matters]
    counts = {"least": number(lang, LEAST, 2), "heads": count(lang, "heads", len(report.heads))}
    if not found:
        key = "head-report.matters.little" if sure else "head-report.matters.nobody"
        return say(lang, key, sure=number(lang, len(sure)), **counts)
    most = max(found, key=lambda one: abs(one.effects["zero"].loss))
    effect = most.effects["zero"]
    low, high = (signed(lang, end, DIGITS) for end in effect.loss_interval)
    return say(
        lang,
        "head-report.matters",
        found=number(lang, len(found)),
        head=most.name,
        loss=signed(lang, effect.loss, DIGITS),
        interval=say(lang, "from-to", low=low, high=high),
        accuracy=distance(lang, effect.accuracy, sign=True),
        **counts,
    )


def _silent(report: HeadReport, lang: str) -> str:
    zero, uniform = report.silent["zero"], report.silent["uniform"]
    return say(
        lang,
        "head-report.silent",
        loss=signed(lang, zero.loss, DIGITS),
        accuracy=distance(lang, zero.accuracy, sign=True),
        uniform=signed(lang, uniform.loss, DIGITS),
        even=distance(lang, uniform.accuracy, sign=True),
    )


def _aligned(found: AlignmentReport, best: AlignmentRate, lang: str) -> str:
    return say(
        lang,
        "aligned-rates.best",
        readout=readout_name(best.readout, lang),
        rate=percent(lang, best.value),
        interval=between(lang, best.interval),
        diagonal=percent(lang, found.diagonal.value),
        random=percent(lang, found.random.value),
    )


def rates_sheet(found: AlignmentReport, lang: str) -> Sheet:
    """A line per way to read the translator, that which was chosen first and the controls last."""
    controls = {"aligned-rates.diagonal": found.diagonal, "aligned-rates.random": found.random}
    ways = found.rates if found.best is None or _is_among(found.best, found.rates) else [found.best, *found.rates]
    lines = [(readout_name(one.readout, lang), one) for one in ways] + [
        (say(lang, name), one) for name, one in controls.items()
    ]
    rows = [
        [
            text(name),
            Cell(f"{percent(lang, one.value)} ({between(lang, one.interval)})", one.value),
            share(lang, one.precision),
            share(lang, one.recall),
        ]
        for name, one in lines
    ]
    pairs = count(lang, "aligned-rates.pairs", found.pairs)
    columns = [say(lang, f"aligned-rates.{name}") for name in ("readout", "rate", "precision", "recall")]
    return Sheet(say(lang, "aligned-rates.caption", pairs=pairs), columns, rows)


def _is_among(best: AlignmentRate, rates: Sequence[AlignmentRate]) -> bool:
    return best.readout in {one.readout for one in rates}
