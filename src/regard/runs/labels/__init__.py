"""Texts and their labels: what a run that classifies is made of."""
