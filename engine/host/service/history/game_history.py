"""The history of a game: its log in pages, its text record, and a replay of every move as a spectator saw it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Optional

import msgspec

from engine.host.model.table import AnnouncedLine, LogEntry, Table, ViewBeforeTurn
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.service_context import ServiceContext
from engine.host.store import board_posts, entries
from engine.host.store.board_posts import PostedRevision
from engine.kernel import position as kernel
from engine.kernel.dice import compute_commitment
from engine.kernel.event import Event
from engine.kernel.position import GameRun, Move, Position
from engine.kernel.record import GameRecord, SeatChange
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat, Text, UserError, say
from engine.replay_frames import iterate_public_views
from engine.turn_log import PieceTrails, TurnStart, find_newest_trails, find_turn_start, join_turns, list_turns_since

MAX_RECENT_LINES = 4
"""Newest public lines shown with a frame."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log. `move_number` is set if it belongs to a move that stands; `post` is the first message that showed it."""

    line: AnnouncedLine
    move_number: Optional[int] = None
    was_undone: bool = False
    post: Optional[PostedRevision] = None


class LogPage(msgspec.Struct, frozen=True):
    """Lines `lines_before` + 1 to `lines_before` + len(lines) of `line_count`, oldest first."""

    lines: tuple[LogLine, ...]
    lines_before: int
    line_count: int


class ReplayFrame(msgspec.Struct, frozen=True):
    """A table after `move_number` moves as a spectator saw it.

    `view` must be drawn before the next frame is requested. `reason` and `winners` are set if the game was over.
    `earlier_views` are the views before each of the latest turns. `trails` are the pieces' places
    before the newest turn.
    """

    move_number: int
    view: Any
    waiting_seats: tuple[Seat, ...]
    recent_lines: tuple[Text, ...]
    reason: Optional[Text] = None
    earlier_views: tuple[ViewBeforeTurn, ...] = ()
    winners: tuple[Seat, ...] = ()
    trails: PieceTrails = {}


class GameReplay:
    """All frames of a table from move `first` on; earlier moves were played under rules that no longer exist.

    A film of it begins after move `shown_from`. Building frames takes a while, so call it in a thread. It never shows hidden
    information.
    """

    __slots__ = ("_game", "_origin", "_seed", "first", "last", "moves", "shown_from", "table")

    def __init__(
        self, table: Table, game: AnyGame, seed: str, origin: Position[Any], log: Sequence[Move], first_move: int
    ) -> None:
        self.table = table
        self._game, self._seed, self._origin = game, seed, origin
        self.moves = tuple(log)
        self.first, self.last = first_move, first_move + len(log)
        self.shown_from = first_move

    @property
    def is_whole(self) -> bool:
        """Whether a film of it shows all moves."""
        return self.shown_from == self.first

    def list_turn_ends(self) -> list[int]:
        """List the moves after which another seat moves, with the first and the last of a film, in order."""
        ends = [self.shown_from]
        for number, (move, next_move) in enumerate(pairwise(self.moves), self.first + 1):
            if move.seat != next_move.seat and number > self.shown_from:
                ends.append(number)
        if self.last > self.shown_from:
            return [*ends, self.last]
        return ends

    def build_frames(self, move_numbers: Collection[int], *, turns_before: bool = False) -> Iterator[ReplayFrame]:
        """Build the frames after the given moves, in order, with the latest turns before each if `turns_before`.

        Raises UserError where the log no longer plays.
        """
        run = GameRun(self._game, self._origin, self._seed)
        lines = _list_public_texts(run.out.events)
        turns: tuple[TurnStart, ...] = ()
        for number in range(self.first, min(max(move_numbers), self.last) + 1):
            if number > self.first:
                move = self.moves[number - self.first - 1]
                if turns_before:
                    turns = join_turns(run.game, [find_turn_start(run, move.seat)], turns)
                try:
                    played = run.play(move.seat, move.words)
                except IllegalMoveError:
                    raise UserError(
                        say("The game can be shown up to move {n} only: what followed no longer plays.", n=number - 1)
                    ) from None
                lines = [*lines, *_list_public_texts(played.events)][-MAX_RECENT_LINES:]
            if number in move_numbers:
                yield self._build_frame(run, number, lines, turns)

    def _build_frame(
        self, run: GameRun[Any], move_number: int, lines: Sequence[Text], turns: Sequence[TurnStart]
    ) -> ReplayFrame:
        result, waiting_seats = run.situation.result, tuple(sorted(run.situation.questions))
        if move_number == self.last and self.table.result is not None:  # the result may come from a resignation
            result, waiting_seats = self.table.result, ()
        earlier_views = tuple(
            ViewBeforeTurn(turn.seat, self._game.build_view(turn.state, None))
            for turn in list_turns_since(turns, None, waiting_seats, len(self.table.seats))
        )
        return ReplayFrame(
            move_number,
            self._game.build_view(run.state, None),
            waiting_seats,
            tuple(lines),
            result.reason if result else None,
            earlier_views,
            result.winners if result else (),
            find_newest_trails(turns),
        )

    @property
    def title(self) -> str:
        """The game's name on the box."""
        return self._game.title

    def build_public_views(self) -> Iterator[Any]:
        """Build the views of a spectator at the beginning, after each turn, and now; see `iterate_public_views`."""
        return iterate_public_views(self._game, self._origin, self._seed, self.moves)


class GameHistory:
    """Logs, replays and records of games."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_log(self, table_id: int, viewer: Seat | None) -> list[AnnouncedLine]:
        """Return all announced lines that the viewer may read."""
        return await entries.load_lines(self._context.store, table_id, viewer)

    async def load_log_page(
        self, table_id: int, viewer: Seat | None, line_count: int, end_line: int | None = None
    ) -> LogPage:
        """Return the `line_count` lines before line `end_line` that the viewer may read, by default the newest.

        The page stays the same while the log grows.
        """
        lines = await self.load_log(table_id, viewer)
        if end_line is None:
            end_line = len(lines)
        end_line = min(max(end_line, 1), len(lines))
        first = max(0, end_line - line_count)
        numbers, undone = number_moves(
            await entries.load_entries(self._context.store, table_id),
            await entries.count_moves_by_origin(self._context.store, table_id),
        )
        posts = await board_posts.list_posted_revisions(self._context.store, table_id)
        log_lines = []
        for line in lines[first:end_line]:
            log_lines.append(
                LogLine(line, numbers.get(line.seq), line.seq in undone, _find_first_post(posts, line.seq))
            )
        page_lines = tuple(log_lines)
        return LogPage(page_lines, first, len(lines))

    async def load_replay(self, table_id: int) -> GameReplay:
        """Return the replay since the start, or since the newest correction of the rules. Raises UserError in the lobby."""
        loaded = await self._context.load_playable(table_id)
        if loaded.position is None:
            raise UserError(say("The game has not begun, so there is nothing to show yet."))
        active_entries = list_active_entries(await entries.load_entries(self._context.store, table_id))
        origin = kernel.decode_position(loaded.game, await entries.load_origin(self._context.store, table_id))
        return GameReplay(loaded.table, loaded.game, loaded.seed, origin, list_moves(active_entries), origin.move_count)

    async def find_posted_move(self, channel_id: int, message_id: int) -> tuple[int, int] | None:
        """Return the table of a board post and the move after which it showed the board, None for another message.

        It is the newest move of the post that has not been taken back.
        """
        found = await board_posts.find_shown_revision(self._context.store, channel_id, message_id)
        if found is None:
            return None
        table_id, revision = found
        log = await entries.load_entries(self._context.store, table_id)
        numbers, _ = number_moves(log, await entries.count_moves_by_origin(self._context.store, table_id))
        return table_id, max((number for seq, number in numbers.items() if seq <= revision), default=0)

    async def load_since_own_move(
        self, table_id: int, seat: Seat, user_id: int
    ) -> tuple[GameReplay, list[AnnouncedLine]]:
        """Return the replay since a player's own last move, and the lines that they may read since then.

        A move that nobody has answered yet does not count. Raises UserError if nobody else has moved.
        """
        replay = await self.load_replay(table_id)
        log = await entries.load_entries(self._context.store, table_id)
        moves = [entry for entry in list_active_entries(log) if entry.is_move]
        move_count = _count_moves_to_own(moves, seat, user_id)
        replay.shown_from += move_count
        if move_count:
            seen_seq = moves[move_count - 1].seq
        else:
            seen_seq = -1
        _, undone_seqs = number_moves(log, await entries.count_moves_by_origin(self._context.store, table_id))
        lines = await self.load_log(table_id, seat)
        return replay, [line for line in lines if line.seq > seen_seq and line.seq not in undone_seqs]

    async def build_record(self, table_id: int) -> GameRecord:
        """Build the text record of the game so far.

        Until the end is final it shows only the commitment of the seed, no digests, and "?" for secret moves. After a
        correction of the rules it begins there, and its origin is included when the end is final.
        """
        loaded, store = await self._context.load_playable(table_id), self._context.store
        table, row = loaded.table, await self._context.load_stored(table_id)
        is_final = table.status == "closed" or (table.status == "finished" and not table.is_sealed)
        moves_by_origin = await entries.count_moves_by_origin(store, table_id)
        move_count = 0
        if moves_by_origin:
            move_count = moves_by_origin[max(moves_by_origin)]
        moves: list[Move] = []
        changes: list[SeatChange] = []
        for entry in list_active_entries(await entries.load_entries(store, table_id)):
            if entry.seat is None:
                continue
            if entry.is_move:
                # Answers to a question that others still owe an answer to are as secret as secret moves.
                is_pending = loaded.situation is not None and move_count >= loaded.situation.asked_at_move
                moves.append(
                    _build_record_move(entry, entry.seat, is_final=is_final, is_secret=entry.is_secret or is_pending)
                )
                move_count += 1
            elif entry.kind == "resign":
                changes.append(SeatChange(len(moves), entry.seat, "resign"))
            elif entry.kind == "replace":
                changes.append(SeatChange(len(moves), entry.seat, "replace"))
        seed, origin = f"sha256:{compute_commitment(row.seed)}", ""
        if is_final:
            seed = row.seed
            if len(moves_by_origin) > 1:
                origin = await entries.load_origin(store, table_id)
        return GameRecord(
            table.game,
            table.rules_version,
            row.components_digest,
            len(table.seats),
            table.options,
            seed,
            tuple(moves),
            tuple(changes),
            origin,
        )


def _count_moves_to_own(moves: Sequence[LogEntry], seat: Seat, user_id: int) -> int:
    """Count the moves up to a player's newest move that somebody else has answered, 0 if there is none.

    Raises UserError if nobody else has moved.
    """
    is_answered = False
    for count in range(len(moves), 0, -1):
        entry = moves[count - 1]
        if entry.seat != seat or entry.kind == "computer":
            is_answered = True
        elif is_answered and entry.user_id == user_id:
            return count
    if not is_answered:
        raise UserError(say("Nobody else has moved yet. {/board} shows the board, {/log} what has happened."))
    return 0


def number_moves(entries: Sequence[LogEntry], origin_moves: Mapping[int, int]) -> tuple[dict[int, int], set[int]]:
    """Return the numbers of the moves that stand, and the undone entries, both by seq.

    `origin_moves`: see `entries.count_moves_by_origin`.
    """
    numbers: dict[int, int] = {}
    undone_seqs: set[int] = set()
    active_seqs: list[int] = []
    move_count = 0
    for entry in entries:
        if entry.kind == "origin":
            active_seqs, move_count = [], origin_moves.get(entry.seq, move_count)
        elif entry.kind == "undo":
            while active_seqs and active_seqs[-1] > int(entry.words):
                undone_seq = active_seqs.pop()
                undone_seqs.add(undone_seq)
                del numbers[undone_seq]
                move_count -= 1
        elif entry.is_move:
            move_count += 1
            numbers[entry.seq] = move_count
            active_seqs.append(entry.seq)
    return numbers, undone_seqs


def _build_record_move(entry: LogEntry, seat: Seat, *, is_final: bool, is_secret: bool) -> Move:
    """Build a move of a record, with its digest and secret words only if the end is final."""
    if is_final:
        return Move(seat, tuple(entry.words.split()), entry.digest)
    if is_secret:
        return Move(seat, ("?",), "")
    return Move(seat, tuple(entry.words.split()), "")


def _list_public_texts(events: Iterable[Event]) -> list[Text]:
    return [event.text for event in events if event.to is None]


def _find_first_post(posts: Sequence[PostedRevision], seq: int) -> PostedRevision | None:
    """Return the first message that showed a revision, which may be a later revision's, since a post shows only the newest."""
    index = bisect_left(posts, seq, key=lambda post: post.revision)
    if index == len(posts):
        return None
    return posts[index]
