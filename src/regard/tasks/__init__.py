"""Purposes: a loss, a measure, and what to show of an example."""
