"""The loop, written once, and what makes it resume to the same bits."""
