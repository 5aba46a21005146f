"""`regard doctor`: what is wrong, in a terminal and as JSON, and how it ends."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from regard.cli.main import app
from regard.doctor.diagnosis import Diagnosis
from regard.doctor.report import lines_of
from regard.doctor.wording.checks import TITLES
from regard.doctor.wording.parts import PARTS, WHY
from regard.doctor.wording.sentences import FOUND, REMEDIES, found, unknown
from regard.errors import Mistake
from regard.models.families.folder import save_published
from regard.models.gpt import GPT


def test_a_defect_is_found_in_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import torch\nfrom torch import nn\n\n\nclass Pool(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.q = nn.Parameter(torch.randn(8))\n\n"
        "    def forward(self, x, lengths):\n"
        "        return torch.einsum('bn,bnd->bd', torch.softmax(x @ self.q, 1), x)\n"
    )
    done = CliRunner().invoke(app, ["doctor", f"{file}:Pool", "--json"])
    said = json.loads(done.stdout)
    assert done.exit_code == 1
    assert set(said) == {"target", "findings", "passed", "could_not_check"}
    assert "padding-gets-weight" in [each["check"] for each in said["findings"]]
    assert set(said["findings"][0]) == {"check", "severity", "evidence", "where", "remedy"}
    assert said["findings"][0]["where"].startswith("mine.py:11: ")


@pytest.mark.parametrize("target", ["nowhere", "mine.py:Pool", "."])
def test_a_target_that_cannot_be_examined(target, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Mistake):
        CliRunner().invoke(app, ["doctor", target], catch_exceptions=False)


def test_a_folder_is_a_run_or_a_published_model(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = GPT(30, width=12, layers=1, heads=3, hidden=17, longest=10, end=0)
    save_published(model, tmp_path / "hub")
    save_published(model, tmp_path / "run")
    (tmp_path / "run" / "recipe.toml").touch()
    examined = []
    monkeypatch.setattr(
        "regard.doctor.examine.examine", lambda model, target: examined.append(model) or Diagnosis(target, [], [], [])
    )
    monkeypatch.setattr("regard.runs.run.open_run", lambda folder: SimpleNamespace(model=folder.name))
    for target in ("hub", "run"):
        assert CliRunner().invoke(app, ["doctor", target], catch_exceptions=False).exit_code == 0
    assert (type(examined[0]), examined[1]) == (GPT, "run")


def test_a_folder_that_is_neither_is_named(tmp_path):
    with pytest.raises(Mistake, match=r"is not a run: it has no manifest\.json, nor is it a published model"):
        CliRunner().invoke(app, ["doctor", str(tmp_path)], catch_exceptions=False)


def test_everything_is_said_in_both_languages():
    sentences = [
        *TITLES.values(),
        *WHY.values(),
        *REMEDIES.values(),
        *(each for pair in FOUND.values() for each in pair),
    ]
    assert all(english and french and english != french for english, french in sentences)
    assert all(len(part) == 2 for part in PARTS.values())
    for english, french in sentences:
        assert english.count("{") == french.count("{"), english


def test_the_lines_of_a_diagnosis():
    one = found("padding weight", "mine.py:3: softmax", share=25.0, places=3, n=7)
    diagnosis = Diagnosis("mine.py:Pool", [one], ["softmax-twice"], [unknown("no padding")])
    diagnosis.findings[0] = type(one)(one.evidence, one.remedy, one.where, check="padding-gets-weight")
    english, french = ("\n".join(lines_of(diagnosis.summary(language), language)) for language in ("en", "fr"))
    assert "mine.py:Pool: 1 finding." in english
    assert "25% of a word's attention" in english
    assert "25\u202f% de l’attention" in french
    assert "Sans doute : mine.py:3: softmax" in french
