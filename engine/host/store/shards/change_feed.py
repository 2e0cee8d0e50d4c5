"""A mark in the store that tells other processes to reload what they cache."""

from __future__ import annotations

import secrets

from engine.host.store.database import Store, Transaction

CHANGE_FACT = "changed for all processes"
"""The name of the fact that holds the mark."""


async def load_change_mark(store: Store) -> str:
    """Load the mark, a text that differs after every announced change."""
    return await store.load_fact(CHANGE_FACT) or ""


async def announce_change(tx: Transaction) -> None:
    """Change the mark, so that the other processes reload what they cache."""
    await tx.set_fact(CHANGE_FACT, secrets.token_hex(8))
