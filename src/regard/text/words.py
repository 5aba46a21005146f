"""Words, split as those who made the GloVe vectors split them."""

from collections import Counter
from collections.abc import Iterable

from tokenizers import Regex
from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase, Sequence
from tokenizers.pre_tokenizers import Split
from tokenizers.trainers import WordLevelTrainer

from regard.errors import Mistake
from regard.text.cleaning import fold, line_breaks, restore
from regard.text.spaces import between_spaces, ids_of, joined
from regard.text.tokenizer import BEGIN, END, ENDS, MASK, PADDING, UNKNOWN, Tokenizer, assemble

_ALL = 1 << 40
"""More words than any corpus has."""

_APOSTROPHES = "‘’‚´`ʼ"
_QUOTES = "“”„"
_ELLIPSIS = "…"

_L = r"[\p{L}\p{M}\p{N}]"
_NOT = rf"n't(?!{_L})"
_ENDING = rf"(?:s|re|ve|ll|d|m)(?!{_L})"
_TOKEN = "|".join(
    [
        _NOT,
        rf"'{_ENDING}",
        rf"\p{{Nd}}+(?:[.,]\p{{Nd}}+)+(?!{_L})",
        rf"(?:(?!{_NOT}){_L})+(?:'(?!{_ENDING}){_L}+)*",
        r"\.\.\.",
        r"--",
        r"[^\s\p{L}\p{M}\p{N}\p{Cc}\p{Cf}]",
    ]
)
"""did · n't, it · 's; 1,000 and 3.5; o'brien; ... and --; any other mark alone. What matches nothing is dropped."""

_V = r"[^\s\p{Cc}]"
_SPACED = rf"\[(?=(?:PAD|UNK|BEGIN|END)\](?!{_V}))|{_V}+"
"""What stands between white space, but for the name of a special token, whose bracket is taken off."""
_LINED = rf"\n|\[(?=(?:PAD|UNK|BEGIN|END|MASK)\](?!{_V}))|{_V}+"
"""The same, and line feeds."""


def learn_words(texts: Iterable[str], *, size: int, least: int = 1) -> Tokenizer:
    """The `size` most frequent words (padding and unknown included) of those that occur at least `least` times."""
    inner = HuggingFaceTokenizer(WordLevel({}, unk_token=UNKNOWN))
    folded = _APOSTROPHES + _QUOTES + _ELLIPSIS
    inner.normalizer = Sequence(
        [
            line_breaks(into=" "),
            fold(_APOSTROPHES, into="'"),
            fold(_QUOTES, into='"'),
            fold(_ELLIPSIS, into="..."),
            *restore(except_for=folded),
            Lowercase(),
        ]
    )
    inner.pre_tokenizer = Split(Regex(_TOKEN), behavior="removed", invert=True)
    return _learned(inner, texts, [PADDING, UNKNOWN], size, least)


def learn_spaced(texts: Iterable[str], *, size: int, least: int = 1) -> Tokenizer:
    """Words of sentences to be said: what stands between white space, capitals kept, with ids for beginning and end.

    For texts whose marks stand apart already; of others, pieces make better tokens.
    """
    inner = HuggingFaceTokenizer(WordLevel({}, unk_token=UNKNOWN))
    inner.normalizer = Sequence([line_breaks(into=" "), *restore()])
    inner.pre_tokenizer = Split(Regex(_SPACED), behavior="removed", invert=True)
    return _learned(inner, texts, [PADDING, UNKNOWN, *ENDS], size, least)


def learn_lined(texts: Iterable[str], *, size: int, least: int = 1) -> Tokenizer:
    """Words of a language model: what stands between white space, and every line feed, as WikiText counts its tokens.

    There are ids for beginning, end and blank.
    """
    inner = HuggingFaceTokenizer(WordLevel({}, unk_token=UNKNOWN))
    inner.normalizer = Sequence([line_breaks(into=" "), *restore()])
    inner.pre_tokenizer = Split(Regex(_LINED), behavior="removed", invert=True)
    return _learned(inner, texts, [PADDING, UNKNOWN, *ENDS, MASK], size, least)


def _learned(
    inner: HuggingFaceTokenizer, texts: Iterable[str], specials: list[str], size: int, least: int
) -> Tokenizer:
    """The special tokens, then the most frequent words as `inner` splits them."""
    if size <= len(specials):
        names = {PADDING: "padding", UNKNOWN: "unknown", BEGIN: "beginning", END: "end", MASK: "blank"}
        others = " and ".join(names[special] for special in specials)
        raise Mistake(
            f"a vocabulary of {size} has no room for a word beside {others}; ask for {len(specials) + 1} or more."
        )
    frequent = [(-count, word) for word, count in _counted(inner, texts).items() if count >= least]
    if not frequent:
        often = "" if least == 1 else f" that occurs at least {least} times"
        raise Mistake(f"the texts hold no word{often}; a vocabulary cannot be learned from them.")
    words = [*specials, *(word for _, word in sorted(frequent)[: size - len(specials)])]
    return assemble(inner, {word: number for number, word in enumerate(words)})


def _counted(inner: HuggingFaceTokenizer, texts: Iterable[str]) -> dict[str, int]:
    """How often each word occurs; what stands between two spaces is split once, and counted as often as it occurs."""
    strings: Counter[str] = Counter()
    for text in texts:
        strings.update(between_spaces(text))
    once = list(strings)
    inner.train_from_iterator(joined(once), WordLevelTrainer(vocab_size=_ALL, show_progress=False))
    counts = [0] * inner.get_vocab_size()
    for ids, often in zip(ids_of(once, inner), strings.values(), strict=True):
        for word in ids:
            counts[word] += often
    return {word: counts[number] for word, number in inner.get_vocab().items()}
