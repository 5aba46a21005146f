"""What axe-core finds in every view: nothing serious."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from .conftest import LINKS, settled

pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright")
pytestmark = pytest.mark.browser
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def axe() -> str:
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("there is no axe-core; install it with: pip install axe-playwright-python")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


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
