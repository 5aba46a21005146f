"""Single characters as tokens: every one as it stands, white space and capitals included."""

from collections import Counter
from collections.abc import Iterable

from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.models import BPE

from regard.errors import Mistake
from regard.text.cleaning import encodable
from regard.text.tokenizer import ENDS, MASK, PADDING, UNKNOWN, Tokenizer, assemble


def learn_characters(
    texts: Iterable[str], *, size: int, least: int = 1, ends: bool = False, mask: bool = False
) -> Tokenizer:
    """The `size` most frequent characters (special tokens included) of those that occur at least `least` times.

    Their ids follow the order of Unicode. They are byte-pair encoding without a single merge, so that a token is a
    character.
    """
    specials = [PADDING, UNKNOWN, *(ENDS if ends else ()), *((MASK,) if mask else ())]
    if size <= len(specials):
        raise Mistake(
            f"a vocabulary of {size} has no room for a character beside {len(specials)} special tokens; ask for "
            f"{len(specials) + 1} or more."
        )
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(encodable(text))
    frequent = sorted((-count, character) for character, count in counts.items() if count >= least)
    if not frequent:
        raise Mistake("the texts hold no character; a vocabulary cannot be learned from them.")
    characters = sorted(character for _, character in frequent[: size - len(specials)])
    inner = HuggingFaceTokenizer(BPE(unk_token=UNKNOWN))
    return assemble(inner, {token: number for number, token in enumerate([*specials, *characters])})
