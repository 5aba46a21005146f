"""The lab `translation`: the third chapter of the course, from one vector to Bahdanau, Luong and the Transformer."""

from collections.abc import Mapping, Sequence

import numpy as np

from regard.data.corpora import open_pairs
from regard.data.examples import Pair, Pairs
from regard.errors import Mistake
from regard.findings.translation import TranslationFindings
from regard.metrics.resampling import interval, paired
from regard.results import Comparison, LabResult, Row
from regard.runs.build_pairs import PreparedPairs, possible_pairs, prepare_pairs
from regard.runs.labs.aligning import alignments_of, by_length, sentence_by
from regard.runs.labs.beams import beams_of
from regard.runs.labs.ladder import climb, versions
from regard.runs.labs.request import Request
from regard.runs.measure_pairs import Translated
from regard.runs.recipe import Recipe, TextPart, recipe, with_pairs
from regard.runs.run import open_run
from regard.runs.trained import Trained

MODELS = ("rnn", "bahdanau", "luong-dot", "luong-bilinear", "luong-mlp", "transformer")
"""The ladder, in the order of the course."""
BASELINE = "rnn"
SENTENCES = {
    ("en", "fr"): "The agreement on the European Economic Area was signed in August 1992 .",
}
"""What is always looked at, by the languages of the corpus."""
SHOWN = 3
"""Test sentences that are looked at besides."""

Runs = Mapping[str, Sequence[Trained[Translated]]]


def translation(asked: Request) -> LabResult:
    """Train the ladder, then measure it by length, by beam and against known alignments."""
    models = asked.chosen("translation", MODELS)
    own = {name: recipe(name, task="translate", changes=asked.changes) for name in models}
    ladder = {name: with_pairs(made, asked.corpus, asked.source, asked.target) for name, made in own.items()}
    for made in ladder.values():
        possible_pairs(made)
    first = next(iter(ladder.values())).corpus
    corpus = open_pairs(first.name, source=first.source or None, target=first.target or None)
    if not corpus.train:
        raise Mistake(f"{corpus.name} has no pairs to learn from; use it with `regard evaluate`.")
    data: dict[TextPart, PreparedPairs] = {}
    for made in ladder.values():
        if made.text not in data:
            data[made.text] = prepare_pairs(made, corpus, asked.progress)
    seeds = {name: range(asked.seeds) for name in ladder}
    runs: Runs = climb(ladder, seeds, data, asked.out / "runs", workers=asked.workers, show=asked.show)
    against = BASELINE if BASELINE in ladder else models[0]
    return LabResult(
        lab="translation",
        corpus=corpus.name,
        command=asked.command,
        sizes=corpus.sizes(),
        classes=[],
        notes=list(dict.fromkeys(note for done in runs.values() for note in done[0].notes)),
        rows=[row(made, runs[name]) for name, made in ladder.items()],
        comparisons=[_compared(name, runs, against) for name in ladder if name != against],
        texts=[],
        sweep=[],
        translation=_findings(asked, corpus, runs),
        versions=versions(),
    )


def row(made: Recipe, runs: Sequence[Trained[Translated]]) -> Row:
    """One line of the table, from the runs of all seeds; BLEU from 0 to 100."""
    tests = [run.test for run in runs]
    scores = [test.value for test in tests]
    return Row(
        row=made.row,
        model=made.name,
        seeds=[run.recipe.training.seed for run in runs],
        metric="bleu",
        value=float(np.mean(scores)),
        interval=interval([test.bleu for test in tests]),
        parameters=runs[0].parameters,
        seconds=float(np.mean([run.seconds for run in runs])),
        tokens_per_second=float(np.mean([run.tokens_per_second for run in runs])),
        validation=float(np.mean([run.validation.value for run in runs])),
        per_seed=scores,
        slices={name: float(np.mean([test.slices[name] for test in tests])) for name in tests[0].slices},
        measures={
            "bleu_tokenised": float(np.mean([test.tokenised.value for test in tests])),
            "chrf": float(np.mean([test.chrf.value for test in tests])),
            "exact_match": float(np.mean([test.right.mean() for test in tests])),
        },
        epochs=[run.epochs for run in runs],
    )


def _compared(name: str, runs: Runs, base: str) -> Comparison:
    difference, spread, p = paired([run.test.bleu for run in runs[name]], [run.test.bleu for run in runs[base]])
    return Comparison(model=name, baseline=base, difference=difference, interval=spread, p=p)


def _findings(asked: Request, corpus: Pairs, runs: Runs) -> TranslationFindings:
    firsts = {name: done[0] for name, done in runs.items()}
    opened = {name: open_run(run.folder) for name, run in firsts.items()}
    return TranslationFindings(
        languages=corpus.languages,
        signature=next(iter(firsts.values())).test.bleu.signature,
        lengths=[point for name, run in firsts.items() for point in by_length(name, run.test)],
        beams=[point for name, run in opened.items() for point in beams_of(name, run, corpus.test, asked.progress)],
        alignments=[found for name, run in firsts.items() for found in alignments_of(name, run.test)],
        sentences=[
            found
            for pair in _sentences(asked, corpus)
            for name, run in opened.items()
            for found in sentence_by(name, run, pair)
        ],
    )


def _sentences(asked: Request, corpus: Pairs) -> list[Pair]:
    """The sentences to look at: those asked for, else the course's own and a few short ones of the test part."""
    known = {pair.source: pair for pair in corpus.test}
    wanted = list(asked.sentences)
    if not wanted:
        own = SENTENCES.get(corpus.languages)
        short = [pair.source for pair in corpus.test if 6 <= len(pair.source.split()) <= 16 and pair.source != own]
        wanted = ([own] if own else []) + short[:SHOWN]
    return [known.get(text, Pair(text, "")) for text in wanted]
