"""Tables for the terminal and as comma-separated text."""

import csv
import io
from typing import Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from regard.findings.self_attention import SelfAttentionFindings
from regard.findings.transformers import TransformersFindings
from regard.findings.translation import TranslationFindings
from regard.results import LabResult
from regard.views.facts import findings_sheets, sheets, transformers_sheets, translation_sheets
from regard.views.facts.cells import Sheet, Value
from regard.views.facts.lab import slice_names
from regard.views.wording.words import clean

GAP = 2
DANGEROUS = ("=", "+", "-", "@", "\t", "\n")


class Fitted:
    """A sheet for a terminal of any width: where its columns do not fit, it goes on below, its heads repeated."""

    def __init__(self, sheet: Sheet):
        self.sheet = sheet

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The caption, then as many tables as the width asks for, each after an empty line."""
        yield from (Text(), Text(self.sheet.caption, style="italic"))
        for part in parts(self.sheet, options.max_width):
            yield from (Text(), table(self.sheet, part))


def table(sheet: Sheet, columns: list[int]) -> Table:
    """Those columns of the sheet."""
    drawn = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
    tall = any("\n" in row[column].text for row in sheet.rows for column in columns)
    for column in columns:
        justify: Literal["left", "right"] = "right" if sheet.numeric(column) else "left"
        name = Text(sheet.columns[column])
        drawn.add_column(name, justify=justify, vertical="top" if tall else "bottom", width=width(sheet, column))
    for row in sheet.rows:
        drawn.add_row(*(Text(row[column].text, no_wrap=True) for column in columns))
    return drawn


def parts(sheet: Sheet, room: int) -> list[list[int]]:
    """The columns in groups that fit, each group with the heads in front."""
    heads = list(range(sheet.heads))
    taken = sum(width(sheet, column) + GAP for column in heads)
    groups: list[list[int]] = [[]]
    left = room - taken
    for column in range(sheet.heads, len(sheet.columns)):
        if groups[-1] and width(sheet, column) > left:
            groups.append([])
            left = room - taken
        groups[-1].append(column)
        left -= width(sheet, column) + GAP
    return [[*heads, *group] for group in groups]


def width(sheet: Sheet, column: int) -> int:
    """How wide a column must be: its longest cell, or the longest word of its name."""
    lines = [line for row in sheet.rows for line in row[column].text.split("\n")]
    return max(cell_len(word) for word in (*sheet.columns[column].split(), *lines))


def lab_table(result: LabResult, lang: str) -> Fitted:
    """The lab's table: one line per model."""
    return Fitted(sheets.ladder(result, lang))


def slice_table(result: LabResult, lang: str) -> Fitted:
    """The score of each model on each named part of the test set."""
    return Fitted(sheets.slices(result, lang))


def comparison_table(result: LabResult, lang: str) -> Fitted:
    """The paired comparisons with their verdicts."""
    return Fitted(sheets.comparisons(result, lang))


def step_table(result: LabResult, lang: str) -> Fitted:
    """Each model against the one before it, and where their recipes differ."""
    return Fitted(findings_sheets.steps(result, lang))


def lab_tables(result: LabResult, lang: str) -> list[Fitted]:
    """Every table for which the lab has numbers."""
    wanted = {
        lab_table: bool(result.rows),
        slice_table: bool(slice_names(result)),
        comparison_table: bool(result.comparisons),
        step_table: bool(result.steps),
    }
    drawn = [draw(result, lang) for draw, there in wanted.items() if there]
    drawn += found_tables(result.self_attention, lang) if result.self_attention else []
    drawn += translation_tables(result.translation, lang) if result.translation else []
    return drawn + (transformer_tables(result.transformers, lang) if result.transformers else [])


def found_tables(found: SelfAttentionFindings, lang: str) -> list[Fitted]:
    """The short tables of the chapter on self-attention: depth and positions."""
    wanted = {findings_sheets.depth_grid: bool(found.depths), findings_sheets.positions: bool(found.positions)}
    return [Fitted(sheet(found, lang)) for sheet, there in wanted.items() if there]


def translation_tables(found: TranslationFindings, lang: str) -> list[Fitted]:
    """The short tables of the chapter on translation: lengths, widths of the search, alignment error rates."""
    wanted = {
        translation_sheets.length_grid: bool(found.lengths),
        translation_sheets.beam_grid: bool(found.beams),
        translation_sheets.rates: bool(found.alignments),
    }
    return [Fitted(sheet(found, lang)) for sheet, there in wanted.items() if there]


def transformer_tables(found: TransformersFindings, lang: str) -> list[Fitted]:
    """The short tables of the last chapter: few labels, preferences, parity."""
    drawn = [transformers_sheets.few(found, lang)] if found.labels else []
    drawn += [transformers_sheets.preferences(found.preferred, lang)] if found.preferred else []
    drawn += [transformers_sheets.parity(found, lang)] if found.parity else []
    return [Fitted(sheet) for sheet in drawn]


def as_csv(sheet: Sheet) -> str:
    """The sheet as comma-separated text, numbers in full and with a point."""
    kept = io.StringIO()
    lines = csv.writer(kept, lineterminator="\n")
    lines.writerow([harmless(name) for name in sheet.columns])
    lines.writerows([plain(cell.value) for cell in row] for row in sheet.rows)
    return kept.getvalue()


def plain(value: Value) -> str | int | float:
    """A cell as a file takes it."""
    return "" if value is None else harmless(value) if isinstance(value, str) else value


def harmless(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula.  OWASP, "CSV injection"."""
    text = clean(text)
    return f"'{text}" if text.startswith(DANGEROUS) else text
