import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from regard.results import LabResult
from regard.views.page import report_page, write_report
from regard.views.tables import lab_tables

from .last_chapter import last_chapter, last_findings
from .test_page import STRANGE, Reader
from .test_sheets import printed

PARTS = ["tokens", "said", "few", "preferences", "looks", "parity"]
FIGURES = ["objectives", "few", "looks-1", *(f"look-1-{k}" for k in range(1, 5))]


@pytest.fixture(scope="module")
def result() -> LabResult:
    return last_chapter()


@pytest.fixture(scope="module")
def report(result: LabResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(result, tmp_path_factory.mktemp("last"), "en")


def sections(page: str) -> list[str]:
    return [name for name in re.findall(r'<section id="([a-z]+)"', page) if name in PARTS]


def told(page: str) -> str:
    return "".join(Reader(page).words).replace("\u2060", "").replace("\u00a0", " ")


def test_the_page_has_the_parts_of_the_chapter_and_figures_in_order(report: Path):
    page = report.read_text(encoding="utf-8")
    assert sections(page) == PARTS
    figures = re.findall(r'<figure id="figure-([a-z0-9-]+)"', page)
    assert [name for name in figures if name in FIGURES] == FIGURES
    assert "accuracy" not in figures, "one axis for all objectives would compare what cannot be compared"
    assert page.count("It does not show") == len(figures)
    ids = [attributes["id"] for _, attributes in Reader(page).tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    found = json.loads((report.parent / "results.json").read_text())["transformers"]
    assert [one["met"] for one in found["parity"]] == [True] * 3


def test_what_is_said(report: Path):
    said = told(report.read_text(encoding="utf-8"))
    assert "next word llama 4.21, masked word bert 3.90, denoising bart 1.42" in said
    assert "cannot be compared with each other, only among models of one objective" in said
    assert "With 100 labels, bert is right on 74.0 % of the test texts" in said
    assert "on 52.0 % from random weights: +22.0 points." in said
    assert "with 100 it does as well as random weights with 500." in said
    assert "Of its own answers to 200 prompts, 93.4 % are better than before, equal ones (24.0 %) left out" in said
    assert "all 3 agree within 1.0·10⁻⁵" in said
    assert "yardstick" not in said, "no model is measured against another"
    assert "bitter·sweet film ." in said
    assert "A word of the test texts takes 1.21 tokens on average." in said
    assert "The film was a joy from its first scene to its last ." in said
    assert "It was: The actors were good but the story was weak ." in said


def test_the_page_speaks_french(result: LabResult):
    said = told(report_page(result, "fr", {})).replace("\u202f", " ")
    assert "Avec 100 étiquettes, avoir lu les textes avant mène bert de 52,0 % à 74,0 %." in said
    assert "ne se comparent pas entre elles" in said
    assert "Attend ensuite : . (31,0 %)" in said
    assert "toutes les 3 s’accordent à 1,0·10⁻⁵ près" in said
    assert "vaut −1 selon la règle" in said


def test_parts_appear_only_where_there_is_something_to_show(tmp_path: Path):
    assert sections(report_page(replace(last_chapter(), transformers=None), "en", {})) == []
    empty = replace(last_findings(), sayings=[], labels=[], preferred=None, looks=[], parity=[], library="")
    page = write_report(last_chapter(empty), tmp_path, "en").read_text(encoding="utf-8")
    assert sections(page) == ["tokens", "parity"]
    assert "pip install regard[huggingface]" in told(page)


def test_numbers_that_say_little_are_not_praised():
    found = last_findings()
    flat = [replace(one, interval=(0.4, 0.96)) for one in found.labels]
    wrong = [replace(found.parity[0], logits=0.3, met=False), *found.parity[1:]]
    plain = replace(found.preferred, win_rate=None, ties=None, beats=None, beats_before=None)
    odd = replace(found, labels=flat, parity=wrong, preferred=plain)
    said = told(report_page(last_chapter(odd), "en", {}))
    assert "With no number of labels is that more than noise" in said
    assert "brings bert no more than noise: 74.0 % against 52.0 %" in said
    assert "is worth labels" not in said
    assert "gpt2 differ by more than 1.0·10⁻⁵" in said
    assert "families agree" not in said
    assert "It has moved 0.412 nats a token" in said
    assert "better than before" not in said


def test_the_first_lines_name_the_fewest_labels_with_a_gain_above_noise():
    found = last_findings()
    noisy = [replace(one, interval=(0.4, 0.96)) if one.labels == 100 else one for one in found.labels]
    said = told(report_page(last_chapter(replace(found, labels=noisy)), "en", {}))
    assert "With 500 labels, having read the texts before brings bert from 61.0 % to 88.0 %." in said
    assert "With 100 labels, bert is right on 74.0 %" in said, "what is noise is shown below all the same"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_comes_from_outside_is_only_text(tmp_path: Path, lang: str):
    found = last_findings()
    words = [STRANGE, "", "مرحبا", "x" * 400]
    maps = [replace(found.looks[0].maps[0], weights=[[0.25] * 4] * 4)]
    odd = replace(
        found,
        tokens=replace(found.tokens, kind="words", cuts=[replace(found.tokens.cuts[0], words=[[STRANGE], []])]),
        sayings=[replace(one, prompt=STRANGE, said=STRANGE, reference=STRANGE) for one in found.sayings],
        labels=[replace(found.labels[0], model=STRANGE, value=math.nan), *found.labels[1:]],
        preferred=replace(
            found.preferred,
            model=STRANGE,
            corpus=STRANGE,
            answers=[replace(found.preferred.answers[0], prompt=STRANGE, before=STRANGE, after="")],
        ),
        looks=[replace(found.looks[0], text=STRANGE, rows=words, columns=words, answer=STRANGE, maps=maps)],
        parity=[replace(found.parity[0], family=STRANGE, logits=math.nan)],
        library=STRANGE,
    )
    page = write_report(last_chapter(odd), tmp_path, lang).read_text(encoding="utf-8")
    read = Reader(page)
    assert len(read.of("script")) == len(read.of("style")) == page.count("<script>") == 1
    assert "\x00" not in page
    assert "".join(read.words).count("<script>alert(1)</script>") > 10


def test_the_terminal_has_three_tables_more(result: LabResult):
    for lang in ("en", "fr"):
        for width in (60, 80, 120):
            lines = printed(result, lang, width).split("\n")
            assert max(len(line.rstrip()) for line in lines) <= width
    said = printed(result, "en", 160)
    assert re.search(r"100 +74\.0\u00a0% +71\.9–76\.1\u00a0% +52\.0\u00a0% .* \+22\.0 +240", said)
    assert re.search(r"Own answers better than the rejected ones +48\.0\u00a0% +95\.0\u00a0%", said)
    assert re.search(r"gpt2 +4\.8·10⁻⁷", said)
    assert len(lab_tables(result, "en")) - len(lab_tables(replace(result, transformers=None), "en")) == 3
