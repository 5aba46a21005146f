"""The end of a training: what is measured and written then, and how it is found again."""

import shutil
from pathlib import Path
from typing import Any

from torch import nn

from regard.results import Epoch
from regard.runs.answers.purpose import PreparedInstructions
from regard.runs.labels.build import Prepared
from regard.runs.language.build import PreparedDocuments
from regard.runs.pairs.build import PreparedPairs
from regard.runs.preferences.purpose import PreparedPreferences
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe
from regard.runs.run import Run, same_data, write_weights
from regard.runs.sealed import METRICS, STATE, essential, seal
from regard.runs.trained import Trained
from regard.runs.verdicts import read_verdicts, write_verdicts
from regard.training import journal
from regard.training.loop import Loop
from regard.training.processor import at_precision

Data = Prepared | PreparedPairs | PreparedDocuments | PreparedInstructions | PreparedPreferences
"""A corpus in tokens, as the recipe's purpose prepares it."""


def finished(
    made: Recipe, folder: Path, data: Data, model: nn.Module, loop: Loop[Any], notes: tuple[str, ...]
) -> Trained[Any]:
    """The best weights of a training, measured, written and sealed.

    A run that was trained in lower precision is measured in tf32: bfloat16 would round its scores.
    """
    model.load_state_dict(loop.best)
    write_weights(folder, {name: weight.cpu() for name, weight in model.state_dict().items()})
    now, purpose = loop.standing, purpose_of(made)
    with at_precision("float32" if made.training.precision == "float32" else "tf32", loop.device):
        validation, test = purpose.measured(made, data, model)
    model.cpu()
    write_verdicts(folder, purpose.measured_on(data), (validation.verdicts(), test.verdicts()))
    done = Trained(
        folder=folder,
        recipe=made,
        seconds=now.seconds,
        tokens_per_second=now.tokens / now.seconds,
        parameters=sum(p.numel() for p in model.parameters()),
        epochs=now.epochs,
        validation=validation,
        test=test,
        notes=notes,
        sizes=data.corpus.sizes(),
        corpus=data.corpus.name,
    )
    journal.note(
        folder / METRICS,
        best_epoch=now.best_epoch,
        seconds=now.seconds,
        tokens_per_second=done.tokens_per_second,
        parameters=done.parameters,
        notes=list(notes),
        data=data.corpus.fingerprint(),
        validation=done.validation.summary(),
        test=done.test.summary(),
    )
    seal(folder, *essential(folder))
    shutil.rmtree(folder / STATE, ignore_errors=True)
    return done


def reopened(run: Run, data: Data) -> Trained[Any]:
    """A finished run as it was when it ended; one that kept no verdicts on these texts is measured again."""
    *epochs, end = run.metrics
    same_data(end["data"], data.corpus, run.folder)
    purpose = purpose_of(run.recipe)
    kept = read_verdicts(run.folder, purpose.measured_on(data))
    validation, test = purpose.recalled(data, *kept) if kept else purpose.measured(run.recipe, data, run.model)
    return Trained(
        folder=run.folder,
        recipe=run.recipe,
        seconds=end["seconds"],
        tokens_per_second=end["tokens_per_second"],
        parameters=end["parameters"],
        epochs=[Epoch(**epoch) for epoch in epochs],
        validation=validation,
        test=test,
        notes=tuple(end["notes"]),
        sizes=data.corpus.sizes(),
        corpus=data.corpus.name,
    )
