"""What stands around attention: word vectors, pooling, recurrence."""
