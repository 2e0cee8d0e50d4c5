"""That a process has changed something which others keep in memory. Every function is one question or one change."""

from __future__ import annotations

import secrets

from engine.host.store.database import Store, Transaction

CHANGE_FACT = "changed for all processes"


async def load_change_mark(store: Store) -> str:
    """A word that is another one after every such change."""
    return await store.load_fact(CHANGE_FACT) or ""


async def announce_change(tx: Transaction) -> None:
    """Let the others look again."""
    await tx.set_fact(CHANGE_FACT, secrets.token_hex(8))
