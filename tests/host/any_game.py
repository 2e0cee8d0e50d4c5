"""A table of any game on the host, with random moves that are the same in every run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from tests.host.harness import CHANNEL, GUILD

USER_IDS = (11, 12, 13, 14)


class AnyGameService(NamedTuple):
    tables: TableServices
    path: Path | str


def read_fixed_clock() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@asynccontextmanager
async def open_service(store_address: Path | str, clock: Clock = read_fixed_clock) -> AsyncIterator[AnyGameService]:
    async with await open_store(store_address) as store:
        seeds = count(1)
        yield AnyGameService(TableServices(store, GameCatalogue(), clock, lambda: f"room {next(seeds)}"), store_address)


async def start_table(tables: TableServices, slug: str, pace: int = 0) -> int:
    """Start a table with as many people as the game allows, and return its id."""
    table = await tables.lobby.open(GUILD, CHANNEL, USER_IDS[0], "Ana", slug, {})
    for user in USER_IDS[1 : max(tables.catalogue.load_game(slug).seat_counts)]:
        await tables.lobby.join(table.id, user, f"Friend {user}")
    await tables.proposals.set_pace(table.id, USER_IDS[0], pace)
    return (await tables.lobby.start(table.id, USER_IDS[0])).id


async def play_random_move(tables: TableServices, table_id: int, dice: Dice, option_count: int) -> int:
    """Play a random move of the first seat that owes an answer, and return its player."""
    table = await tables.load_table(table_id)
    user = table.find_seat_user((await tables.snapshots.take_snapshot(table_id, None)).waiting_seats[0])
    _, _, menu = await tables.moves.load_menu(table_id, user)
    picks = count()
    await tables.moves.play(
        table_id, user, sample_move(menu, lambda k: dice.roll_below(k, option_count, f"pick {next(picks)}"))
    )
    return user


async def agree_to_undo(tables: TableServices, table_id: int, user: int) -> None:
    """Let all other players agree; only the last agreement undoes the move."""
    table = await tables.load_table(table_id)
    others = [person.user_id for person in table.seats if person.user_id != user]
    for other in others:
        done = await tables.undo.answer(table_id, other, table.revision, agrees=True)
        assert done == (other == others[-1])
