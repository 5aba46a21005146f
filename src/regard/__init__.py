"""regard: train, compare and look at attention models for text."""
