"""A translator that was written for CTranslate2 says the same words there, without torch and regard."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch

from regard.attention.padded import side_by_side
from regard.decoding import Search, greedy
from regard.errors import Mistake
from regard.models.translator import Translator
from regard.runs.exchange import export_run
from regard.runs.exchange.ctranslate2 import possible, specified
from regard.runs.pairs.build import build_translator
from regard.runs.pairs.new_sentences import searched, translations
from regard.runs.recipe import recipe
from regard.runs.run import Run

from .small import everything
from .small_pairs import pairs, prepared, small
from .test_onnx import alone

ctranslate2 = pytest.importorskip("ctranslate2", reason='install it with: pip install "regard[ctranslate2]"')

WORDS, BEGIN, END, LONGEST = 41, 1, 2, 40
SHAPES = [
    {"joint": True},
    {"joint": True, "pre_norm": False},
    {"tied": False, "decoder_layers": 1, "norm": "rms"},
    {"position": "relative"},
    {"position": "relative", "pre_norm": False, "tied": False, "decoder_layers": 3},
    {"position": "relative", "norm": "rms", "joint": True},
]


@pytest.mark.parametrize("settings", SHAPES)
def test_every_shape_says_the_same_words(settings, tmp_path):
    torch.manual_seed(0)
    sizes = {"width": 16, "layers": 2, "heads": 4, "hidden": 24}
    model = Translator(WORDS, WORDS, begin=BEGIN, end=END, **sizes, **settings).eval()
    for value in model.parameters():
        torch.nn.init.uniform_(value, -0.7, 0.7)
    model.words.bias.data[BEGIN] = -100.0
    source = ["[PAD]", "[BEGIN]", "[END]", *(f"s{i}" for i in range(3, WORDS))]
    target = source if model.words.source is None else [*source[:3], *(f"t{i}" for i in range(3, WORDS))]
    specified(model, source, target, source[0]).save(str(tmp_path))
    chance = np.random.default_rng(0)
    said = [chance.integers(3, WORDS, size=n).tolist() for n in (1, 2, 5, 9, 14, 25)]
    ours = greedy(model, side_by_side([[*one, END] for one in said]), longest=LONGEST)
    theirs = ctranslate2.Translator(str(tmp_path), intra_threads=1).translate_batch(
        [[source[i] for i in one] for one in said], beam_size=1, max_decoding_length=LONGEST, min_decoding_length=0
    )
    assert [each.hypotheses[0] for each in theirs] == [[target[i] for i in one.tokens] for one in ours]


SENTENCES = [pair.source for pair in (*pairs().train, *pairs().test)]
KINDS = {
    "pieces": ("model.position=sinusoidal", "model.joint=true", "text.joint=true"),
    "words": ("text.tokens=words", "text.least=1"),
    "characters": ("text.tokens=characters",),
}
STEPS = {"pieces": 40, "words": 40, "characters": 4}


@cache
def learned(kind: str, folder: Path) -> Run:
    """A translator that knows its few sentences a little."""
    torch.manual_seed(0)
    made = small("transformer", "model.width=32", "model.dropout=0", *KINDS[kind])
    data = prepared(made)
    data.tokenizers.save(folder)
    model = build_translator(made, data.tokenizers)
    batch = data.train.batch(np.arange(len(data.train)))
    optimiser = torch.optim.Adam(model.parameters(), 0.01)
    for _ in range(STEPS[kind]):
        inside = batch.wanted_mask
        model.words.loss(model.vectors(batch)[inside], batch.wanted[inside]).backward()
        optimiser.step()
        optimiser.zero_grad()
    return Run(folder, made, data.tokenizers, model.eval())


@pytest.fixture
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.getbasetemp() / f"learned-{request.param}"
    folder.mkdir(exist_ok=True)
    return learned(request.param, folder)


@pytest.mark.parametrize("run", KINDS, indirect=True)
def test_the_program_of_the_folder_says_the_same(run, tmp_path):
    out = tmp_path / "out"
    assert {"README.txt", "config.json", "model.bin", "tokenizer.json"} < set(export_run(run, out, "ctranslate2"))
    said = alone(out, f"\nimport json\nprint(json.dumps([translate([one], 1)[0] for one in {SENTENCES!r}]))")
    ours = [one["text"] for one in translations(run, SENTENCES, Search(beam=1, alpha=0.0))]
    assert json.loads(said.splitlines()[-1]) == ours


@pytest.mark.parametrize("run", ["pieces", "words"], indirect=True)
def test_a_beam_finds_the_same(run, tmp_path):
    export_run(run, tmp_path / "out", "ctranslate2")
    source, target = (side.vocabulary() for side in (run.tokenizers.source, run.tokenizers.target))
    theirs = ctranslate2.Translator(str(tmp_path / "out"), intra_threads=1).translate_batch(
        [[source[i] for i in run.tokenizer.encode(one).ids] for one in SENTENCES],
        beam_size=5, length_penalty=0, max_decoding_length=LONGEST, min_decoding_length=0, return_scores=True,
    )  # fmt: skip
    ours = [best for best, *_ in searched(run, SENTENCES, Search(beam=5, alpha=0.0, longest=LONGEST))]
    found = [each.hypotheses[0] for each in theirs]
    by_itself = [i for i, one in enumerate(found) if len(one) < LONGEST]
    assert len(by_itself) > 15, "what is cut is cut otherwise there"
    for i in by_itself:
        assert [target[token] for token in ours[i].tokens] == found[i]
        assert ours[i].score == pytest.approx(theirs[i].scores[0], abs=1e-4)


def test_what_it_cannot_run_is_told_with_the_way_out(tmp_path):
    made = small("bahdanau")
    known = prepared(made).tokenizers
    run = Run(tmp_path / "run", made, known, build_translator(made, known))
    with pytest.raises(Mistake, match=r"is a recurrent model \(bahdanau\), .* train one with --model transformer\."):
        export_run(run, tmp_path / "out", "ctranslate2")
    made = small("transformer", "model.position=alibi")
    other = replace(run, recipe=made, model=build_translator(made, known))
    with pytest.raises(Mistake, match=r"knows places in a way \(alibi\) that .*--set model.position=relative"):
        possible(other)
    for task, name, way in (("classify", "mean", "--to onnx"), ("language", "bart", "ct2-transformers-converter")):
        with pytest.raises(Mistake, match=rf"CTranslate2 is written for translators alone; try .*{way}"):
            possible(replace(run, recipe=recipe(name, task=task)))
    assert everything(tmp_path) == [str(tmp_path)]
