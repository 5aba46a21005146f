"""What can be trained, and files that are sent to be learned from: honest ones and hostile ones."""

import gzip
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from regard.data.corpora.tables.preview import preview
from regard.studio.server.limits import Limits
from runs.small import corpus

from .conftest import Served


def table(rows: int = 60) -> bytes:
    """A table of texts and labels."""
    lines = [f'"{one.text}",{corpus().classes[one.label]}' for one in corpus().train[:rows]]
    return "\n".join(["review,stars", *lines]).encode()


def send(client, name: str, content: bytes):
    return client.post("/api/v1/uploads", content=content, headers={"X-Regard-Name": quote(name)})


def look(client, file: str, **more):
    return client.post("/api/v1/tables", json={"file": file, **more})


@pytest.fixture
def sent(client):
    """A table that was sent, and is removed again."""
    file = send(client, "My reviews é.csv", table()).json()["file"]
    yield file
    client.delete(f"/api/v1/uploads/{file}")


def test_models_and_corpora_of_each_task(client):
    tasks = {one["task"]: one for one in client.get("/api/v1/train").json()["tasks"]}
    assert set(tasks) == {"classify", "translate", "language"}
    assert "attention" in tasks["classify"]["models"]
    assert "bahdanau" in tasks["translate"]["models"]
    here = {one["name"] for one in tasks["classify"]["corpora"] if one["available"]}
    assert "probe-reviews" in here
    assert "probe-phrases" not in here


def test_settings_come_with_their_values_and_wrong_ones_are_named(client):
    def asked(**settings):
        return client.post("/api/v1/train/settings", json={"model": "attention", "settings": settings})

    assert asked(**{"training.epochs": 7}).json()["settings"]["training.epochs"] == 7
    assert "model.kind" not in asked().json()["settings"]
    wrong = asked(**{"training.epoch": 7})
    assert wrong.status_code == 422
    assert "epochs" in wrong.json()["detail"]
    assert asked(**{"corpus.name": "x"}).status_code == 422


def test_a_table_is_kept_under_a_plain_name_and_once(client, server, sent):
    assert sent == "My-reviews-e.csv"
    assert send(client, "again.csv", table()).json()["file"] == sent
    assert [one["file"] for one in client.get("/api/v1/uploads").json()["files"]] == [sent]
    assert (server.studio.jobs.uploads / sent).read_bytes() == table()
    other = send(client, "My reviews é.csv", table(50)).json()["file"]
    assert other == "My-reviews-e-2.csv"
    client.delete(f"/api/v1/uploads/{other}")


def test_its_rows_columns_and_labels_are_shown(client, sent):
    found = look(client, sent).json()
    assert found["columns"] == ["review", "stars"]
    assert found["chosen"] == {"text": "review", "label": "stars"}
    assert found["n"] == 60
    assert len(found["rows"]) == 8
    assert set(found["labels"]) == set(corpus().classes)
    assert found["problem"] == ""
    other = look(client, sent, columns={"text": "stars", "label": "review"}).json()
    assert other["problem"]
    assert look(client, sent, columns={"text": "nothing"}).json()["detail"].startswith(sent)


def test_what_to_know_is_counted(tmp_path: Path):
    file = tmp_path / "t.csv"
    long = "word " * 401
    file.write_text(f"text,label\na b,x\na b,x\na b,x\na b,y\n,x\n{long},x\n", encoding="utf-8")
    found = {one["kind"]: one["n"] for one in preview(file, {"text": "text", "label": "label"}).warnings}
    assert found == {"few": 6, "empty": 1, "duplicates": 3, "contradictions": 1, "long": 1}
    file.write_text("text,label\na,x\nb,x\n", encoding="utf-8")
    assert {"kind": "one-class", "n": 1} in preview(file, {"text": "text", "label": "label"}).warnings


def test_one_class_is_shown_and_said_to_teach_nothing(client):
    file = send(client, "one.csv", b"text,label\n" + b"".join(b"t%d,same\n" % i for i in range(60))).json()["file"]
    found = look(client, file).json()
    assert "only one class" in found["problem"]
    assert {"kind": "one-class", "n": 1} in found["warnings"]
    client.delete(f"/api/v1/uploads/{file}")


def test_pairs_and_plain_text(client):
    pairs = b"en\tfr\n" + b"".join(b"sentence %d\tphrase %d\n" % (i, i) for i in range(60))
    file = send(client, "pairs.tsv", pairs).json()["file"]
    assert look(client, file, task="translate").json()["chosen"] == {"source": "en", "target": "fr"}
    client.delete(f"/api/v1/uploads/{file}")
    file = send(client, "novel.txt", b"Once upon a time.\n\nThere was a film.\n").json()["file"]
    assert look(client, file, task="language").json()["problem"] == ""
    assert look(client, file).json()["problem"]
    client.delete(f"/api/v1/uploads/{file}")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.csv", b"", "empty"),
        ("a.csv", b"text,label\n", "0 rows"),
        ("a.csv", b"text,label\nonly,one\n", "1 rows"),
        ("a.csv", b"text,label\na\0b,x\nc,y\n", "NUL byte"),
        ("a.csv", "text,label\né,x\nè,y\n".encode("latin-1"), "not UTF-8"),
        ("a.csv", "text,label\na,x\n".encode("utf-16"), "UTF-16"),
        ("a.csv", bytes(range(256)) * 40, "a.csv"),
        ("a.csv", b"text,text\na,x\nb,y\n", "more than one column"),
        ("a.jsonl", b"[1, 2]\n", "array"),
        ("a.jsonl", b'{"text": ' + b"[" * 100_000 + b"\n", "not JSON"),
        ("a.txt", b" \n \n", "blank"),
        ("a.csv.gz", gzip.compress(b"text,label\na,x\nb,y\n", mtime=0), "does not end in"),
        ("a.parquet", b"PAR1", "does not end in"),
        ("a.exe", b"MZ", "does not end in"),
        ("a", b"text,label\na,x\nb,y\n", "does not end in"),
        ("../a.csv", b"text,label\na,x\nb,y\n", "plain name"),
        ("/etc/a.csv", b"text,label\na,x\nb,y\n", "plain name"),
        ("..\\a.csv", b"text,label\na,x\nb,y\n", "plain name"),
        (".a.csv", b"text,label\na,x\nb,y\n", "plain name"),
        ("a\0.csv", b"text,label\na,x\nb,y\n", "plain name"),
        ("a" * 300 + ".csv", b"text,label\na,x\nb,y\n", "plain name"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(client, server, name, content, why):
    said = send(client, name, content)
    assert said.status_code == 422, said.text
    assert why in said.json()["detail"]
    assert str(server.studio.jobs.home) not in said.json()["detail"]
    assert client.get("/api/v1/uploads").json()["files"] == []
    assert not list((server.studio.jobs.home / ".studio" / "incoming").glob("*"))


def test_a_name_of_half_a_letter_or_none_is_refused(client):
    body = {"content": table(), "headers": {"X-Regard-Name": "%ff.csv"}}
    assert client.post("/api/v1/uploads", **body).status_code == 422
    assert client.post("/api/v1/uploads", content=table()).status_code == 422


@pytest.mark.parametrize("name", ["../../x", "%2e%2e%2fx", ".studio", "nothing.csv", "a/b.csv"])
def test_only_files_that_were_sent_can_be_named(client, name):
    assert look(client, name).status_code == 422
    assert client.delete(f"/api/v1/uploads/{name}").status_code in (404, 405, 422)
    job = client.post("/api/v1/jobs", json={"model": "attention", "corpus": name})
    assert job.status_code == 422


def test_a_huge_file_is_refused(tmp_path: Path, trained_runs: Path):
    served = Served([], tmp_path, Limits(upload=1000))
    try:
        with served.client() as client:
            said = send(client, "a.csv", b"text,label\n" + b"a,b\n" * 1000)
            assert said.status_code == 413
            assert "1000 bytes" in said.json()["detail"]
            assert not (tmp_path / ".studio" / "uploads").exists()
    finally:
        served.close()


def test_markup_in_a_table_stays_what_it_is(client):
    rows = "".join(f"<script>alert({i})</script>,=cmd{i % 2}\n" for i in range(60))
    file = send(client, "x.csv", f"<b>text</b>,label\n{rows}".encode()).json()["file"]
    found = look(client, file, columns={"text": "<b>text</b>", "label": "label"}).json()
    assert found["rows"][0] == ["<script>alert(0)</script>", "=cmd0"]
    assert json.dumps(found["labels"]) == json.dumps({"=cmd0": 30, "=cmd1": 30})
    client.delete(f"/api/v1/uploads/{file}")
