"""A translation and the search for it, in the form that the page draws."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from regard.errors import Mistake
from regard.studio.answers.naming import Names

if TYPE_CHECKING:
    from regard.decoding.tree import Node
    from regard.runs.run import Run

MOST = 100
"""Tokens of a text whose search is drawn."""


def translation(run: "Run", text: str, beam: int, alpha: float, prefix: str) -> dict[str, Any]:
    """What the search kept, best first, and every candidate that it met with what became of it."""
    import torch

    from regard.decoding import Search
    from regard.decoding.lengths import length_penalty
    from regard.runs.pairs.new_sentences import read_sources
    from regard.runs.pairs.search_tree import looks_at_source, search_tree

    if text.strip() and (length := len(read_sources(run, [text]).ids)) > MOST:
        raise Mistake(
            f"the text has {length} tokens, its end included, and a tree is drawn for at most {MOST}; cut it into "
            "sentences, or use `regard translate`."
        )
    found = search_tree(run, text, Search(beam=beam, n_best=beam, alpha=alpha), prefix)
    target = run.tokenizers.target
    names, said = Names(target), _said(found.nodes)
    outputs = [
        {
            "text": target.decode(one.tokens).strip(),
            "tokens": list(one.tokens),
            "names": names.all(one.tokens),
            "length": len(one.tokens) + 1,
            "penalty": float(length_penalty(torch.tensor(len(one.tokens) + 1), alpha)),
            "log_probability": one.log_probability,
            "score": one.score,
        }
        for one in found.outputs
    ]
    nodes = [
        {
            "parent": node.parent,
            "name": names(node.token),
            "said": target.decode(tokens).strip(),
            "place": node.place,
            "rank": node.rank,
            "log_probability": node.log_probability,
            "penalty": node.penalty,
            "score": node.score,
            "fate": node.fate,
            "bound": node.bound,
        }
        for node, tokens in zip(found.nodes, said, strict=True)
    ]
    return {
        "outputs": outputs,
        "nodes": nodes,
        "forced": len(found.prefix),
        "worst": found.worst,
        "looks": [{"name": name, "heads": heads} for name, heads in looks_at_source(run)],
    }


def alignment(run: "Run", text: str, said: Sequence[int], layer: str, head: int | None, tokens: bool) -> dict[str, Any]:
    """Where the model looks in the text while it says this."""
    from regard.decoding import Hypothesis
    from regard.runs.pairs.new_sentences import own_alignment, read_sources

    size = run.tokenizers.target.size
    if wrong := [token for token in said if token >= size]:
        raise Mistake(f"token {wrong[0]} is none of the {size} that this model can say.")
    if not text.strip():
        raise Mistake("there is no text to align with; give a sentence.")
    read_sources(run, [text])
    found = own_alignment(run, text, Hypothesis(tuple(said), 0.0, 0.0), only=layer, head=head, tokens=tokens)
    first = found.maps[0]
    weights = [[float(weight) for weight in row] for row in first.weights]
    return {"name": first.name, "rows": first.rows, "columns": first.columns, "weights": weights}


def _said(nodes: "Sequence[Node]") -> list[tuple[int, ...]]:
    """The tokens up to each node; a parent stands before its children."""
    said: list[tuple[int, ...]] = []
    for node in nodes:
        said.append((*(said[node.parent] if node.parent >= 0 else ()), node.token))
    return said
