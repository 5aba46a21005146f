"""Published families by name, written out. Each file holds the correspondence of one, and imports nothing foreign."""

from regard.models.families.family import Family

FAMILIES: dict[str, Family] = {}
"""Name to family."""
