"""The labs: one per chapter of the course. Each trains a ladder of models and returns what it found as a value."""

LABS = {"pooling": "P1 to P5, R1, R2: from the mean of word vectors to attention over recurrent states"}
"""Name to what it shows. Written out here, without torch, so that help can list them."""
