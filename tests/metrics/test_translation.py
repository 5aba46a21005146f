"""BLEU and chrF are sacreBLEU's, whatever the sentences; words are counted as the papers count them."""

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from regard.metrics.moses import tokenised
from regard.metrics.translation import bleu, chrf, exact, tokenised_bleu

WORDS = ["un", "homme", "l'herbe", "court", "sur", "une", "Table", "rouge,", "bleu.", "1,000", "ça", "-", "!"]


def corpus(n: int, seed: int = 0, noise: float = 0.3) -> tuple[list[str], list[str]]:
    """References, and hypotheses in which some words are others."""
    chance = random.Random(seed)
    references = [[chance.choice(WORDS) for _ in range(chance.randint(1, 20))] for _ in range(n)]
    hypotheses = [[chance.choice(WORDS) if chance.random() < noise else word for word in one] for one in references]
    return [" ".join(one) for one in hypotheses], [" ".join(one) for one in references]


sentences = st.lists(
    st.tuples(*[st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.text(max_size=12)] * 2),
    min_size=1,
    max_size=6,
)


@given(sentences)
def test_bleu_is_sacrebleus(pairs: list[tuple[str, str]]):
    ours, theirs = map(list, zip(*pairs, strict=True))
    assert bleu(ours, theirs).value == pytest.approx(sacrebleu.corpus_bleu(ours, [theirs], force=True).score)


@given(sentences)
def test_chrf_is_sacrebleus(pairs: list[tuple[str, str]]):
    ours, theirs = map(list, zip(*pairs, strict=True))
    assert chrf(ours, theirs).value == pytest.approx(sacrebleu.corpus_chrf(ours, [theirs]).score)


def test_every_number_is_signed_as_sacrebleu_signs_it():
    ours, theirs = corpus(20)
    version = sacrebleu.__version__
    assert bleu(ours, theirs).signature == f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:{version}"
    assert tokenised_bleu(ours, theirs, "fr").signature == (
        f"moses-tokenised:fr|lower-cased|nrefs:1|case:mixed|eff:no|tok:none|smooth:exp|version:{version}"
    )
    assert chrf(ours, theirs).signature == f"nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:{version}"


def test_a_part_of_the_sentences_has_its_own_score():
    ours, theirs = corpus(60)
    rows = [3, 5, 8, 13, 21, 34]
    few = [ours[i] for i in rows], [theirs[i] for i in rows]
    for measure in (bleu, chrf):
        assert measure(ours, theirs).on(rows) == pytest.approx(measure(*few).value)


def test_capitals_and_elisions_count_only_where_they_should():
    ours, theirs = ["L'homme court sur la table ."] * 3, ["l'homme court sur la table."] * 3
    assert bleu(ours, theirs).value < 99
    assert tokenised_bleu(ours, theirs, "fr").value == pytest.approx(100)
    one_wrong = ["la femme court sur l'herbe verte"], ["la femme court sur l'eau verte"]
    assert tokenised_bleu(*one_wrong, "fr").value > bleu(*one_wrong).value


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Un chien court sur l'herbe.", "un chien court sur l' herbe ."),
        ("fr", "Aujourd’hui, « oui »…", 'aujourd\' hui , " oui " ...'),
        ("en", "A man's dog, the 1990's (late).", "a man 's dog , the 1990 's ( late ) ."),
        ("de", "Er sagt: „geht's gut?“", 'er sagt : " geht \' s gut ? "'),
        ("en", "It costs 1,000.50, e.g. at 5 a.m. here", "it costs 1,000.50 , e.g. at 5 a.m. here"),
        ("en", "T-shirt well-known", "t-shirt well-known"),
        ("", "", ""),
    ],
)
def test_words_are_cut_as_moses_cuts_them(language: str, text: str, expected: str):
    assert tokenised(text, language) == expected


PUBLISHED = {"en": (13_308, 12_968, 11_376), "de": (12_828, 12_103, 10_758), "fr": (14_381, 13_988, 12_596)}
"""Words of val, test_2016_flickr and test_2017_flickr, as the README of Multi30k states them."""


@pytest.mark.corpus
@pytest.mark.parametrize("language", PUBLISHED)
def test_multi30k_has_the_published_number_of_words(language: str, data_folder: Path):
    for split, words in zip(("val", "test_2016_flickr", "test_2017_flickr"), PUBLISHED[language], strict=True):
        file = data_folder / "multi30k" / f"{split}.{language}.gz"
        if not file.exists():
            pytest.skip(f"no {file.name} under $REGARD_DATA; `regard data list` names its home")
        lines = gzip.decompress(file.read_bytes()).decode("utf-8").split("\n")
        assert abs(sum(len(tokenised(line, language).split()) for line in lines) - words) < words / 1_000


def test_exact_matches_ignore_white_space_alone():
    assert exact(["a b", " a  b\n", "A b", ""], ["a b", "a b", "a b", ""]).tolist() == [True, True, False, True]


@pytest.mark.parametrize("measure", [bleu, chrf, exact])
def test_sentences_must_come_in_pairs(measure):
    with pytest.raises(ValueError, match="2 hypotheses for 1 references"):
        measure(["a", "b"], ["a"])
    with pytest.raises(ValueError, match="0 hypotheses"):
        measure([], [])


def test_counts_are_one_row_a_sentence():
    ours, theirs = corpus(7)
    assert bleu(ours, theirs).counts.shape == (7, 10)
    assert chrf(ours, theirs).counts.shape == (7, 18)
    assert np.isfinite(chrf(ours, theirs).counts).all()
