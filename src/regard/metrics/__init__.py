"""Numbers from predictions."""
