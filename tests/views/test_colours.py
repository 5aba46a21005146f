import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem

from regard.views.figures.colours import (
    BLUE,
    DARK,
    INK,
    LEVELS,
    LIGHT,
    MUTED,
    ORANGE,
    PAPER,
    TERMINAL,
    contrast,
    ink_on,
    least,
    level,
    luminance,
)
from regard.views.terminal import style


@pytest.mark.parametrize("colour", [*LIGHT, *DARK, *TERMINAL])
def test_letters_on_colours_can_be_read(colour: str):
    assert contrast(colour, ink_on(colour)) >= 4.5


@pytest.mark.parametrize("strength", range(1, LEVELS + 1))
def test_letters_can_be_read_with_256_colours_too(strength: int):
    look = style(strength)
    assert look.color is not None
    assert look.bgcolor is not None
    seen = [Color.downgrade(c, ColorSystem.EIGHT_BIT).get_truecolor().hex for c in (look.color, look.bgcolor)]
    assert contrast(*seen) >= 4.5


@pytest.mark.parametrize("colour", [INK, MUTED, BLUE, ORANGE])
def test_what_figures_write_can_be_read_on_paper(colour: str):
    assert contrast(colour, PAPER) >= 4.5


def test_scales_go_one_way_only():
    for ramp, darker in ((LIGHT, True), (DARK, False), (TERMINAL, False)):
        lights = [luminance(colour) for colour in ramp]
        assert lights == sorted(lights, reverse=darker)
        assert len(ramp) == LEVELS


@given(st.integers(2, 2000), st.integers(1, LEVELS))
def test_a_level_begins_at_its_least_weight(words: int, strength: int):
    assert level(least(strength, words) * 1.001, words) >= strength
    assert level(least(strength, words) * 0.999, words) < strength


@given(st.integers(1, 2000))
def test_equal_weights_have_no_colour_and_all_the_weight_has_the_full_one(words: int):
    assert level(1 / words, words) == 0
    assert level(1.0, words) == (LEVELS if words > 1 else 0)
    assert level(float("nan"), words) == 0


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
