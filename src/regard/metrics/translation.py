"""How close translations are to their references: BLEU and chrF by sacreBLEU, exact matches.

BLEU and chrF run from 0 to 100, as everywhere. Each comes with its signature: numbers with different ones are not to be
compared. n sentences.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from regard.metrics.intervals import Right
from regard.metrics.moses import tokenised
from regard.metrics.resampling import Score, scored

WORDS = 4
"""The longest n-gram of words in BLEU."""
LETTERS = 6
"""The longest n-gram of characters in chrF."""
BETA = 2
"""How many times recall counts as much as precision in chrF."""


def bleu(hypotheses: Sequence[str], references: Sequence[str]) -> Score:
    """BLEU on texts as people read them: detokenised, capitals kept.  Papineni et al. (2002), Post (2018)."""
    return _bleu("bleu", hypotheses, references, BLEU(force=True, effective_order=True))


def tokenised_bleu(hypotheses: Sequence[str], references: Sequence[str], language: str) -> Score:
    """BLEU, Moses tokenised, lower-cased: what papers on Multi30k report (`metrics/moses.py`).

    Not to be compared with `bleu`: it is often several points higher.
    """
    ours, theirs = ([tokenised(text, language) for text in side] for side in (hypotheses, references))
    said = f"moses-tokenised:{language or 'any'}|lower-cased|"
    return _bleu("bleu-tok", ours, theirs, BLEU(force=True, effective_order=True, tokenize="none"), said)


def chrf(hypotheses: Sequence[str], references: Sequence[str]) -> Score:
    """ChrF2: the F-score of shared characters and runs of up to six of them.  Popović (2015), equation 1."""
    _same_number(hypotheses, references)
    counts = np.array([_letters(*pair) for pair in zip(hypotheses, references, strict=True)], dtype=np.float64)
    measure = CHRF()
    measure.corpus_score(hypotheses[:1], [references[:1]])
    return scored("chrf", counts, chrf_of, str(measure.get_signature()))


def exact(hypotheses: Sequence[str], references: Sequence[str]) -> Right:
    """For each sentence, whether it is its reference, white space aside; the mean is the share of exact matches."""
    _same_number(hypotheses, references)
    return np.array([h.split() == r.split() for h, r in zip(hypotheses, references, strict=True)])


def bleu_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """BLEU of [..., 10] sums: words said, words wanted, n-grams right for n = 1 to 4, n-grams said.

    Where no n-gram of an order is right, 1/2, 1/4, … of one is taken to be (sacreBLEU's smoothing `exp`).
    """
    said, wanted, right, total = sums[..., 0], sums[..., 1], sums[..., 2 : 2 + WORDS], sums[..., 2 + WORDS :]
    halvings = np.cumsum(right == 0, axis=-1)
    logs = np.log(np.where(right == 0, 0.5**halvings, right) / np.maximum(total, 1)).mean(-1)
    brevity = np.minimum(0.0, 1 - wanted / np.maximum(said, 1))
    possible = (total > 0).all(-1) & (right > 0).any(-1)
    return np.where(possible, 100 * np.exp(brevity + logs), 0.0)


def chrf_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """ChrF of [..., 18] sums: for n = 1 to 6 the n-grams said, wanted and right."""
    said, wanted, right = (sums[..., i::3] for i in range(3))
    there = (said > 0) & (wanted > 0)
    orders = np.maximum(there.sum(-1), 1)
    precision = np.where(there, right / np.maximum(said, 1), 0.0).sum(-1) / orders
    recall = np.where(there, right / np.maximum(wanted, 1), 0.0).sum(-1) / orders
    below = BETA**2 * precision + recall
    return np.where(below > 0, 100 * (1 + BETA**2) * precision * recall / np.where(below > 0, below, 1), 0.0)


def _bleu(name: str, hypotheses: Sequence[str], references: Sequence[str], measure: BLEU, said: str = "") -> Score:
    """The score, its sums taken sentence by sentence; how orders are smoothed in one sentence plays no part in them."""
    _same_number(hypotheses, references)
    rows: list[list[Any]] = []
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        one = measure.sentence_score(hypothesis, [reference])
        rows.append([one.sys_len, one.ref_len, *one.counts, *one.totals])
    measure.effective_order = False
    return scored(name, np.array(rows, dtype=np.float64), bleu_of, said + str(measure.get_signature()))


def _letters(hypothesis: str, reference: str) -> list[int]:
    """For n = 1 to 6, the n-grams of characters said, wanted and right; white space does not count."""
    found: list[int] = []
    for n in range(1, LETTERS + 1):
        said, wanted = _grams("".join(hypothesis.split()), n), _grams("".join(reference.split()), n)
        found += [said.total() if wanted else 0, wanted.total(), (said & wanted).total()]
    return found


def _grams(text: str, n: int) -> Counter[str]:
    return Counter(text[i : i + n] for i in range(len(text) - n + 1))


def _same_number(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    if not hypotheses or len(hypotheses) != len(references):
        raise ValueError(f"{len(hypotheses)} hypotheses for {len(references)} references")
