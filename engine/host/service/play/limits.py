"""How much one person may have under way at the same time, so that nobody crowds out the others."""

from __future__ import annotations

from engine.host.store import crew, tables
from engine.host.store.database import Queries
from engine.kernel.text import Refusal, say

LOBBIES = 5
"""Tables that one person may have opened and not begun."""
SOLO = 3
"""Games that one person may play alone against computers."""


async def require_room(store: Queries, user: int) -> None:
    """Raise Refusal for somebody who has opened enough tables and begun none of them."""
    if await tables.lobbies_of(store, user) >= LOBBIES:
        raise Refusal(
            say(
                "{n} tables that you have opened have not begun yet. Start one or close one; /mytables finds them.",
                n=LOBBIES,
            )
        )


async def require_few_alone(store: Queries, user: int) -> None:
    """Raise Refusal for somebody who plays enough games alone."""
    if await crew.solo_tables(store, user) >= SOLO:
        raise Refusal(
            say(
                "You play {n} games alone against computers already. Finish one, or /close it; /mytables finds them.",
                n=SOLO,
            )
        )
