"""Writing files whole or not at all."""

import os
import secrets
from pathlib import Path

from regard.errors import Mistake


def write(path: Path, content: str | bytes) -> Path:
    """Write the file through a temporary one beside it, so that nobody ever sees half of it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    temporary = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        why = (error.strerror or "it failed").lower()
        raise Mistake(f"{path} cannot be written ({why}); choose another place with --out.") from error
    return path
