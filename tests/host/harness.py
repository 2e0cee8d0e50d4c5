"""The host on its own store, with a manual clock and known seeds, and helpers that play the toy game on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.kernel.menu import Words
from tests.move_services import InlineMoveService

ANA, BEN, CY, DEE = 11, 12, 13, 14
GUILD, CHANNEL = 1, 100
PASS_UNTIL_ROUND_END = ("whistle-no", "1")
"""A standing order that never whistles until round 1 ends."""


class ServiceHarness:
    """The tables of one store, a file or the address of a database. It can be opened again, as after a restart."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self._seed_numbers = count(1)
        self.move_service: InlineMoveService | None = None

    async def open(self) -> TableServices:
        self.store = await open_store(self.path)
        seeds = lambda: f"seed-{next(self._seed_numbers)}"  # noqa: E731
        self.tables = TableServices(
            self.store, GameCatalogue(), lambda: self.now, seeds, move_service=self.move_service
        )
        return self.tables

    def advance_clock(self, **duration: float) -> None:
        """Move the clock by a duration: `hours=12`, `days=-1`."""
        self.now += timedelta(**duration)

    async def restart(self) -> TableServices:
        await self.store.close()
        return await self.open()


async def play_bid(
    tables: TableServices, user: int, card_index: int = 0, *, asked: int | None = None, interaction: int | None = None
) -> None:
    """Bid the card at this index of the user's own menu."""
    table = await tables.find_channel_table(CHANNEL)
    _, _, menu = await tables.moves.load_menu(table.id, user)
    cards = menu.next_menu("bid")
    assert cards is not None
    await tables.moves.play(
        table.id, user, ("bid", cards.options[card_index].word), asked_revision=asked, interaction_id=interaction
    )


async def find_walker(tables: TableServices) -> int:
    table = await tables.find_channel_table(CHANNEL)
    (seat,) = (await tables.snapshots.take_snapshot(table.id, None)).waiting_seats
    return table.find_seat_user(seat)


async def play_to_end(tables: TableServices, *, stays_sealed: bool = False) -> int:
    """Play safe moves until the game is over, and return the table's id.

    Unless `stays_sealed` is set, all players confirm the end.
    """
    table = await tables.find_channel_table(CHANNEL)
    while table.status == "running":
        (seat, *_) = (await tables.snapshots.take_snapshot(table.id, None)).waiting_seats
        _, _, menu = await tables.moves.load_menu(table.id, table.find_seat_user(seat))
        game = tables.catalogue.load_game("toy")
        table = await tables.moves.play(table.id, table.find_seat_user(seat), game.safe_move(seat, menu))
    if not stays_sealed:
        await confirm_all_finished(tables, table.id)
    return table.id


async def play_safely(tables: TableServices, user: int) -> None:
    """Play a safe move of the user."""
    table, seat, menu = await tables.moves.load_menu((await tables.find_channel_table(CHANNEL)).id, user)
    await tables.moves.play(table.id, user, tables.catalogue.load_game(table.game).safe_move(seat, menu))


async def play_round(tables: TableServices) -> None:
    """Play safe moves until the first turn of the game is over, in which everybody makes a move."""
    table_id = (await tables.find_channel_table(CHANNEL)).id
    while True:
        position = (await tables.context.load_playable(table_id)).position
        if position is not None and position.tick:
            return
        await play_safely(tables, (await list_waiting_users(tables, table_id))[0])


async def confirm_all_finished(tables: TableServices, table_id: int) -> None:
    """Confirm the end of the game for every player who is still in it."""
    for person in (await tables.load_table(table_id)).reachable_players:
        if not person.has_left:
            await tables.finish_confirmation.confirm_finish(table_id, person.user_id)


async def undo_last_move(tables: TableServices, table: Table) -> None:
    """Undo the last move: its player asks, and all others agree."""
    last = next(e for e in reversed((await tables.history.build_record(table.id)).moves))
    user = table.find_seat_user(last.seat)
    if await tables.undo.take_back(table.id, user) is not None:
        rev = (await tables.load_table(table.id)).revision
        for person in table.seats:
            if person.user_id != user:
                await tables.undo.answer(table.id, person.user_id, rev, agrees=True)


async def list_order_words(tables: TableServices, table_id: int, user_id: int) -> list[Words]:
    """List the words of a user's orders, in the order of the list."""
    return [order.words for order in (await tables.orders.load_sheet(table_id, user_id)).orders]


async def list_waiting_users(tables: TableServices, table_id: int) -> list[int]:
    snapshot = await tables.snapshots.take_snapshot(table_id, None)
    return [snapshot.table.find_seat_user(seat) for seat in snapshot.waiting_seats]


async def agree_on_pace(
    tables: TableServices, table_id: int, asking_user: int, agreeing_user: int, pace_h: int
) -> None:
    """Agree on another pace: one player asks and another agrees. It counts from the next question on."""
    motion = await tables.proposals.set_pace(table_id, asking_user, pace_h)
    assert motion is not None
    assert (await tables.proposals.answer_proposal(table_id, agreeing_user, motion.id, agrees=True)).state == "carried"
