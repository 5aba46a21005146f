"""What axe-core finds in every view, and what strangers' strings do there: nothing."""

import csv
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
LINKS = "() => [...document.querySelectorAll('#views a')].map((link) => link.getAttribute('href'))"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SHORT = [
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg onload=window.hit=1>",
    "</textarea><script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "\"><iframe srcdoc='<script>parent.hit=1</script>'>",
    "javascript:window.hit=1",
    "{{constructor.constructor('window.hit=1')()}}",
    "${window.hit=1}",
    "<a href=javascript:window.hit=1>x</a>",
    "<style>*{display:none}</style>",
    "<math><mtext></table><img src onerror=window.hit=1>",
    "&lt;img src=x onerror=window.hit=1&gt;",
    "\u202egnirts\u202c <b>bold</b>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
]
ENDS = (
    "",
    "</style>",
    '">',
    "'>",
    "</textarea>",
    "</script>",
    "</title>",
    "</svg>",
    "-->",
    "]]>",
    "`};",
    "\\u003c",
    "%3E",
)
BEGINS = (
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg/onload=window.hit=1>",
    "<details open ontoggle=window.hit=1>",
    "<input autofocus onfocus=window.hit=1>",
    "<iframe src=javascript:parent.hit=1>",
    "<style>@import'//evil.example'</style>",
)
HOSTILE = [*SHORT, *(end + begin for end in ENDS for begin in BEGINS)]
"""A hundred strings that do something where a text is taken for markup."""


@pytest.fixture(scope="session")
def axe() -> str:
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("there is no axe-core; install it with: pip install axe-playwright-python")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def settled(page) -> None:
    """Wait until the view has drawn."""
    page.wait_for_timeout(300)
    page.wait_for_selector("html[data-busy='0']", timeout=30_000)
    page.wait_for_timeout(100)


@pytest.mark.parametrize(("theme", "width", "lang"), [("light", 1280, "en"), ("dark", 360, "fr")])
def test_axe_finds_nothing_serious_in_any_view(page_of, axe, theme, width, lang):
    page = page_of("read", width=width, bypass_csp=True)
    found = []
    for link in page.evaluate(LINKS):
        page.goto(f"{page.url.split('#')[0]}{link}?lang={lang}&theme={theme}")
        settled(page)
        page.evaluate(axe)
        result = page.evaluate("(tags) => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS)
        for one in result["violations"]:
            if one["impact"] in ("serious", "critical"):
                found.append((link, one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"][:200]))
    assert found == []


def test_a_hundred_hostile_texts_are_shown_as_texts_in_every_view(page_of):
    assert len(set(HOSTILE)) >= 100
    page = page_of("read")
    home, links = page.url.split("#")[0], page.evaluate(LINKS)
    before = page.evaluate("() => document.querySelectorAll('script, iframe, base, meta, style').length")

    def unharmed() -> None:
        settled(page)
        assert page.evaluate("() => window.hit") is None, page.url
        now = page.evaluate("() => document.querySelectorAll('script, iframe, base, meta, style').length")
        assert now == before, page.url
        assert page.url.startswith(home)

    for link in links:
        asked = f"text={quote(' '.join(HOSTILE))}&run={quote(HOSTILE[1])}&lang={quote(HOSTILE[0])}"
        page.goto(f"{home}{link.split('?')[0]}?{asked}")
        unharmed()
        for field in page.locator("main textarea:visible, main input[type=text]:visible").all():
            field.fill(" ".join(SHORT[:8]))
        unharmed()


def test_a_hundred_hostile_texts_stay_texts_in_the_files(page_of):
    page = page_of(f"read?run=attention&text={quote(' '.join(HOSTILE))}")
    expect(page.locator(".word").first).to_be_visible()
    saved = {}
    for kind in ("SVG", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).click()
        saved[kind] = Path(download.value.path()).read_text(encoding="utf-8")
    names = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(saved["SVG"]).iter()}
    assert names == {"svg", "rect", "text"}
    assert "&lt;" in saved["SVG"]
    cells = [cell for row in csv.reader(saved["CSV"].splitlines()) for cell in row]
    assert "'=" in cells, "what a spreadsheet would run is made harmless"
    assert not [cell for cell in cells if cell[:1] in "=+@" and cell]
