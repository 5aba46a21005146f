"""Inputs that a module takes: read off an example or guessed, what each means found by trying, drawn in any size."""
