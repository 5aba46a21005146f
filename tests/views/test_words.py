import re
import string
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import regard.views
from regard.errors import Mistake
from regard.views.wording import words
from regard.views.wording.numbers import (
    between,
    count,
    distance,
    duration,
    number,
    p_value,
    percent,
    scientific,
    signed,
    times,
)
from regard.views.wording.words import LANGUAGES, TABLE, clean, say, shorten

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(next(iter(regard.views.__path__))).rglob("*.py")
    if path.parent.name != "wording" or path.stem in ("numbers", "words")
)

VARIANTS = (".bleu", ".perplexity", ".answers", ".preference")


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TABLE)
def test_both_languages_say_it_with_the_same_blanks(key: str):
    assert set(TABLE[key]) == set(LANGUAGES)
    assert blanks(TABLE[key]["en"]) == blanks(TABLE[key]["fr"])
    assert all(TABLE[key].values())


def test_no_sentence_is_unused():
    counted = {key for key in TABLE if key.endswith((".one", ".many"))}
    used = {key for key in TABLE if re.search(rf"""["']{re.escape(key)}["']""", SOURCE)}
    used |= {key for key in counted if re.search(rf"""["']{key.rpartition(".")[0]}["']""", SOURCE)}
    beside = {key for key in TABLE if key.endswith((".title", ".description", ".caption", ".not"))}
    used |= {key for key in beside if re.search(rf"""told\(lang, "{key.rpartition(".")[0]}",""", SOURCE)}
    used |= {key for key in TABLE if f'f"{key.rpartition(".")[0]}.{{' in SOURCE}
    used |= {key for key in counted if f'f"{".".join(key.split(".")[:-2])}.{{' in SOURCE}
    used |= {key for key in TABLE if key.endswith(VARIANTS) and key.rpartition(".")[0] in used}
    assert set(TABLE) - used == set()


def test_a_variant_fills_no_blank_that_its_sentence_lacks():
    variants = [key for key in TABLE if key.endswith(VARIANTS) and key.rpartition(".")[0] in TABLE]
    assert len(variants) > 30
    for key in variants:
        assert blanks(TABLE[key]["en"]) <= blanks(TABLE[key.rpartition(".")[0]]["en"]), key


def test_french_spaces_do_not_break():
    for key, entry in TABLE.items():
        assert not re.search(r" [;:!?%»]|« |'", entry["fr"]), key
        assert not re.search(r"[^\s(?«][;!?]", entry["fr"].replace("\u202f;", "").replace("\u202f?", "")), key
    assert say("fr", "page.comparisons").endswith("\u202f?")
    assert "\u00a0:" in say("fr", "legend.least")


def test_numbers_in_each_language():
    assert number("en", 1234567.891, 2) == "1,234,567.89"
    assert number("fr", 1234567.891, 2) == "1\u202f234\u202f567,89"
    assert number("en", -0.5, 1) == "−0.5"
    assert number("en", -0.001, 1) == "0.0"
    assert number("en", float("nan")) == "–"
    assert percent("fr", 0.912) == "91,2\u00a0%"
    assert percent("en", float("inf")) == "–"
    assert signed("en", 0.04, 1) == "+0.0"
    assert signed("fr", -1.25, 2) == "−1,25"
    assert between("en", (0.901, 0.924)) == "90.1–92.4\u00a0%"
    assert p_value("en", 0.00001) == "p\u00a0<\u00a00.001"
    assert p_value("fr", 0.0412) == "p\u00a0=\u00a00,041"
    assert p_value("en", 0.41) == "p\u00a0=\u00a00.41"
    assert (times("en", 4.13), times("en", 12.7)) == ("4.1×", "13×")
    assert (duration("en", 3.14), duration("fr", 48.6), duration("en", 150)) == (
        "3.1\u00a0s",
        "49\u00a0s",
        "2.5\u00a0min",
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, "0"),
        (1.0, "1,00"),
        (-12.345, "−12,3"),
        (1234.0, "1\u202f234"),
        (0.0123, "0,012"),
        (0.000321, "3,2·10⁻⁴"),
        (-9.99e-8, "−1,0·10⁻⁷"),
        (2.5e12, "2,5·10¹²"),
        (5e-324, "4,9·10⁻³²⁴"),
        (float("nan"), "–"),
    ],
)
def test_numbers_of_any_size_have_two_or_three_digits(value: float, said: str):
    assert scientific("fr", value) == said


def test_no_sentence_is_said_twice():
    tables = [module.TABLE for module in vars(words).values() if hasattr(module, "TABLE")]
    assert len(tables) > 3
    assert sum(map(len, tables)) == len(TABLE)


def test_counts_agree_with_their_number():
    assert [count("en", "seeds", n) for n in (0, 1, 3)] == ["0 seeds", "1 seed", "3 seeds"]
    assert [count("fr", "seeds", n) for n in (0, 1, 3)] == ["0 graine", "1 graine", "3 graines"]
    assert [distance("fr", d, sign=False) for d in (-0.008, 0.0199, 0.021)] == ["0,8 point", "2,0 points", "2,1 points"]
    assert [distance("en", d, sign=True) for d in (-0.008, 0.01)] == ["−0.8 points", "+1.0 points"]


def test_an_unknown_language_is_a_mistake():
    with pytest.raises(Mistake, match=r"no language called 'de'"):
        say("de", "model")


@given(st.text())
@example("\ufffe\uffff\ud800\x00\x0b\x85")
def test_clean_text_can_be_written_and_read_as_xml(text: str):
    from xml.etree import ElementTree as ET

    from regard.views.report.markup import esc

    assert ET.fromstring(f"<p>{esc(text)}</p>".encode()).tag == "p"
    assert len(clean(text)) == len(text)


@given(st.text(), st.integers(2, 30))
def test_shortened_text_is_short_and_on_one_line(text: str, length: int):
    assert len(shorten(text, length)) <= length
    assert "\n" not in shorten(text, length)
