"""What each head does, and what answers lose without it."""
