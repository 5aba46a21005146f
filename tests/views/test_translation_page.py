import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from regard.results import LabResult
from regard.views.page import report_page, write_report
from regard.views.tables import lab_tables

from .test_page import STRANGE, Reader
from .test_sheets import printed
from .translated import chapter, translated

PARTS = ["lengths", "beams", "alignment", "sentences"]
FIGURES = ["lengths", "beams", "rates", *(f"aligned-{n}-{k}" for n in (1, 2) for k in range(1, 6))]


@pytest.fixture(scope="module")
def result() -> LabResult:
    return chapter()


@pytest.fixture(scope="module")
def report(result: LabResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(result, tmp_path_factory.mktemp("translation"), "en")


def sections(page: str) -> list[str]:
    return [name for name in re.findall(r'<section id="([a-z]+)"', page) if name in PARTS]


def test_the_page_has_the_parts_of_the_chapter_and_figures_in_order(report: Path):
    page = report.read_text(encoding="utf-8")
    read = Reader(page)
    assert sections(page) == PARTS
    figures = re.findall(r'<figure id="figure-([a-z0-9-]+)"', page)
    assert [name for name in figures if name in FIGURES] == FIGURES
    assert page.count("It does not show") == len(figures)
    ids = [attributes["id"] for _, attributes in read.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert len(read.of("table")) == page.count("<caption>")
    assert len(read.of("fieldset")) == 1
    told = "".join(read.words)
    assert "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.5.1" in told
    assert "en → fr" in told
    assert "From 5–9 to 25–29 words rnn loses 48.2 BLEU" in told.replace("\u2060", "")
    assert "How bahdanau translated it:" in told
    assert told.count("✓ is the reference") == 9
    assert told.count("✗ differs from the reference") == 1
    assert json.loads((report.parent / "results.json").read_text())["translation"]["languages"] == ["en", "fr"]


def test_nothing_on_the_page_takes_bleu_for_a_share(report: Path):
    told = " ".join(Reader(re.sub(r"<style>.*?</style>", "", report.read_text(encoding="utf-8"), flags=re.S)).words)
    assert not re.search(r"\d{4}\.\d\s*%", told)
    assert "ccuracy" not in told
    assert "chance (" not in told
    assert "right on" not in told
    assert "texts" not in told.replace("12 test texts also stand", "").replace("learning its texts by heart", "")


def test_the_page_speaks_french(result: LabResult):
    told = "".join(Reader(report_page(result, "fr", {})).words)
    assert "De 5–9 à 25–29 mots, rnn perd 48,2 BLEU, luong-dot 5,8" in told.replace("\u2060", "")
    assert "bahdanau 3,1\u202f; transformer gagne 0,3 BLEU" in told
    assert "La meilleure lecture de bahdanau (moyenne) a un taux d’erreur d’alignement de 4,1\u00a0%" in told
    assert "faisceau 5 apporte +1,1 BLEU" in told
    assert "est la référence" in told
    assert "xactitude" not in told


def test_parts_appear_only_where_there_is_something_to_show(tmp_path: Path):
    assert sections(report_page(replace(chapter(), translation=None), "en", {})) == []
    empty = replace(translated(), lengths=[], beams=[], alignments=[], sentences=[])
    page = write_report(chapter(empty), tmp_path, "en").read_text(encoding="utf-8")
    assert sections(page) == []
    assert "no attention to look at" not in page
    blind = replace(translated(), alignments=[])
    assert sections(report_page(chapter(blind), "fr", {})) == ["lengths", "beams", "sentences"]


def test_one_model_of_one_length(tmp_path: Path):
    found = translated()
    only = replace(found, lengths=found.lengths[:1], beams=found.beams[:1], alignments=[], sentences=[])
    page = write_report(chapter(only, models=1), tmp_path, "en").read_text(encoding="utf-8")
    told = "".join(Reader(page).words)
    assert "All test sentences have 5–9 words" in told.replace("\u2060", "")
    assert "One model (3 seeds) was trained on 8,000 sentence pairs" in told
    assert "BLEU on the test part: 67.2 (95\u00a0% interval 66.0–68.4)" in told.replace("\u2060", "")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_comes_from_outside_is_only_text(tmp_path: Path, lang: str):
    found = translated()
    words = [STRANGE, "", "مرحبا", "x" * 400]
    weights = [[0.25] * 4] * 4
    odd = replace(
        found,
        languages=(STRANGE, STRANGE),
        signature=STRANGE,
        lengths=[replace(found.lengths[0], model=STRANGE, length=STRANGE, bleu=math.nan)],
        beams=[replace(found.beams[0], model=STRANGE, seconds=math.nan)],
        alignments=[
            replace(found.alignments[0], model=STRANGE, readout=STRANGE, best_interval=None),
            replace(found.alignments[0], model="y", best=None, best_interval=None, readout=""),
        ],
        sentences=[
            replace(found.sentences[0], model=STRANGE, source=words, target=words, weights=weights, reference=STRANGE),
            replace(found.sentences[0], source=words, target=[], weights=[], reference=""),
        ],
    )
    made = chapter(odd, models=2)
    rows = [replace(made.rows[0], model=STRANGE), replace(made.rows[1], measures={}, epochs=[])]
    page = write_report(replace(made, rows=rows, comparisons=[]), tmp_path, lang).read_text(encoding="utf-8")
    read = Reader(page)
    assert len(read.of("script")) == len(read.of("style")) == page.count("<script>") == 1
    assert "\x00" not in page
    assert "".join(read.words).count("<script>alert(1)</script>") > 10
    assert json.loads((tmp_path / "results.json").read_text())["translation"]["lengths"][0]["bleu"] is None


def test_the_terminal_has_three_tables_more(result: LabResult):
    for lang in ("en", "fr"):
        for width in (60, 80, 120):
            lines = printed(result, lang, width).split("\n")
            assert max(len(line.rstrip()) for line in lines) <= width
    told = printed(result, "en", 160)
    assert re.search(r"rnn +91\.3 +79\.2 +67\.2 +55\.1 +43\.1 +−48\.2", told)
    assert re.search(r"bahdanau +97\.1 +97\.1 +97\.5 +97\.9 +97\.8 +1\.2", told)
    assert re.search(r"bahdanau +1,000 +7\.1\u00a0% +46\.0\u00a0% +4\.1\u00a0% +3\.5–4\.7\u00a0% +mean", told)
    assert len(lab_tables(result, "en")) - len(lab_tables(replace(result, translation=None), "en")) == 3
