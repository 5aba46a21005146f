"""Word vectors, of which a batch reads and changes only its own."""

import torch

from regard.layers.vectors import WordVectors


def test_a_word_gets_its_vector():
    embed = WordVectors(11, 3)
    words = torch.tensor([7, 2])
    assert torch.equal(embed(words), embed.weight[words])


def test_the_gradient_holds_the_words_of_the_batch_and_no_others():
    embed = WordVectors(11, 3)
    embed(torch.tensor([2, 7])).sum().backward()
    assert embed.weight.grad is not None
    assert embed.weight.grad.is_sparse
    assert embed.weight.grad.coalesce().indices()[0].tolist() == [2, 7]


def test_frozen_vectors_ask_for_no_gradient():
    embed = WordVectors(11, 3, tuned=False)
    assert not embed(torch.tensor([2, 7])).requires_grad
    assert [p.requires_grad for p in embed.parameters()] == [False]
