"""A run, audited: how far explanations of its answers can be trusted."""
