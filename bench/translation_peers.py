"""Other tools that learn to translate and translate: Joey NMT, Hugging Face's Marian, CTranslate2.

A lesson is a pass over sentence pairs, ready to run; a speaker makes token numbers of sentences, by a beam or greedily,
with our weights. Each is what its tool offers as a library: Joey NMT's `TrainManager` and `search`, `MarianMTModel` and
`generate`, CTranslate2's `Translator`. Padding has the number 0 everywhere.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import nn

from bench.translation_weights import JOEY, MARIAN, give, specified
from regard.data.loading import Texts
from regard.data.pairs import Padded, PairTexts, plan_pairs, sources_in_turn
from regard.models.translator import Translator
from regard.tasks.translate import AT_ONCE

Lesson = Callable[[], None]
Speaker = Callable[[Texts, int], list[list[int]]]
ALPHA = 0.6
"""Exponent of the length penalty, here and there."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What all sides share."""

    width: int
    layers: int
    heads: int
    hidden: int
    dropout: float
    batch: int
    vocabulary: list[str]
    begin: int
    end: int

    @cached_property
    def of_joey(self) -> Any:
        """The vocabulary as Joey NMT holds it, with the same numbers; its unknown word is padding."""
        from joeynmt.vocabulary import Vocabulary

        padding, begin, end = (self.vocabulary[i] for i in (0, self.begin, self.end))
        specials = SimpleNamespace(
            unk_token=padding, unk_id=0, pad_token=padding, pad_id=0, bos_token=begin, bos_id=self.begin,
            eos_token=end, eos_id=self.end, sep_token=None, sep_id=None, lang_tags=[],
        )  # fmt: skip
        return Vocabulary(self.vocabulary, specials)

    def words(self, texts: Texts) -> list[list[str]]:
        """The tokens of texts as strings, without BEGIN and END."""
        rows = np.split(texts.ids, texts.offsets[1:-1])
        return [[self.vocabulary[i] for i in row.tolist() if i not in (self.begin, self.end)] for row in rows]


def joey(given: Setting) -> Any:
    """Joey NMT's Transformer with random weights."""
    from joeynmt.model import build_model

    stack = {
        "type": "transformer", "num_layers": given.layers, "num_heads": given.heads, "hidden_size": given.width,
        "ff_size": given.hidden, "dropout": given.dropout, "layer_norm": "post",
        "embeddings": {"embedding_dim": given.width, "scale": True},
    }  # fmt: skip
    tied = {"tied_embeddings": True, "tied_softmax": True}
    model = build_model({**tied, "encoder": stack, "decoder": stack}, given.of_joey, given.of_joey)
    model.loss_function = ("crossentropy", 0.0)
    return model


def joey_lesson(given: Setting, pairs: PairTexts, *, shuffle: bool) -> Lesson:
    """Joey NMT's training loop over its own batches of pairs, in random order or in the order they have."""
    from joeynmt.config import parse_train_args
    from joeynmt.datasets import BaseDataset
    from joeynmt.training import TrainManager

    class Sentences(BaseDataset):
        """Pairs that are cut into tokens already."""

        def __init__(self) -> None:
            sides = ("source", "target")
            encoders = dict.fromkeys(sides, given.of_joey.sentences_to_ids)
            super().__init__("", *sides, "train", True, dict.fromkeys(sides, False), sequence_encoder=encoders)
            self.rows = list(zip(given.words(pairs.source), given.words(pairs.target), strict=True))
            self.reset_indices()

        def __len__(self) -> int:
            return len(self.rows)

        def __getitem__(self, number: int) -> tuple[int, list[str], list[str]]:
            return (number, *self.rows[number])

    class Manager(TrainManager):
        """Writes no checkpoints."""

        def _save_checkpoint(self, new_best: bool, score: float) -> None:
            pass

    arguments = parse_train_args(
        {
            "batch_size": given.batch, "batch_type": "token", "shuffle": shuffle, "epochs": 1, "scheduling": "noam",
            "clip_grad_norm": 1.0, "normalization": "tokens", "logging_freq": 10**6, "validation_freq": 10**6,
        }
    )  # fmt: skip
    single = {"device_type": "cpu", "enabled": False}
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(0, joey(given), Path(folder), torch.device("cpu"), autocast=single, train_args=arguments)
        manager.tb_writer.close()
    data = Sentences()
    return lambda: manager.train_and_validate(data, data)


def joey_speaker(given: Setting, ours: Translator) -> Speaker:
    """Joey NMT's `search`, on the batches that we search."""
    from joeynmt.batch import Batch
    from joeynmt.search import search

    model = joey(given).eval()
    give(ours, model, JOEY)
    model.src_embed.lut.weight.data.copy_(ours.words.target.data)

    def say(source: Padded, beam: int) -> list[list[int]]:
        nothing: dict[str, Any] = dict.fromkeys(("src_prompt_mask", "trg", "trg_prompt_mask"))
        batch = Batch(
            source.ids, source.rows.lengths, **nothing, indices=torch.arange(len(source)), device=torch.device("cpu"),
            pad_index=0, eos_index=given.end, is_train=False,
        )  # fmt: skip
        return search(model, batch, most(source.rows.longest), beam, ALPHA)[0].tolist()

    return lambda sentences, beam: _in_turn(sentences, beam, given.end, say)


def marian(given: Setting) -> Any:
    """Hugging Face's Marian, which is the Transformer of 2017, with random weights."""
    from transformers import MarianConfig, MarianMTModel

    sizes = {"layers": given.layers, "ffn_dim": given.hidden, "attention_heads": given.heads}
    stacks: dict[str, Any] = {f"{stack}_{k}": v for stack in ("encoder", "decoder") for k, v in sizes.items()}
    config = MarianConfig(
        **stacks, vocab_size=len(given.vocabulary), d_model=given.width, dropout=given.dropout,
        activation_function="relu", scale_embedding=True, pad_token_id=0, bos_token_id=given.begin,
        decoder_start_token_id=given.begin, eos_token_id=given.end, forced_eos_token_id=None,
    )  # fmt: skip
    return MarianMTModel(config)


def marian_lesson(given: Setting, pairs: PairTexts) -> Lesson:
    """A plain loop over the batches that we learn from."""
    model = marian(given).train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.0)
    plan = plan_pairs(pairs.source.lengths, pairs.target.lengths, tokens=given.batch, seed=0, epoch=0)

    def lesson() -> None:
        for chosen in plan:
            batch = pairs.batch(chosen)
            wanted = batch.wanted.masked_fill(~batch.counts, -100)
            mask = batch.source.rows.mask.long()
            loss = model(input_ids=batch.source.ids, attention_mask=mask, labels=wanted, use_cache=False).loss
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()

    return lesson


def marian_speaker(given: Setting, ours: Translator) -> Speaker:
    """Hugging Face's `generate`, on the batches that we search."""
    model = marian(given).eval()
    give(ours, model.model, MARIAN)
    model.model.shared.weight.data.copy_(ours.words.target.data)
    for name in ("encoder", "decoder"):
        places = getattr(ours, name).place.vectors
        getattr(model.model, name).embed_positions.weight.data.copy_(places)

    def say(source: Padded, beam: int) -> list[list[int]]:
        search: dict[str, Any] = {"length_penalty": ALPHA} if beam > 1 else {}
        found = model.generate(
            source.ids, attention_mask=source.rows.mask.long(), num_beams=beam, do_sample=False,
            max_new_tokens=most(source.rows.longest), **search,
        )  # fmt: skip
        return found[:, 1:].tolist()

    return lambda sentences, beam: _in_turn(sentences, beam, given.end, say)


def ctranslate2_speaker(given: Setting, ours: Translator, threads: int) -> Speaker:
    """CTranslate2 in float32, which sorts all sentences and makes batches of as many tokens by itself."""
    from ctranslate2 import Translator as Compiled

    with tempfile.TemporaryDirectory() as folder:
        specified(ours, given.vocabulary).save(folder)
        model = Compiled(folder, compute_type="float32", inter_threads=1, intra_threads=threads)
    numbers = {token: number for number, token in enumerate(given.vocabulary)}

    def speak(sentences: Texts, beam: int) -> list[list[int]]:
        found = model.translate_batch(
            given.words(sentences), beam_size=beam, length_penalty=ALPHA, max_batch_size=AT_ONCE // beam,
            batch_type="tokens", max_decoding_length=most(int(sentences.lengths.max())),
        )  # fmt: skip
        return [[numbers[token] for token in each.hypotheses[0]] for each in found]

    return speak


def most(length: int) -> int:
    """Tokens of the longest output that we allow a sentence of this length."""
    return length + length // 2 + 10


def _in_turn(sentences: Texts, beam: int, end: int, say: Callable[[Padded, int], list[list[int]]]) -> list[list[int]]:
    """What is said of each sentence, up to END."""
    said: list[list[int]] = [[] for _ in range(len(sentences))]
    for chosen, source in sources_in_turn(sentences, AT_ONCE // beam):
        for number, tokens in zip(chosen.tolist(), say(source, beam), strict=True):
            said[number] = tokens[: tokens.index(end)] if end in tokens else tokens
    return said
