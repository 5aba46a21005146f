import csv
import io
from dataclasses import replace

from rich.console import Console

from regard.results import LabResult
from regard.views.facts import sheets, training_sheets
from regard.views.tables import as_csv, lab_tables, parts, table, width

from .translated import bleus, chapter


def printed(result: LabResult, lang: str, columns: int) -> str:
    console = Console(width=columns, file=io.StringIO(), color_system=None)
    for one in lab_tables(result, lang):
        console.print(one)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_ladder_has_a_row_per_model_and_all_its_numbers(result: LabResult):
    sheet = sheets.ladder(result, "en")
    assert [row[1].value for row in sheet.rows] == [row.model for row in result.rows]
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    cells = dict(zip(sheet.columns, [cell.text for cell in sheet.rows[10]], strict=True))
    assert cells["Model"] == "lstm-attention"
    assert cells["Parameters"] == "1,185,102"
    assert cells["Against mean"].startswith("▲ +10.")
    assert cells["On deciding words"] == "46.5\u00a0% (5.6×)"


def test_what_nobody_measured_has_no_column(result: LabResult):
    bare = [replace(row, entropy=None, rationale=None) for row in result.rows]
    names = sheets.ladder(replace(result, rows=bare, comparisons=[]), "en").columns
    assert "Entropy" not in names
    assert "On deciding words" not in names
    assert not any(name.startswith("Against") for name in names)


def test_numbers_stand_right_and_words_left(result: LabResult):
    sheet = sheets.ladder(result, "en")
    numeric = {name: sheet.numeric(i) for i, name in enumerate(sheet.columns)}
    assert not numeric["Model"]
    assert numeric["Accuracy"]
    assert numeric["Entropy"]


def test_a_table_that_is_too_wide_goes_on_below(result: LabResult):
    for lang in ("en", "fr"):
        for columns in (60, 80, 120, 200):
            lines = printed(result, lang, columns).split("\n")
            assert max(len(line.rstrip()) for line in lines) <= columns
            assert not any("…" in line for line in lines)
    sheet = sheets.ladder(result, "en")
    groups = parts(sheet, 80)
    assert len(groups) > 1
    assert all(group[:2] == [0, 1] for group in groups)
    assert sorted({column for group in groups for column in group}) == list(range(len(sheet.columns)))
    assert parts(sheet, 1000) == [list(range(len(sheet.columns)))]


def test_markup_in_names_is_only_text(result: LabResult):
    rows = [replace(result.rows[0], model="[red]x[/red]")]
    assert "[red]x[/red]" in printed(replace(result, rows=rows, comparisons=[]), "en", 200)


def test_text_files_hold_plain_numbers_and_no_formulas(result: LabResult):
    rows = [replace(result.rows[0], model="=1+1"), replace(result.rows[1], model='a,b\t"c"')]
    sheet = sheets.ladder(replace(result, rows=rows), "fr")
    read = list(csv.reader(io.StringIO(as_csv(sheet))))
    assert read[0] == sheet.columns
    assert read[1][1] == "'=1+1"
    assert read[2][1] == 'a,b\t"c"'
    assert float(read[1][2]) == result.rows[0].value
    assert read[1][4] == ""


def test_lengths_of_sentences_are_not_shown_twice():
    translating = chapter()
    assert sheets.slices(translating, "en").columns == ["Model", "word order", "agreement"]
    bare = replace(translating, rows=[replace(row, slices=bleus(row.model)) for row in translating.rows])
    assert len(lab_tables(bare, "en")) == len(lab_tables(translating, "en")) - 1


def test_slices_sweep_and_curves_are_complete(result: LabResult):
    assert len(sheets.slices(result, "en").rows) == 13
    assert sheets.slices(result, "en").columns[6] == "word order"
    swept = training_sheets.sweep(replace(result, sweep=result.sweep[::-1]), "fr")
    assert [row[0].text for row in swept.rows] == ["−0,3", "−0,1", "−0,03", "0", "0,03", "0,1", "0,3", "1"]
    assert len(training_sheets.curves(result, "en").rows) == sum(len(e) for row in result.rows for e in row.epochs)
    histograms = training_sheets.histograms(result, "en")
    assert len(histograms.columns) == 22
    for row in histograms.rows:
        assert abs(sum(float(cell.value or 0) for cell in row[2:]) - 1) < 1e-9
    assert len(table(histograms, [0, 1, 2]).columns) == 3
    assert width(histograms, 0) == len("attention-entropy")
