"""What the page is told about how far weights can be trusted."""

from regard.explain.trust.faithfulness import Faithfulness, faithful
from regard.studio.answers.reading import trust

from .small import trained

TEXT = "I did not like the plot ."


def test_it_is_told_whether_the_text_speaks_against_its_own_answer(monkeypatch):
    run = trained("attention", "vectors.width=7")
    for shift in (-1.0, 1.0):

        def as_if(*asked: object, shift: float = shift) -> Faithfulness:
            found = faithful(*asked)
            vars(found.erasures[0])["empty"] = found.full + shift
            return found

        monkeypatch.setattr("regard.explain.trust.faithfulness.faithful", as_if)
        assert trust(run, TEXT, "attention")["against"] is (shift > 0)
