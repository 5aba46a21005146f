"""Writing what a user asked for, or saying why it could not be written."""

from collections.abc import Iterable
from pathlib import Path

from regard.errors import Mistake
from regard.files import replacing


def saved(path: Path, content: str | bytes | Iterable[bytes]) -> Path:
    """Write the file whole or not at all; a place that cannot be written is the user's to change."""
    parts = [content.encode("utf-8")] if isinstance(content, str) else content
    try:
        with replacing(path) as draft, draft.open("wb") as file:
            file.writelines([parts] if isinstance(parts, bytes) else parts)
    except OSError as error:
        why = (error.strerror or "it failed").lower()
        raise Mistake(f"{path} cannot be written ({why}); choose another place with --out.") from error
    return path
