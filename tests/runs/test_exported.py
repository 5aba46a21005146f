"""What a run is written as is what Hugging Face's transformers loads."""

import pytest
import torch
from torch.testing import assert_close

from regard.runs.exchange import export_run, import_folder
from regard.text.language import learn_language

from .published import ANSWER, TEXTS, logits, made

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")
AutoTokenizer = transformers.AutoTokenizer
PUBLISHED = {
    "bart": transformers.BartForConditionalGeneration,
    "gpt2": transformers.GPT2LMHeadModel,
    "bert": transformers.BertForMaskedLM,
}


@pytest.mark.parametrize("kind", PUBLISHED)
@torch.no_grad()
def test_an_exported_run_is_loaded_by_transformers(tmp_path, kind):
    made(kind, tmp_path / "given")
    run = import_folder(tmp_path / "given", tmp_path / "run")
    files = export_run(run, tmp_path / "out")
    assert {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"} == set(files)
    theirs = PUBLISHED[kind].from_pretrained(tmp_path / "out")
    ids = torch.tensor([AutoTokenizer.from_pretrained(tmp_path / "out")(TEXTS[1]).input_ids])
    assert ids[0].tolist() == run.tokenizer.encode(TEXTS[1]).ids
    more = {"decoder_input_ids": ANSWER} if kind == "bart" else {}
    assert_close(theirs(ids, **more).logits, logits(run.model, ids), rtol=0, atol=1e-5)
    again = import_folder(tmp_path / "out", tmp_path / "again")
    assert again.recipe == run.recipe
    assert torch.equal(logits(again.model, ids), logits(run.model, ids))


def test_a_tokenizer_of_ours_is_theirs_too(tmp_path):
    made("gpt2", tmp_path / "given", words=400)
    ours = learn_language(TEXTS, size=300)
    ours.save(tmp_path / "given" / "tokenizer.json")
    export_run(import_folder(tmp_path / "given", tmp_path / "run"), tmp_path / "out")
    theirs = AutoTokenizer.from_pretrained(tmp_path / "out")
    assert theirs(TEXTS[1]).input_ids == ours.encode(TEXTS[1]).ids
    assert (theirs.pad_token_id, theirs.eos_token_id) == (ours.padding_id, ours.end_id)
    assert theirs.mask_token_id == ours.mask_id
