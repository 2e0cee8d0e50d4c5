"""That a process has changed something which others keep in memory. Every function is one question or one change."""

from __future__ import annotations

import secrets

from engine.host.store.database import Store, Transaction

NEWS = "changed for all processes"


async def newest(store: Store) -> str:
    """A word that is another one after every such change."""
    return await store.fact(NEWS) or ""


async def tell(tx: Transaction) -> None:
    """Let the others look again."""
    await tx.set_fact(NEWS, secrets.token_hex(8))
