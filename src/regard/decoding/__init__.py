"""Searching for an output, given only what a model says next: greedily, by chance, or with a beam."""

from regard.decoding.beam import beam_search
from regard.decoding.greedy import greedy
from regard.decoding.hypothesis import Hypothesis, attended
from regard.decoding.sample import sample
from regard.decoding.search import Drawing, Search

__all__ = ["Drawing", "Hypothesis", "Search", "attended", "beam_search", "greedy", "sample"]
