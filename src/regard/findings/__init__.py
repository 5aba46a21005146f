"""What each chapter finds beside its table, as plain data."""
