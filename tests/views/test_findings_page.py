import json
import math
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from regard.findings.self_attention import Matrix
from regard.results import LabResult
from regard.views.page import report_page, write_report
from regard.views.report.arithmetic import arithmetic, digits
from regard.views.tables import lab_tables

from .fabricated import lab
from .findings import by_hand, chapter, findings, sentence
from .test_page import STRANGE, Reader
from .test_sheets import printed

PARTS = ["steps", "depth", "positions", "heads", "sentences", "arithmetic"]


@pytest.fixture(scope="module")
def result() -> LabResult:
    return chapter()


@pytest.fixture(scope="module")
def report(result: LabResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(result, tmp_path_factory.mktemp("chapter"), "en")


def sections(page: str) -> list[str]:
    return re.findall(r'<section id="([a-z]+)"', page)


def test_the_page_has_the_parts_of_the_chapter_and_figures_in_order(report: Path):
    page = report.read_text(encoding="utf-8")
    read = Reader(page)
    assert [name for name in sections(page) if name in PARTS] == PARTS
    figures = re.findall(r'<figure id="figure-([a-z0-9-]+)"', page)
    assert [name for name in figures if name in ("depth", "gradients", "positions", "heads", "sentence-1")] == [
        "depth",
        "gradients",
        "positions",
        "heads",
        "sentence-1",
    ]
    assert [int(n) for n in re.findall(r"<b>Figure (\d+)\.", page)] == list(range(1, len(figures) + 1))
    assert page.count("It does not show") == len(figures)
    assert all((report.parent / "figures" / f"{name}.svg").is_file() for name in figures)
    assert "img-src data:" in page
    ids = [attributes["id"] for _, attributes in read.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert len(read.of("table")) == page.count("<caption>")
    assert all(attributes.get("scope") in ("row", "col") for attributes in read.of("th"))
    assert all("style" not in attributes for _, attributes in read.tags)
    told = "".join(read.words)
    assert "With 12 layers self loses 31.2 points" in told
    assert "Words that the model does not know: animal. To it, all unknown words are one" in told
    assert json.loads((report.parent / "results.json").read_text())["self_attention"]["model"] == "transformer"


def test_parts_appear_only_where_there_is_something_to_show():
    plain = report_page(replace(chapter(), self_attention=None, steps=[]), "en", {})
    assert not set(PARTS) & set(sections(plain))
    assert not set(PARTS) & set(sections(report_page(lab(lengths=(6,)), "fr", {})))
    empty = replace(findings(), depths=[], positions=[], swaps=[], heads=[], sentences=[], arithmetic=[])
    assert set(PARTS) & set(sections(report_page(chapter(empty), "en", {}))) == {"steps"}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_comes_from_outside_is_only_text(tmp_path: Path, lang: str):
    found = findings(layers=1, heads=2, size=3)
    words = [STRANGE, "", "مرحبا", "x" * 400]
    odd = replace(
        found,
        model=STRANGE,
        depths=[replace(found.depths[0], model=STRANGE, train_loss=math.nan)],
        positions=[replace(found.positions[1], kind=STRANGE, model=STRANGE)],
        swaps=[replace(found.swaps[0], kind=STRANGE, texts=(STRANGE, STRANGE))],
        sentences=[replace(sentence(random.Random(0), words, 1, 2), label=STRANGE, unknown=[STRANGE])],
        arithmetic=[Matrix(name=STRANGE, formula=STRANGE, rows=[STRANGE], columns=[STRANGE], values=[[math.nan]])],
    )
    made = chapter(odd)
    made = replace(
        made,
        rows=made.rows[:1],
        comparisons=[],
        texts=[],
        steps=[replace(made.steps[0], model=STRANGE, baseline=STRANGE)],
    )
    page = write_report(made, tmp_path, lang).read_text(encoding="utf-8")
    read = Reader(page)
    assert len(read.of("script")) == 1
    assert len(read.of("style")) == 1
    assert page.count("<script>") == 1
    assert "\x00" not in page
    assert "".join(read.words).count("<script>alert(1)</script>") > 10
    assert json.loads((tmp_path / "results.json").read_text())["self_attention"]["depths"][0]["train_loss"] is None


def test_every_step_by_hand_has_its_formula_its_sentence_and_its_numbers():
    page = arithmetic(by_hand(), "en")
    read = Reader(page)
    assert len(read.of("li")) == len(read.of("table")) == 10
    names = re.findall(r'<p class="formula">(.*?)</p>', page)
    assert names[:2] == ["X (given)", "W<sub>Q</sub> (given)"]
    assert names[4] == "Q = X W<sub>Q</sub>"
    assert names[-3:] == ["S = Q Kᵀ / √D", "A = softmax(S)", "Z = A V"]
    assert "Its first number: 1.50 × 1.00 + (−0.50) × 2.00 = 0.50." in page
    assert "Its first number: (0.50 × 0.75 + (−0.50) × 2.00) / √2 = −0.44." in page
    assert "Its first number: e<sup>−0.44</sup> / (e<sup>−0.44</sup> + e<sup>0.67</sup>) ≈ 0.247." in page
    assert "e<sup>−0,44</sup> / (e<sup>−0,44</sup> + e<sup>0,67</sup>) ≈ 0,247." in arithmetic(by_hand(), "fr")
    assert "“Un” looks most at “arbre” (75.3\u00a0%). “arbre” looks most at “Un” (99.9\u00a0%)." in page
    assert '<th scope="row" dir="auto">arbre</th><td class="n">4.20</td><td class="n">2.00</td>' in page
    assert "« arbre »".replace(" ", "\u00a0") in arithmetic(by_hand(), "fr")
    assert arithmetic([], "en") == ""


def test_rounding_is_not_called_equality():
    x = Matrix(name="X", formula="", rows=["a"], columns=["1"], values=[[3.004]])
    w = Matrix(name="W_Q", formula="", rows=["1"], columns=["1"], values=[[3.004]])
    q = Matrix(name="Q", formula="Q = X W_Q", rows=["a"], columns=["1"], values=[[9.024016]])
    assert "3.00 × 3.00 ≈ 9.02" in arithmetic([x, w, q], "en")
    assert digits(replace(x, values=[[0.25, 0.5]])) == 2
    assert digits(replace(x, values=[[0.247]])) == 3


def test_a_softmax_that_comes_out_as_written_is_called_equal():
    s = Matrix(name="S", formula="", rows=["a"], columns=["a", "b"], values=[[0.0, 0.0]])
    a = Matrix(name="A", formula="A = softmax(S)", rows=["a"], columns=["a", "b"], values=[[0.5, 0.5]])
    assert "e<sup>0.00</sup> / (e<sup>0.00</sup> + e<sup>0.00</sup>) = 0.50." in arithmetic([s, a], "en")
    assert "Its first number" not in arithmetic([a], "en")


def test_the_terminal_has_three_short_tables_more(result: LabResult):
    for lang in ("en", "fr"):
        for width in (60, 80, 120):
            lines = printed(result, lang, width).split("\n")
            assert max(len(line.rstrip()) for line in lines) <= width
    told = printed(result, "en", 120)
    assert "self-residual   87.2\u00a0%" in told
    assert "−31.2" in told
    assert "sinusoidal" in told
    assert "Where the recipes differ" in told
    assert "model.norm layer → batch" in told
    bare = replace(result, self_attention=None, steps=[])
    assert len(lab_tables(result, "en")) - len(lab_tables(bare, "en")) == 3
