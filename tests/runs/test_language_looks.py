"""What a language model looks at, and what it answers."""

import numpy as np
import pytest
import torch

from regard import watching
from regard.errors import Mistake
from regard.explain.maps.language import looked
from regard.models.albert import Albert
from regard.text.published import PublishedTokenizer

from .published import SIZES, made, word_pieces

TEXT = "I liked the film ."


def opened(kind, folder, **settings):
    return made(kind, folder, **settings), PublishedTokenizer.load(folder / "tokenizer.json")


@torch.no_grad()
def test_tokens_show_the_weights_themselves(tmp_path):
    model, tokenizer = opened("bert", tmp_path)
    ids = torch.tensor([tokenizer.encode(TEXT).ids])
    with watching(model) as watch:
        model(ids)
    said = looked(model, tokenizer, TEXT, only="*", tokens=True)
    assert [one.name for one in said.maps] == [
        f"layers.{layer}.attention.{head}" for layer in (0, 1) for head in range(3)
    ]
    expected = [weights for (calls,) in watch.maps.values() for weights in calls[0]]
    assert np.allclose([one.weights for one in said.maps], torch.stack(expected), rtol=0, atol=1e-12)
    assert said.maps[0].columns == ["[CLS]", "I", "like", "d", "the", "film", ".", "[SEP]"]
    assert [TEXT[start:stop] for start, stop in said.spans][1:-1] == said.maps[0].columns[1:-1]


def test_words_take_their_pieces_together(tmp_path):
    model, tokenizer = opened("bert", tmp_path)
    whole, pieces = (looked(model, tokenizer, TEXT, tokens=tokens).maps for tokens in (False, True))
    assert [one.name for one in whole] == ["layers.1.attention"]
    assert whole[0].columns == whole[0].rows == ["[CLS]", "I", "liked", "the", "film", ".", "[SEP]"]
    weights = np.array(pieces[0].weights)
    assert np.isclose(whole[0].weights[2][2], weights[2:4, 2:4].sum(1).mean())
    assert np.allclose(np.sum(whole[0].weights, axis=1), 1)


def test_one_head_by_its_number(tmp_path):
    model, tokenizer = opened("gpt2", tmp_path)
    every = looked(model, tokenizer, TEXT, only="layers.0.*").maps
    (one,) = looked(model, tokenizer, TEXT, only="layers.0.*", head=2).maps
    assert one == every[2]
    assert one.weights[0][1:] == [0.0] * (len(one.columns) - 1), "no word sees a later one"
    with pytest.raises(Mistake, match=r"layers.0.attention has no head 3; it has heads 0 to 2"):
        looked(model, tokenizer, TEXT, only="layers.0.*", head=3)
    with pytest.raises(Mistake, match=r"no attention named 'pool'; it has layers.0.attention, layers.1.attention"):
        looked(model, tokenizer, TEXT, only="pool")
    with pytest.raises(Mistake, match=r"no token to look at"):
        looked(model, tokenizer, "")


@torch.no_grad()
def test_a_model_of_the_next_word_answers_with_it(tmp_path):
    model, tokenizer = opened("gpt2", tmp_path)
    next_ = model(torch.tensor([tokenizer.encode(TEXT).ids]))[0, -1].softmax(-1)
    said = looked(model, tokenizer, TEXT)
    assert said.label == tokenizer.decode([int(next_.argmax())]).strip()
    assert said.probability == pytest.approx(float(next_.max()), abs=1e-6)


@torch.no_grad()
def test_a_model_of_masked_words_answers_with_what_fills_the_first_blank(tmp_path):
    model, tokenizer = opened("bert", tmp_path)
    text = "The [MASK] was [MASK] ."
    blank = model(torch.tensor([tokenizer.encode(text).ids]))[0, 2].softmax(-1)
    said = looked(model, tokenizer, text)
    assert (said.label, said.maps[0].columns[2]) == (tokenizer.decode([int(blank.argmax())]), "[MASK]")
    assert said.probability == pytest.approx(float(blank.max()), abs=1e-6)
    assert len(looked(model, tokenizer, TEXT).label.split()) > 1, "without a blank, what it says at every place"


@torch.no_grad()
def test_a_model_that_says_a_text_shows_all_its_ways_of_looking(tmp_path):
    model, tokenizer = opened("bart", tmp_path)
    said = looked(model, tokenizer, TEXT, only="*", head=0, tokens=True)
    maps = {one.name: one for one in said.maps}
    read = ["<s>", *(TEXT[start:stop] for start, stop in tokenizer.encode(TEXT).spans[1:-1]), "</s>"]
    across, back = maps["decoder.layers.1.cross.0"], maps["decoder.layers.1.attention.0"]
    assert maps["encoder.layers.0.attention.0"].rows == across.columns == read
    assert (across.rows[0], across.rows[-1]) == ("<s>", "</s>"), "rows are what is said"
    assert back.rows == back.columns == ["</s>", *across.rows[:-1]], "what was said before each"
    (usual,) = looked(model, tokenizer, TEXT, tokens=True).maps
    assert usual.name == model.aligns
    every = looked(model, tokenizer, TEXT, only=model.aligns, tokens=True).maps
    assert np.allclose(usual.weights, np.mean([one.weights for one in every], axis=0))


def test_a_block_that_is_used_twice_is_seen_twice():
    torch.manual_seed(0)
    tokenizer = PublishedTokenizer(word_pieces())
    model = Albert(tokenizer.size, size=5, **SIZES).eval()
    names = [one.name for one in looked(model, tokenizer, TEXT, only="*", head=0).maps]
    assert len(names) == len(set(names)) == 2
    assert looked(model, tokenizer, TEXT).maps[0].name == names[1].removesuffix(".0")
