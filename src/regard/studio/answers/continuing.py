"""The next word of a text, or words for its blanks, in the form that the page draws."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from regard.studio.answers.naming import Names

if TYPE_CHECKING:
    from regard.runs.language.generations import Saying
    from regard.runs.run import Run

SHOWN = 20
"""Tokens that are shown, the most probable ones."""


def continuation(run: "Run", text: str, said: Sequence[int], how: "Saying") -> dict[str, Any]:
    """What may come next: of a model of masked words, what may stand in the blanks."""
    from regard.models.masked import Masked
    from regard.runs.run import for_task

    if not run.recipe.task.speaks:
        for_task(run, "language")
    if isinstance(run.model, Masked):
        return blanks(run, text)
    return following(run, text, said, how)


def following(run: "Run", text: str, said: Sequence[int], how: "Saying") -> dict[str, Any]:
    """The most probable next tokens with their chances, and the one that is drawn."""
    from regard.decoding.outlook import ends
    from regard.models.causal import Causal
    from regard.runs.language.next_word import next_word
    from regard.text.streaming import Streamed

    found = next_word(run, text, said, how)
    names, causal = Names(run.tokenizer), isinstance(run.model, Causal)
    probabilities, chances = found.next.probabilities, found.next.chances
    best = probabilities.topk(min(SHOWN, int((probabilities > 0).sum())))
    kept, drawn = chances > 0, found.next.drawn(how.seed)
    spoken = Streamed(run.tokenizer, found.read.ids if causal else ())
    spoken.ids.extend(said)
    model = cast(Any, run.model)
    return {
        "kind": "continues" if causal else "rewrites",
        "prompt": names.all(found.read.ids),
        "said": names.all(said),
        "text": spoken.text,
        "candidates": [
            {
                "token": token,
                "name": names(token),
                "probability": probability,
                "chance": float(chances[token]),
                "ends": ends(model, token),
            }
            for probability, token in zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ],
        "vocabulary": int((probabilities > 0).sum()),
        "kept": {"tokens": int(kept.sum()), "probability": float(probabilities[kept].sum())},
        "drawn": {"token": drawn, "name": names(drawn), "ends": ends(model, drawn)},
        "room": found.room,
    }


def blanks(run: "Run", text: str) -> dict[str, Any]:
    """The most probable words of each blank; none where the text has no blank."""
    from regard.runs.language.generations import Saying, generations, reading

    read, mask = reading(run, text), run.tokenizer.mask_id
    name = run.tokenizer.vocabulary()[mask]
    said = {"kind": "blanks", "mask": name, "prompt": Names(run.tokenizer).all(read.ids), "filled": text, "blanks": []}
    if mask not in read.ids:
        return said
    (found,) = generations(run, [text], Saying(n_best=SHOWN))
    return {**said, "filled": found["text"], "blanks": found["blanks"]}
