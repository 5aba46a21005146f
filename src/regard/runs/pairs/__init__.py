"""Sentence pairs: what a run that translates is made of."""
