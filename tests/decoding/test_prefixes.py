"""Searches that must begin with a prefix, against enumeration of all outputs that do."""

import pytest

from regard.decoding import beam_search
from regard.errors import Mistake

from .models import BEGIN, END, SOURCES, Chaotic, one_by_one
from .test_beam import assert_outputs, everything, literally

PREFIXES = [(3,), (), (0, 4)]


@pytest.mark.parametrize("alpha", [0.0, 0.6, -0.5])
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_as_wide_as_the_space_finds_all_that_begins_so(seed, alpha):
    model = Chaotic(seed)
    found = beam_search(model, SOURCES, beam=81, n_best=81, alpha=alpha, longest=3, prefixes=PREFIXES)
    for outputs, source, prefix in zip(found, one_by_one(SOURCES), PREFIXES, strict=True):
        all_ = everything(model, source, alpha, 0, 3)
        assert_outputs(outputs, [one for one in all_ if one.tokens[: len(prefix)] == prefix][:81])


@pytest.mark.parametrize("seed", range(4))
def test_no_prefix_is_no_prefix(seed):
    plain, forced = (
        beam_search(Chaotic(seed), SOURCES, beam=3, n_best=3, longest=6, prefixes=prefixes)
        for prefixes in (None, [(), (), ()])
    )
    assert forced == plain


def test_the_best_output_is_found_again_from_any_of_its_beginnings():
    """All that a narrow search preferred on the way to it is out of the way."""
    model = Chaotic(3)
    (source,) = one_by_one(SOURCES)[:1]
    best = literally(model, source, 3, 0.6, 0, 6)[0]
    for length in range(len(best.tokens) + 1):
        ((found,),) = beam_search(model, source, beam=3, longest=6, prefixes=[best.tokens[:length]])
        assert found.tokens[:length] == best.tokens[:length]
        assert found.score >= best.score - 1e-10


@pytest.mark.parametrize(
    ("prefixes", "says"),
    [
        ([(3,)], "1 prefixes for 3 sources"),
        ([(3,) * 5, (), ()], "a prefix of 5 tokens, and the output may have 4"),
        ([(3, END), (), ()], f"token {END} begins or ends outputs"),
        ([(BEGIN,), (), ()], f"token {BEGIN} begins or ends outputs"),
    ],
)
def test_a_prefix_that_cannot_be_is_a_mistake(prefixes, says):
    with pytest.raises(Mistake, match=says):
        beam_search(Chaotic(0), SOURCES, beam=2, longest=4, prefixes=prefixes)
