"""Exact leave-one-out for every word of the 25,000 test reviews of IMDB: by arithmetic, and checked by reading.

python -m bench.leaving_out RUN [--checked 40] [--threads 2]

RUN is of `mean`, `attention` or `attention-entropy`, trained on IMDB (regard train imdb --model attention). The time
goes from tokens in memory to one number for each word; reading, tokenising and opening the run are told apart. As many
reviews as are to be checked are read once without each of their words, the plain way.
"""

import argparse
import json
import time

import numpy as np
import torch

from regard.data.loading import Texts
from regard.explain.means import is_mean
from regard.explain.methods.leaving_out import drops
from regard.runs.labels.build import read_corpus
from regard.runs.questions import question_of
from regard.runs.run import open_run


def main() -> None:
    """Leave out every word, time it, and compare some with the plain way."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run")
    options.add_argument("--checked", type=int, default=40)
    options.add_argument("--threads", type=int, default=2)
    asked = options.parse_args()
    torch.set_num_threads(asked.threads)
    run = open_run(asked.run)
    if not is_mean(run.model):
        raise SystemExit(f"{asked.run} is no weighted mean of words; give a run of attention.")
    start = time.perf_counter()
    reviews = [one.text for one in read_corpus(run.recipe).test]
    texts = Texts(*run.tokenizer.encode_many(reviews)).cropped(run.recipe.text.longest)
    read = time.perf_counter() - start
    start = time.perf_counter()
    scores = drops(run.model, texts, run.tokenizer.encode("").ids)
    seconds = time.perf_counter() - start
    dice = np.random.default_rng(0)
    worst, plain = 0.0, 0.0
    for number in dice.permutation(len(reviews))[: asked.checked].tolist():
        question = question_of(run, reviews[number])
        start = time.perf_counter()
        left = question.score - question.without([place] for place in range(len(question.ids)))
        plain += time.perf_counter() - start
        mine = scores[texts.offsets[number] : texts.offsets[number + 1]]
        worst = max(worst, float(np.abs(mine - left).max()))
    told = {
        "reviews": len(reviews),
        "words": len(scores),
        "seconds": round(seconds, 2),
        "seconds_reading": round(read, 2),
        "checked": asked.checked,
        "largest_difference": worst,
        "seconds_plain_for_all": round(plain / max(1, asked.checked) * len(reviews), 0),
        "threads": asked.threads,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
