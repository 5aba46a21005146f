"""Classifiers as ONNX, which runs wherever there is a runtime for it: no torch, no regard.

b texts, n places, c classes.
"""

import json
import logging
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch.export import Dim, export

from regard.attention.padded import side_by_side
from regard.data.batch import collate
from regard.errors import Mistake
from regard.files import write_bytes, write_text
from regard.models.finetuned import Finetuned
from regard.models.reader import Reader
from regard.runs.exchange.folder import needed, readme
from regard.runs.exchange.rectangle import Rectangular
from regard.runs.run import DOES, Run
from regard.runs.sealed import TOKENIZER
from regard.text.surrounded import Surrounded

MODEL = "model.onnx"
KNOWN = "regard"
"""The entry of the file's metadata that says how texts are read."""
TRACED = (3, 2)
"""Lengths of the texts that the graph is made with, none of which it remembers."""
TRIED = ((1,), (2, 3, 1))
"""Lengths of those that it is tried on."""
MOST = 1e-4
"""How far logits may be off, of their own size."""


def write_onnx(run: Run, out: Path) -> None:
    """A classifier as model.onnx, which takes `ids` [b, n] and `lengths` [b] and gives `logits` [b, c].

    Where a pooling weighs the tokens it gives `weights` [b, n] too. Beside it lie the tokenizer, and how to use both.
    """
    possible(run)
    needed("onnx", "onnx", "onnxscript", "onnxruntime")
    model = Rectangular(run.model).eval()
    ids, lengths = _texts(run, TRACED)
    texts, tokens = Dim("texts"), Dim("tokens", max=_places(run))
    sizes = {"ids": {0: texts, 1: tokens}, "lengths": {0: texts}}
    given, asked = ["ids", "lengths"], ["logits", "weights"] if model.weighs else ["logits"]
    with _quietly(), torch.no_grad():
        graph = export(model, (ids, lengths), dynamic_shapes=sizes)
        made: Any = torch.onnx.export(
            graph, dynamo=True, verbose=False, input_names=given, output_names=asked, dynamic_shapes=sizes
        )
    for node in made.model.graph.all_nodes():
        node.metadata_props.clear()
    made.model.metadata_props[KNOWN] = json.dumps(_known(run), ensure_ascii=False)
    made.save(out / MODEL)
    _check(run, out / MODEL)
    write_bytes(out / TOKENIZER, (run.folder / TOKENIZER).read_bytes())
    write_text(out / "README.txt", readme("onnx"))


def possible(run: Run) -> None:
    """Nothing, if a run can be written as ONNX; else why not, and what can be done."""
    kind, model = run.recipe.task.kind, run.model
    if kind != "classify":
        other = "ctranslate2" if kind == "translate" else "huggingface"
        raise Mistake(
            f"the run {run.folder} {DOES[kind]}, and ONNX is written for classifiers alone; try --to {other}."
        )
    if isinstance(model, Finetuned) and not (isinstance(model.body, Reader) and model.pooling == "mean"):
        raise Mistake(
            f"the run {run.folder} is a fine-tuned {type(model.body).__name__}, and of fine-tuned models ONNX is "
            "written for a `reader` whose vectors are averaged alone; use `regard predict`, or train without --from."
        )


def _known(run: Run) -> dict[str, Any]:
    """What must be known to use the graph: the names of the labels, and how a text becomes numbers."""
    tokenizer = run.tokenizer
    ends = [tokenizer.begin_id, tokenizer.end_id] if isinstance(tokenizer, Surrounded) else []
    nothing = [number for number in tokenizer.encode("").ids if number not in ends]
    return {
        "labels": run.classes,
        "longest": run.recipe.text.longest,
        "before": ends[:1],
        "nothing": nothing,
        "behind": ends[1:],
    }


def _places(run: Run) -> int | None:
    """Tokens of the longest text that the model itself takes, if it says so before it looks."""
    return cast(Reader, run.model.body).longest if isinstance(run.model, Finetuned) else None


def _texts(run: Run, lengths: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Texts of these lengths by chance, the same each time."""
    chance = np.random.default_rng(sum(lengths))
    rows = side_by_side([chance.integers(run.tokenizer.size, size=n).tolist() for n in lengths])
    return rows.ids, rows.rows.lengths


@torch.no_grad()
def _check(run: Run, file: Path) -> None:
    """Nothing, if the graph says what the model says, of other texts than it was made with."""
    runtime: Any = import_module("onnxruntime")
    session = runtime.InferenceSession(file, providers=["CPUExecutionProvider"])
    for tried in TRIED:
        ids, lengths = (part.numpy() for part in _texts(run, tried))
        flat = np.concatenate([row[:n] for row, n in zip(ids, tried, strict=True)])
        ours = run.model(collate(flat, lengths)).numpy()
        theirs = session.run(["logits"], {"ids": ids, "lengths": lengths})[0]
        if not np.allclose(ours, theirs, rtol=MOST, atol=MOST):
            raise Mistake(
                f"the graph gives other logits than the model, by {np.abs(ours - theirs).max():.2g}: torch "
                f"{torch.__version__} and this onnxscript do not go together; install those of constraints.txt."
            )


@contextmanager
def _quietly() -> Generator[None]:
    """In this block, torch keeps to itself what it thinks of its own code and which other libraries it misses."""
    speaker = logging.getLogger("torch.onnx")
    before = speaker.level
    speaker.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        speaker.setLevel(before)
