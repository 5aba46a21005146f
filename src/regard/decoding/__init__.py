"""Searching for an output, given only what a model says next: greedily, by chance, or with a beam."""

from regard.decoding.beam import beam_search
from regard.decoding.greedy import greedy
from regard.decoding.hypothesis import Hypothesis, attended
from regard.decoding.sample import sample
from regard.decoding.search import Drawing, Search
from regard.decoding.tree import Tree

__all__ = ["Drawing", "Hypothesis", "Search", "Tree", "attended", "beam_search", "greedy", "sample"]
