"""What a computer makes of finished games: asked for once, made a stretch at a time behind all moves, kept with the table.

That somebody waits is a row, so what was being made when the bot ended is made again. Nothing is told of a game that can still
go on: its cards are shown here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import Table, place
from engine.host.service.context import Context
from engine.host.service.play.standing import moves_of, standing
from engine.host.store import entries
from engine.host.store.database import Conflict, Transaction
from engine.host.store.past import archive
from engine.host.store.past.archive import Wish
from engine.kernel import position as kernel
from engine.kernel.dice import commitment
from engine.kernel.menu import Menu, Words
from engine.kernel.position import Move, Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal, Refusal, Text, say
from engine.players.analysis import MAX_DEEP_MOMENTS, Analysis, Moment, find_turning_points, share_victory
from engine.players.evaluator import has_evaluator
from engine.workers.requests import AnalysisRequest, UnansweredError

STRETCH = 5
"""Moves that are looked at in one go: about two seconds at most, for which a computer's move at another table may wait."""
BUSY = 3
"""With so many jobs before it, whoever waits is told so."""
Progress = Callable[[int, int], None]
"""Told after each step: how many are done, of how many."""


class Told(msgspec.Struct, frozen=True):
    """A turning point in words: the labels of the choices that were made, one after the other, and of those a captain would have
    made."""

    moment: Moment
    played: tuple[Text, ...]
    best: tuple[Text, ...]


class Looked(msgspec.Struct, frozen=True):
    """A finished game with its analysis, and the turning points in words."""

    table: Table
    analysis: Analysis
    turning: tuple[Told, ...]


class Analyses:
    """Looking at finished games through a computer's eyes; without a move service there are only those that are kept."""

    def __init__(self, context: Context, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service

    async def kept(self, table_id: int) -> Looked | None:
        """What is known of a finished game; None where it has not been looked at. Raises Refusal where nothing may be told yet."""
        table = await self._open(table_id)
        data = await archive.analysis(self._context.store, table_id)
        if data is None:
            return None
        found = msgspec.json.decode(data, type=Analysis)
        return await self._told(table, found)

    async def ask(self, table_id: int, user: int) -> Wish:
        """Somebody waits for an analysis from now on; where somebody else does already, it is the same one. Raises Refusal: the
        game goes on or may still, nobody can judge it, one of theirs is in the making."""
        table = await self._open(table_id)
        if self._move_service is None:
            raise Refusal(say("Computers do not play here, so none can look at this game."))
        if not has_evaluator(self._context.catalogue.game(table.game)):
            raise Refusal(say("No computer has learned to judge this game yet."))
        wanted = Wish(table_id, user, self._context.time())

        async def work(tx: Transaction) -> Wish:
            waiting = await archive.wishes(tx)
            same = next((one for one in waiting if one.table == table_id), None)
            if same is None:
                await archive.wish(tx, wanted)
            return same or wanted

        try:
            return await self._context.write(work)
        except Conflict:  # one of theirs, or this one was made in this moment
            raise Refusal(await self._patience(user)) from None

    async def _patience(self, user: int) -> Text:
        other = next((one for one in await archive.wishes(self._context.store) if one.user == user), None)
        if other is None:
            return say("This analysis is there. Ask once more to see it.")
        table = await self._context.table(other.table)
        return say(
            "Your analysis of {game} in {channel} is still being made. Ask for this one when it is there.",
            game=self._context.catalogue.game(table.game).title,
            channel=place(table.guild, table.channel),
        )

    async def waiting(self) -> list[Wish]:
        """What is waited for, the longest first."""
        return await archive.wishes(self._context.store, self._context.share) if self._move_service is not None else []

    def waits(self, user: int) -> bool:
        """Whether others are served first, so that whoever waits should be told."""
        return self._move_service is not None and self._move_service.count_ahead(user) >= BUSY

    async def make(self, wish: Wish, progress: Progress) -> None:
        """Have a game looked at, and keep what comes of it. Raises UnansweredError: then nobody waits any more."""
        try:
            analysis = await self._made(wish, progress)
        except (UnansweredError, Refusal, Illegal):
            await self._context.write(lambda tx: archive.drop_analysis(tx, wish.table))
            raise
        data = msgspec.json.encode(analysis).decode()
        async with self._context.lock(wish.table):
            await self._context.write(lambda tx: archive.save_analysis(tx, wish.table, data))

    async def _made(self, wish: Wish, progress: Progress) -> Analysis:
        assert self._move_service is not None
        table = await self._open(wish.table)
        assert table.result is not None
        whole, positions = await self._whole(table)
        stretches = [whole.stretch(positions, n, n + STRETCH) for n in range(0, len(whole.log), STRETCH)]
        of = len(stretches) + min(MAX_DEEP_MOMENTS, len(whole.log))
        moments: list[Moment] = []
        for done, study in enumerate(stretches, 1):
            moments += await self._move_service.analyse_moves(study, wish.user)
            progress(done, of)
        for done, n in enumerate(find_turning_points(moments, MAX_DEEP_MOMENTS), len(stretches) + 1):
            closer = msgspec.structs.replace(whole.stretch(positions, n, n + 1), is_deep=True)
            (moments[n],) = await self._move_service.analyse_moves(closer, wish.user)
            progress(done, of)
        turning = [moments[n] for n in find_turning_points(moments)]
        return Analysis(tuple(moments), share_victory(table.result, len(table.seats)), tuple(turning))

    async def _whole(self, table: Table) -> tuple[_Whole, Sequence[Position[Any]]]:
        """The game as a study sees it, and the position before each of its moves. Raises Refusal where it no longer plays."""
        live, row = await self._context.load(table.id), await self._context.stored(table.id)
        origin = kernel.decode(live.game, await entries.origin(self._context.store, table.id))
        log = moves_of(standing(await entries.entries(self._context.store, table.id)))
        if not log:
            raise Refusal(say("No move was made in this game, so there is nothing to look at."))
        whole = _Whole(live.game, row.components_data, live.seed, len(table.seats), tuple(log))
        # In a thread: a long game must not hold up the other tables.
        return whole, await asyncio.to_thread(whole.positions, origin)

    async def _told(self, table: Table, analysis: Analysis) -> Looked:
        whole, positions = await self._whole(table)
        first = analysis.moments[0].number

        def work() -> tuple[Told, ...]:
            return tuple(_in_words(whole, positions[one.number - first], one) for one in analysis.turning)

        return Looked(table, analysis, await asyncio.to_thread(work))

    async def _open(self, table_id: int) -> Table:
        """A table of which everything may be told. Raises Refusal."""
        table = await self._context.table(table_id)
        if table.status == "closed":
            raise Refusal(say("This game was closed without a result, so there is nothing to look at."))
        if table.status != "finished":
            raise Refusal(say("A game is looked at when it is over: until then nobody may know its cards."))
        if table.sealed(self._context.time()):
            raise Refusal(
                say(
                    "The last move can be taken back until {time}. Then, or when all have pressed “It is over”, /analysis looks "
                    "at the game.",
                    time=f"<t:{table.sealed_until}:f>",
                )
            )
        return table


class _Whole(msgspec.Struct, frozen=True):
    """A finished game, ready to be cut into studies."""

    game: AnyGame
    components: str
    seed: str
    seats: int
    log: tuple[Move, ...]

    def positions(self, origin: Position[Any]) -> list[Position[Any]]:
        """The position before each move. Raises Refusal where the log no longer plays."""
        run: Run[Any] = Run(self.game, origin, self.seed)
        found: list[Position[Any]] = []
        for move in self.log:
            found.append(run.position)
            try:
                run.play(move.seat, move.words)
            except Illegal:
                raise Refusal(
                    say("This game was played under rules that are no more, so it cannot be looked at.")
                ) from None
        return found

    def stretch(self, positions: Sequence[Position[Any]], first: int, last: int) -> AnalysisRequest:
        """The study of some moves."""
        return AnalysisRequest(
            self.game.slug,
            self.components,
            kernel.encode(positions[first]).decode(),
            self.seed,
            self.seats,
            tuple((move.seat, move.words) for move in self.log[first:last]),
            commitment(self.seed),
        )


def _in_words(whole: _Whole, position: Position[Any], moment: Moment) -> Told:
    menu = Run(whole.game, position, whole.seed).menu(moment.seat)
    return Told(moment, labels(menu, moment.played), labels(menu, moment.best))


def labels(menu: Menu, words: Words) -> tuple[Text, ...]:
    """What the choices of a complete move are called, one after the other."""
    found: list[Text] = []
    level: Menu | None = menu
    for word in words:
        if level is None:
            break
        called = {option.word: option.label for option in level.options}
        picked = [word] if word in called else word.split("+")
        found += [called[one] for one in picked if one in called]
        level = level.then(word)
    return tuple(found)
