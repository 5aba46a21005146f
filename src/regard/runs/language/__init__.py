"""Texts alone: what a run of a language model is made of."""
