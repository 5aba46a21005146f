"""Bodies of requests, before anything reads them: size, depth, numbers that are none, letters that are half."""

import json
from typing import Any, NoReturn

LARGEST = 2**53
"""No whole number of a request is larger: JavaScript could not have meant it."""


class Wrong(ValueError):
    """A body that nobody should read; its sentence says why."""


def check(body: bytes, depth: int) -> None:
    """Nothing, if a body is JSON that can be read and written again by everybody; else what is wrong."""
    try:
        value = json.loads(body, parse_constant=_constant, parse_int=_whole, parse_float=_number)
    except RecursionError:
        raise Wrong(f"the request has more than {depth} lists in lists.") from None
    except Wrong:
        raise
    except ValueError:
        raise Wrong("the request is not JSON.") from None
    _walk(value, depth)


def _constant(name: str) -> NoReturn:
    raise Wrong(f"{name} is no number; leave it out.")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise Wrong(f"a number of the request is larger than {LARGEST}.")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if abs(number) > LARGEST:
        raise Wrong(f"a number of the request is larger than {LARGEST}.")
    return number


def _walk(value: Any, depth: int) -> None:
    inside = [(value, 0)]
    while inside:
        each, below = inside.pop()
        if below > depth:
            raise Wrong(f"the request has more than {depth} lists in lists.")
        if isinstance(each, dict):
            inside += [(key, below) for key in each] + [(one, below + 1) for one in each.values()]
        elif isinstance(each, list):
            inside += [(one, below + 1) for one in each]
        elif isinstance(each, str) and not _whole_letters(each):
            raise Wrong("a text of the request has half a letter in it (a lone surrogate).")


def _whole_letters(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
