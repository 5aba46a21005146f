"""Two answers, one of them preferred: what a run that learned preferences is made of."""
