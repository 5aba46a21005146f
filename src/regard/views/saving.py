"""Writing what a user asked for, or saying why it could not be written."""

from pathlib import Path

from regard.errors import Mistake
from regard.files import write_bytes


def saved(path: Path, content: str | bytes) -> Path:
    """Write the file whole or not at all; a place that cannot be written is the user's to change."""
    try:
        write_bytes(path, content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        why = (error.strerror or "it failed").lower()
        raise Mistake(f"{path} cannot be written ({why}); choose another place with --out.") from error
    return path
