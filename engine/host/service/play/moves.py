"""Playing: the decision a person owes, a move, what it would do, and giving up."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.host.model.table import Table
from engine.host.service.context import Context, Unwritten
from engine.host.service.play.live import Loaded, current, given_up, played, playing, require_here, resignation, without
from engine.host.store import entries, tables
from engine.host.store.database import Conflict, Transaction
from engine.kernel import position as kernel
from engine.kernel.menu import Menu, Words
from engine.kernel.script import Result
from engine.kernel.text import Refusal, Seat, Text, say

STAND_IN = "mate"
"""The computer that plays a seat that was given up, or for somebody who is away and has not said who."""


class Ends(Refusal):
    """A move would end the game, and has not been played: whoever wants it is asked first."""

    def __init__(self) -> None:
        super().__init__(say("This move ends the game. Play it?"))


class Final(Refusal):
    """A move that its player could not take back alone, and has not been played: whoever wants it is asked first."""

    def __init__(self) -> None:
        super().__init__(say("You cannot take it back alone once it is played. Play it?"))


class Preview(msgspec.Struct, frozen=True):
    """What a move would be announced as, the mover's view after it, and whether it would end the game."""

    events: tuple[Text, ...]
    view: Any
    ends: bool


class Moves:
    """What players do."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def menu(self, table_id: int, user: int, asked: int | None = None) -> tuple[Table, Seat, Menu]:
        """The decision a person owes. Raises Refusal (not seated, over) or Late (not your turn, earlier controls)."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        require_here(live.table, seat)
        current(live, seat, asked)
        return live.table, seat, live.menu(seat)

    async def preview(self, table_id: int, user: int, words: Words) -> Preview | None:
        """What a move would do, told only where it throws no dice and reveals nothing. Raises Illegal or another Refusal."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        current(live, seat, None)
        run = live.run()
        made = run.play(seat, words)
        if made.barrier:
            return None
        return Preview(
            tuple(event.text for event in made.events if event.to is None or seat in event.to),
            live.game.view(run.state, seat),
            run.result is not None,
        )

    async def free(self, table_id: int, user: int, moves: Collection[Words]) -> frozenset[Words]:
        """Those of some moves that may be played without asking: they do not end the game, and can be taken back alone.
        Raises Illegal or another Refusal."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        current(live, seat, None)
        found: set[Words] = set()
        for words in moves:
            run = live.run()
            made = run.play(seat, words)
            if not made.barrier and run.result is None:
                found.add(words)
        return frozenset(found)

    async def drafted(self, table_id: int, seat: Seat, menu: Menu) -> Any:  # noqa: ANN401 - each game has its own view
        """What a seat would see after the words that led to a menu; None where the game draws no drafts."""
        if menu.draft is None:
            return None
        return (await self._context.load(table_id)).game.view(menu.draft(), seat)

    async def play(
        self,
        table_id: int,
        user: int,
        words: Words,
        *,
        asked: int | None = None,
        interaction: int | None = None,
        ending: bool = True,
        final: bool = True,
    ) -> Table:
        """Play a move; when this returns it is on the disk.

        `asked` is what the pressed controls carried; an interaction that was applied before changes nothing. Unless
        `ending`, a move is not played that would end the game as far as its player can know: Ends is raised. Unless `final`,
        none that could not be taken back alone: Final is raised. Raises Illegal, Late or another Refusal, too, and then
        nothing has changed.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            try:
                seat = playing(live.table, user)
                require_here(live.table, seat)
                current(live, seat, asked)
                run = live.run()
                entry, made = played(run, "move", seat, words, live.seed, live.position, live.menu(seat))
                if not final and made.barrier:
                    raise Final
                if not ending and not made.barrier and run.result is not None:
                    raise Ends
                after = await self._context.change(
                    lambda tx: self._context.advance(tx, live, [entry], run, user, interaction)
                )
            except Unwritten:
                raise
            except (Refusal, Conflict):  # looked up only now: it is the first time almost always
                if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                    return live.table
                raise
            return after.table

    async def resigning(self, table_id: int, user: int) -> Result | None:
        """How the game would end if somebody gave up now, None where it would go on. Raises Refusal."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        assert live.now is not None
        return given_up(live.game, live.now.state, without(live.table, seat).seats)

    async def resign(self, table_id: int, user: int, *, interaction: int | None = None) -> Table:
        """Give up a seat. With one player or one side left the game is over, else a computer plays on, or the seat goes on with
        safe moves.

        Raises Refusal.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            table = live.table
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return table
            seat = playing(table, user)

            return (await self._context.change(lambda tx: self.give_up(tx, live, seat, user, interaction))).table

    async def give_up(
        self,
        tx: Transaction,
        live: Loaded,
        seat: Seat,
        user: int,
        interaction: int | None = None,
        told: Text | None = None,
    ) -> Loaded:
        """Nobody plays the seat from now on. Returns the table as it will be stored."""
        assert live.position is not None
        entry = resignation(seat, kernel.digest(live.position, live.seed), told)
        assert live.now is not None
        ends = given_up(live.game, live.now.state, without(live.table, seat).seats) is not None
        level = STAND_IN if self._context.crewed and not ends else ""
        left = msgspec.structs.replace(live, table=without(live.table, seat, level))
        await tables.leave_seat(tx, live.table.id, seat, self._context.time(), live.table.rev + 1, level)
        return await self._context.advance(tx, left, [entry], live.run(), user, interaction)
