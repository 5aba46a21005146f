"""What attention is: a weighted mean whose weights come from a query and keys. Knows torch, nothing else."""
