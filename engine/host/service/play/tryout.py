"""Trying moves out on a private copy, which knows no more than the player does: nothing is stored, nobody else sees it.

In the copy all that the player cannot know is dealt anew, and it has dice of its own. It stops before the first thing that its
player cannot know: a draw, a throw, a reveal, another player's answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import msgspec

from engine.host.model.table import Table
from engine.host.service.context import Context
from engine.host.service.play.live import Loaded, current, played, playing
from engine.host.store import entries
from engine.kernel.dice import Dice
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, forced
from engine.kernel.position import Position, Run
from engine.kernel.text import Illegal, Refusal, Seat, Text, say

SEED = "try-out"
"""The copy's dice: what they throw is never shown."""
DEALS = 8
"""How often all that is unknown is dealt anew, until what was answered in this turn fits."""
Read = Callable[[Menu], Words]
"""A move, read with the menu that it answers: it may have been noted as the places of its options."""


class Tried(msgspec.Struct, frozen=True):
    """How far some moves lead: the player's view there, the decision that follows (None: it stops), what was announced on the
    way, and why it stops."""

    view: Any
    menu: Optional[Menu]
    told: tuple[Text, ...]
    stop: Optional[Text]


class TryOuts:
    """Playing on without playing."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def ahead(self, table_id: int, user: int, moves: Sequence[Read], asked: int) -> Tried:
        """Where some moves would lead. Raises Late when the question `asked` is an earlier one, Illegal for a move that is not
        offered, Refusal where nothing can be tried."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        current(live, seat, asked)
        return tried(live, seat, moves)

    async def play(
        self, table_id: int, user: int, moves: Sequence[Read], *, asked: int, interaction: int | None = None
    ) -> Table:
        """Play all these moves, in one transaction; those after something new or another player's question are left out.

        Raises Late, Illegal or another Refusal, and then nothing has changed.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return live.table
            seat = playing(live.table, user)
            current(live, seat, asked)
            run, made = live.run(), []
            for read in moves:
                made.append(played(run, "move", seat, read(run.menu(seat)), live.seed)[0])
                while not made[-1].barrier and (words := _forced(run, seat)) is not None:
                    made.append(played(run, "auto", seat, words, live.seed)[0])
                if made[-1].barrier or seat not in run.now.ask:
                    break
            return (
                await self._context.change(lambda tx: self._context.advance(tx, live, made, run, user, interaction))
            ).table


def tried(live: Loaded, seat: Seat, moves: Sequence[Read]) -> Tried:
    """Where some moves would lead, as far as the seat can know. Raises Illegal or another Refusal."""
    told: list[Text] = []
    run = _copy(live, seat)
    done: list[Words] = []
    for read in moves:
        if seat not in run.now.ask:
            break
        step: Words | None = read(run.menu(seat))
        while step is not None:
            made = run.play(seat, step)
            if made.barrier:
                before = _copy(live, seat)
                for words in done:
                    before.play(seat, words)
                why = say("What comes next nobody knows before it is played: something is drawn, thrown or turned up.")
                return Tried(live.game.view(before.state, seat), None, tuple(told), why)
            done.append(step)
            told += _heard(made.events, seat)
            step = _forced(run, seat)
    view = live.game.view(run.state, seat)
    if run.result is not None:
        return Tried(view, None, tuple(told), say("With this the game would be over."))
    if seat not in run.now.ask:
        return Tried(view, None, tuple(told), say("Here others go on, and what they do nobody knows."))
    return Tried(view, run.menu(seat), tuple(told), None)


def _heard(events: Sequence[Event], seat: Seat) -> list[Text]:
    return [event.text for event in events if event.to is None or seat in event.to]


def _forced(run: Run[Any], seat: Seat) -> Words | None:
    return forced(run.menu(seat)) if seat in run.now.ask else None


def _copy(live: Loaded, seat: Seat) -> Run[Any]:
    """The table as this seat knows it, with all else dealt anew, always in the same way. What others have answered to the open
    question is left out. Raises Refusal where what was turned up in this turn cannot be dealt again."""
    assert live.position is not None
    assert live.now is not None
    dice, known = Dice(SEED), live.game.view(live.now.state, seat)
    answers = live.position.answers[: live.now.asked - live.position.tick]
    for deal in range(DEALS):
        labels = iter(range(1000))

        def shuffle(things: list[Any], deal: int = deal, labels: Any = labels) -> list[Any]:  # noqa: ANN401
            return list(dice.shuffled(things, live.table.asked, f"deal-{deal}-{next(labels)}-"))

        base = live.game.resample(live.position.base, seat, shuffle)
        try:
            run: Run[Any] = Run(live.game, Position(base, live.position.tick, answers), SEED)
        except Illegal:
            continue
        if seat in run.now.ask and live.game.view(run.state, seat) == known:
            return run
    raise Refusal(say("Something was turned up in this turn, so nothing can be tried out before the next."))
