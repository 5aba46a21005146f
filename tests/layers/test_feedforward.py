"""The network of each token against its equation."""

import torch
import torch.nn.functional as F
from torch.testing import assert_close

from regard.layers.feedforward import FeedForward, GatedFeedForward

WIDTH, HIDDEN = 3, 7
X = torch.randn(4, WIDTH, generator=torch.Generator().manual_seed(0))


def test_widen_bend_narrow():
    feed = FeedForward(WIDTH, HIDDEN)
    (W1, b1), (W2, b2) = ((layer.weight, layer.bias) for layer in (feed.rise, feed.fall))
    expected = [W2 @ (W1 @ x + b1).clamp_min(0) + b2 for x in X]
    assert_close(feed(X), torch.stack(expected))
    assert not torch.allclose(FeedForward(WIDTH, HIDDEN, activation=F.gelu)(X), feed(X))


def test_widen_let_through_narrow():
    feed = GatedFeedForward(WIDTH, HIDDEN)
    W, V, W2 = feed.gate.weight, feed.rise.weight, feed.fall.weight
    expected = [W2 @ ((W @ x) * torch.sigmoid(W @ x) * (V @ x)) for x in X]
    assert_close(feed(X), torch.stack(expected))
