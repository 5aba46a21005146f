"""Labs and runs, asked as programs ask it: the table, reports in their sandbox, the doctor, files."""

import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest

from regard.studio.server.handing import MOST, Handing
from regard.studio.server.limits import Limits
from runs import small

from .conftest import Served

REPORT = "<!doctype html><title>r</title><script>parent.x = 1</script><p>report</p>"


@pytest.fixture
def with_reports(tmp_path: Path):
    """A studio over a lab and a run that have reports."""
    lab = tmp_path / "lab"
    small.trained(lab / "runs" / "mean" / "0", "mean")
    (lab / "runs" / "mean" / "0" / "report.html").write_text(REPORT)
    (lab / "report.html").write_text(REPORT)
    (lab / "results.json").write_text(json.dumps({"lab": "pooling", "corpus": "probe-reviews", "rows": [{}]}))
    served = Served([lab], tmp_path / "home", Limits())
    yield served
    served.close()


def test_the_table_has_what_each_run_was_measured_at(client):
    runs = {one["id"]: one for one in client.get("/api/v1/shelf").json()["runs"]}
    assert runs["attention"]["metric"] == "accuracy"
    assert 0 <= runs["attention"]["interval"][0] <= runs["attention"]["value"] <= 1
    assert runs["bahdanau"]["metric"] == "bleu"
    assert runs["gpt"]["metric"] == "perplexity"
    assert runs["attention"]["parameters"] > 0
    assert not runs["attention"]["report"]


def test_a_report_is_read_by_who_has_its_address_and_in_a_sandbox(with_reports):
    with with_reports.client() as client:
        found = client.get("/api/v1/shelf").json()
        assert [one["lab"] for one in found["labs"]] == ["pooling"]
        (run,) = found["runs"]
        for path in (f"/runs/{run['id']}/report", f"/labs/{found['labs'][0]['id']}/report"):
            address = client.post(f"/api/v1{path}", json={}).json()["address"]
            said = httpx.get(with_reports.address + address)
            assert said.text == REPORT
            policies = said.headers.get_list("content-security-policy")
            assert len(policies) == 1
            assert policies[0].startswith("sandbox allow-scripts")
            assert "allow-same-origin" not in policies[0]
            assert said.headers["x-content-type-options"] == "nosniff"
        assert client.post("/api/v1/labs/lab-9/report", json={}).status_code == 404
        evil = httpx.get(with_reports.address + address, headers={"Host": "evil.example"})
        assert evil.status_code == 403


@pytest.mark.parametrize("ticket", ["x", "../../etc/passwd", "%2e%2e%2fapi", "A" * 4000, "%00"])
def test_an_address_cannot_be_made_up(server, ticket):
    assert httpx.get(f"{server.address}/handed/{ticket}").status_code == 404


def test_addresses_are_good_for_a_while_only(tmp_path, monkeypatch):
    file = tmp_path / "report.html"
    file.write_text("x")
    handing = Handing()
    ticket = handing.address(file).rpartition("/")[2]
    assert handing.respond(ticket).status_code == 200
    monkeypatch.setattr("regard.studio.server.handing.time.monotonic", lambda: 1e12)
    assert handing.respond(ticket).status_code == 404
    monkeypatch.undo()
    for _ in range(MOST + 5):
        handing.address(file)
    assert len(handing.known) == MOST


def test_a_run_without_a_report_says_so(client):
    said = client.post("/api/v1/runs/attention/report", json={})
    assert said.status_code == 404
    assert "no report" in said.json()["detail"]


def test_the_doctor_examines_a_run(client):
    found = client.post("/api/v1/runs/attention/doctor", json={}).json()
    assert found["target"] == "attention"
    assert "padding-changes-result" in found["passed"]
    assert found["findings"] == []
    assert client.post("/api/v1/runs/nobody/doctor", json={}).status_code == 404


def test_runs_are_downloaded_as_they_are_and_for_transformers(client, server):
    address = client.post("/api/v1/runs/attention/export", json={}).json()["address"]
    said = httpx.get(server.address + address)
    assert said.headers["content-disposition"] == 'attachment; filename="attention.zip"'
    inside = zipfile.ZipFile(io.BytesIO(said.content)).namelist()
    assert "attention/model.safetensors" in inside
    assert not any(".lock" in name for name in inside)
    address = client.post("/api/v1/runs/gpt/export", json={"to": "huggingface"}).json()["address"]
    assert "gpt/config.json" in zipfile.ZipFile(io.BytesIO(httpx.get(server.address + address).content)).namelist()
    refused = client.post("/api/v1/runs/attention/export", json={"to": "huggingface"})
    assert refused.status_code == 422
    assert client.post("/api/v1/runs/attention/export", json={"to": "magic"}).status_code == 422


def test_the_doctor_speaks_french(client):
    asked = {lang: client.post("/api/v1/runs/mean/doctor", json={"lang": lang}).json() for lang in ("en", "fr")}
    said = {lang: {one["why"] for one in found["could_not_check"]} for lang, found in asked.items()}
    assert said["en"]
    assert not said["en"] & said["fr"]
    assert client.post("/api/v1/runs/mean/doctor", json={"lang": "xx"}).status_code == 422
