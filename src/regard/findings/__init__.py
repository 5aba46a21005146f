"""What each chapter finds beside its table, as plain data."""

Interval = tuple[float, float]
"""The two ends between which a figure lies, with a confidence of 95 %."""
