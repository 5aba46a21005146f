"""How requests come in and answers go out: the door, the guard before it, limits, lines of waiting, files."""
