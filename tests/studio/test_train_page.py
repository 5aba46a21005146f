"""Train, as a person uses it."""

import json
import shutil
import time
from pathlib import Path

import pytest

from .test_train import table

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  const dropped = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
  document.querySelector(".drop").dispatchEvent(dropped);
}"""


@pytest.fixture(autouse=True)
def empty(client):
    """Files that a test sends do not stay."""
    yield
    for one in client.get("/api/v1/uploads").json()["files"]:
        client.delete(f"/api/v1/uploads/{one['file']}")


def test_a_table_is_dropped_and_its_columns_chosen(page_of):
    page = page_of("train")
    expect(page.get_by_label("Corpus", exact=True)).to_be_visible()
    page.evaluate(DROP, ["my.csv", table().decode() + '\n,positive\n"<b>x</b>",positive\n"<b>x</b>",negative'])
    expect(page.get_by_label("Corpus", exact=True)).to_have_value("my.csv")
    expect(page.get_by_label("Column of the texts")).to_have_value("review")
    expect(page.locator(".warnings li")).to_have_count(3)
    expect(page.locator(".own tbody tr")).to_have_count(8)
    page.get_by_label("Column of the labels").select_option("review")
    expect(page.locator(".own .failure")).to_be_visible()
    page.wait_for_url("**corpus=my.csv**")


def test_a_file_is_chosen_and_a_bad_one_refused_in_place(page_of, tmp_path):
    page = page_of("train")
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"text,label\nonly,one\n")
    expect(page.get_by_label("Corpus", exact=True)).to_be_visible()
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.locator(".drop .failure")).to_contain_text("1 rows")


def test_a_training_is_begun_followed_and_survives_a_reload(page_of, client):
    page = page_of("train")
    expect(page.get_by_label("Corpus", exact=True)).to_be_visible()
    page.evaluate(DROP, ["own.csv", table().decode()])
    expect(page.get_by_label("Column of the texts")).to_have_value("review")
    page.get_by_label("Epochs").fill("3")
    page.get_by_text("Other settings").click()
    page.get_by_label("Settings, one a line").fill("vectors.width=7\ntext.least=1\ntraining.batch=8")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".job h2")).to_contain_text("own-attention")
    page.reload()
    expect(page.locator(".job h2")).to_contain_text("own-attention")
    expect(page.get_by_role("button", name="Look at it")).to_be_visible(timeout=120_000)
    expect(page.locator(".job .picture h3")).to_contain_text(["Loss", "Validation score", "How spread"])
    (job,) = [one for one in client.get("/api/v1/jobs").json()["jobs"] if one["run"].startswith("own-attention")]
    assert job["about"]["settings"]["training.epochs"] == 3
    page.get_by_role("button", name="Take off the list").click()
    expect(page.locator(".job h2")).to_have_count(0)


def test_curves_follow_events_and_a_stopped_training_can_go_on(page_of, server):
    folder = server.studio.jobs.folder / "00000000000000ff"
    folder.mkdir(parents=True)
    about = {"task": "classify", "model": "attention", "corpus": "probe-reviews"}
    out = str(server.studio.jobs.home / "nowhere")
    facts = {"id": folder.name, "about": about, "out": out, "options": [], "started": time.time(), "pid": 1}
    (folder / "job.json").write_text(json.dumps(facts))
    (folder / "lock").touch()
    steps = [{"event": "step", "step": i, "steps": 40, "loss": 1 / i, "epoch": 1} for i in range(1, 21)]
    epoch = {"event": "epoch", "epoch": 1, "train_loss": 0.5, "validation_loss": 0.6, "validation": 0.75}
    more = {"perplexity": None, "entropy": 0.4, "histogram": [0, 3, 7] + [1] * 17}
    lines = [json.dumps(one) for one in [*steps, {**epoch, **more}]]
    (folder / "events.jsonl").write_text("\n".join([*lines, "regard: stopped; go on with: …"]) + "\n")
    try:
        page = page_of(f"train?job={folder.name}&lang=fr&theme=dark", width=360)
        expect(page.locator("h1")).to_have_text("Entraîner")
        expect(page.locator(".job .picture")).to_have_count(3)
        expect(page.get_by_role("button", name="Recommencer")).to_be_visible()
        expect(page.locator(".progress .note")).to_have_text("Arrêté avant que rien ne soit conservé.")
        (Path(out) / "state").mkdir(parents=True)
        page.reload()
        expect(page.get_by_role("button", name="Reprendre")).to_be_visible()
        expect(page.locator(".progress .note")).to_contain_text("Arrêté à 50 %")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".job .picture").nth(2).get_by_role("button", name="Voir en tableau").click()
        expect(page.locator(".job .picture").nth(2).locator("tbody tr")).to_have_count(20)
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(out, ignore_errors=True)


def test_a_training_says_that_it_is_being_stopped(page_of, server, monkeypatch):
    monkeypatch.setattr(server.studio.jobs, "stop", lambda id: None)
    monkeypatch.setattr("regard.studio.shelf.jobs._held", lambda lock: True)
    folder = server.studio.jobs.folder / "00000000000000fe"
    folder.mkdir(parents=True)
    about = {"task": "classify", "model": "attention", "corpus": "probe-reviews"}
    facts = {"id": folder.name, "about": about, "out": "nowhere", "options": [], "started": time.time(), "pid": 1}
    (folder / "job.json").write_text(json.dumps(facts))
    (folder / "lock").touch()
    try:
        page = page_of(f"train?job={folder.name}")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.get_by_role("button", name="Stopping after this step")).to_be_disabled()
    finally:
        shutil.rmtree(folder)


def test_settings_that_are_none_are_told(page_of):
    page = page_of("train")
    expect(page.get_by_label("Epochs")).to_be_visible()
    page.get_by_text("Other settings").click()
    page.get_by_label("Settings, one a line").fill("nonsense")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".failure")).to_contain_text("nonsense")


def test_a_file_dropped_on_any_view_opens_train_with_it(page_of):
    page = page_of("read?text=kept&lang=fr")
    expect(page.locator(".word").first).to_be_visible()
    page.evaluate(DROP.replace(".drop", "main"), ["elsewhere.csv", table().decode()])
    expect(page.get_by_label("Corpus", exact=True)).to_have_value("elsewhere.csv")
    expect(page.get_by_label("Colonne des textes")).to_have_value("review")
    page.evaluate(DROP.replace(".drop", "h1"), ["second.csv", table().decode() + "\nmore,positive"])
    expect(page.get_by_label("Corpus", exact=True)).to_have_value("second.csv")


@pytest.mark.parametrize(("model", "says"), [("mean", "plain mean"), ("transformer", "rotary")])
def test_what_a_model_is_stands_beside_its_name(page_of, model, says):
    page = page_of("train")
    page.get_by_label("Model", exact=True).select_option(model)
    expect(page.locator("main .note").filter(has_text=says)).to_be_visible()


def test_every_model_that_can_be_trained_is_described(client, page_of):
    page = page_of("train")
    for task in client.get("/api/v1/train").json()["tasks"]:
        for model in task["models"]:
            for lang in ("en", "fr"):
                key = f"train.what.{model}"
                known = page.evaluate(f"import('/words/index.js').then((m) => m.speaker('{lang}').knows('{key}'))")
                assert known if task["task"] == "translate" else task["about"][model][lang]
