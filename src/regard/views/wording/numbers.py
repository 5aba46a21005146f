"""Numbers as each language writes them."""

import math

from regard.results import Interval
from regard.views.wording.words import NARROW, WIDE, say

DASH = "–"


def count(lang: str, key: str, n: int) -> str:
    """A number of things: `1 seed`, `3 seeds`; French counts all below 2 as one."""
    one = abs(n) < 2 if lang == "fr" else abs(n) == 1
    return say(lang, f"{key}.one" if one else f"{key}.many", n=number(lang, n))


def distance(lang: str, difference: float, *, sign: bool) -> str:
    """A difference of two shares: `0.8 points`, `0,8 point`."""
    value = round(100 * difference, 1)
    text = signed(lang, value) if sign else number(lang, abs(value), 1)
    return say(lang, "points.one" if lang == "fr" and abs(value) < 2 else "points.many", n=text)


def number(lang: str, value: float, digits: int = 0) -> str:
    """A number with its thousands apart and the language's decimal sign; a dash where there is none."""
    if not math.isfinite(value):
        return DASH
    text = f"{abs(value):,.{digits}f}"
    if lang == "fr":
        text = text.replace(",", NARROW).replace(".", ",")
    negative = value < 0 and float(f"{value:.{digits}f}") != 0
    return f"−{text}" if negative else text


def signed(lang: str, value: float, digits: int = 1) -> str:
    """A number that shows its sign, plus included."""
    text = number(lang, value, digits)
    return text if not math.isfinite(value) or text.startswith("−") else f"+{text}"


def percent(lang: str, share: float, digits: int = 1) -> str:
    """A share as per cent."""
    return number(lang, 100 * share, digits) + (f"{WIDE}%" if math.isfinite(share) else "")


def between(lang: str, interval: Interval) -> str:
    """An interval of shares, in per cent."""
    low, high = interval
    return f"{number(lang, 100 * low, 1)}{DASH}{percent(lang, high)}"


def points(lang: str, interval: Interval) -> str:
    """An interval of differences, in points, with signs."""
    low, high = (signed(lang, 100 * end) for end in interval)
    return say(lang, "from-to", low=low, high=high)


def p_value(lang: str, p: float) -> str:
    """The p of a test, no finer than it deserves."""
    if p < 0.001:
        return f"p{WIDE}<{WIDE}{number(lang, 0.001, 3)}"
    return f"p{WIDE}={WIDE}{number(lang, p, 3 if p < 0.1 else 2)}"


def times(lang: str, ratio: float) -> str:
    """How many times as much."""
    return number(lang, ratio, 1 if ratio < 10 else 0) + "×"


def scientific(lang: str, value: float) -> str:
    """A number of any size with two or three digits that count: `0.012`, `3.2·10⁻⁵`."""
    if not math.isfinite(value) or value == 0:
        return number(lang, value)
    digits, _, exponent = f"{value:.1e}".partition("e")
    power = int(exponent)
    if -4 < power < 4:
        return number(lang, value, max(0, (1 if power < 0 else 2) - power))
    return f"{number(lang, float(digits), 1)}·{ten_to(power)}"


def ten_to(power: int) -> str:
    """A power of ten."""
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def duration(lang: str, seconds: float) -> str:
    """A time as people say it."""
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{number(lang, seconds / size, 1)}{WIDE}{unit}"
    return f"{number(lang, seconds, 0 if seconds >= 10 else 1)}{WIDE}s"
