"""What a run is written as is what Hugging Face's transformers loads."""

import pytest
import torch
from torch.testing import assert_close

from regard.runs.exchange import export_run, import_folder
from regard.runs.language.generations import Saying, generations, reading
from regard.runs.run import open_run
from regard.text.language import learn_language

from .published import ANSWER, TEXTS, logits, made
from .small_language import trained

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


AUTO = {
    "gpt": transformers.AutoModelForCausalLM,
    "bert": transformers.AutoModelForMaskedLM,
    "bart": transformers.AutoModelForSeq2SeqLM,
}


@pytest.mark.parametrize(("kind", "changes"), [(kind, ()) for kind in AUTO] + [("gpt", ("task.rows=blocks",))])
def test_a_model_of_ours_reads_there_what_it_reads_here(tmp_path, kind, changes):
    """Borders and blanks included: transformers alone then says what we say, and so does the run that is read back."""
    run = open_run(trained(tmp_path / "run", kind, "training.epochs=1", *changes).folder)
    export_run(run, tmp_path / "out")
    known = AutoTokenizer.from_pretrained(tmp_path / "out")
    text = "The film was good." if kind == "gpt" else "The film was [MASK] , I think."
    asked = known(text, return_tensors="pt")
    assert asked.input_ids[0].tolist() == reading(run, text).ids
    assert (known.bos_token_id, known.eos_token_id) == (run.tokenizer.begin_id, run.tokenizer.end_id)
    assert asked.input_ids[0, 0] == known.bos_token_id or changes
    theirs = AUTO[kind].from_pretrained(tmp_path / "out")
    again = import_folder(tmp_path / "out", tmp_path / "again")
    if kind == "bert":
        ours = theirs(**asked).logits.detach()[asked.input_ids == known.mask_token_id].softmax(-1)
        found = [generations(each, [text], Saying(n_best=1))[0]["blanks"][0][0] for each in (run, again)]
        assert found[0]["word"] == known.decode(ours.argmax()).strip()
    else:
        said = theirs.generate(**asked, max_new_tokens=8, do_sample=False, bad_words_ids=[[known.bos_token_id]])
        new = said[0, asked.input_ids.shape[1] :] if kind == "gpt" else said[0]
        found = [generations(each, [text], Saying(temperature=0, longest=7)) for each in (run, again)]
        assert found[0][0]["text"] == known.decode(new[: 7 + (kind != "gpt")], skip_special_tokens=True)
    assert str(found[0]) == str(found[1])


def test_an_answering_model_from_a_published_one_keeps_the_names_of_its_tokens(tmp_path):
    made("gpt2", tmp_path / "given")
    run = import_folder(tmp_path / "given", tmp_path / "run")
    assert not (run.folder / "published").exists(), "nothing came with the tokenizer"
    export_run(run, tmp_path / "out")
    assert AutoTokenizer.from_pretrained(tmp_path / "out").eos_token == "<|endoftext|>"


def test_a_tokenizer_of_ours_is_theirs_too(tmp_path):
    made("gpt2", tmp_path / "given", words=400)
    ours = learn_language(TEXTS, size=300)
    ours.save(tmp_path / "given" / "tokenizer.json")
    export_run(import_folder(tmp_path / "given", tmp_path / "run"), tmp_path / "out")
    theirs = AutoTokenizer.from_pretrained(tmp_path / "out")
    assert theirs(TEXTS[1]).input_ids == ours.encode(TEXTS[1]).ids
    assert (theirs.pad_token_id, theirs.eos_token_id) == (ours.padding_id, ours.end_id)
    assert theirs.mask_token_id == ours.mask_id
