"""The labs: one per chapter of the course. Each trains a ladder of models and returns what it found as a value."""

LABS = {
    "pooling": "P1 to P5, R1, R2: from the mean of word vectors to attention over recurrent states",
    "self-attention": "S1 to S4, T2 to T5: words look at each other; residuals, positions, CLS, heads",
    "translation": "R3 to R9, T1, T7: from one vector to Bahdanau, Luong and the Transformer, with their alignments",
    "transformers": "T6, T8 to T10, T12: what BERT, GPT and BART learn from texts, few labels, preferences, parity",
}
"""Name to what it shows. Written out here, without torch, so that help can list them."""
CORPUS_OF = {
    "pooling": "probe-reviews",
    "self-attention": "probe-reviews",
    "translation": "probe-phrases",
    "transformers": "probe-reviews",
}
"""The corpus of a lab unless another is asked for."""
