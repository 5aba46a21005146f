"""Explanations of what models say, where labels have no words and words have rivals."""

import pytest
import torch

from regard.errors import Mistake
from regard.runs.comparing.texts import weighed
from regard.runs.exchange import import_folder
from regard.runs.explaining import explain, outputs
from regard.runs.run import open_run

from . import published, small, small_language
from .small_pairs import trained

TEXT = "I liked the film ."
SENTENCE = "Anna signed the treaty in Paris ."


@pytest.mark.parametrize("purpose", ["pair", "classes"])
def test_a_label_without_a_name_is_a_number_and_no_token(tmp_path, purpose):
    published.made("bert", tmp_path / "hub", purpose=purpose)
    run = import_folder(tmp_path / "hub", tmp_path / "run")
    looks, told = (explain(run, TEXT, method=method) for method in ("attention", "gradient-input"))
    assert told.label == looks.label
    assert told.label in (*run.classes, "0", "1", "2")
    assert told.kind == "label"
    answer = weighed(run, "run", TEXT, "attention").answer
    assert answer.label == looks.label
    assert answer.probability == pytest.approx(looks.probability)


def test_each_said_word_has_random_orders_of_its_own(tmp_path, monkeypatch):
    """Else chance would be the same for all of them, and their mean no surer than each."""
    run, seeds = open_run(trained(tmp_path / "bahdanau").folder), []
    usual = outputs.faithful
    monkeypatch.setattr(
        outputs,
        "faithful",
        lambda question, scores, *, seed: seeds.append(seed) or usual(question, scores, seed=seed),
    )
    told = explain(run, SENTENCE, method="uniform")
    assert len(set(seeds)) == len(seeds) == len(told.maps[0].rows)


@pytest.mark.parametrize(
    ("words", "most", "found"), [(3, 9, [0, 1, 2]), (1, 0, [0]), (9, 5, [0, 2, 4, 6, 8]), (90, 0, [0, 30, 59, 89])]
)
def test_words_of_long_outputs_are_checked_from_beginning_to_end(words, most, found):
    assert outputs.spread_out(words, most) == found


def test_it_is_kept_how_many_words_were_checked(tmp_path, monkeypatch):
    run = open_run(trained(tmp_path / "bahdanau").folder)
    monkeypatch.setattr(outputs, "CHECKED", 0)
    monkeypatch.setattr(outputs, "FEWEST", 1)
    told = explain(run, SENTENCE, method="uniform")
    assert (told.faithfulness["checked"], told.faithfulness["said"]) == (1, len(told.maps[0].rows))


def test_a_said_word_is_held_against_one_that_could_be_said(tmp_path):
    run = open_run(trained(tmp_path / "bahdanau").folder)
    word = explain(run, SENTENCE, method="uniform", faithfulness=False).maps[0].rows[0]
    for against in (word, " "):
        with pytest.raises(Mistake, match="name another one"):
            explain(run, SENTENCE, method="leave-one-out", target=word, against=against)


def test_what_a_model_does_not_read_or_know_is_told(tmp_path):
    run = open_run(small.trained(tmp_path / "short", "attention", "text.longest=6").folder)
    known = [word for word in run.tokenizer.vocabulary() if word.isalpha()][:5]
    told = explain(run, " ".join([*known, "xyzzy", *known, "plugh", "xyzzy"]), faithfulness=False)
    assert (told.left_out, told.unknown) == (7, ["xyzzy", "plugh"])
    told = explain(run, " ".join(known), method="gradient-input", faithfulness=False)
    assert (told.left_out, told.unknown) == (0, [])


def test_maps_of_a_language_model_that_answers_no_number_are_refused(tmp_path):
    run = open_run(small_language.trained(tmp_path / "gpt").folder)
    with torch.no_grad():
        run.model.words.weight.fill_(float("nan"))
    with pytest.raises(Mistake, match="answers NaN"):
        explain(run, TEXT, faithfulness=False)
