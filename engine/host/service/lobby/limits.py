"""Checks of what one user may start: how many tables, and against which computers."""

from __future__ import annotations

from engine.host.store import computer_turns, tables
from engine.host.store.database import Queries
from engine.kernel.text import UserError, say
from engine.players.computer_levels import LEVELS

MAX_OPEN_LOBBIES = 5
"""Tables that one user may have opened and not begun."""
MAX_SOLO_GAMES = 3
"""Games that one user may play alone against computers."""


async def require_few_lobbies(store: Queries, user_id: int) -> None:
    """Raise UserError if a user has too many tables that have not begun."""
    if await tables.count_open_lobbies(store, user_id) >= MAX_OPEN_LOBBIES:
        raise UserError(
            say(
                "{n} tables that you have opened have not begun yet. Start one or close one; {/mytables} finds them.",
                n=MAX_OPEN_LOBBIES,
            )
        )


async def require_few_solo_games(store: Queries, user_id: int) -> None:
    """Raise UserError if a user plays too many solo games."""
    if await computer_turns.count_solo_tables(store, user_id) >= MAX_SOLO_GAMES:
        raise UserError(
            say(
                "You play {n} games alone against computers already. Finish one, or {/close} it; {/mytables} finds them.",
                n=MAX_SOLO_GAMES,
            )
        )


def require_computer_level(level: str, *, has_computers: bool) -> None:
    """Raise UserError if there are no computers, or none of this level."""
    if not has_computers:
        raise UserError(say("Computers do not play here."))
    if level not in LEVELS:
        raise UserError(say("Choose one of these levels: {levels}.", levels=list(LEVELS)))
