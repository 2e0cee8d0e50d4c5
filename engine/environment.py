"""Names of the environment variables that may hold secrets. Worker processes do not inherit them."""

from __future__ import annotations

TOKEN = "DISCORD_TOKEN"  # noqa: S105 - the name of the variable
TOKEN_FILE = "DISCORD_TOKEN_FILE"  # noqa: S105
"""Names a file with the token, such as a secret of a container or a credential of systemd."""
STORE_URL = "OVERWINTER_STORE_URL"
"""The address of a PostgreSQL database, which may hold a password."""
SECRET_VARIABLES = (TOKEN, TOKEN_FILE, STORE_URL)
