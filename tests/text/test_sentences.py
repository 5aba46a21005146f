"""Sentences of English and French texts."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.text.sentences import sentence_lengths, sentences

CASES = [
    "It rained. | We stayed in.",
    "Was it good? | Yes! | Very.",
    "What?! | No way!!! | Really…",
    "Mr. Smith met Dr. J. R. R. Tolkien and George W. Bush in St. Louis. | They talked.",
    "He works for Acme Inc. in the U.S. Army. | It pays.",
    "They live in the U.S. | The house is big.",
    "We saw cats, dogs, etc. | The zoo was full.",
    "Bring pens, etc. to class.",
    "See Fig. 3, vol. 2, pp. 10-12 and No. 5 e.g. Smith et al. (2019) or cf. Jones. | Done.",
    "I said no. | He said so. | I love art. | It is a fig. | Wait a sec. | He sat. | He told me. | Go.",
    "It costs 3.50 dollars, 1,000.5 euros, at example.com. | $5 is enough.",
    "It was 1999. | 2000 came next. | 12 people left.",
    "1. The plot is thin. | 2. The actors are bad. | IV. So is the sound.",
    "Well... maybe not. | I waited... | Then it ended.",
    '"Stop!" he said. | "Why?" Mary asked. | "Because." | Then she left.',
    "He called it “a gem.” | She did not. | (Nobody did.) | [So it goes.]",
    "'Go.' | ‘Now?’ she said. | Plan B. | He agreed. | So do I. | But why?",
    "It opens at 9 a.m. on Monday. | It closes at 5 p.m. | The staff leaves.",
    "He has a Ph.D. in physics. | Roe v. Wade is a case.",
    "M. Dupont et Mme Durand ont vu le Dr. Martin. | Ils sont partis.",
    "J.-P. Sartre et J. Le Carré écrivent. | C'est beau.",
    "César (100-44 av. J.-C.) est mort. | Il avait tort.",
    "« Viens ! » dit-il. | « Non. » | Elle partit. | « Pourquoi ? » demanda Marie.",
    "— Oui. | — Non. | – Peut-être… | Qui sait ?",
    "Il y a des chats, des chiens, etc. | Les enfants jouent.",
    "Voir l'art. 5 du code, c.-à-d. Paris, bd. Saint-Michel, tél. 01 23. | Élise le sait. | À bientôt !",
    "Il pèse 3,5 kg. | Où est-il ? | Être ou ne pas être…",
    "J'aime l'art. | Il est à l'est. | Le col. | Voilà.",
]


def split(text: str) -> list[str]:
    return [text[start:stop] for start, stop in sentences(text)]


@pytest.mark.parametrize("case", CASES)
def test_texts_are_cut_where_their_sentences_end(case):
    assert split(case.replace(" | ", " ")) == case.split(" | ")


def test_empty_lines_and_breaks_end_sentences():
    text = "A title\n\nThe text. It\nwraps <br /><br />and no capital\r\n \r\n  end"
    assert split(text) == ["A title", "The text.", "It\nwraps", "and no capital", "end"]


def test_a_text_without_capitals_has_sentences_too():
    assert split("i loved it. the plot, etc. was good! see it") == [
        "i loved it.",
        "the plot, etc. was good!",
        "see it",
    ]
    assert split("I loved it. the plot was good") == ["I loved it. the plot was good"]


@pytest.mark.parametrize("text", ["", " \n\n ", "<br />", "..."])
def test_nothing_and_nearly_nothing(text):
    assert split(text) == ([text] if text == "..." else [])


@given(st.text(alphabet="aB.!?…»« \n\u00a0\"'(1<br />-É", max_size=80))
def test_nothing_is_lost_and_nothing_overlaps(text):
    found = sentences(text)
    end = 0
    for start, stop in found:
        assert end <= start < stop
        assert text[start:stop] == text[start:stop].strip()
        assert not text[end:start].replace("<br />", "").replace("<br/>", "").replace("<br>", "").strip()
        end = stop
    assert not text[end:].replace("<br />", "").replace("<br/>", "").replace("<br>", "").strip()


@pytest.mark.parametrize("unit", ["!", "« ", '. "', " ", "\n", " <br", ". ", "a.", "(- ", "A. "])
def test_no_text_takes_long(unit):
    start = time.perf_counter()
    sentences("x" + unit * 20_000)
    assert time.perf_counter() - start < 1.5


def test_tokens_are_counted_by_sentence():
    text = "It rained. We stayed in."
    ends = np.array([2, 9, 10, 13, 20, 24])
    assert sentence_lengths(sentences(text), ends).tolist() == [3, 3]
    assert sentence_lengths(sentences(text), ends[3:]).tolist() == [3]
    assert sentence_lengths(sentences("  Hm"), np.array([4])).tolist() == [1]
    assert sentence_lengths(sentences(text), ends[:0]).tolist() == []
    assert sentence_lengths([], ends[:0]).dtype == np.int64
