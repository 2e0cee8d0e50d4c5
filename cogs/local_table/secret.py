"""The secret in the page's address, which allows to play. It is stored, so that the address survives a restart."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

SECRET_PATTERN = re.compile(r"[\w-]{43}")
OTHERS_MODE_BITS = 0o077
"""The permissions of all users but the owner."""


def load_secret(database: Path) -> str:
    """Read the secret from its file next to the database.

    Create a new one if there is none, or if others could have read it. Raises OSError.
    """
    file = database.with_suffix(".secret")
    with suppress(FileNotFoundError, UnicodeDecodeError):
        stored = file.read_text("ascii").strip()
        is_private = os.name != "posix" or not file.stat().st_mode & OTHERS_MODE_BITS
        if SECRET_PATTERN.fullmatch(stored) and is_private:
            return stored
    file.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    secret = secrets.token_urlsafe(32)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as output:
        output.write(secret + "\n")
    return secret
