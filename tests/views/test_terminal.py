import io
from dataclasses import replace

from rich.console import Console

from regard.explain.explanation import Explanation
from regard.views.terminal import show_explanation

from .fabricated import disliked, one_row, square


def shown(explanation: Explanation, lang: str = "en", *, terminal: bool = False, **options: object) -> str:
    kept = io.StringIO()
    console = Console(file=kept, width=100, force_terminal=terminal, **options)  # type: ignore[arg-type]
    show_explanation(explanation, lang, console)
    return kept.getvalue()


def test_without_colour_there_are_bars_and_numbers():
    for text in (
        shown(disliked()),
        shown(disliked(), terminal=True, no_color=True, color_system="truecolor"),
        shown(disliked(), terminal=True, color_system="standard"),
    ):
        assert "\x1b[48" not in text
        assert "at least" not in text
        assert "not   ████████████████████████  40.0\u00a0%  2.4×" in text
        assert "negative, probability 93.4\u00a0%" in text
        assert "not by themselves a proof" in text


def test_with_colour_the_words_stand_in_their_text():
    text = shown(disliked(), terminal=True, color_system="truecolor")
    assert "\x1b[38;2;0;0;0;48;2;175;135;95mnot\x1b[0m" in text
    assert "I did " in text
    assert "40.0\u00a0%" in text


def test_it_speaks_french():
    text = shown(disliked(), "fr")
    assert "negative, probabilité 93,4\u00a0%" in text
    assert "ils ne prouvent pas à eux seuls" in text


def test_several_rows_say_who_looks_at_what():
    text = shown(square(4))
    assert "w0         w0 53.3\u00a0%, w1 26.7\u00a0%, w2 13.3\u00a0%" in text


def test_one_of_several_maps_is_known_by_its_name():
    one = square(4)
    other = replace(one.maps[0], name="encoder.layers.1.attention.3")
    assert one.maps[0].name not in shown(one)
    assert other.name in shown(replace(one, maps=[*one.maps, other]))


def test_equal_weights_are_said_to_be_equal():
    assert "All words equally." in shown(one_row(["a", "b", "c"], [1 / 3] * 3))


def test_a_model_without_attention_says_so():
    text = shown(replace(disliked(), maps=[]))
    assert "nothing to show" in text
    assert "proof" not in text


def test_markup_and_control_characters_in_a_text_do_nothing():
    text = shown(
        one_row(["[bold]", "\x1b[31mred", ":smile:"], [0.5, 0.3, 0.2]), terminal=True, color_system="truecolor"
    )
    assert "[bold]" in text
    assert ":smile:" in text
    assert "\x1b[31mred" not in text


def test_what_was_not_read_or_not_known_is_said():
    told = replace(disliked(), left_out=788, unknown=["xyzzy", *(f"w{n}" for n in range(9))])
    said = " ".join(shown(told).split())
    assert "788 tokens in the middle were left out" in said
    assert "Words that the model does not know: xyzzy, w0, w1, w2, w3, w4, w5, w6 …" in said
    assert "know" not in shown(disliked())


def test_what_is_explained_is_said_where_it_is_not_the_answer():
    assert "Explains: the probability of the label positive" in shown(replace(disliked(), target="positive"))
    assert "Explains" not in shown(disliked())
