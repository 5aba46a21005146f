"""A hundred hostile strings as texts, names of runs, labels and columns, on the page and in its files: texts all."""

import csv
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from regard.runs.labels.build import prepare
from regard.runs.labs.single import alone
from regard.runs.training import train
from regard.studio.server.limits import Limits
from regard.views.page import write_report
from runs import small

from .conftest import LINKS, Served, settled
from .hostile import FORMULAS, HOSTILE, SHORT
from .test_train_page import DROP

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
ALL = " ".join(HOSTILE)
DRAWN = {"svg", "g", "rect", "text", "path", "line", "polyline", "circle", "image", "title", "tspan"}
"""Elements that a drawing may consist of; none of them does anything."""
STRANGERS = "() => document.querySelectorAll('script, iframe, base, meta, style, main img, object, embed').length"
EXPORTS = ".picture:visible .picture-tools button:not([aria-expanded])"
FEW = [*FORMULAS, *SHORT[:5]]
VIEWS = [
    ("read", "labels", [*FORMULAS, *HOSTILE]),
    ("compare", SHORT[0], [*FORMULAS, *HOSTILE]),
    ("heads", "transformer", [*FORMULAS, *HOSTILE]),
    ("inside", "labels", [*FORMULAS, *HOSTILE]),
    ("translate", "translator", SHORT[:2]),
    ("next", "gpt", FEW),
    ("next", "bert", [*FEW, "[MASK]"]),
    ("positions", "transformer", FEW),
]
MADE = """async (texts) => {
  const { csvText, svgText } = await import("/parts/downloads.js"), { s } = await import("/parts/element.js");
  const drawing = s("svg", { viewBox: "0 0 9 9" }, texts.map((text) => s("text", { "aria-label": text }, text)));
  return [svgText(drawing), csvText(texts, texts.map((_, i) => [...texts.slice(i), ...texts.slice(0, i)]))];
}"""


@pytest.fixture(scope="module")
def strange(trained_runs: Path, tmp_path_factory: pytest.TempPathFactory):
    """A studio whose runs have hostile names, one of them with a hundred hostile labels."""
    shelf, labels = tmp_path_factory.mktemp("strange"), tuple(dict.fromkeys(HOSTILE))[:100]
    for i, name in enumerate(HOSTILE):
        if len(Path(name).parts) <= 2 and len(name) < 200:
            shutil.copytree(trained_runs / ("attention", "mean")[i % 2], shelf / name, dirs_exist_ok=True)
    for run in ("transformer", "bahdanau", "translator", "gpt", "bert"):
        shutil.copytree(trained_runs / run, shelf / f"{run} {SHORT[1]}")
    plain = small.corpus(120, 100, 100)
    parts = {
        part: [replace(one, label=i % 100) for i, one in enumerate(getattr(plain, part))]
        for part in ("train", "validation", "test")
    }
    corpus = replace(plain, classes=labels, **parts)
    made = small.small("attention", "training.epochs=1")
    done = small.last(train(made, shelf / "labels", data=prepare(made, corpus)))
    write_report(alone(done, ""), done.folder, "en")
    served = Served([shelf], tmp_path_factory.mktemp("strange-home"), Limits(rate=10_000, burst=100_000))
    yield served
    served.close()


@pytest.fixture
def unharmed(page_of):
    """Whether a page is as it was before anything hostile was on it."""
    before: dict[int, int] = {}

    def look(page) -> None:
        settled(page)
        assert page.evaluate("() => window.hit") is None, page.url
        now = page.evaluate(STRANGERS)
        assert now == before.setdefault(id(page), now), page.url

    return look


def harmless(name: str, content: bytes) -> None:
    """A file that was saved holds texts and shapes, and nothing that acts."""
    kind = name.rpartition(".")[2]
    if kind == "svg":
        for node in ElementTree.fromstring(content).iter():
            assert node.tag.rpartition("}")[2] in DRAWN, name
            assert not [at for at in node.attrib if at.lower().startswith("on") or at == "style"], name
            assert all(value.startswith("data:image/png") for at, value in node.attrib.items() if "href" in at), name
    elif kind == "csv":
        rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
        assert len({len(row) for row in rows}) == 1, name
        assert not [
            cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r", "\n") or formula(cell)
        ]
    else:
        assert kind == "png"
        assert content.startswith(b"\x89PNG\r\n\x1a\n"), name
        assert content.rstrip(b"\0").endswith(b"IEND\xaeB`\x82"), name


def formula(cell: str) -> bool:
    """Whether a spreadsheet would run a cell: a minus before anything but a number."""
    if not cell.startswith("-"):
        return False
    try:
        return not float(cell)
    except ValueError:
        return True


def saved(page, button) -> tuple[str, bytes]:
    with page.expect_download(timeout=30_000) as download:
        button.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_there_are_a_hundred():
    assert len(set(HOSTILE)) >= 100


def test_as_texts_in_every_view_and_field(page_of, unharmed):
    page = page_of("read")
    home, links = page.url.split("#")[0], page.evaluate(LINKS)
    unharmed(page)
    for link in links:
        asked = f"text={quote(ALL)}&run={quote(HOSTILE[1])}&lang={quote(HOSTILE[0])}"
        page.goto(f"{home}{link.split('?')[0]}?{asked}")
        unharmed(page)
        for field in page.locator("main textarea:visible, main input[type=text]:visible").all():
            field.fill(" ".join(SHORT[:8]))
        unharmed(page)
        assert page.url.startswith(home)


@pytest.mark.parametrize(("view", "run", "texts"), VIEWS, ids=[f"{view}-{i}" for i, (view, *_) in enumerate(VIEWS)])
def test_in_every_file_of_every_picture(page_of, unharmed, strange, view, run, texts):
    runs = strange.studio.library.runs()
    id = next(known.id for known in runs if known.name.startswith(run))
    beside = next(known.id for known in runs if known.model == "mean")
    more = f"run={id}&runs={id},{beside}&of={id}"
    page = page_of(f"{view}?{more}&text={quote(' '.join(texts))}", at=strange)
    expect(page.locator(".picture:visible").first).to_be_visible()
    unharmed(page)
    kinds, drawn = set(), b""
    for button in page.locator(EXPORTS).all():
        name, content = saved(page, button)
        harmless(name, content)
        kinds.add(name.rpartition(".")[2])
        drawn += content if name.endswith("svg") else b""
    assert kinds == {"svg", "png", "csv"}
    assert b"&lt;" in drawn or view not in ("read", "compare", "heads")
    unharmed(page)


def test_in_files_however_they_are_made(page_of):
    page = page_of()
    drawn, rows = page.evaluate(MADE, [*HOSTILE, *FORMULAS, "\0 \x1b \ufffe"])
    found = [node for node in ElementTree.fromstring(drawn).iter() if node.tag.endswith("}text")]
    assert [node.text for node in found] == [*HOSTILE, *FORMULAS, "␀ ␛ \ufffd"]
    harmless("made.svg", drawn.encode())
    harmless("made.csv", rows.encode())


def test_as_names_of_runs_in_every_view(page_of, unharmed, strange):
    page = page_of("runs", at=strange)
    names = [known.name for known in strange.studio.library.runs()]
    assert len(names) > 60
    unharmed(page)
    assert set(page.locator("button.link").all_text_contents()) == set(names)
    for kind in ("CSV", "JSON"):
        name, content = saved(page, page.get_by_role("button", name=kind, exact=True))
        if kind == "JSON":
            assert {one["name"] for one in json.loads(content)} == set(names)
        else:
            harmless(name, content)
    ids = [known.id for known in strange.studio.library.runs() if known.model == "mean"]
    for fragment in (f"runs?run={ids[0]}", f"compare?runs={ids[0]},{ids[1]}", "read", "positions", "train"):
        page.goto(f"{strange.address}/#/{fragment}")
        unharmed(page)


def test_as_labels_of_a_run_and_in_its_report(page_of, unharmed, strange):
    page = page_of("read?run=labels&text=a film", at=strange)
    unharmed(page)
    assert set(page.locator(".answers dt").all_text_contents()) <= set(HOSTILE)
    page.get_by_label("What is explained").select_option(index=3)
    unharmed(page)
    page.goto(f"{strange.address}/#/runs?run=labels")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Report", exact=True).click()
    opened.value.wait_for_load_state()
    assert opened.value.evaluate("() => window.hit") is None
    assert "<script>" in opened.value.inner_text("body")
    page_of.complaints.clear()


def test_as_columns_and_cells_of_a_table(page_of, unharmed, strange):
    sent, names = io.StringIO(), list(dict.fromkeys(HOSTILE))
    rows = csv.writer(sent)
    rows.writerow(names)
    rows.writerows([names[i:] + names[:i] for i in range(20)])
    page = page_of("train", at=strange)
    expect(page.get_by_label("Corpus", exact=True)).to_be_visible()
    unharmed(page)
    page.evaluate(DROP, [f"{SHORT[1]}.csv", sent.getvalue()])
    expect(page.locator(".own thead th")).to_have_text(names)
    unharmed(page)
    page.get_by_label("Column of the texts").select_option(names[3])
    page.get_by_label("Column of the labels").select_option(names[5])
    unharmed(page)
    assert page.locator(".own tbody tr").first.locator("th, td").all_text_contents() == names
