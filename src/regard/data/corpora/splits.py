"""Parts of a corpus that share no group, drawn with a seed, every class in its share."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence


def hold_out(groups: Sequence[str], labels: Sequence[int], share: float, seed: int) -> set[int]:
    """Positions of the examples to set aside: whole groups, about `share` of each class (at least one).

    Groups are taken in a random order, each if no class would then exceed its quota: the quotas, not chance,
    keep the balance of the classes.
    """
    if share <= 0:
        return set()
    quota = {label: max(1, round(share * count)) for label, count in Counter(labels).items()}
    members: dict[str, list[int]] = defaultdict(list)
    for position, group in enumerate(groups):
        members[group].append(position)
    order = list(members)
    random.Random(seed).shuffle(order)
    taken: Counter[int] = Counter()
    held: set[int] = set()
    for group in order:
        wanted = Counter(labels[position] for position in members[group])
        if all(taken[label] + count <= quota[label] for label, count in wanted.items()):
            taken += wanted
            held.update(members[group])
    return held


def linked(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A representative for every group, the same for groups that share a key.

    A pair is (group, key): with film and text, two films under which the same words were posted become one.
    """
    parent: dict[str, str] = {}

    def root(group: str) -> str:
        while parent[group] != group:
            parent[group] = parent[parent[group]]
            group = parent[group]
        return group

    first: dict[str, str] = {}
    for group, key in pairs:
        parent.setdefault(group, group)
        parent[root(group)] = root(first.setdefault(key, group))
    return {group: root(group) for group in parent}
