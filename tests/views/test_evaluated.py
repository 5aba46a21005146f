"""What `regard evaluate` says: every figure once, as each language writes it."""

from typing import Any

import pytest

from regard.views.evaluated import evaluated

LABELS = {"metric": "accuracy", "n": 1200, "value": 0.875, "interval": [0.855, 0.8925]}
TRANSLATIONS = {
    "metric": "bleu",
    "n": 1,
    "value": 35.24,
    "interval": [30.0, 40.26],
    "signature": "nrefs:1",
    "chrf": 51.5,
    "chrf_signature": "nc:6",
    "bleu_tokenised": 38.0,
    "bleu_tokenised_signature": "moses",
    "exact_match": 0.25,
    "slices": {"negation": 30.0, "10-14 words": 4.5},
    "exact_match_slices": {"negation": 0.5, "10-14 words": 0.0},
    "beam": 5,
    "alpha": 0.6,
    "alignment": None,
}
ALIGNMENT = {"n": 2000, "raw": 0.5, "shifted": 0.25, "best": 0.033, "diagonal": 0.6, "random": 0.9}
WORDS = {"metric": "perplexity", "n": 12345, "value": 8.125, "interval": [8.0, 8.25], "slices": {}}
GUESSED = {"loss": 2.0949, "word_accuracy": 0.45}
PREFERENCES = {**LABELS, "slices": {}, "loss": 0.25, "margin": -1.5}
OWN = {
    "kl": 0.0125,
    "win_rate": 0.94,
    "ties": 0.1,
    "beats_rejected": 0.9,
    "reference_beats_rejected": 0.4,
    "right": 0.8,
}


def said(found: dict[str, Any], lang: str, split: str = "test", **sizes: int) -> list[str]:
    """The lines, their unbreakable spaces plain and their apostrophes straight."""
    lines = evaluated(found, sizes, corpus="reviews.csv", split=split, lang=lang)
    return [line.translate({0xA0: " ", 0x202F: " ", 0x2019: "'"}) for line in lines]


def test_labels():
    found = {**LABELS, "slices": {"negation-scope": 0.5, "mine": 1.0}}
    sizes = {"negation-scope": 2, "mine": 1198}
    assert said(found, "en", **sizes) == [
        "accuracy 87.50 % (95 %: 85.50 % to 89.25 %) on 1,200 texts of reviews.csv (test)",
        "  negation scope   50.00 %      of 2",
        "  mine            100.00 %  of 1,198",
    ]
    assert said(found, "fr", **sizes) == [
        "exactitude 87,50 % (95 % : de 85,50 % à 89,25 %) sur 1 200 textes du corpus reviews.csv (test)",
        "  portée de la négation   50,00 %      sur 2",
        "  mine                   100,00 %  sur 1 198",
    ]


@pytest.mark.parametrize(
    ("split", "english", "french"),
    [("all", "all", "tout"), ("train", "train", "entraînement"), ("flickr2017", "flickr2017", "flickr2017")],
)
def test_parts_have_their_names(split: str, english: str, french: str):
    for lang, name in (("en", english), ("fr", french)):
        assert said({**LABELS, "slices": {}}, lang, split)[0].endswith(f" reviews.csv ({name})")


def test_translations():
    sizes = {"negation": 1000, "10-14 words": 1}
    assert said(TRANSLATIONS, "en", **sizes) == [
        "BLEU 35.2 (95 %: 30.0 to 40.3) on 1 sentence of reviews.csv (test), beam 5, length penalty 0.60",
        "chrF 51.5   tokenised lower-cased BLEU 38.0   exact match 25.0 %",
        "  bleu       nrefs:1",
        "  chrf       nc:6",
        "  bleu-tok   moses",
        "  Part         BLEU  Exact match  Sentences",
        "  negation     30.0       50.0 %      1,000",
        "  10–14 words   4.5        0.0 %          1",
    ]
    french = said(TRANSLATIONS, "fr", **sizes)
    assert french[0] == (
        "BLEU 35,2 (95 % : de 30,0 à 40,3) sur 1 phrase du corpus reviews.csv (test), faisceau 5, "
        "pénalité de longueur 0,60"
    )
    assert french[1] == "chrF 51,5   BLEU sur jetons en minuscules 38,0   traductions identiques 25,0 %"
    assert french[-2:] == ["  négation    30,0      50,0 %    1 000", "  10–14 mots   4,5       0,0 %        1"]
    assert len(said({**TRANSLATIONS, "slices": {}}, "en")) == 5


def test_alignments():
    found = {**TRANSLATIONS, "slices": {}, "alignment": {**ALIGNMENT, "readout": "mean, one step later"}}
    assert said(found, "en")[5:] == [
        "alignment error rate on 2,000 sentences with known links, while the references are said",
        "    3.3 %  best on validation: mean, one step later",
        "   50.0 %  mean of all heads",
        "   25.0 %  the same, one step later",
        "   60.0 %  diagonal",
        "   90.0 %  random",
    ]
    assert said(found, "fr")[5:8] == [
        "taux d'erreur d'alignement sur 2 000 phrases dont les liens sont connus, pendant que le modèle dit les "
        "références",
        "    3,3 %  la meilleure lecture en validation : moyenne, un pas plus tard",
        "   50,0 %  moyenne de toutes les têtes",
    ]
    unchosen = {**found, "alignment": {**ALIGNMENT, "readout": "", "best": None}}
    assert len(said(unchosen, "en")) == len(said(found, "en")) - 1


@pytest.mark.parametrize(
    ("more", "english", "french"),
    [
        (
            {"words": "next", "bits_per_character": 1.5},
            ["words, each from those before it", "of the words were the likeliest", "  1.500 bits a character"],
            ["mots, chacun d'après ceux qui le précèdent", "des mots étaient les plus", "  bits par caractère : 1,500"],
        ),
        (
            {"words": "masked", "pair_accuracy": 0.75},
            ["masked words", "of the words were the likeliest", "  75.0 % of the pairs of pieces were told rightly"],
            ["mots masqués", "des mots étaient les plus", "  75,0 % des paires de passages ont été reconnues"],
        ),
        (
            {"words": "clean"},
            ["words of clean texts", "of the words that the noisy texts lack were the likeliest"],
            ["mots de textes sans bruit", "des mots qui manquent aux textes bruités étaient les plus"],
        ),
        (
            {"words": "answers", "exact": 0.5, "right": 0.625},
            [
                "words of answers",
                "of the words were",
                "  50.0 % of its likeliest answers are the",
                "  62.5 % of its like",
            ],
            [
                "mots de réponses",
                "des mots étaient",
                "  50,0 % de ses réponses les plus probables sont celles",
                "62,5 %",
            ],
        ),
    ],
    ids=["next", "masked", "clean", "answers"],
)
def test_words(more: dict[str, Any], english: list[str], french: list[str]):
    found = {**WORDS, **GUESSED, **more}
    first = {
        "en": "perplexity 8.12 (95 %: 8.00 to 8.25) of 12,345 {}, in reviews.csv (test)",
        "fr": "perplexité 8,12 (95 % : de 8,00 à 8,25) de 12 345 {}, dans le corpus reviews.csv (test)",
    }
    for lang, parts in (("en", english), ("fr", french)):
        lines = said(found, lang)
        assert lines[0] == first[lang].format(parts[0])
        assert len(lines) == len(parts)
        assert all(part in line for line, part in zip(lines[1:], parts[1:], strict=True))
    assert said(found, "fr")[1].startswith("  perte 2,0949   45,0 % des mots")


def test_preferences():
    assert said(PREFERENCES, "fr") == [
        "la réponse choisie est préférée dans 87,50 % (95 % : de 85,50 % à 89,25 %) de 1 200 paires du corpus "
        "reviews.csv (test)",
        "  perte 0,2500   marge −1,500",
    ]
    assert said({**PREFERENCES, **OWN}, "en")[1:] == [
        "  loss 0.2500   margin −1.500",
        "  KL to the reference 0.0125 a token, on answers of its own",
        "  94.0 % of its answers are better than the reference's, equal ones (10.0 %) left out",
        "  90.0 % of its answers are better than the rejected ones, 40.0 % of the reference's",
        "  80.0 % of its answers are right by the rule of the corpus, word for word",
    ]
    assert said({**PREFERENCES, **OWN}, "fr")[2:] == [
        "  KL par rapport à la référence : 0,0125 par jeton, sur ses propres réponses",
        "  94,0 % de ses réponses sont meilleures que celles de la référence, sans compter les égales (10,0 %)",
        "  90,0 % de ses réponses sont meilleures que celles rejetées, contre 40,0 % de celles de la référence",
        "  80,0 % de ses réponses sont justes selon la règle du corpus, mot pour mot",
    ]
    found = {**PREFERENCES, "slices": {"usual": 0.5}}
    assert said(found, "fr", usual=4)[-1] == "  longueur habituelle  50,00 %  sur 4"
