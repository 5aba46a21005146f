"""The arithmetic inside one head, step by step, with the model's own numbers."""
