"""The next word of a text, before it is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from regard.attention.padded import Padded, side_by_side
from regard.decoding.limits import limits
from regard.decoding.outlook import Outlook, outlook
from regard.errors import Mistake
from regard.models.masked import Masked
from regard.roles import Decodable
from regard.runs.language.generations import Saying, longest_said, reading
from regard.runs.run import Run, for_task
from regard.text.specials import MASK
from regard.text.tokenizer import Encoded


@dataclass(frozen=True)
class Ahead:
    """What may follow, and what it would follow."""

    read: Encoded
    """The text as the model reads it."""
    next: Outlook
    room: int
    """How many tokens may be said in all."""


def next_word(run: Run, text: str, said: Sequence[int], how: Saying) -> Ahead:
    """The chances of every token after those that were said; `regard generate` draws by the same ones."""
    if not run.recipe.task.speaks:
        for_task(run, "language")
    if isinstance(run.model, Masked):
        raise Mistake(f"the run {run.folder} fills in blanks and says no next word; give a text with {MASK}.")
    if wrong := [token for token in said if not 0 <= token < run.tokenizer.size]:
        raise Mistake(f"token {wrong[0]} is none of the {run.tokenizer.size} that this model knows.")
    model = cast(Decodable[Padded, Any], run.model.eval())
    read = reading(run, text)
    most = longest_said(run.model, read.ids, how.longest)
    if most is None:
        most = int(limits(model, side_by_side([read.ids])))
    found = outlook(
        model, read.ids, said, longest=most, temperature=how.temperature, top_k=how.top_k, nucleus=how.top_p
    )
    return Ahead(read, found, most)
