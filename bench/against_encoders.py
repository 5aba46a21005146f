"""Training speed of our `transformer` against a padded `nn.TransformerEncoder` and Hugging Face's `Trainer` with BERT.

python -m bench.against_encoders [--rounds 3] [--texts 512] [--threads 2]

All have four layers of width 128 with four heads, feed-forward 512, dropout 0.1 (on attention too for `Trainer`'s
defaults, which are BERT's, and for nobody else), absolute positions, AdamW (ours by rows for the word vectors),
batches of 32 IMDB reviews of at most 512 tokens, the same tokens. What counts is real tokens a second, padding not
counted, over one pass of the same reviews after a short one to warm up. `Trainer` runs with its defaults (random
batches, padded to their longest text) and with its best options (`group_by_length`, fused attention). The sides take
turns, so that a busy machine slows all.
"""

import argparse
import json
import logging
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from regard.data.loading import Texts
from regard.layers.positions import Sinusoidal
from regard.runs.labels.build import Prepared, build, encode, prepare, read_corpus
from regard.runs.labels.purpose import new_loop
from regard.runs.recipe import Recipe, recipe, with_corpus

WIDTH, LAYERS, HEADS, HIDDEN, DROPOUT, BATCH, LONGEST = 128, 4, 4, 512, 0.1, 32, 512
SIZES = (
    f"vectors.width={WIDTH}", f"model.layers={LAYERS}", f"model.heads={HEADS}", f"model.hidden={HIDDEN}",
    f"model.dropout={DROPOUT}", "model.position=sinusoidal", "model.pooling=mean", f"training.batch={BATCH}",
    f"text.longest={LONGEST}", "training.epochs=1", "training.least_steps=0",
)  # fmt: skip


class Padded(nn.Module):
    """What a tutorial writes: embedding, positions, `nn.TransformerEncoder` with a padding mask, mean, classifier."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.embed = nn.Embedding(words, WIDTH)
        self.place = Sinusoidal(LONGEST, WIDTH)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, HIDDEN, DROPOUT, batch_first=True, norm_first=True)
        layer.self_attn.dropout = 0.0
        self.encoder = nn.TransformerEncoder(layer, LAYERS, nn.LayerNorm(WIDTH), enable_nested_tensor=False)
        self.classify = nn.Linear(WIDTH, 2)

    def forward(self, ids: Tensor, real: Tensor) -> Tensor:
        """The logits of padded texts."""
        x = self.embed(ids) + self.place(torch.arange(ids.shape[1]))
        x = self.encoder(x, src_key_padding_mask=~real) * real[..., None]
        return self.classify(x.sum(1) / real.sum(1, keepdim=True))


def ours(made: Recipe, data: Prepared) -> None:
    """One pass with our loop."""
    model = build(made, data.tokenizer, 2)
    for _ in new_loop(made, data, model).run():
        pass


def padded(texts: Texts, words: int) -> None:
    """One pass with a plain loop over random padded batches."""
    model = Padded(words).train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    order = np.random.default_rng(0).permutation(len(texts))
    for start in range(0, len(order), BATCH):
        batch = texts.batch(order[start : start + BATCH])
        ids = batch.rows.pad(batch.words[batch.tokens])
        loss = F.cross_entropy(model(ids, batch.rows.mask), batch.labels)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()


def trainer(texts: Texts, words: int, **options: Any) -> None:
    """One pass with Hugging Face's `Trainer`."""
    from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

    config = BertConfig(
        vocab_size=words, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
        intermediate_size=HIDDEN, max_position_embeddings=LONGEST, hidden_dropout_prob=DROPOUT,
        attention_probs_dropout_prob=DROPOUT if not options else 0.0,
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    if options:
        model.set_attn_implementation("sdpa")
    rows = [_row(texts, number) for number in range(len(texts))]
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder, per_device_train_batch_size=BATCH, num_train_epochs=1, use_cpu=True, save_strategy="no",
            report_to=[], disable_tqdm=True, logging_strategy="no", **options,
        )  # fmt: skip
        Trainer(model, arguments, data_collator=_collated, train_dataset=rows).train()


def _row(texts: Texts, number: int) -> dict[str, Any]:
    assert texts.labels is not None
    ids = texts.ids[texts.offsets[number] : texts.offsets[number + 1]].tolist()
    return {"input_ids": ids, "labels": int(texts.labels[number]), "length": len(ids)}


def _collated(rows: list[dict[str, Any]]) -> dict[str, Tensor]:
    """Padded to the longest text of the batch, as `DataCollatorWithPadding` does."""
    longest = max(len(row["input_ids"]) for row in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.long)
    for number, row in enumerate(rows):
        ids[number, : len(row["input_ids"])] = torch.tensor(row["input_ids"])
        mask[number, : len(row["input_ids"])] = 1
    return {"input_ids": ids, "attention_mask": mask, "labels": torch.tensor([row["labels"] for row in rows])}


def main() -> None:
    """Take turns, then print tokens a second and the ratios."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--texts", type=int, default=512)
    options.add_argument("--threads", type=int, default=2)
    chosen = options.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    made = with_corpus(recipe("transformer", changes=[*SIZES, f"training.threads={chosen.threads}"]), "imdb")
    torch.set_num_threads(chosen.threads)
    corpus = read_corpus(made)
    data = prepare(made, replace(corpus, validation=corpus.validation[:32], test=corpus.test[:32]))
    pick = np.random.default_rng(1).permutation(len(corpus.train))[: chosen.texts]
    texts = encode(data.tokenizer, [corpus.train[i] for i in pick], LONGEST)
    words = data.tokenizer.size
    sides: dict[str, Callable[[Texts], None]] = {
        "regard transformer": lambda part: ours(made, replace(data, train=part)),
        "nn.TransformerEncoder, padded": lambda part: padded(part, words),
        "Trainer, defaults": lambda part: trainer(part, words),
        "Trainer, best options": lambda part: trainer(part, words, train_sampling_strategy="group_by_length"),
    }
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for side in sides.values():
        side(texts.first(BATCH))
    for _ in range(chosen.rounds):
        for name, side in sides.items():
            start = time.perf_counter()
            side(texts)
            seconds[name].append(time.perf_counter() - start)
    mine = seconds["regard transformer"]
    found: dict[str, list[float]] = {}
    for name, theirs in seconds.items():
        speed = len(texts.ids) / statistics.median(theirs)
        found[name] = [b / a for a, b in zip(mine, theirs, strict=True)]
        spread = f"({min(found[name]):.2f} to {max(found[name]):.2f})"
        print(f"{name:32} {speed:8,.0f} tokens/s   ours is {statistics.median(found[name]):.2f}× as fast  {spread}")
    print(json.dumps({name: statistics.median(ratios) for name, ratios in found.items()}))


if __name__ == "__main__":
    main()
