"""The game as it was: its log page by page, its text record, and every moment of it as a spectator saw it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Optional

import msgspec

from engine.chronicle import public_views
from engine.host.model.table import Before, Entry, Line, Table
from engine.host.service.context import Context
from engine.host.service.play.standing import moves_of, standing
from engine.host.store import entries, posts
from engine.host.store.posts import Shown
from engine.kernel import position as kernel
from engine.kernel.dice import commitment
from engine.kernel.position import Move, Position, Run
from engine.kernel.record import Change, Record
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal, Refusal, Seat, Text, say
from engine.turns import Begun, Trails, begun, joined, since, trails

RECENT = 4
"""Newest public lines that go with a moment."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log: the number of its move, if it belongs to one that stands, whether it was taken back, and the
    first message that showed it."""

    line: Line
    move: Optional[int] = None
    undone: bool = False
    shown: Optional[Shown] = None


class LogPage(msgspec.Struct, frozen=True):
    """Lines `first` + 1 to `first` + len(lines) of `total`, oldest first."""

    lines: tuple[LogLine, ...]
    first: int
    total: int


class Frame(msgspec.Struct, frozen=True):
    """A table after `move` moves as a spectator saw it: the view (to be drawn before the next moment is asked for), who was
    to move, the newest public lines, why the game was over, if it was, what was seen before each of the latest turns, and who had
    won. `rests` is whether no turn was under way, `trails` where the pieces had been by the beginning of the newest turn."""

    move: int
    view: Any
    waiting: tuple[Seat, ...]
    recent: tuple[Text, ...]
    reason: Optional[Text] = None
    before: tuple[Before, ...] = ()
    winners: tuple[Seat, ...] = ()
    rests: bool = False
    trails: Trails = {}


class GameReplay:
    """All moments of a table from `first` on; earlier ones were played under rules that are no more.

    Making them takes a while: ask in a thread. What is hidden stays inside.
    """

    __slots__ = ("_game", "_log", "_origin", "_seed", "first", "last", "table")

    def __init__(
        self, table: Table, game: AnyGame, seed: str, origin: Position[Any], log: Sequence[Move], first: int
    ) -> None:
        self.table = table
        self._game, self._seed, self._origin, self._log = game, seed, origin, log
        self.first, self.last = first, first + len(log)

    def frames(self, wanted: Collection[int], *, turns: bool = False) -> Iterator[Frame]:
        """The wanted moments, in order, with the latest `turns` before each if asked.

        Raises Refusal where the log no longer plays.
        """
        run = Run(self._game, self._origin, self._seed)
        told = [event.text for event in run.out.events if event.to is None]
        newest: tuple[Begun, ...] = ()
        for number in range(self.first, min(max(wanted), self.last) + 1):
            if number > self.first:
                move = self._log[number - self.first - 1]
                newest = joined(run.game, [begun(run, move.seat)], newest) if turns else ()
                try:
                    played = run.play(move.seat, move.words)
                except Illegal:
                    raise Refusal(
                        say("The game can be shown up to move {n} only: what followed no longer plays.", n=number - 1)
                    ) from None
                told = [*told, *(event.text for event in played.events if event.to is None)][-RECENT:]
            if number in wanted:
                over = number == self.last and self.table.result is not None
                result = self.table.result if over else run.now.result
                waiting = () if over else tuple(sorted(run.now.ask))
                shown = since(newest, None, waiting, len(self.table.seats))
                yield Frame(
                    number,
                    self._game.view(run.state, None),
                    waiting,
                    tuple(told),
                    result.reason if result else None,
                    tuple(Before(turn.seat, self._game.view(turn.state, None)) for turn in shown),
                    result.winners if result else (),
                    not run.answers,
                    trails(newest),
                )

    @property
    def title(self) -> str:
        """The game's name on the box."""
        return self._game.title

    def chronicle(self) -> Iterator[Any]:
        """What a spectator saw at the beginning, after each turn, and as the table stands; see `public_views`."""
        return public_views(self._game, self._origin, self._seed, self._log)


class History:
    """Looking back."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def log(self, table_id: int, viewer: Seat | None) -> list[Line]:
        """Everything that was announced, as the viewer heard it."""
        return await entries.lines(self._context.store, table_id, viewer)

    async def log_page(self, table_id: int, viewer: Seat | None, size: int, end: int | None = None) -> LogPage:
        """The `size` lines before line `end` of what the viewer heard, by default the newest.

        The page stays the same while the log grows.
        """
        lines = await self.log(table_id, viewer)
        end = len(lines) if end is None else min(max(end, 1), len(lines))
        first = max(0, end - size)
        numbers, undone = numbered(
            await entries.entries(self._context.store, table_id), await entries.origins(self._context.store, table_id)
        )
        shown = await posts.shown(self._context.store, table_id)
        return LogPage(
            tuple(
                LogLine(line, numbers.get(line.seq), line.seq in undone, _first_shown(shown, line.seq))
                for line in lines[first:end]
            ),
            first,
            len(lines),
        )

    async def replay(self, table_id: int) -> GameReplay:
        """Every moment since the game, or the newest correction of its rules, began. Raises Refusal in the lobby."""
        live = await self._context.load(table_id)
        if live.position is None:
            raise Refusal(say("The game has not begun, so there is nothing to show yet."))
        stand = standing(await entries.entries(self._context.store, table_id))
        origin = kernel.decode(live.game, await entries.origin(self._context.store, table_id))
        return GameReplay(live.table, live.game, live.seed, origin, moves_of(stand), origin.moves)

    async def record(self, table_id: int) -> Record:
        """The game so far. Until it is over for good the seed is only its commitment, digests are left out, and what is
        secret reads "?".

        Where the rules were corrected on the way it begins there: the origin is told when the game is over.
        """
        live = await self._context.load(table_id)
        table, row = live.table, await self._context.stored(table_id)
        over = table.status == "finished" and not table.sealed(self._context.time())
        begun = await entries.origins(self._context.store, table_id)
        before = begun[max(begun)] if begun else 0
        moves: list[Move] = []
        changes: list[Change] = []
        for entry in standing(await entries.entries(self._context.store, table_id)):
            if entry.is_move and entry.seat is not None:
                owed = live.now is not None and before + len(moves) >= live.now.asked
                hidden = not over and (entry.secret or owed)
                moves.append(
                    Move(entry.seat, ("?",) if hidden else tuple(entry.words.split()), entry.digest if over else "")
                )
            elif entry.kind in ("resign", "replace") and entry.seat is not None:
                changes.append(Change(len(moves), entry.seat, "resign" if entry.kind == "resign" else "replace"))
        return Record(
            table.game,
            table.rules_version,
            row.components,
            len(table.seats),
            table.options,
            row.seed if over else f"sha256:{commitment(row.seed)}",
            tuple(moves),
            tuple(changes),
            await entries.origin(self._context.store, table_id) if over and len(begun) > 1 else "",
        )


def numbered(entries: Sequence[Entry], begun: Mapping[int, int]) -> tuple[dict[int, int], set[int]]:
    """The number of every move that stands, and what was taken back, both by seq. `begun`: see `archive.origins`."""
    numbers: dict[int, int] = {}
    undone: set[int] = set()
    stand: list[int] = []
    made = 0
    for entry in entries:
        if entry.kind == "origin":
            stand, made = [], begun.get(entry.seq, made)
        elif entry.kind == "undo":
            while stand and stand[-1] > int(entry.words):
                gone = stand.pop()
                undone.add(gone)
                made -= 1
                del numbers[gone]
        elif entry.is_move:
            made += 1
            numbers[entry.seq] = made
            stand.append(entry.seq)
    return numbers, undone


def _first_shown(posts: Sequence[Shown], seq: int) -> Shown | None:
    """The first message that showed a revision: posts show the newest only, so it may be a later one's."""
    at = bisect_left(posts, seq, key=lambda post: post.rev)
    return posts[at] if at < len(posts) else None
