"""Translators as CTranslate2 runs them: C++ on processors and GPUs, without torch.

Keys have no bias with us, and one of zeros there. Distances are theirs too (Shaw et al., 2018); the values among them,
which we do without, are zeros.
"""

import shutil
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.errors import Mistake
from regard.files import write_text
from regard.layers.blocks import Encoder
from regard.layers.blocks_decoder import Decoder
from regard.layers.relative import Relative
from regard.models.translator import Translator
from regard.runs.exchange.folder import needed, readme
from regard.runs.run import DOES, Run
from regard.text.pairs import BOTH, TARGET
from regard.text.tokenizer import PADDING, UNKNOWN

JOINED = {
    "pieces": "target.decode([target.token_to_id(token) for token in tokens], skip_special_tokens=False).strip()",
    "words": '" ".join(tokens)',
    "characters": '"".join(tokens).strip()',
}
"""How tokens become a text again, in Python."""
LONGEST = "longest + longest // 2 + 10"
"""Tokens of the longest output that we allow a source of this length, in Python."""


def write_ctranslate2(run: Run, out: Path) -> None:
    """A translator as `ctranslate2.Translator(folder)` loads it, its tokenizers, and how to use both."""
    model = possible(run)
    needed("ctranslate2", "ctranslate2")
    source, target = run.tokenizers.source, run.tokenizers.target
    unknown = PADDING if target.unknown_id is None else UNKNOWN
    specified(model, source.vocabulary(), target.vocabulary(), unknown).save(str(out))
    for name in (BOTH,) if run.tokenizers.joint else (BOTH, TARGET):
        shutil.copyfile(run.folder / name, out / name)
    file = BOTH if run.tokenizers.joint else TARGET
    most = LONGEST if model.longest is None else f"min({LONGEST}, {model.longest})"
    write_text(out / "README.txt", readme("ctranslate2", target=file, most=most, joined=JOINED[target.kind]))


def possible(run: Run) -> Translator:
    """The model, if CTranslate2 has all that it is made of; else what it has not, and what can be done."""
    kind, model = run.recipe.task.kind, run.model
    if kind != "translate":
        way = "--to onnx" if kind == "classify" else "--to huggingface, of which ct2-transformers-converter makes one"
        raise Mistake(
            f"the run {run.folder} {DOES[kind]}, and CTranslate2 is written for translators alone; try {way}."
        )
    if not isinstance(model, Translator):
        raise Mistake(
            f"the run {run.folder} is a recurrent model ({run.recipe.name}), and CTranslate2 runs Transformers alone; "
            "train one with --model transformer."
        )
    if model.encoder.place is None and not isinstance(model.encoder.bias, Relative):
        raise Mistake(
            f"the run {run.folder} knows places in a way ({run.recipe.model['position']}) that CTranslate2 has not; "
            "train with --set model.position=relative, or sinusoidal."
        )
    return model


def specified(ours: Translator, source: list[str], target: list[str], unknown: str) -> Any:
    """The model as CTranslate2 writes it down, in float32; the tokens of both languages in the order of their ids."""
    specs: Any = import_module("ctranslate2.specs")
    first = cast(Any, ours.encoder.layers[0])
    spec = specs.TransformerSpec.from_config(
        (len(ours.encoder.layers), len(ours.decoder.layers)),
        first.attention.heads,
        pre_norm=first.pre_norm,
        with_relative_position=ours.encoder.place is None,
        rms_norm=isinstance(first.norm1, nn.RMSNorm),
    )
    config = spec.config
    config.unk_token, config.bos_token, config.eos_token = unknown, target[ours.begin], target[ours.end]
    config.decoder_start_token, config.add_source_eos = config.bos_token, True
    config.layer_norm_epsilon = first.norm1.eps
    words = ours.words
    spec.encoder.embeddings[0].weight = _array(words.target if words.source is None else words.source)
    spec.decoder.embeddings.weight = _array(words.target)
    spec.decoder.projection.weight, spec.decoder.projection.bias = (
        _array(words.table()),
        _array(cast(Tensor, words.bias)),
    )
    _fill_stack(spec.encoder, ours.encoder)
    _fill_stack(spec.decoder, ours.decoder)
    spec.register_source_vocabulary(source)
    spec.register_target_vocabulary(target)
    spec.validate()
    spec.optimize()
    return spec


def _fill_stack(theirs: Any, mine: Encoder | Decoder) -> None:
    if mine.place is not None:
        theirs.position_encodings.encodings = _array(cast(Any, mine.place).vectors)
    if not isinstance(mine.norm, nn.Identity):
        _norm(theirs.layer_norm, mine.norm)
    for layer, block in zip(theirs.layer, cast(Any, mine.layers), strict=True):
        own, last = block.attention, block.norm2
        _attention(layer.self_attention, block.norm1, [own.query, own.key, own.value], [own.out])
        if isinstance(mine.bias, Relative):
            keys = layer.self_attention.relative_position_keys = _array(mine.bias.vectors)
            layer.self_attention.relative_position_values = np.zeros_like(keys)
        if isinstance(mine, Decoder):
            cross, last = block.cross, block.norm3
            _attention(layer.attention, block.norm2, [cross.query], [cross.key, cross.value], [cross.out])
        _linear(layer.ffn.linear_0, [block.feed.rise])
        _linear(layer.ffn.linear_1, [block.feed.fall])
        _norm(layer.ffn.layer_norm, last)


def _attention(theirs: Any, norm: nn.Module, *linears: list[Any]) -> None:
    for one, mine in zip(theirs.linear, linears, strict=True):
        _linear(one, mine)
    _norm(theirs.layer_norm, norm)


def _linear(theirs: Any, mine: list[Any]) -> None:
    """One matrix of several side by side."""
    theirs.weight = _array(torch.cat([one.weight for one in mine]))
    biases = [torch.zeros(len(one.weight)) if one.bias is None else one.bias for one in mine]
    theirs.bias = _array(torch.cat(biases))


def _norm(theirs: Any, mine: Any) -> None:
    theirs.gamma = _array(mine.weight)
    if not isinstance(mine, nn.RMSNorm):
        theirs.beta = _array(mine.bias)


def _array(weight: Tensor) -> NDArray[np.float32]:
    return weight.detach().numpy()
