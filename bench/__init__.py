"""Speed against peers: both sides in one run, in turn, on the same cores, as a ratio with its spread."""
