"""Real games in the host's store: one from a record with a confirmed end, a new one, and one played to its end."""

from __future__ import annotations

from itertools import count

from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from tests.golden_records import read_record
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness


async def import_finished_game(
    service: ServiceHarness, channel: int = CHANNEL, *, slug: str = "amundsen", name: str = "frozen-by-declaration"
) -> Table:
    """Open a game with a confirmed end from its record."""
    table = await service.tables.lobby.open_record(GUILD, channel, ANA, "Ana", read_record(slug, name).decode())
    await service.tables.lobby.join(table.id, BEN, "Ben")
    return await service.tables.lobby.start(table.id, ANA)


async def start_game(tables: TableServices, channel: int) -> Table:
    """Start a game of two in a channel."""
    table = await tables.lobby.open(GUILD, channel, ANA, "Ana", "amundsen", {})
    await tables.lobby.join(table.id, BEN, "Ben")
    return await tables.lobby.start(table.id, ANA)


async def play_out(tables: TableServices, table: Table) -> Table:
    """Play random moves to the end of the game."""
    dice, ticks = Dice(f"table {table.id}"), count()
    while table.status == "running":
        user = table.find_seat_user((await tables.snapshots.load_seat_waits(table.id))[0].seat)
        _, _, menu = await tables.moves.load_menu(table.id, user)
        words = sample_move(menu, lambda k: dice.roll_below(k, next(ticks), "pick"))
        await tables.moves.play(table.id, user, words)
        table = await tables.load_table(table.id)
    return table
