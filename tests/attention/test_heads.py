"""Many heads against their equation, head by head, and what they are handed."""

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from regard.attention import core
from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.errors import Mistake

WIDTH, HEADS, SIZE, CONTEXT = 12, 4, 3, 5


def drawn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def made(**settings: int | bool | float | None) -> MultiHead:
    torch.manual_seed(1)
    return MultiHead(WIDTH, HEADS, **settings).double().eval()


def by_hand(heads: MultiHead, x: Tensor, y: Tensor, seen: int) -> Tensor:
    """[z¹ … z^H] W⁰ for one text of which `seen` keys may be seen, one query and one head at a time."""
    share = heads.heads // heads.groups
    joined = []
    for query in heads.query(x):
        z = []
        for head in range(heads.heads):
            part, group = slice(head * SIZE, (head + 1) * SIZE), head // share
            shared = slice(group * SIZE, (group + 1) * SIZE)
            scores = torch.stack([query[part] @ key[shared] for key in heads.key(y)[:seen]]) / SIZE**0.5
            z.append(scores.softmax(0) @ heads.value(y)[:seen, shared])
        joined.append(torch.cat(z))
    return heads.out(torch.stack(joined))


@pytest.mark.parametrize("groups", [None, 2, 1])
def test_each_text_is_the_equation(groups):
    heads, x, lengths = made(groups=groups), drawn(3, 6, WIDTH), torch.tensor([6, 1, 4])
    mixed = heads(x, mask=Ragged(lengths).key_mask)
    for text, out, n in zip(x, mixed, lengths.tolist(), strict=True):
        assert_close(out, by_hand(heads, text, text, n), rtol=0, atol=1e-12)


@pytest.mark.parametrize("lengths", [[6, 1, 4], [3, 3]])
def test_texts_end_to_end_are_texts_side_by_side(lengths):
    heads, rows = made(groups=2, key_bias=True), Ragged(torch.tensor(lengths))
    x = drawn(len(rows.owner), WIDTH)

    def turn(half: Tensor) -> Tensor:
        return half * torch.arange(half.shape[-2])[:, None]

    def turn_flat(half: Tensor) -> Tensor:
        return half * rows.position[:, None]

    def bias(q: Tensor, keys: int) -> Tensor:
        return q.sum(-1, keepdim=True) * torch.arange(keys)

    one = heads.among(x, rows, bias=bias, turn=turn_flat)
    other = heads(rows.pad(x), mask=rows.key_mask, bias=bias, turn=turn)
    assert_close(one, rows.flat(other), rtol=0, atol=1e-12)


def test_another_text_can_be_looked_at():
    heads = MultiHead(WIDTH, HEADS, context=CONTEXT).double()
    x, y, lengths = drawn(2, 3, WIDTH), drawn(2, 7, CONTEXT, seed=5), torch.tensor([7, 2])
    mixed = heads(x, y, Ragged(lengths).key_mask)
    for text, other, out, n in zip(x, y, mixed, lengths.tolist(), strict=True):
        assert_close(out, by_hand(heads, text, other, n), rtol=0, atol=1e-12)


def test_grouped_keys_are_repeated_keys():
    few, many = made(groups=2), made()
    with torch.no_grad():
        for name in ("key", "value"):
            for kind, theirs in getattr(many, name).named_parameters():
                shared = getattr(getattr(few, name), kind).unflatten(0, (2, SIZE))
                theirs.copy_(shared.repeat_interleave(2, dim=0).flatten(0, 1))
        for name in ("query", "out"):
            getattr(many, name).load_state_dict(getattr(few, name).state_dict())
    x, mask = drawn(2, 5, WIDTH), Ragged(torch.tensor([5, 3])).key_mask
    assert few.key.weight.shape == (2 * SIZE, WIDTH)
    assert_close(few(x, mask=mask), many(x, mask=mask), rtol=0, atol=1e-12)


def test_what_is_masked_in_the_middle_cannot_matter():
    heads, x = made(), drawn(2, 6, WIDTH)
    mask = torch.ones(2, 1, 1, 6, dtype=torch.bool)
    mask[..., 2] = False
    other = x.clone()
    other[:, 2] += 1e3
    seen = [0, 1, 3, 4, 5]
    assert torch.equal(heads(x, mask=mask)[:, seen], heads(other, mask=mask)[:, seen])
    assert not torch.allclose(heads(x)[:, seen], heads(other)[:, seen])


def test_queries_and_keys_are_turned_and_values_are_not():
    heads, x = made(), drawn(2, 5, WIDTH)
    assert_close(heads(x, turn=lambda half: -half), heads(x))
    turned = heads(x, turn=torch.zeros_like)
    assert_close(turned, heads.out(heads.value(x).mean(1, keepdim=True)).expand_as(turned))


def test_the_bias_is_made_from_the_turned_queries_and_the_number_of_keys():
    heads, x, y = made(), drawn(2, 3, WIDTH), drawn(2, 7, WIDTH)
    asked: list[tuple[Tensor, int]] = []

    def only_the_last(q: Tensor, keys: int) -> Tensor:
        asked.append((q, keys))
        return torch.tensor([0.0] * (keys - 1) + [1e3], dtype=q.dtype).expand(1, HEADS, q.shape[-2], keys)

    mixed = heads(x, y, bias=only_the_last, turn=lambda half: 2 * half)
    assert_close(mixed, heads.out(heads.value(y[:, -1:])).expand_as(mixed))
    ((q, keys),) = asked
    assert keys == 7
    assert_close(q, 2 * heads.query(x).unflatten(-1, (HEADS, SIZE)).transpose(1, 2))


def test_every_head_is_seen_by_itself():
    heads, x = made(), drawn(2, 5, WIDTH)
    with watching(heads) as watch:
        heads(x)
    (weights,) = watch.maps["MultiHead"]
    assert weights.shape == (2, HEADS, 5, 5)
    assert not torch.allclose(weights[:, 0], weights[:, 1])


def test_nobody_looking_takes_the_fused_way(monkeypatch):
    def refuse(*_: object, **__: object) -> Tensor:
        raise AssertionError("the weights were written out")

    monkeypatch.setattr(core, "normalise", refuse)
    heads, x = made(), drawn(2, 5, WIDTH)
    heads(x, mask=Ragged(torch.tensor([5, 3])).key_mask)
    with pytest.raises(AssertionError, match="written out"), watching(heads):
        heads(x)


def test_weights_are_dropped_in_training_alone():
    heads, x = made(dropout=0.5), drawn(2, 5, WIDTH)
    assert torch.equal(heads(x), made()(x))
    torch.manual_seed(3)
    assert not torch.allclose(heads.train()(x), made()(x))


def test_a_bias_of_the_keys_cannot_matter():
    heads, x = made(key_bias=True), drawn(2, 5, WIDTH)
    before = heads(x)
    with torch.no_grad():
        heads.key.bias += 3
    assert_close(heads(x), before, rtol=0, atol=1e-12)
    assert [name for name, layer in made().named_children() if layer.bias is None] == ["key"]
    assert [layer.bias for layer in made(bias=False).children()] == [None] * 4


@pytest.mark.parametrize(("width", "heads", "groups"), [(10, 3, None), (12, 4, 3)])
def test_heads_must_divide_the_width_and_groups_the_heads(width, heads, groups):
    with pytest.raises(Mistake, match=rf"{heads} heads in {groups or heads} groups for a width of {width}"):
        MultiHead(width, heads, groups=groups)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"heads": 0}, r"model\.heads is 0, and must be at least 1"),
        ({"heads": -2}, r"model\.heads is -2, and must be at least 1"),
        ({"groups": 0}, r"model\.groups is 0, and must be at least 1"),
        ({"width": -12}, r"model\.width is -12, and must be at least 1"),
        ({"dropout": 1.0}, r"model\.attention_dropout is 1\.0, and must be at least 0 and below 1"),
        ({"dropout": float("nan")}, r"model\.attention_dropout is nan"),
    ],
)
def test_what_no_heads_can_have(settings, complaint):
    with pytest.raises(Mistake, match=complaint):
        MultiHead(**{"width": WIDTH, "heads": HEADS, **settings})
