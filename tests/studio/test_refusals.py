"""What the server refuses is said in French by the page: all that the studio says itself, nothing that nobody says."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import regard

PACKAGE = Path(regard.__file__).parent
WORDS = PACKAGE / "studio" / "static" / "words" / "refusals"
SAID_BY = {"Mistake", "NoRun", "NoJob", "Wrong", "Refused"}
HOLE = "{}"


def pairs() -> list[tuple[str, str]]:
    """The tables of the page: [English, French]."""
    lines = [line for file in sorted(WORDS.glob("*.js")) for line in file.read_text(encoding="utf-8").splitlines()]
    return [tuple(json.loads(line.strip().removesuffix(","))) for line in lines if line.startswith('  ["')]


def holes(text: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", text)


def shape(node: ast.expr) -> str | None:
    """A sentence in the code with {} for what is put into it; None for what is no sentence."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(part.value if isinstance(part, ast.Constant) else HOLE for part in parts)  # pyright: ignore
        case _:
            return None


def sentences(folder: Path) -> Iterator[str]:
    """Every text that stands in the code below a folder."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.expr) and (text := shape(node)):
                yield text


def refusals(folder: Path) -> Iterator[str]:
    """What the code below a folder can refuse with, where it stands whole in a call or under a name."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAID_BY:
                yield from filter(None, map(shape, node.args))
            elif isinstance(node, ast.Assign):
                yield from filter(None, [shape(node.value)])


def test_the_studio_refuses_nothing_in_english_alone():
    known = {re.sub(r"\{\w+\}", HOLE, english) for english, _ in pairs()}
    said = {text for text in refusals(PACKAGE / "studio") if text.endswith(".") and " " in text}
    assert len(said) > 30
    assert said - known == {"port {} cannot be had ({}); choose another --port, or 0 for any."}, "the terminal's alone"


def test_every_sentence_of_the_page_is_one_that_the_code_says():
    said = set(sentences(PACKAGE))
    assert [english for english, _ in pairs() if re.sub(r"\{\w+\}", HOLE, english) not in said] == []


def test_the_french_puts_in_what_the_english_gives():
    for english, french in pairs():
        assert len(holes(english)) == len(set(holes(english))), english
        assert set(holes(french)) <= set(holes(english)), french
        assert french != english
    assert len({english for english, _ in pairs()}) == len(pairs())


@pytest.mark.browser
def test_the_page_says_a_refusal_in_its_language(page_of):
    pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright")
    page = page_of("read?run=attention&lang=fr")
    say = "async ([lang, text]) => (await import('/words/index.js')).speaker(lang).refusal(text)"
    sentence = "weights are tried out on texts of 2 to 512 words; this one has 1."
    assert page.evaluate(say, ["en", sentence]) == sentence
    french = page.evaluate(say, ["fr", sentence])
    assert french == "les poids sont mis à l'essai sur des textes de 2 à 512 mots\u00a0; celui-ci en a 1."
    strange = (
        "reviews (1).csv, line 3 has 4 cells where the header has 2; put double quotes around a cell that holds a "
        "comma or a line end."
    )
    french = page.evaluate(say, ["fr", strange])
    assert french.startswith("reviews (1).csv, ligne 3\u00a0: 4 cellules, alors que l'en-tête en a 2")
    assert page.evaluate(say, ["fr", "what nobody wrote"]) == "what nobody wrote"


@pytest.mark.browser
def test_what_is_asked_in_french_is_refused_in_french(page_of):
    page = page_of("read?run=attention&lang=fr")
    ask = (
        "async () => { const { ask } = await import('/api.js');"
        " try { await ask('/runs/nothing/samples') } catch (error) { return error.message } }"
    )
    said = "il n'y a pas ici de modèle 'nothing'\u00a0; la vue «\u00a0Labos et modèles\u00a0» les montre tous."
    assert page.evaluate(ask) == said
