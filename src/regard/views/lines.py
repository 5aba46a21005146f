"""What a command says around its tables, line by line."""

from collections.abc import Mapping, Sequence

from regard.views.wording.words import say


def noted(notes: Sequence[str], lang: str) -> list[str]:
    """What a reader must know about the data, if anything."""
    return [f"{say(lang, 'notes')}:", *(f"  {note}" for note in notes)] if notes else []


def ending(lines: Mapping[str, str], lang: str) -> list[str]:
    """Where things lie and what can be done next: `run`, `report`, `next`, `look`."""
    return [say(lang, f"end.{name}").ljust(8) + line for name, line in lines.items()]
