from dataclasses import replace

from regard.results import Reading, Text
from regard.views.report.texts import text_block

WORDS = ["I", "did", "not", "like", "it"]


def reading(model: str, weights: list[float], label: str = "negative") -> Reading:
    return Reading(model=model, words=WORDS, weights=weights, label=label, probability=0.9)


def shown(*readings: Reading, rationale: list[int] | None = None) -> str:
    chosen = [2, 3] if rationale is None else rationale
    return text_block(
        Text(text="I did NOT like it.", gold="negative", rationale=chosen, readings=list(readings)), 1, "en"
    )


def test_words_are_marked_where_they_stand():
    page = shown(reading("attention", [0.05, 0.05, 0.6, 0.25, 0.05]))
    assert (
        'I did <span class="r"><mark class="w5" title="60.0\u00a0% · 3.0×">NOT</mark> '
        '<mark class="w1" title="25.0\u00a0% · 1.2×">like</mark></span> it.' in page
    )
    assert "<span><bdi>not</bdi> 60.0\u00a0%</span>" in page


def test_the_text_as_given_has_its_deciding_words_boxed_and_nothing_else():
    page = shown(reading("attention", [0.05, 0.05, 0.6, 0.25, 0.05]))
    assert '<p class="words given" dir="auto">I did <span class="r">NOT like</span> it.</p>' in page
    assert 'class="r"' not in shown(reading("attention", [0.2, 0.2, 0.4, 0.1, 0.1]), rationale=[])


def test_right_and_wrong_are_said_by_sign_and_word():
    page = shown(reading("a", [0.6, 0.1, 0.1, 0.1, 0.1]), reading("b", [], label="positive"))
    assert '<span class="good"><span role="img" aria-label="right">✓</span> <bdi>negative</bdi> 90.0\u00a0%' in page
    assert '<span class="bad"><span role="img" aria-label="wrong">✗</span> <bdi>positive</bdi> 90.0\u00a0%' in page


def test_equal_weights_and_no_weights_are_not_drawn():
    page = shown(reading("mean", [0.2] * 5), reading("lstm", []))
    assert "All words equally." in page
    assert "No attention to show" in page
    assert page.count('class="words') == 1


def test_words_that_would_read_nothing_are_not_listed():
    page = shown(reading("self", [0.0, 0.0004, 0.99, 0.0096, 0.0]))
    assert page.count("<span><bdi>") == 2
    assert " 0.0\u00a0%" not in page


def test_marks_are_not_counted_as_words():
    words = ["I", "did", "n't", ",", "like", "it", "?", "!"]
    one = Reading(model="a", words=words, weights=[0.125] * 8, label="x", probability=0.5)
    given = Text(text="I didn't, like it?!", gold="x", rationale=[], readings=[one])
    assert '<p class="meta">5 words · ' in text_block(given, 1, "en")
    assert '<p class="meta">5 mots · ' in text_block(given, 1, "fr")


def test_long_texts_are_folded_and_the_first_stands_open():
    words = [f"w{i}" for i in range(100)]
    weights = [0.5, *[0.5 / 99] * 99]
    one = Reading(model="a", words=words, weights=weights, label="x", probability=0.5)
    plain = replace(one, model="mean", weights=[0.01] * 100)
    page = text_block(
        Text(text=" ".join(words), gold="x", rationale=[], readings=[plain, one, replace(one, model="b")]), 1, "en"
    )
    assert page.count("<details open>") == 1
    assert page.count("<details>") == 1


def test_a_text_without_readings_still_stands():
    assert "I did NOT like it." in shown()
