"""Between a corpus and a batch."""
