"""`regard doctor`: what is wrong, in a terminal and as JSON, and how it ends."""

import json

import pytest
from typer.testing import CliRunner

from regard.cli.main import app
from regard.doctor.diagnosis import Diagnosis
from regard.doctor.report import lines_of
from regard.doctor.wording.checks import CHECKS as WORDS
from regard.doctor.wording.parts import PARTS, WHY
from regard.doctor.wording.sentences import FOUND, found, unknown
from regard.errors import Mistake


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


def test_everything_is_said_in_both_languages():
    sentences = [*WORDS.values(), *WHY.values(), *(each for pair in FOUND.values() for each in pair)]
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
