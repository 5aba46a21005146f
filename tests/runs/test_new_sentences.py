"""A translator that is used: measured on other pairs, asked for new sentences, looked at."""

from dataclasses import replace

import numpy as np
import pytest

from regard.data.examples import Pair
from regard.decoding import Drawing, Hypothesis, Search
from regard.errors import Mistake
from regard.explain.maps.alignment import aligned, gold_of, seen, spoken
from regard.metrics.alignment import error_rate
from regard.metrics.readouts import Readout
from regard.metrics.translation import bleu
from regard.runs.labels.evaluation import evaluation
from regard.runs.labels.prediction import predictions
from regard.runs.pairs import evaluation as pair_evaluations
from regard.runs.pairs import new_sentences
from regard.runs.pairs.alignments import alignment
from regard.runs.pairs.build import sources
from regard.runs.pairs.evaluation import pair_evaluation
from regard.runs.pairs.new_sentences import own_alignment, searched, translations
from regard.runs.run import Run, open_run
from regard.tasks.translate import outputs
from regard.views.record import save_explanation

from .small_pairs import pairs, trained

TEXT = "Anna signed the treaty in Paris ."


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return open_run(trained(tmp_path_factory.mktemp("runs") / "bahdanau").folder)


@pytest.fixture(scope="module")
def transformer(tmp_path_factory) -> Run:
    made = ("transformer", "model.longest=60", "model.position=sinusoidal")
    return open_run(trained(tmp_path_factory.mktemp("runs") / "transformer", *made).folder)


@pytest.fixture
def own(monkeypatch) -> None:
    monkeypatch.setattr(pair_evaluations, "open_pairs", lambda name, **sides: pairs())


@pytest.mark.usefixtures("own")
def test_its_own_corpus_is_measured_on_the_test_part(run):
    found = pair_evaluation(run)
    assert (found.corpus, found.split, found.measured.n) == ("probe-phrases", "test", 6)
    assert found.measured.summary() == run.metrics[-1]["test"] | {"interval": list(found.measured.interval)}
    assert pair_evaluation(run, split="validation").measured.n == 4
    with pytest.raises(Mistake, match=r"no part 'dev'; --split may be train, validation, test"):
        pair_evaluation(run, split="dev")


@pytest.mark.usefixtures("own")
def test_figures_are_those_of_the_translations(run):
    search = Search(beam=2, alpha=0.0)
    measured = pair_evaluation(run, search=search).measured
    said = [one["text"] for one in translations(run, [pair.source for pair in pairs().test], search)]
    assert [text.strip() for text in measured.said] == said
    assert measured.value == bleu(said, [pair.target for pair in pairs().test]).value
    negated = [i for i, pair in enumerate(pairs().test) if "negation" in pair.slices]
    assert measured.sizes["negation"] == len(negated)
    assert measured.slices["negation"] == measured.bleu.on(negated)
    assert measured.right_slices["negation"] == measured.right[negated].mean()
    lengths = [name for name in measured.slices if name.endswith("words")]
    assert lengths == sorted(lengths, key=lambda name: int(name.split("-")[0].split("+")[0]))
    assert list(measured.slices)[-len(lengths) :] == lengths
    assert measured.bleu.signature.startswith("nrefs:1|case:mixed|")
    assert measured.tokenised.signature.startswith("moses-tokenised:fr|")


def test_another_file_is_measured_whole(run, tmp_path):
    rows = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs().test)
    (tmp_path / "new.tsv").write_text("english\tfrench\n" + rows, encoding="utf-8")
    found = pair_evaluation(run, str(tmp_path / "new.tsv"))
    assert (found.corpus, found.split, found.measured.n) == ("new.tsv", "all", 6)
    assert found.measured.alignment is None
    assert pair_evaluation(run, str(tmp_path / "new.tsv"), split="test").measured.n < 6
    with pytest.raises(Mistake, match="has no column 'englsh'; did you mean 'english'"):
        pair_evaluation(run, str(tmp_path / "new.tsv"), source="englsh")


@pytest.mark.parametrize("count", [1, 3])
def test_few_pairs_are_measured_too(run, tmp_path, count):
    some = pairs().test[:count]
    (tmp_path / "new.tsv").write_text(
        "en\tfr\n" + "".join(f"{pair.source}\t{pair.target}\n" for pair in some), encoding="utf-8"
    )
    for end, side in (("en", "source"), ("fr", "target")):
        (tmp_path / f"new.{end}").write_text("".join(f"{getattr(pair, side)}\n" for pair in some), encoding="utf-8")
    for found in (
        pair_evaluation(run, str(tmp_path / "new.tsv")),
        pair_evaluation(run, str(tmp_path / "new.en"), target=str(tmp_path / "new.fr")),
    ):
        assert (found.split, found.measured.n) == ("all", count)
        low, high = found.measured.interval
        assert 0 <= low <= found.measured.value <= high <= 100
    with pytest.raises(Mistake, match=f"has {count} different source sentences and needs 4"):
        pair_evaluation(run, str(tmp_path / "new.tsv"), split="test")
    with pytest.raises(Mistake, match="the run translates from en to fr, and these pairs go from fr to en; exchange"):
        pair_evaluation(run, str(tmp_path / "new.tsv"), source="fr", target="en")


def test_pairs_that_have_changed_since_are_refused(run, monkeypatch):
    changed = replace(pairs(), train=pairs().train[1:])
    monkeypatch.setattr(pair_evaluations, "open_pairs", lambda name, **sides: changed)
    with pytest.raises(Mistake, match="no longer those that the run"):
        pair_evaluation(run)


def test_error_rates_stand_beside_baseline_and_control(run, transformer):
    short = pairs().test[:5]
    for opened in (run, transformer):
        found = alignment(opened.recipe, opened.model, opened.tokenizers, short, pairs().validation)
        assert found is not None
        figures = found.summary()
        assert figures["random"] > figures["diagonal"]
        for name in ("raw", "shifted", "best", "diagonal", "random"):
            assert 0 <= figures[name] <= 1
        low, high = figures["best_interval"]
        assert low <= figures["best"] <= high
        later = [Readout(later=True).links(one) for one in seen(opened.model, opened.tokenizers, short)]
        assert figures["shifted"] == error_rate(later, [gold_of(pair) for pair in short]).value
    unchosen = alignment(run.recipe, run.model, run.tokenizers, short, ())
    assert unchosen is not None
    assert (unchosen.best, unchosen.readout) == (None, "")
    unknown = [replace(pair, alignment=None) for pair in short]
    assert alignment(run.recipe, run.model, run.tokenizers, unknown, pairs().validation) is None


def test_a_model_without_attention_has_no_alignment(tmp_path):
    done = trained(tmp_path / "run", "rnn")
    assert done.test.alignment is None
    with pytest.raises(Mistake, match="rnn has no attention to the source to show"):
        own_alignment(open_run(done.folder), TEXT)


def test_the_best_of_several_translations_comes_first(run):
    (one, other) = translations(run, [TEXT, "x" * 300], Search(beam=4, n_best=3))
    assert one["source"] == TEXT
    scores = [hypothesis["score"] for hypothesis in one["hypotheses"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert (one["text"], one["score"]) == (one["hypotheses"][0]["text"], scores[0])
    assert other["source"] == "x" * 300
    with pytest.raises(Mistake, match="3 best outputs of a beam of 2"):
        translations(run, [TEXT], Search(beam=2, n_best=3))


def test_where_there_is_nothing_nothing_is_said(run):
    said = translations(run, ["", TEXT, " "])
    assert said[0] == {"source": "", "text": "", "score": 0.0, "hypotheses": []}
    assert said[1] == translations(run, [TEXT])[0]
    assert (said[2]["source"], said[2]["text"]) == (" ", "")
    assert translations(run, [""]) == said[:1]


def test_a_source_longer_than_the_positions_is_refused(transformer):
    assert len(translations(transformer, [TEXT])) == 1
    with pytest.raises(Mistake, match=r"'one one .* has [0-9]+ tokens, .* positions for 60; cut it into sentences"):
        translations(transformer, [TEXT, " ".join(["one"] * 60)])


def test_a_document_is_refused_where_no_position_limits_a_source(run, tmp_path):
    relative = open_run(trained(tmp_path / "run", "transformer").folder)
    document = "one " * 1024
    for opened in (run, relative):
        with pytest.raises(Mistake, match=r"'one one .* has [0-9]+ tokens, .* reads at most 1024; .* text\.longest\."):
            translations(opened, [TEXT, document], Search(beam=1, longest=1))
        with pytest.raises(Mistake, match="reads at most 1024"):
            own_alignment(opened, document)
    patient = replace(run, recipe=replace(run.recipe, text=replace(run.recipe.text, longest=5000)))
    assert translations(patient, [document], Search(beam=1, longest=1))[0]["source"] == document, "it learned from such"


def test_a_document_among_sentences_does_not_stop_a_measure(run, tmp_path):
    rows = [f"{'one ' * 80_000}\t{'un ' * 80_000}\n", f"{TEXT}\tAnna a signé le traité à Paris .\n"]
    (tmp_path / "new.tsv").write_text("en\tfr\n" + "".join(rows), encoding="utf-8")
    assert pair_evaluation(run, str(tmp_path / "new.tsv"), search=Search(beam=1, longest=3)).measured.n == 2


def test_a_translation_is_as_long_as_asked_for(run):
    for shortest, longest in ((0, 1), (4, 4), (30, None)):
        kept = outputs(run.model, sources(run.tokenizer, [TEXT]), Search(shortest=shortest, longest=longest))[0]
        assert all(shortest <= len(one.tokens) <= (longest or 100) for one in kept)
    with pytest.raises(Mistake, match="at least 5 and at most 4 tokens cannot exist"):
        translations(run, [TEXT], Search(shortest=5, longest=4))


def test_nothing_cannot_be_aligned(run, monkeypatch):
    with pytest.raises(Mistake, match="the text has no words to align with"):
        own_alignment(run, " ")
    monkeypatch.setattr("regard.runs.pairs.new_sentences.outputs", lambda *given: [[Hypothesis((), 0.0, 0.0)]])
    with pytest.raises(Mistake, match="the model said nothing to align with 'Anna signed"):
        own_alignment(run, TEXT)
    assert own_alignment(run, TEXT, tokens=True).maps[0].rows == ["[END]"]


@pytest.mark.parametrize("suffix", [".html", ".svg", ".png", ".csv", ".json"])
def test_a_translation_without_words_is_drawn_all_the_same(run, tmp_path, suffix):
    nothing = aligned(run.model, run.tokenizers, TEXT, Hypothesis((), 0.0, 0.0))
    assert nothing.maps[0].weights == []
    save_explanation(nothing, tmp_path / f"alignment{suffix}", "en")
    assert (tmp_path / f"alignment{suffix}").stat().st_size > 0


def test_each_verb_names_the_other(run, finished_run):
    classifier = open_run(finished_run)
    with pytest.raises(Mistake, match=r"translates; use `regard translate "):
        predictions(run, [TEXT])
    with pytest.raises(Mistake, match=r"gives labels; use `regard predict "):
        translations(classifier, [TEXT])
    with pytest.raises(Mistake, match="translates"):
        evaluation(run)


def test_an_alignment_has_the_words_of_both_sides(run):
    said = own_alignment(run, TEXT)
    (one,) = said.maps
    assert one.name == "attention"
    assert one.columns == TEXT.split()
    assert one.rows == said.label.split()
    assert said.label == translations(run, [TEXT])[0]["text"]
    assert all(0 < sum(row) <= 1 + 1e-9 for row in one.weights)
    assert [TEXT[a:b] for a, b in said.spans] == one.columns
    wide = own_alignment(run, f"  {TEXT.replace(' ', '   ')} ")
    assert [wide.text[a:b] for a, b in wide.spans] == one.columns


def test_what_was_found_is_not_searched_for_again(run, monkeypatch):
    usual, ((best, *_),) = own_alignment(run, TEXT), searched(run, [TEXT], Search(n_best=3))
    monkeypatch.delattr(new_sentences, "outputs")
    assert own_alignment(run, TEXT, best) == usual
    with pytest.raises(NameError):
        own_alignment(run, TEXT)


def test_tokens_show_where_the_rest_of_the_weight_went(run):
    ((best,),) = searched(run, [TEXT], Search(shortest=4))
    whole, words = own_alignment(run, TEXT, best, tokens=True), own_alignment(run, TEXT, best)
    (one,), (merged,) = whole.maps, words.maps
    assert one.rows[-1] == one.columns[-1] == "[END]"
    np.testing.assert_allclose(np.sum(one.weights, axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(np.sum(merged.weights[0]), 1 - one.weights[0][-1], atol=0.05)
    assert "".join(one.rows[:-1]).replace("␣", "") == whole.label.replace(" ", "")


def test_every_layer_and_head_can_be_seen(transformer):
    names = [one.name for one in own_alignment(transformer, TEXT, only="*").maps]
    assert names == [f"decoder.layers.{layer}.cross.{head}" for layer in range(2) for head in range(2)]
    heads = own_alignment(transformer, TEXT, only="*.1.cross").maps
    (mean,) = own_alignment(transformer, TEXT).maps
    assert mean.name == "decoder.layers.1.cross"
    np.testing.assert_allclose(mean.weights, np.mean([one.weights for one in heads], axis=0), atol=1e-9)
    (second,) = own_alignment(transformer, TEXT, head=1).maps
    assert (second.name, second.weights) == (heads[1].name, heads[1].weights)
    with pytest.raises(Mistake, match=r"decoder\.layers\.1\.cross has no head 7; it has heads 0 to 1"):
        own_alignment(transformer, TEXT, head=7)
    with pytest.raises(
        Mistake, match=r"named 'encoder'; --layer may be decoder\.layers\.0\.cross, decoder\.layers\.1\.cross\."
    ):
        own_alignment(transformer, TEXT, only="encoder")


def test_what_was_said_knows_its_characters(run):
    tokenizer = run.tokenizers.target
    ids = tokenizer.encode("L' été « à » Rome .").ids
    text, spans = spoken(tokenizer, ids)
    assert text == "L' été « à » Rome ."
    assert "".join(text[a:b] for a, b in spans) == text


def test_a_pair_without_possible_links_has_the_sure_ones():
    gold = gold_of(Pair("a b", "c d", (), frozenset({(0, 1)})))
    assert (gold.sure, gold.possible) == (frozenset({(0, 1)}), frozenset({(0, 1)}))


def test_translations_are_drawn_by_chance_and_the_same_seed_draws_the_same(run):
    several = [searched(run, [TEXT], Drawing(temperature=2.0, n_best=4, seed=seed))[0] for seed in (1, 1, 2)]
    tokens = [[one.tokens for one in found] for found in several]
    assert tokens[0] == tokens[1] != tokens[2]
    assert len(tokens[0]) == 4
    scores = [one.log_probability for one in several[0]]
    assert scores == sorted(scores, reverse=True)
    cold = searched(run, [TEXT], Drawing(temperature=1e-6))[0][0]
    assert cold.tokens == outputs(run.model, sources(run.tokenizer, [TEXT]))[0][0].tokens
