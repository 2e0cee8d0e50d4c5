"""The secret in the page's address: whoever has it plays. It is kept, so that an address stays valid after a restart."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

SECRET_PATTERN = re.compile(r"[\w-]{43}")
OTHERS_MODE_BITS = 0o077
"""The rights of everybody but the owner."""


def load_secret(database: Path) -> str:
    """The secret in the file beside the database; a new one where there is none, or where others could have read it.

    Raises OSError.
    """
    file = database.with_suffix(".secret")
    with suppress(FileNotFoundError, UnicodeDecodeError):
        known = file.read_text("ascii").strip()
        if SECRET_PATTERN.fullmatch(known) and (os.name != "posix" or not file.stat().st_mode & OTHERS_MODE_BITS):
            return known
    file.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    made = secrets.token_urlsafe(32)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as written:
        written.write(made + "\n")
    return made
