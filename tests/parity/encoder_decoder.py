"""Tiny random models of Hugging Face that read one text and say another, and the same ones as ours."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard import watching
from regard.attention.padded import side_by_side
from regard.decoding import beam_search, greedy
from regard.models.families.folder import load_published

pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")

WORDS, PAD, END = 53, 1, 2
SOURCES = [[0, 8, 3, 4, 17, 2], [0, 7, 2], [0, 9, 30, 41, 2]]
TARGETS = [[2, 0, 5, 2], [2, 0, 6, 7, 8, 9, 3], [2, 0]]
SHORTEST, LONGEST, BEAM = 4, 11, 4
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-10}


def tiny(published: Any, settings: Any, seed: int = 0, ends: float = 0.0, **others: Any) -> Any:
    """One of `published` with all its parameters random; the greater `ends`, the likelier the end.

    The sizes of encoder and decoder differ, so that they cannot be taken for each other.
    """
    torch.manual_seed(seed)
    sizes = {
        "vocab_size": WORDS,
        "d_model": 12,
        "encoder_layers": 2,
        "decoder_layers": 3,
        "encoder_attention_heads": 4,
        "decoder_attention_heads": 3,
        "encoder_ffn_dim": 17,
        "decoder_ffn_dim": 19,
        "max_position_embeddings": 23,
        "init_std": 0.5,
        "pad_token_id": PAD,
        "eos_token_id": END,
        "forced_eos_token_id": END,
    }
    model = published._from_config(settings(**{**sizes, **others}), attn_implementation="eager").eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "norm" in name or "bias" in name:
                parameter.add_(0.3 * torch.randn_like(parameter))
        model.final_logits_bias.normal_()
        model.final_logits_bias[0, END] += ends
    return model


def ours_of(model: Any, folder: Path, **settings: Any) -> nn.Module:
    """The same model as ours, by way of its folder; settings are laid over its config.json."""
    model.save_pretrained(folder)
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **settings}))
    return load_published(folder)


def padded(rows: list[list[int]], side: str = "right") -> tuple[Tensor, Tensor]:
    """Token numbers, and which of them are real."""
    longest = max(map(len, rows))
    ids, real = torch.full((len(rows), longest), PAD), torch.zeros(len(rows), longest, dtype=torch.bool)
    for row, tokens in enumerate(rows):
        place = slice(len(tokens)) if side == "right" else slice(longest - len(tokens), longest)
        ids[row, place], real[row, place] = torch.tensor(tokens), True
    return ids, real


def check_logits_and_attention(theirs: Any, ours: nn.Module, dtype: torch.dtype) -> None:
    """Logits at real tokens, and every look of a real token, in every layer and head."""
    (source, source_real), (target, real) = padded(SOURCES), padded(TARGETS)
    asked = {"decoder_input_ids": target, "decoder_attention_mask": real.long(), "output_attentions": True}
    with torch.no_grad(), watching(ours.to(dtype)) as watch:
        expected = theirs.to(dtype)(source, source_real.long(), **asked)
        logits = ours(source, source_real, target, real)
    assert_close(logits[real], expected.logits[real], rtol=0, atol=TOLERANCE[dtype])
    assert not logits[~real].any()
    sites = {
        "encoder.layers.{}.attention": (expected.encoder_attentions, source_real),
        "decoder.layers.{}.attention": (expected.decoder_attentions, real),
        "decoder.layers.{}.cross": (expected.cross_attentions, real),
    }
    assert set(watch.maps) == {site.format(i) for site, (layers, _) in sites.items() for i in range(len(layers))}
    for site, (layers, looking) in sites.items():
        rows, places = looking.nonzero().unbind(1)
        for number, weights in enumerate(layers):
            (seen,) = watch.maps[site.format(number)]
            assert_close(seen[rows, :, places], weights[rows, :, places], rtol=0, atol=TOLERANCE[dtype])


def check_padding(theirs: Any, ours: nn.Module, side: str) -> None:
    """Each row as it is by itself, wherever padding stands. Theirs count it as places, which matters left of a text."""
    (source, source_real), (target, real) = padded(SOURCES, side), padded(TARGETS, side)
    with torch.no_grad():
        logits = ours.double()(source, source_real, target, real)
        for row, (read, said) in enumerate(zip(SOURCES, TARGETS, strict=True)):
            one, other = torch.tensor([read]), torch.tensor([said])
            expected = theirs.double()(one, decoder_input_ids=other).logits
            assert_close(logits[row, real[row]], expected[0], rtol=0, atol=1e-10)
            assert_close(ours(one, None, other), expected, rtol=0, atol=1e-10)


def check_steps(ours: Any) -> None:
    """Word by word with what is kept, as all at once."""
    with torch.no_grad():
        whole = ours.double()(torch.tensor(SOURCES[:1]), None, torch.tensor(TARGETS[1:2]))
        state = ours.start(side_by_side(SOURCES[:1]))
        for place, token in enumerate(TARGETS[1]):
            logits, state = ours.step(torch.tensor([token]), state)
            assert_close(logits, whole[:, place], rtol=0, atol=1e-12)


def check_greedy(theirs: Any, ours: Any, **settings: Any) -> None:
    """The same tokens."""
    source, real = padded(SOURCES)
    said = theirs.generate(source, attention_mask=real, max_new_tokens=LONGEST + 1, do_sample=False, **settings)
    assert [one.tokens for one in greedy(ours, side_by_side(SOURCES), longest=LONGEST)] == _words(said)


def check_beam(theirs: Any, ours: Any, **settings: Any) -> None:
    """The same tokens and scores of all outputs that are kept, in the same order; none comes to the limit.

    There, their END costs nothing and ours its probability.
    """
    source, real = padded(SOURCES)
    said = theirs.generate(
        source,
        attention_mask=real,
        min_new_tokens=SHORTEST,
        max_new_tokens=LONGEST + 1,
        num_beams=BEAM,
        num_return_sequences=BEAM,
        length_penalty=0.0,
        do_sample=False,
        return_dict_in_generate=True,
        output_scores=True,
        **settings,
    )
    found = beam_search(
        ours, side_by_side(SOURCES), beam=BEAM, n_best=BEAM, alpha=0.0, shortest=SHORTEST, longest=LONGEST
    )
    outputs = [one for best in found for one in best]
    assert max(len(one.tokens) for one in outputs) < LONGEST
    assert [one.tokens for one in outputs] == _words(said.sequences)
    assert_close(torch.tensor([one.score for one in outputs]), said.sequences_scores, rtol=0, atol=1e-5)


def _words(sequences: Tensor) -> list[tuple[int, ...]]:
    """Outputs of `generate` without the token that they start from, their end and what follows it."""
    rows = [row[1:] for row in sequences.tolist()]
    return [tuple(row[: row.index(END)] if END in row else row) for row in rows]
