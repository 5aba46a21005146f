"""Compare, asked as programs ask it."""

import pytest

TEXT = "this terrible film 😀 is terrible"


def asked(client, **more):
    return client.post("/api/v1/compare/text", json={"runs": ["attention", "mean"], "text": TEXT, **more})


def test_a_text_through_runs(client):
    found = asked(client).json()
    assert [one["run"] for one in found["answers"]] == ["attention", "mean"]
    aparts = [word["apart"] for word in found["words"]]
    assert aparts == sorted(aparts, reverse=True)
    assert sum(word["weights"][0] for word in found["words"]) == pytest.approx(1)


def test_words_stand_where_javascript_counts(client):
    found = asked(client).json()
    units = TEXT.encode("utf-16-le")
    for word in found["words"]:
        assert units[2 * word["start"] : 2 * word["end"]].decode("utf-16-le") == word["word"]


def test_runs_of_all_tasks(client):
    said = asked(client, runs=["bahdanau", "translator"], text="Anna did not sign .")
    assert {word["word"] for word in said.json()["words"]} == {"Anna", "did", "not", "sign", "."}
    assert asked(client, runs=["attention", "transformer"], method="leave-one-out").json()["signed"]


@pytest.mark.parametrize(
    ("more", "status", "why"),
    [
        ({"runs": ["attention"]}, 422, "runs"),
        ({"runs": ["attention"] * 17}, 422, "runs"),
        ({"runs": ["attention", "../mean"]}, 422, "runs"),
        ({"runs": ["attention", "nobody"]}, 404, "there is no run"),
        ({"runs": ["attention", "gpt"]}, 422, "compare runs that do the same"),
        ({"text": " "}, 422, "empty"),
        ({"method": "magic"}, 422, "magic"),
        ({"target": "magic"}, 422, "magic"),
        ({"text": "a" * 20_001}, 422, "text"),
        ({"other": 1}, 422, "other"),
    ],
)
def test_what_is_wrong_is_said(client, more, status, why):
    said = asked(client, **more)
    assert said.status_code == status
    assert why in said.json()["detail"]


def test_paired_tests(client):
    found = client.post("/api/v1/compare/test", json={"runs": ["mean", "attention", "transformer"]}).json()
    assert (found["metric"], found["recalled"], found["less"]) == ("accuracy", True, False)
    assert [one["baseline"] for one in found["differences"]] == ["mean", "mean"]
    assert len(found["verdicts"]) == 2
    assert all(0 <= one["p"] <= 1 for one in found["differences"])


@pytest.mark.parametrize("more", [{"corpus": "/etc/passwd"}, {"corpus": "../x"}, {"split": "a/b"}])
def test_a_corpus_is_a_name_and_no_path(client, more):
    assert client.post("/api/v1/compare/test", json={"runs": ["mean", "attention"], **more}).status_code == 422
