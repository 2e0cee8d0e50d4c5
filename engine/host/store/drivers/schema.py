"""The numbered scripts that make the schema, and which versions of it this program can open."""

from __future__ import annotations

import re
from importlib import resources

from engine.host.store.database import StoreError

FIRST_VERSION = 12
"""The schema of the first script. Versions 1 to 11 were made by programs that were never released."""
SCRIPT_NAME = re.compile(r"V(\d+)__\w+\.sql")


def load_migrations() -> dict[int, str]:
    """Return the scripts by the version that each one leads to, in order."""
    scripts: dict[int, str] = {}
    for file in resources.files("engine.host.store").joinpath("migrations").iterdir():
        match = SCRIPT_NAME.fullmatch(file.name)
        if match:
            scripts[int(match[1])] = file.read_text("utf-8")
    return dict(sorted(scripts.items()))


def find_newest_version() -> int:
    """Return the version of the schema that this program writes."""
    return max(load_migrations())


def list_table_names() -> list[str]:
    """Return every table of the newest schema, in the order of creation: referenced tables first."""
    names: list[str] = []
    for script in load_migrations().values():
        names += re.findall(r"^CREATE TABLE (\w+)", script, re.MULTILINE)
    return names


def check_version(name: str, version: int) -> None:
    """Refuse a store whose schema this program cannot open. `version` is 0 for an empty store.

    Raises:
        StoreError: The store was written by an unreleased program or by a newer one.
    """
    if 0 < version < FIRST_VERSION:
        raise StoreError(
            f"{name} was made by an earlier, unreleased Overwinter (schema {version}). This program cannot read it and has "
            "left it unchanged. Name a new file or database in [store], or use the program that made it."
        )
    newest = find_newest_version()
    if version > newest:
        raise StoreError(
            f"{name} was written by a newer Overwinter (schema {version}, this program knows {newest}). Update the program, "
            "or name another file or database in [store]."
        )
