"""Tokenizers as other tools read them: with the tokens that stand around a text among their rules."""

import json
from typing import Any

from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.processors import TemplateProcessing

from regard.text.specials import BEGIN, END, MASK, PADDING, UNKNOWN
from regard.text.tokenizer import Tokenizer


def framed(tokenizer: Tokenizer, *, begin: bool, end: bool) -> str:
    """The tokenizer.json of a tokenizer of ours that puts BEGIN before every text, END after it, or both.

    There a text may spell special tokens, since other tools have no other way to write a blank. The space before one
    belongs to what fills it, as where we read blanks, if pieces have their space in front.
    """
    parts: dict[str, Any] = json.loads(tokenizer.to_json())
    numbers = {name: number for number, name in enumerate(tokenizer.vocabulary())}
    specials = {name: numbers[name] for name in (PADDING, UNKNOWN, BEGIN, END, MASK) if name in numbers}
    parts["added_tokens"] = [
        {
            "id": number,
            "content": name,
            "single_word": False,
            "lstrip": name == MASK and tokenizer.kind == "pieces",
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for name, number in specials.items()
    ]
    inner = HuggingFaceTokenizer.from_str(json.dumps(parts))
    if begin or end:
        single = [BEGIN] * begin + ["$A"] + [END] * end
        inner.post_processor = TemplateProcessing(
            single=single,
            pair=[*single, "$B:1", *[f"{END}:1"] * end],
            special_tokens=[(name, specials[name]) for name in (BEGIN, END)],
        )
    return inner.to_str(pretty=True)
