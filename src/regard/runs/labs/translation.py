"""The lab `translation`: the third chapter of the course, from one vector to Bahdanau, Luong and the Transformer."""

from collections.abc import Mapping, Sequence

from regard.data.corpora import open_pairs
from regard.data.examples import Pairs
from regard.errors import Mistake
from regard.findings.translation import TranslationFindings
from regard.metrics.resampling import paired
from regard.results import Comparison, LabResult
from regard.runs.differences import differences
from regard.runs.labs.aligning import alignments_of, by_length, sentence_by, worth_seeing
from regard.runs.labs.beams import beams_of
from regard.runs.labs.crew import Cut, cut_of
from regard.runs.labs.ladder import climb, one_of_many, versions
from regard.runs.labs.request import Request
from regard.runs.labs.rows import row
from regard.runs.pairs.build import PreparedPairs, possible_pairs, prepare_pairs
from regard.runs.pairs.measure import Translated
from regard.runs.recipe import recipe, with_pairs
from regard.runs.run import open_run
from regard.runs.trained import Trained

MODELS = ("rnn", "bahdanau", "luong-dot", "luong-bilinear", "luong-mlp", "transformer")
"""The ladder, in the order of the course."""
BASELINE = "rnn"

Runs = Mapping[str, Sequence[Trained[Translated]]]


def translation(asked: Request) -> LabResult:
    """Train the ladder, then measure it by length, by beam and against known alignments."""
    models = asked.chosen("translation", MODELS)
    own = {name: recipe(name, task="translate", corpus=asked.corpus, changes=asked.changes) for name in models}
    ladder = {name: with_pairs(made, asked.corpus, asked.source, asked.target) for name, made in own.items()}
    for name, made in ladder.items():
        with one_of_many(name):
            possible_pairs(made)
    first = next(iter(ladder.values())).corpus
    corpus = open_pairs(first.name, source=first.source or None, target=first.target or None)
    if not corpus.train:
        raise Mistake(f"{corpus.name} has no pairs to learn from; use it with `regard evaluate`.")
    data: dict[Cut, PreparedPairs] = {}
    for made in ladder.values():
        if (cut := cut_of(made)) not in data:
            data[cut] = prepare_pairs(made, corpus, asked.progress)
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


def _compared(name: str, runs: Runs, base: str) -> Comparison:
    difference, spread, p = paired([run.test.bleu for run in runs[name]], [run.test.bleu for run in runs[base]])
    changes = differences(runs[name][0].recipe, runs[base][0].recipe)
    return Comparison(model=name, baseline=base, difference=difference, interval=spread, p=p, changes=changes)


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
            sentence_by(name, run, pair)
            for pair in worth_seeing(corpus, asked.sentences)
            for name, run in opened.items()
        ],
    )
