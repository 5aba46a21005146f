"""A classifier that was written as ONNX says what it said, without torch and regard."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.testing import assert_close

from regard.errors import Mistake
from regard.runs.exchange import export_run
from regard.runs.exchange.onnx import possible
from regard.runs.labels.prediction import predictions
from regard.runs.recipe import recipe
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.training import train

from .small import corpus, everything, last, trained
from .test_exchange import ended
from .test_rectangle import made, padded, said, texts

WHY = 'install them with: pip install "regard[onnx]"'
pytest.importorskip("onnxscript", reason=WHY)
runtime = pytest.importorskip("onnxruntime", reason=WHY)

FILES = ["README.txt", "model.onnx", "tokenizer.json"]
SIZES = [(1,), (4,), (9, 9), (31, 1, 2, 60)]
LONG = " ".join(example.text for example in corpus().train[:3])
SAYINGS = ["I did not like it", "", " A great film , and not only for its music .", LONG]


def opened(folder) -> runtime.InferenceSession:
    return runtime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("text-query-value", {}), ("rnn", {"layers": 2}), ("bi-lstm", {}), ("gru-attention", {}),
        ("self-cls", {"layers": 1}), ("transformer", {"layers": 1}),
    ],
)  # fmt: skip
def test_the_graph_says_what_the_model_says(name, changes, finished_run, tmp_path):
    run = open_run(finished_run)
    model = made(name, **changes)
    words = len(model.get_parameter("embed.weight"))
    wanted = ["logits", "weights"] if model.looks == "pool" else ["logits"]
    small = replace(run, model=model, tokenizers=replace(run.tokenizers, source=_Sized(run.tokenizer, words)))
    assert export_run(small, tmp_path / "out", "onnx") == FILES
    session = opened(tmp_path / "out")
    assert [one.name for one in session.get_outputs()] == wanted
    assert {one.name: one.shape for one in session.get_inputs()} == {"ids": ["texts", "tokens"], "lengths": ["texts"]}
    assert b".py" not in (tmp_path / "out" / "model.onnx").read_bytes(), "nobody's paths"
    for lengths in SIZES:
        some = texts(lengths)
        ids, count = padded(some)
        found = session.run(None, {"ids": ids.numpy(), "lengths": count.numpy()})
        for mine, theirs in zip(said(model, some), found, strict=False):
            assert_close(torch.from_numpy(theirs), mine, rtol=0, atol=1e-5)


class _Sized:
    """A tokenizer that claims to have fewer words, as many as a small model."""

    def __init__(self, inner, size: int) -> None:
        self.inner, self.size = inner, size

    def __getattr__(self, name: str):
        return getattr(self.inner, name)


def program(folder) -> str:
    """What README.txt proposes."""
    return (folder / "README.txt").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]


def alone(folder, then: str) -> str:
    """What a program prints that follows the one of README.txt, where there is neither torch nor regard."""
    without = "import sys\nsys.modules.update(torch=None, regard=None)\n"
    done = subprocess.run(
        [sys.executable, "-c", without + program(folder) + then],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=120,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


def as_predicted(run, folder) -> None:
    """The program of README.txt gives the probabilities of `regard predict`, of empty and of cropped texts too."""
    out = alone(folder, f"\nprint(json.dumps(probabilities({SAYINGS!r}).tolist()))")
    found = np.array(json.loads(out.splitlines()[-1]))
    wanted = [[one["probabilities"][label] for label in run.classes] for one in predictions(run, SAYINGS)]
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5)
    assert out.splitlines()[0].split("  ")[0] == predictions(run, SAYINGS[:1])[0]["label"]


def test_the_command_writes_a_folder_whose_program_predicts(tmp_path, monkeypatch, capsys):
    run = open_run(trained(tmp_path / "run", "attention", "text.longest=20").folder)
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, "export", "run", "--to", "onnx", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"run": "run", "to": "onnx", "folder": "run-onnx", "files": FILES}
    as_predicted(run, tmp_path / "run-onnx")


def test_a_fine_tuned_reader_is_written_others_are_refused(starts, tmp_path, monkeypatch):
    monkeypatch.setattr("regard.runs.labels.purpose.read_corpus", lambda made: corpus())
    quick = ["training.epochs=1", "training.least_steps=0", "training.batch=16"]
    run = open_run(last(train(started("classify", "", starts("reader"), changes=quick), tmp_path / "run")).folder)
    export_run(run, tmp_path / "out", "onnx")
    as_predicted(run, tmp_path / "out")
    run.model.pooling = "last"
    with pytest.raises(Mistake, match=r"is a fine-tuned Reader, .*written for a `reader` whose vectors are averaged"):
        possible(run)


def test_what_gives_no_labels_is_told_where_to_go(finished_run, tmp_path):
    run = open_run(finished_run)
    for task, name, way in (("translate", "rnn", "ctranslate2"), ("language", "gpt", "huggingface")):
        other = replace(run, recipe=recipe(name, task=task))
        with pytest.raises(Mistake, match=rf"ONNX is written for classifiers alone; try --to {way}\."):
            export_run(other, tmp_path / "out", "onnx")
    assert everything(tmp_path) == [str(tmp_path)]


def test_a_graph_that_says_something_else_is_not_written(finished_run, tmp_path, monkeypatch):
    run, other = open_run(finished_run), open_run(finished_run)
    torch.nn.init.ones_(other.model.classify.bias)
    monkeypatch.setattr(
        "regard.runs.exchange.onnx.Rectangular",
        lambda model, real=sys.modules["regard.runs.exchange.onnx"].Rectangular: real(other.model),
    )
    with pytest.raises(Mistake, match=r"the graph gives other logits than the model, by \d"):
        export_run(run, tmp_path / "deep" / "out", "onnx")
    assert everything(tmp_path) == [str(tmp_path)], "nothing is left"
