"""What comments and docstrings of a module say of its masks."""

import inspect
import io
import re
import textwrap
import tokenize
from functools import cache

from torch import nn

from regard.doctor.adapters.adapted import bare

ONES = re.compile(r"\b(1|1\.0|True|ones)\b")
ADDED = re.compile(r"\binf\b|-\s*1e|\badd(ed|itive)?\b|\bajout", re.IGNORECASE)


def holds_ones(module: nn.Module, mask: str) -> bool:
    """Whether it is said of a mask where it is 1 or True: then it is not a mask of low numbers to be added."""
    said = [line for line in _remarks(type(bare(module))) if re.search(rf"\b{re.escape(mask)}\b", line)]
    return any(ONES.search(line) for line in said) and not any(ADDED.search(line) for line in said)


@cache
def _remarks(kind: type[nn.Module]) -> list[str]:
    """The lines of what describes a class, and of all comments and texts of its forward."""
    told = [kind.__doc__ or ""]
    try:
        source = textwrap.dedent(inspect.getsource(kind.forward))
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
        told += [token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING)]
    except (OSError, TypeError, SyntaxError, tokenize.TokenError):
        pass
    return [line for text in told for line in text.splitlines()]
