"""Between characters and numbers: tokenizers, the characters behind each token, and word vectors."""
