import gzip
import json

import pytest

from regard.data.corpora.eraser import eraser_movies, locate
from regard.errors import Mistake

TEXT = "the plot is thin .\nbut i loved it , loved it !"


def row(*spans, classification="POS", name="posR_000.txt"):
    marked = [[{"docid": name, "start_token": a, "end_token": b}] for a, b in spans]
    return {"annotation_id": name, "classification": classification, "evidences": marked}


def write(folder, **parts):
    folder.mkdir(parents=True)
    documents = [{"docid": "posR_000.txt", "text": TEXT}]
    for name, rows in {"docs": documents, "train": [], "val": [], "test": [], **parts}.items():
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in rows)
    return folder


def test_what_people_marked_are_characters_of_the_text(tmp_path):
    folder = write(tmp_path / "eraser_movies", test=[row((6, 9), (8, 11), (0, 2))])
    assert locate(tmp_path) == folder
    (example,) = eraser_movies(folder).test
    assert [example.text[a:b] for a, b in example.rationale] == ["the plot", "i loved it , loved"]
    assert example.label == 1


def test_an_incomplete_copy_says_so(tmp_path):
    notes = eraser_movies(write(tmp_path / "eraser_movies", test=[row((0, 1))])).notes
    assert "incomplete: 1 reviews in test here, 199 in the original." in notes


@pytest.mark.parametrize("bad", [row((0, 99)), row((0, 1), classification="SO-SO"), {"annotation_id": "posR_000.txt"}])
def test_a_row_that_is_no_annotation_is_a_mistake(tmp_path, bad):
    with pytest.raises(Mistake, match="no annotation of ERASER"):
        eraser_movies(write(tmp_path / "eraser_movies", test=[bad]))


def test_nothing_is_found_where_nothing_is(tmp_path):
    assert locate(tmp_path) is None
