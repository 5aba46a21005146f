"""What the page is told about how far weights can be trusted."""

from regard.explain.trust.faithfulness import Faithfulness, faithful


def test_it_is_told_whether_the_text_speaks_against_its_own_answer(client, monkeypatch):
    for shift in (-1.0, 1.0):

        def as_if(*asked: object, shift: float = shift) -> Faithfulness:
            found = faithful(*asked)
            vars(found.erasures[0])["empty"] = found.full + shift
            return found

        monkeypatch.setattr("regard.explain.trust.faithfulness.faithful", as_if)
        said = client.post("/api/v1/runs/attention/faithfulness", json={"text": "I did not like the plot ."}).json()
        assert said["left-out"]["against"] is (shift > 0)
