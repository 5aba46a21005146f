import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from regard.errors import Mistake
from regard.explain.explanation import Map
from regard.views.maps.facts import MANY
from regard.views.record import SUFFIXES, as_csv, as_json, picture_of, record, save_explanation

from .fabricated import disliked, one_row, square

STARTS = {
    ".html": b"<!doctype html>",
    ".svg": b"<?xml",
    ".png": b"\x89PNG",
    ".pdf": b"%PDF",
    ".csv": b"map,",
    ".json": b"{",
}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_kind_of_file_is_written_whole_and_alike_each_time(tmp_path: Path, suffix: str, lang: str):
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix.upper()}"
    assert save_explanation(disliked(), one, lang) == one
    save_explanation(disliked(), two, lang)
    assert one.read_bytes().startswith(STARTS[suffix])
    assert one.read_bytes() == two.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {one.name, two.name}


@pytest.mark.parametrize("name", ["looked.gif", "looked", "looked.svg.gz"])
def test_another_kind_is_a_mistake_that_lists_the_known_ones(tmp_path: Path, name: str):
    with pytest.raises(Mistake, match=r"\.html, \.svg, \.png, \.pdf, \.csv, \.json"):
        save_explanation(disliked(), tmp_path / name, "en")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_a_mistake(tmp_path: Path):
    with pytest.raises(Mistake, match="cannot be written"):
        save_explanation(disliked(), tmp_path / "nowhere" / "x.csv", "en")
    folder = tmp_path / "x.csv"
    folder.mkdir()
    with pytest.raises(Mistake, match="cannot be written"):
        save_explanation(disliked(), folder, "en")
    assert {path.name for path in tmp_path.iterdir()} == {"x.csv"}


def test_json_has_the_public_keys_and_short_numbers():
    found = json.loads(as_json(one_row(["a", "b"], [1 / 3, 2 / 3])))
    public = {"method", "target", "kind", "maps", "signed", "faithfulness", "text", "label", "probability", "spans"}
    assert set(found) == public | {"caution", "left_out", "unknown", "unchecked"}
    assert found["maps"] == [
        {"name": "pool", "rows": ["text"], "columns": ["a", "b"], "weights": [[0.333333, 0.666667]]}
    ]
    assert found["spans"] == [[0, 1], [2, 3]]


@pytest.mark.parametrize("kind", ["label", "translation"])
@pytest.mark.parametrize("maps", [1, 2, 2 * MANY])
@pytest.mark.parametrize("made", [disliked, square])
def test_every_drawing_says_what_was_not_read_and_how_far_it_holds(made, maps, kind):
    told = made()
    heads = [replace(told.maps[0], name=f"layers.0.{head}") for head in range(maps)]
    told = replace(told, kind=kind, maps=heads, caution="control", left_out=788, unknown=["xyzzy"], unchecked="several")
    paper = picture_of(told, "en").figure.axes[0]
    said = " ".join(text.get_text() for text in paper.texts)
    for sentence in ("788 tokens in the middle", "does not know: xyzzy", "knows nothing of the model", "at a time"):
        assert said.count(sentence) == 1, sentence
    assert max(text.get_position()[1] for text in paper.texts) < paper.get_ylim()[0] - 0.05


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="pool: value 1 is nan"):
        record(one_row(["a", "b"], [0.5, float("nan")]))
    with pytest.raises(ValueError, match="inf"):
        as_csv(replace(disliked(), probability=float("inf")))


def test_csv_has_a_line_per_weight_with_its_place():
    read = list(csv.reader(io.StringIO(as_csv(disliked()))))
    assert read[0] == ["map", "row_number", "row", "column_number", "column", "start", "end", "weight"]
    assert read[3] == ["pool", "1", "text", "3", "not", "6", "9", "0.4"]
    whole = list(csv.reader(io.StringIO(as_csv(square(4)))))
    assert len({(one[1], one[3]) for one in whole[1:]}) == 16, "equal words are told apart by their numbers"
    assert len(whole) == 17


@pytest.mark.parametrize("word", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_no_cell_is_a_formula(word: str):
    explanation = replace(
        disliked(), maps=[Map(name=word, rows=[word], columns=[word], weights=[[1.0]])], spans=[(0, 1)]
    )
    row = list(csv.reader(io.StringIO(as_csv(explanation), newline="")))[1]
    assert len(row) == 8
    assert all(row[place][0] in "'�" for place in (0, 2, 4))
