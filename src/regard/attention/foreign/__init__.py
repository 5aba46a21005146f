"""Watching attention that was written elsewhere: `torch.nn`, Hugging Face, anybody's module. Nothing is patched."""
