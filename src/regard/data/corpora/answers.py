"""Preferences and instructions in tables: `prompt`, `chosen`, `rejected`, or a prompt and its answer, one a row.

Instead of a prompt, a row may have an instruction and perhaps an input for it: the prompt is then both, each with a
line feed behind it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from regard.data.answers import Answers, Instruction, Instructions, Preference, Preferences
from regard.data.corpora.splits import hold_out
from regard.data.corpora.tables.columns import SPLIT_NAME, known, listed, no_column
from regard.data.corpora.tables.corpus import SPELLINGS
from regard.data.corpora.tables.formats import open_table
from regard.data.corpora.tables.rows import Table
from regard.errors import Mistake

PROMPTS = ("prompt", "instruction", "question")
INPUTS = ("input", "context")
ANSWERS = ("answer", "output", "response", "completion", "chosen")
CHOSEN, REJECTED = "chosen", "rejected"
SHARE = 0.1
"""Of all prompts, for validation and for test each, unless a column `split` says otherwise."""

Kind = TypeVar("Kind", Preference, Instruction)


class Row(NamedTuple):
    """A row by the number of its line: a prompt, its answers, and the part that it names, if any."""

    number: int
    prompt: str
    answers: tuple[str, ...]
    part: str = ""


def preferences_from(path: str | Path, *, seed: int = 0) -> Preferences:
    """The preferences in a table file."""
    table = open_table(Path(path))
    for name in (CHOSEN, REJECTED):
        if name not in table.columns:
            raise no_column(table, name)
    return as_preferences(table.file.name, _rows(table, (CHOSEN, REJECTED)), table, seed)


def instructions_from(path: str | Path, *, seed: int = 0) -> Instructions:
    """The prompts and their answers in a table file."""
    table = open_table(Path(path))
    column = known(table.columns, ANSWERS)
    if column is None:
        raise Mistake(f"{table.file} has no column called {', '.join(ANSWERS[:-1])}; columns: {listed(table)}.")
    return as_instructions(table.file.name, _rows(table, (column,)), table, seed)


def as_preferences(name: str, rows: Iterable[Row], where: Table | Path, seed: int) -> Preferences:
    """The corpus of these rows; those whose answers are equal prefer nothing, and are left out."""
    kept: list[Row] = []
    equal: list[int] = []
    for row in rows:
        if row.answers[0] == row.answers[1]:
            equal.append(row.number)
        else:
            kept.append(row)
    notes = (
        [f"rows left out because their answers are equal: {len(equal):,}, the first at {equal[0]}."] if equal else []
    )
    return _parted(name, kept, lambda row: Preference(row.prompt, row.answers[0], row.answers[1]), notes, seed, where)


def as_instructions(name: str, rows: Iterable[Row], where: Table | Path, seed: int) -> Instructions:
    """The corpus of these rows."""
    return _parted(name, list(rows), lambda row: Instruction(row.prompt, *row.answers), [], seed, where)


def prompt_of(instruction: str, given: str = "") -> str:
    """An instruction and what it is given as one prompt, behind which an answer may stand."""
    return f"{instruction}\n{given}\n" if given.strip() else f"{instruction}\n"


def _rows(table: Table, answers: Sequence[str]) -> Iterator[Row]:
    """The rows of a table, checked: no prompt and no answer is empty."""
    prompt = known(table.columns, PROMPTS)
    if prompt is None:
        raise Mistake(f"{table.file} has no column called {' or '.join(PROMPTS)}; columns: {listed(table)}.")
    given = known(table.columns, INPUTS) if prompt.lower() != "prompt" else None
    split = next((name for name in table.columns if name.lower() == SPLIT_NAME), None)
    names = [prompt, *answers, *([given] if given else []), *([split] if split else [])]
    for number, cells in table.rows(names):
        row = dict(zip(names, cells, strict=True))
        for name in (prompt, *answers):
            if not row[name].strip():
                raise Mistake(f"{table.file}, {table.unit} {number}: {name!r} is empty; fill it in or remove the row.")
        said = row[prompt] if prompt.lower() == "prompt" else prompt_of(row[prompt], row.get(given or "", ""))
        part = SPELLINGS.get(row[split].strip().lower()) if split else ""
        if part is None:
            raise Mistake(
                f"{table.file}, {table.unit} {number}: the column {split!r} says {row[str(split)]!r}; it may say "
                "train, validation or test. Correct it, or rename the column."
            )
        yield Row(number, said, tuple(row[name] for name in answers), part)


def _parted(
    name: str, rows: list[Row], make: Callable[[Row], Kind], notes: list[str], seed: int, where: Table | Path
) -> Answers[Kind]:
    """The rows in parts: as they say, or drawn so that equal prompts stay together."""
    file = where.file if isinstance(where, Table) else where
    parts: dict[str, list[Row]] = {"train": [], "validation": [], "test": []}
    for row in rows:
        parts[row.part or "train"].append(row)
    whole = len(parts["train"])
    for part in ("test", "validation"):
        if not parts[part] and (learned := parts["train"]):
            held = hold_out([row.prompt for row in learned], [0] * len(learned), SHARE * whole / len(learned), seed)
            parts[part] = [row for place, row in enumerate(learned) if place in held]
            parts["train"] = [row for place, row in enumerate(learned) if place not in held]
            notes.append(f"{part}: {len(held):,} rows drawn from the {whole:,} of train with seed {seed}.")
    if empty := [part for part, own in parts.items() if not own]:
        raise Mistake(f"{file} has too few different prompts for a {empty[0]} part; add rows.")
    train, validation, test = ([make(row) for row in own] for own in parts.values())
    return Answers(name=name, train=train, validation=validation, test=test, notes=tuple(notes))
