"""What is said of a finding: its cause before it, the repair that fits what was seen, and true reasons for silence."""

import json

import pytest
import torch
from torch import nn

from regard.doctor.diagnosis import Diagnosis
from regard.doctor.examine import examine

from .test_doctor import FOLDER as MODULES
from .test_doctor import examined
from .test_students import FOLDER, diagnosed


def broken(tmp_path, file: str, name: str, *changes: tuple[str, str]) -> Diagnosis:
    text = (FOLDER / f"{file}.py").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    copy = tmp_path / f"{file}.py"
    copy.write_text(text, encoding="utf-8")
    return diagnosed(copy, name)


CAUSES = [
    ("mask-inverted", "left_aligned", "LastAsks", ("~mask[", "mask[")),
    ("softmax-twice", "decoder_step", "Decoder", ("torch.softmax(s, dim=-1)", "s.softmax(-1).softmax(-1)")),
    ("softmax-wrong-dimension", "annotated", "Encoder", ("softmax(dim=-1)", "softmax(dim=-2)")),
    ("padding-gets-weight", "left_padded", "LeftPaddedLM", (" & attention_mask.bool()[:, None, None, :]", "")),
]


@pytest.mark.parametrize(("cause", "file", "name", "change"), CAUSES, ids=[each[0] for each in CAUSES])
def test_a_cause_comes_first_and_what_it_brings_says_so(cause, file, name, change, tmp_path):
    first, *others = broken(tmp_path, file, name, change).findings
    assert first.check == cause
    assert "padding-changes-result" in {found.check for found in others}
    assert {found.remedy for found in others} == {f"first {cause}, which shows so too; then look again."}


MASKED = """        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)"""
AFTER = "        att = F.softmax(att, dim=-1) * self.bias[:, :, :T, :T]"


def test_a_mask_after_the_softmax_leaks_by_the_sum_alone(tmp_path):
    diagnosis = broken(tmp_path, "gpt_tril", "TinyGPT", (MASKED, AFTER))
    future = diagnosis.of("future-visible")
    assert future is not None
    assert "changes the results before it by" in future.evidence
    assert "0.0%" not in str(diagnosis)


def test_a_mask_after_the_softmax_that_is_divided_again_hides_the_future(tmp_path):
    again = f"{AFTER}\n        att = att / att.sum(-1, keepdim=True)"
    diagnosis = broken(tmp_path, "gpt_tril", "TinyGPT", (MASKED, again))
    assert diagnosis.findings == [], str(diagnosis)


POOLED = "total = torch.sum(x * kept, 1)"
PACKED = """packed = pack_padded_sequence(emb, lengths.cpu(), batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)"""
REPAIRS = [
    ("sentence_mean", "SentenceEncoder", POOLED, "total = x.max(1).values", "out of the maximum"),
    ("sentence_mean", "SentenceEncoder", POOLED, "total = x[:, -1]", "the last word of each text"),
    ("packed_lstm", "LSTMAttention", PACKED, "out, _ = self.lstm(emb)", "pack_padded_sequence"),
    ("linear_attention", "LinearAttentionEncoder", "k = k * mask", "q = q * mask", "the keys of padding to zero"),
]


@pytest.mark.parametrize(("file", "name", "old", "new", "said"), REPAIRS, ids=[each[-1] for each in REPAIRS])
def test_the_repair_fits_how_padding_meets_words(file, name, old, new, said, tmp_path):
    found = broken(tmp_path, file, name, (old, new)).of("padding-changes-result")
    assert found is not None
    assert said in found.remedy
    assert f"{file}.py:" in found.where


SUMS = [
    ("torch.sigmoid(e)", "in place of the sigmoid"),
    ("torch.exp(e)", "their sum over the keys"),
    ("F.log_softmax(e, dim=1)", "in place of log_softmax"),
    ("F.softmax(e, dim=1) / 3", "not the weights after it"),
    ("F.softmax(e, dim=1) * (~pad)", "mask scores before the softmax"),
]


@pytest.mark.parametrize(("new", "said"), SUMS, ids=[each[0] for each in SUMS])
def test_the_repair_fits_what_keeps_weights_from_one(new, said, tmp_path):
    unmasked = ("        e = e.masked_fill(pad, -1e9)\n", "") if "~pad" in new else ("-1e9", "-1e9")
    diagnosis = broken(tmp_path, "additive_lens", "AdditivePooling", unmasked, ("F.softmax(e, dim=1)", new))
    found = diagnosis.of("rows-do-not-sum-to-one")
    assert found is not None
    assert said in found.remedy
    assert ("sum to 0.333, not to 1" in found.evidence) == ("/ 3" in new)


def test_a_parameter_without_use_is_told_with_the_line_that_makes_it(tmp_path):
    file = tmp_path / "encoder.py"
    file.write_text((MODULES / file.name).read_text().replace("x = x + self.pos(", "_ = x + self.pos("))
    diagnosis = examined(file)
    dead, unused = diagnosis.of("dead-parameter"), diagnosis.of("positions-unused")
    assert dead is not None
    assert unused is not None
    assert dead.where == unused.where
    assert "self.pos = nn.Embedding(" in dead.where
    assert " parameters gets no gradient from the result: pos.weight." in dead.evidence
    assert "ne reçoit aucun gradient" in json.dumps(diagnosis.summary("fr"), ensure_ascii=False)


@pytest.mark.parametrize(
    ("file", "name", "said"),
    [
        ("mha_seqfirst", "SeqFirstBlock", "torch's own attention scales its scores itself"),
        ("cosine_heads", "Cosines", "has length one"),
        ("left_aligned", "LastAsks", "each row asks once"),
        ("t5_unscaled", "T5Attention", "the initialisation holds the scale"),
    ],
)
def test_why_there_is_no_scale_to_judge_is_true(file, name, said):
    left = {each.check: each.why for each in diagnosed(FOLDER / f"{file}.py", name).could_not_check}
    assert said in left["scale-missing"]


@pytest.mark.parametrize(
    ("file", "name", "check"),
    [
        ("sentence_mean", "SentenceEncoder", "mean-over-padding"),
        ("strided", "Downsampled", "present-hidden"),
        ("loop_texts", "LoopPooling", "padding-gets-weight"),
    ],
)
def test_what_can_be_checked_is(file, name, check):
    assert check in diagnosed(FOLDER / f"{file}.py", name).passed


@pytest.mark.parametrize(
    ("divisor", "said"),
    [
        ("q.shape[1] ** 0.5", "which changes with the length"),
        ("q.shape[0] ** 0.5", "= 1/√3, the root of the batch"),
        ("3**0.5", "by 0.5774 = 1/√3, not"),
    ],
)
def test_a_scale_is_only_called_what_it_follows(divisor, said, tmp_path):
    found = broken(tmp_path, "strided", "Downsampled", ("q.shape[-1] ** 0.5", divisor)).of("scale-wrong")
    assert found is not None
    assert said in found.evidence


class Eighth(nn.Module):
    """A number that is the length, by chance, divides what is not averaged."""

    def forward(self, x, mask):
        s = (x @ x.mT / 8).masked_fill(~mask[:, None, :], -1e9)
        return (s.softmax(-1) @ x + x).amax(1)


def test_a_division_by_a_number_as_large_as_the_length_is_no_mean():
    mask = torch.arange(9) < torch.tensor([[9], [5]])
    diagnosis = examine(Eighth(), {"x": torch.randn(2, 9, 64), "mask": mask})
    assert diagnosis.of("padding-changes-result") is not None
    assert diagnosis.of("mean-over-padding") is None
