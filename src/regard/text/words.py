"""Words, split as those who made the GloVe vectors split them."""

from collections.abc import Iterable

from tokenizers import Regex
from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase, Sequence
from tokenizers.pre_tokenizers import Split
from tokenizers.trainers import WordLevelTrainer

from regard.errors import Mistake
from regard.text.cleaning import encodable, fold, line_breaks, restore
from regard.text.tokenizer import PADDING, UNKNOWN, Tokenizer, assemble

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


def learn_words(texts: Iterable[str], *, size: int, least: int = 1) -> Tokenizer:
    """The `size` most frequent words (padding and unknown included) of those that occur at least `least` times."""
    if size < 3:
        raise Mistake(f"a vocabulary of {size} has no room for a word beside padding and unknown; ask for 3 or more.")
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
    trainer = WordLevelTrainer(
        vocab_size=size, min_frequency=least, special_tokens=[PADDING, UNKNOWN], show_progress=False
    )
    inner.train_from_iterator((encodable(text) for text in texts), trainer)
    if inner.get_vocab_size() == 2:
        often = "" if least == 1 else f" that occurs at least {least} times"
        raise Mistake(f"the texts hold no word{often}; a vocabulary cannot be learned from them.")
    return assemble(inner, inner.get_vocab())
