"""Tables of words that may be one."""

import pytest
import torch
from torch.testing import assert_close

from regard.errors import Mistake
from regard.layers.vocabularies import TwoVocabularies

IDS = torch.tensor([[3, 0], [1, 2]])


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("joint", [True, False])
def test_which_table_serves_what(tied, joint):
    words = TwoVocabularies(5, 5, 4, tied=tied, joint=joint)
    assert [name for name, _ in words.named_parameters()] == [
        *([] if joint else ["source"]),
        "target",
        *([] if tied else ["output"]),
        "bias",
    ]
    source = words.target if joint else words.source
    output = words.target if tied else words.output
    assert_close(words.read_source(IDS), source[IDS])
    assert_close(words.read_target(IDS), words.target[IDS])
    x = torch.randn(2, 3, 4)
    words.bias.data.normal_()
    assert_close(words.say(x), x @ output.T + words.bias)


def test_scaled_vectors_are_read_times_root_d_and_said_as_they_are():
    words = TwoVocabularies(5, 7, 16, tied=True, scaled=True)
    assert_close(words.read_source(IDS), 4 * words.source[IDS])
    assert_close(words.read_target(IDS), 4 * words.target[IDS])
    assert_close(words.say(words.target), words.target @ words.target.T)
    many = TwoVocabularies(5000, 7, 16, tied=True, scaled=True)
    assert abs(float(many.read_source(torch.arange(5000)).detach().std()) - 1) < 0.02


def test_one_table_needs_one_vocabulary():
    with pytest.raises(Mistake, match="cannot serve 5 source words and 7 target words; learn one vocabulary"):
        TwoVocabularies(5, 7, 4, tied=False, joint=True)


@pytest.mark.parametrize("tied", [True, False])
def test_the_loss_is_that_of_what_it_says(tied):
    words, x, wanted = TwoVocabularies(5, 7, 4, tied=tied), torch.randn(3, 4), torch.tensor([6, 0, 2])
    expected = torch.nn.functional.cross_entropy(words.say(x), wanted, label_smoothing=0.1)
    assert_close(words.loss(x, wanted, 0.1), expected)
