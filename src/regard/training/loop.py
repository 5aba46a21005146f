"""The training loop, written once: it knows a task, a source of batches and a model, and nothing of texts or files.

`for event in Loop(...).run()`: the caller prints, journals and saves. Between two events the loop stands
still, and `state()` is all that a later process needs to go on to the same bits.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor, nn

from regard.errors import Mistake
from regard.results import Epoch
from regard.roles import Source, Task
from regard.training.ahead import ahead
from regard.training.behind import Behind
from regard.training.optim import clip, optimisers, rate
from regard.training.processor import as_written, at_precision, compile_thinking, tiny_numbers_flushed
from regard.training.settings import Settings
from regard.training.standing import Standing, copied, follow

B = TypeVar("B")


class Diverged(Mistake):
    """The loss is no longer a number."""


@dataclass(frozen=True)
class Step:
    """One update was made."""

    step: int
    steps: int
    epoch: int
    loss: float
    tokens_per_second: float


class Loop(Generic[B]):
    """Updates by a task's loss; after each epoch a measurement; the best epoch's weights are kept, or the last."""

    def __init__(self, model: nn.Module, task: Task[B], source: Source[B], settings: Settings) -> None:
        self.model, self.task, self.source, self.settings = model, task, source, settings
        self.device = next(model.parameters()).device
        self.optimisers = optimisers(model, settings)
        self.rates = [[group["lr"] for group in o.param_groups] for o in self.optimisers]
        self.average = copied(model) if settings.ema else None
        self.best = copied(model)
        self.standing = Standing()
        self._losses = Behind(self.device)
        self._loss = math.nan
        if settings.compiled:
            compile_thinking(model)

    @property
    def epochs(self) -> int:
        """Passes of a whole run: those asked for, more where the corpus is small, fewer where updates run out."""
        steps, most = self.source.steps(), self.settings.most_steps
        passes = max(self.settings.epochs, math.ceil(self.settings.least_steps / steps))
        return min(passes, math.ceil(most / steps)) if most else passes

    @property
    def steps(self) -> int:
        """Updates of a whole run."""
        whole = self.source.steps() * self.epochs
        return min(whole, self.settings.most_steps) if self.settings.most_steps else whole

    def run(self) -> Iterator[Step | Epoch]:
        """Train from where the loop stands to the end."""
        now, per_epoch = self.standing, self.source.steps()
        while not now.finished:
            epoch = len(now.epochs)
            start = now.step - epoch * per_epoch
            clock = time.perf_counter()
            self.model.train()
            batches = islice(self.source.epoch(epoch, start), self.steps - now.step)
            for batch, tokens in ahead(batches, self.device):
                with tiny_numbers_flushed():
                    self._update(batch)
                now.step += 1
                now.tokens += tokens
                now.seconds += time.perf_counter() - clock
                yield Step(now.step, self.steps, epoch + 1, self._loss, now.tokens / now.seconds)
                clock = time.perf_counter()
            yield self._measure(epoch + 1)

    def _update(self, batch: B) -> None:
        share = rate(self.standing.step, self.steps, self.settings)
        for optimiser, rates in zip(self.optimisers, self.rates, strict=True):
            for group, largest in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = largest * share
            optimiser.zero_grad(set_to_none=True)
        with at_precision(self.settings.precision, self.device):
            loss = self.task.loss(self.model, batch)
            self._losses.send(self.standing.step + 1, loss)
            self._settle()
            loss.backward()
        clip(self.model.parameters(), self.settings.clip)
        for optimiser in self.optimisers:
            optimiser.step()
        if self.average is not None:
            follow(self.average, self.model.state_dict(), self.settings.ema)

    def _settle(self, *, wait: bool = False) -> None:
        """Count the losses that are known by now; or all, waited for."""
        for step, loss in self._losses.arrived(wait=wait):
            if not math.isfinite(loss):
                raise Diverged(f"the loss became {loss} at step {step}; try a smaller training.learning_rate.")
            self._loss = loss
            self.standing.loss_sum += loss

    def _measure(self, epoch: int) -> Epoch:
        now = self.standing
        clock = time.perf_counter()
        self._settle(wait=True)
        kept = self._with_average()
        with as_written(self.settings.compiled), at_precision(self.settings.precision, self.device):
            figures: dict[str, Any] = self.task.measure(self.model)
        done = Epoch(
            epoch=epoch,
            train_loss=now.loss_sum / (now.step - (epoch - 1) * self.source.steps()),
            validation_loss=figures["loss"],
            validation=figures["score"],
            perplexity=figures.get("perplexity"),
            entropy=figures.get("entropy"),
            histogram=figures.get("histogram"),
        )
        last = self.settings.keep == "last"
        if last or (done.validation, -done.validation_loss) > (now.best, -now.best_loss):
            now.best, now.best_loss, now.best_epoch = done.validation, done.validation_loss, epoch
            self.best = copied(self.model)
        if kept is not None:
            self.model.load_state_dict(kept)
        now.epochs.append(done)
        now.loss_sum = 0.0
        patience = math.ceil(self.settings.patience * self.epochs)
        now.finished = epoch == self.epochs or 0 < patience <= epoch - now.best_epoch
        now.seconds += time.perf_counter() - clock
        return done

    def _with_average(self) -> dict[str, Tensor] | None:
        """Put the running mean of the weights in place; the weights themselves, to be put back."""
        if self.average is None:
            return None
        kept = copied(self.model)
        self.model.load_state_dict(self.average)
        return kept

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that another process needs to go on to the same bits: tensors, and plain numbers."""
        self._settle(wait=True)
        tensors = {f"model/{k}": v for k, v in self.model.state_dict().items()}
        tensors |= {f"best/{k}": v for k, v in self.best.items()}
        tensors |= {f"average/{k}": v for k, v in (self.average or {}).items()}
        for number, optimiser in enumerate(self.optimisers):
            for parameter, moments in optimiser.state_dict()["state"].items():
                tensors |= {f"optimiser/{number}/{parameter}/{k}": v for k, v in moments.items()}
        tensors["random"] = torch.get_rng_state()
        if torch.cuda.is_initialized():
            tensors["random-cuda"] = torch.cuda.get_rng_state()
        return tensors, asdict(self.standing)

    def restore(self, tensors: dict[str, Tensor], facts: dict[str, Any]) -> None:
        """Stand where another process stood."""
        parts: dict[str, dict[str, Tensor]] = {"model": {}, "best": {}, "average": {}, "optimiser": {}}
        for name, tensor in tensors.items():
            part, _, rest = name.partition("/")
            parts.setdefault(part, {})[rest] = tensor
        self.model.load_state_dict(parts["model"])
        self.best = {name: tensor.to(self.best[name].device) for name, tensor in parts["best"].items()}
        if self.average is not None:
            self.average = {name: tensor.to(self.average[name].device) for name, tensor in parts["average"].items()}
        for number, optimiser in enumerate(self.optimisers):
            states: dict[int, dict[str, Tensor]] = {}
            for name, tensor in parts["optimiser"].items():
                mine, parameter, key = name.split("/")
                if int(mine) == number:
                    states.setdefault(int(parameter), {})[key] = tensor
            optimiser.load_state_dict({**optimiser.state_dict(), "state": states})
        torch.set_rng_state(tensors["random"])
        if "random-cuda" in tensors:
            torch.cuda.set_rng_state(tensors["random-cuda"])
        self.standing = Standing(**facts)
        self.standing.epochs = [Epoch(**epoch) for epoch in facts["epochs"]]
