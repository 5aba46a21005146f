"""Read, as a person uses it."""

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


def test_words_and_label_follow_what_is_typed(page_of):
    page = page_of("read?run=attention")
    page.get_by_label("Text").fill("a wonderful film")
    expect(page.locator(".words .word")).to_have_count(3)
    assert page.locator(".words").inner_text() == "a wonderful film"
    assert "%" in page.locator(".answer").inner_text()
    assert "text=a+wonderful+film" in page.url
