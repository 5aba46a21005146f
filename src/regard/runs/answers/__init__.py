"""Prompts and answers: what a run that follows instructions is made of."""
