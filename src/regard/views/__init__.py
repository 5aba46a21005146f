"""Pictures, tables and pages of values: nothing here computes a result or knows a model."""
