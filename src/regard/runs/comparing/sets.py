"""Several runs on the same test texts, with paired tests."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from regard.errors import Mistake
from regard.files import sha256
from regard.findings.compared import ComparedRun, ComparedRuns, Difference
from regard.metrics.words import WordScores
from regard.runs.answers.evaluation import instruction_evaluation
from regard.runs.comparing.same import alike, names_of, several
from regard.runs.comparing.tests import Tested, in_bits, of_labels, of_translations, of_words
from regard.runs.differences import differences
from regard.runs.labels.evaluation import evaluation
from regard.runs.language.evaluation import language_evaluation
from regard.runs.pairs.evaluation import pair_evaluation, pairs_of
from regard.runs.pairs.measure import recalled_pairs
from regard.runs.preferences.evaluation import preference_evaluation
from regard.runs.progress import Progress, silent
from regard.runs.recipe import full_name
from regard.runs.run import Run
from regard.runs.sealed import TOKENIZER
from regard.runs.verdicts import Said, kept_verdicts

Found = tuple[str, str, list[Tested], list[int]]
"""The corpus, its part, what each run is worth there, and the characters of the texts where they are known."""


def compared_runs(runs: Sequence[Run], corpus: str = "", split: str = "", progress: Progress = silent) -> ComparedRuns:
    """Runs on one test set: their own, if it is the same, or a corpus that is named.

    What a run said of its own test texts is kept beside its weights, so that nothing is computed again.
    """
    several(runs)
    names = names_of(runs)
    for run in runs[1:]:
        alike(runs[0], run)
    kept = None if corpus or split not in ("", "test") else _kept(runs)
    if not corpus and kept is None:
        _one_corpus(runs)
    name, part, found, characters = _measured(runs, corpus, split, progress) if kept is None else _recalled(runs, kept)
    found = _comparable(runs, found, characters)
    return ComparedRuns(
        corpus=name,
        split=part,
        n=found[0].n,
        metric=found[0].metric,
        runs=[_run(run, its, tested) for run, its, tested in zip(runs, names, found, strict=True)],
        differences=[_difference(runs, names, found, i) for i in range(1, len(runs))],
        recalled=kept is not None,
    )


def _kept(runs: Sequence[Run]) -> list[Said] | None:
    """What every run said of its test part, where all of them were measured on the same texts."""
    found = [kept_verdicts(run.folder) for run in runs]
    known = [one for one in found if one is not None]
    same = len({(texts, run.classes) for (texts, _, _), run in zip(known, runs, strict=False)}) == 1
    return [test for _, _, test in known] if same and len(known) == len(runs) else None


def _one_corpus(runs: Sequence[Run]) -> None:
    """Nothing, if all runs learned from the same corpus; else how to name one."""
    first = runs[0].recipe.corpus.name
    for run in runs:
        if not run.recipe.corpus.name:
            raise Mistake(f"what {run.folder} learned from is not known; name a corpus for all runs with --corpus.")
        if run.recipe.corpus.name != first:
            raise Mistake(
                f"{runs[0].folder} was tested on {first} and {run.folder} on {run.recipe.corpus.name}; name one for "
                "all with --corpus."
            )


def _recalled(runs: Sequence[Run], kept: Sequence[Said]) -> Found:
    """What the runs are worth, from the verdicts that they kept."""
    kind, corpus = runs[0].recipe.task.kind, runs[0].recipe.corpus.name
    if kind == "classify":
        return corpus, "test", [of_labels(np.array([one == "1" for one in said["right"]])) for said in kept], []
    if kind == "prefer":
        return corpus, "test", [of_labels(np.array(said["margins"]) > 0) for said in kept], []
    if kind == "translate":
        found, part, pairs = pairs_of(runs[0])
        language = found.languages[1]
        scores = [recalled_pairs(pairs, said, language=language).bleu for said in kept]
        return found.name, part, [of_translations(score) for score in scores], []
    words = [of_words(WordScores.from_lists(said["words"])) for said in kept]
    return corpus, "test", words, [int(said.get("characters", 0)) for said in kept]


def _measured(runs: Sequence[Run], corpus: str, split: str, progress: Progress) -> Found:
    """What the runs are worth on a part of a corpus, measured now."""
    kind, name = runs[0].recipe.task.kind, full_name(corpus) if corpus else ""
    found: list[Any] = []
    for run in runs:
        if kind == "classify":
            found.append(evaluation(run, name, split, progress=progress))
        elif kind == "translate":
            found.append(pair_evaluation(run, name, split, progress=progress))
        elif kind == "language":
            found.append(language_evaluation(run, name, split, progress=progress))
        else:
            way = instruction_evaluation if kind == "instruct" else preference_evaluation
            found.append(way(run, name, split, progress))
    measured = [one.measured for one in found]
    if kind == "classify":
        tested = [of_labels(one.right) for one in measured]
    elif kind == "prefer":
        tested = [of_labels(one.margins > 0) for one in measured]
    elif kind == "translate":
        tested = [of_translations(one.bleu) for one in measured]
    else:
        tested = [of_words(one.words) for one in measured]
    characters = [int(getattr(one, "characters", 0)) for one in measured]
    return found[0].corpus, found[0].split, tested, characters


def _comparable(runs: Sequence[Run], found: list[Tested], characters: Sequence[int]) -> list[Tested]:
    """The measures, if they are of the same texts and tokens; perplexities of other tokens as bits per character."""
    if found[0].metric != "perplexity":
        if len({one.n for one in found}) > 1:
            raise Mistake("these runs were measured on different texts; name one corpus for all with --corpus.")
        return found
    if len({sha256(run.folder / TOKENIZER) for run in runs}) == 1 and len({one.n for one in found}) == 1:
        return found
    if not all(characters):
        asked = " and ".join(f"{n:,}" for n in sorted({one.n for one in found}))
        raise Mistake(
            f"these runs cut texts into other tokens, or were asked for other words ({asked} of them), so that their "
            "perplexities do not compare; train them with the same settings of text and task."
        )
    return in_bits(found, characters[0])


def _run(run: Run, name: str, tested: Tested) -> ComparedRun:
    end = run.metrics[-1] if run.metrics else {}
    return ComparedRun(
        run=name,
        model=run.recipe.name,
        seed=run.recipe.training.seed,
        value=tested.value,
        interval=tested.interval,
        parameters=end.get("parameters"),
        seconds=end.get("seconds"),
    )


def _difference(runs: Sequence[Run], names: Sequence[str], found: Sequence[Tested], i: int) -> Difference:
    difference, interval, p = found[i].against(found[0])
    return Difference(
        run=names[i],
        baseline=names[0],
        difference=difference,
        interval=interval,
        p=p,
        changes=differences(runs[i].recipe, runs[0].recipe),
    )
