import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from regard.errors import Mistake
from regard.results import LabResult
from regard.views.page import explanation_page, report_page, write_report

from .fabricated import disliked, lab, one_row, square

VOID = {"meta", "br", "hr", "img", "input", "link"}
STRANGE = """<script>alert(1)</script> "quoted" 'single' & 😀 مرحبا `code` </style> \x00"""


class Reader(HTMLParser):
    """What a page is made of: tags in order, with attributes, and whether they close."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.words.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def page(report: Path) -> str:
    return report.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def read(page: str) -> Reader:
    return Reader(page)


def test_the_report_lies_with_its_figures_and_numbers(report: Path, result: LabResult):
    assert report.name == "report.html"
    found = {str(path.relative_to(report.parent)) for path in report.parent.rglob("*") if path.is_file()}
    names = ("accuracy", "differences", "slices", "rationale", "entropy", "sweep", "loss", "learning")
    assert found == {"report.html", "results.json", *(f"figures/{name}.svg" for name in names)}
    numbers = json.loads((report.parent / "results.json").read_text(encoding="utf-8"))
    assert numbers["report"] == str(report)
    assert numbers["rows"][1]["value"] == result.rows[1].value
    assert numbers["rows"][1]["slices"] == result.rows[1].slices


def test_links_lead_somewhere(read: Reader, report: Path):
    ids = {attributes["id"] for _, attributes in read.tags if attributes.get("id")}
    for attributes in read.of("a"):
        link = attributes["href"] or ""
        assert link.removeprefix("#") in ids if link.startswith("#") else (report.parent / link).is_file()


def test_nothing_is_asked_of_a_network(page: str, read: Reader):
    for tag, attributes in read.tags:
        assert tag not in ("link", "iframe", "object", "embed", "base", "form", "audio", "video"), tag
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            assert name != "style", tag
            if name in ("src", "href", "xlink:href"):
                assert not re.match(r"(?i)(\w+:)?//|\w+:", value or ""), value
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_names_exactly_what_the_page_carries(page: str):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert policy[1].startswith("default-src 'none'")
    assert "img-src" not in policy[1]
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, flags=re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]


def test_headings_go_down_one_step_at_a_time(read: Reader):
    levels = [int(tag[1]) for tag, _ in read.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_page_can_be_used_without_eyes_or_mouse(page: str, read: Reader):
    assert read.of("html")[0]["lang"] == "en"
    ids = Counter(attributes["id"] for _, attributes in read.tags if attributes.get("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    for _, attributes in read.tags:
        for name in (attributes.get("aria-labelledby") or "").split():
            assert name in ids
    assert len(read.of("table")) == page.count("<caption>")
    assert all(attributes.get("scope") in ("row", "col") for attributes in read.of("th"))
    assert all(svg["role"] == "img" for svg in read.of("svg"))
    assert read.of("a")[0]["class"] == "skip"
    assert {tag for tag, _ in read.tags} >= {"main", "nav", "header", "footer", "figure", "figcaption"}


def test_every_figure_says_what_it_does_not_show_and_has_its_data(page: str, read: Reader):
    assert len(read.of("figure")) == 8
    assert page.count("It does not show") == 8
    assert page.count("Data behind this figure") == 8
    assert [int(n) for n in re.findall(r"<b>Figure (\d+)\.", page)] == list(range(1, 9))


def test_every_model_has_a_paragraph_and_every_text_every_verdict(page: str, result: LabResult):
    for row in result.rows:
        assert f"<p><code><bdi>{row.model}</bdi></code> is right on" in page
    for text in page.split('<article class="text"')[1:]:
        for row in result.rows:
            assert f"<b><bdi>{row.model}</bdi></b>" in text


def test_colour_is_never_the_only_sign(page: str):
    marks = re.findall(r'<mark class="w(\d)"( title="[^"]+")?>', page)
    assert {int(strength) for strength, _ in marks} == set(range(1, 8))
    assert sum(1 for _, title in marks if not title) == 7 * 5
    thickness = re.findall(r"mark\.w\d\{[^}]*text-decoration-thickness:([\d.]+)px", page)
    assert sorted(set(map(float, thickness))) == [float(t) for t in thickness]
    assert '<span class="r">' in page


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_comes_from_outside_is_only_text(tmp_path: Path, lang: str):
    small = lab(lengths=(6,))
    reading = replace(small.texts[0].readings[1], model=STRANGE, label=STRANGE, words=STRANGE.split(), weights=[])
    weights = [0.6, *[0.4 / (len(reading.words) - 1)] * (len(reading.words) - 1)]
    text = replace(
        small.texts[0], text=STRANGE, gold=STRANGE, rationale=[0], readings=[reading, replace(reading, weights=weights)]
    )
    rows = [replace(row, row=STRANGE, model=STRANGE, slices={STRANGE: 0.5, "x": 0.7}) for row in small.rows[:2]]
    strange = replace(
        small,
        lab=STRANGE,
        corpus=STRANGE,
        command=STRANGE,
        classes=[STRANGE, "b"],
        notes=[STRANGE],
        versions={STRANGE: STRANGE},
        rows=rows,
        comparisons=[replace(c, model=STRANGE, baseline=STRANGE) for c in small.comparisons[:1]],
        texts=[text],
    )
    page = write_report(strange, tmp_path, lang).read_text(encoding="utf-8")
    read = Reader(page)
    assert len(read.of("script")) == 1
    assert len(read.of("style")) == 1
    assert page.count("alert(1)") > 10
    assert page.count("<script>") == 1
    assert "\x00" not in page
    assert sum(word.count("<script>alert(1)</script>") for word in ["".join(read.words)]) > 5


def test_a_page_of_many_long_texts_stays_small(report: Path):
    """The fixture's figures, and 200 kB for the data behind them, are added to a page drawn without any."""
    figures = sum(path.stat().st_size for path in (report.parent / "figures").iterdir())
    page = report_page(lab(lengths=(500,) * 6), "en", {})
    assert len(page.encode()) + figures + 200_000 < 3_000_000


def test_numbers_that_are_none_become_null(tmp_path: Path, result: LabResult):
    row = replace(result.rows[1], seconds=float("nan"), epochs=[])
    bare = replace(result, rows=[row], comparisons=[], texts=[], sweep=[], lab="attention")
    page = write_report(bare, tmp_path, "fr")
    found = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert found["rows"][0]["seconds"] is None
    told = page.read_text(encoding="utf-8")
    assert "<h1>attention sur probe-reviews</h1>" in told
    assert 'id="texts"' not in told
    assert 'id="sweep"' not in told
    assert '(en anglais)</p><ul class="notes" lang="en">' in told


def test_a_report_replaces_the_one_before_and_leaves_nothing_else(tmp_path: Path, result: LabResult):
    bare = replace(result, rows=[replace(row, epochs=[]) for row in result.rows[:2]], texts=[], sweep=[])
    first = write_report(bare, tmp_path, "en").read_bytes()
    assert write_report(bare, tmp_path, "en").read_bytes() == first
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


def test_figures_of_an_earlier_report_go_and_files_of_others_stay(tmp_path: Path, result: LabResult):
    bare = replace(result, rows=[replace(row, epochs=[]) for row in result.rows[:2]], texts=[], sweep=[])
    figures = tmp_path / "figures"
    figures.mkdir()
    stale = ["sentence-2.svg", "aligned-1-3.svg", "loss.svg"]
    foreign = ["mine.svg", "sentence-two.svg", "loss.png", "my-loss.svg"]
    for name in [*stale, *foreign]:
        (figures / name).write_text("earlier", encoding="utf-8")
    write_report(bare, tmp_path, "en")
    drawn = {"accuracy.svg", "differences.svg", "slices.svg", "rationale.svg"}
    assert {file.name for file in figures.iterdir()} == {*drawn, *foreign}


def test_every_figure_of_a_lab_is_known_as_ours(result: LabResult):
    from regard.views.figures.lab import OURS, pictures

    from . import findings, translated

    few = replace(result, rows=result.rows[:2])
    small = findings.chapter(findings.findings(layers=1, heads=2, size=3))
    for made in (few, small, translated.chapter(models=2)):
        assert all(OURS.fullmatch(name) for name in pictures(made, "en"))


def test_bad_wishes_are_mistakes(tmp_path: Path, result: LabResult):
    with pytest.raises(Mistake, match="language"):
        write_report(result, tmp_path / "out", "xx")
    assert not (tmp_path / "out").exists()
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Mistake, match="cannot be made"):
        write_report(result, tmp_path / "file", "en")


def test_the_page_of_an_explanation():
    page = explanation_page(disliked(), "fr")
    read = Reader(page)
    assert "negative, probabilité 93,4\u00a0%" in page
    assert '<mark class="w3" title="40,0\u00a0% · 2,4×">not</mark>' in page
    assert read.of("script") == []
    assert "la probabilité de l’étiquette negative" in page
    assert "script-src" not in page
    grid = explanation_page(square(5), "en")
    assert len(Reader(grid).of("svg")) == 1
    assert "img-src" not in grid
    assert "img-src data:" in explanation_page(square(50), "en")
    assert "nothing to show" in explanation_page(replace(disliked(), maps=[]), "en")


def test_the_page_of_a_strange_explanation():
    words = STRANGE.split(" ")
    strange = replace(one_row(words, [1 / len(words)] * len(words), STRANGE), label=STRANGE, target=STRANGE)
    assert Reader(explanation_page(strange, "en")).of("script") == []
