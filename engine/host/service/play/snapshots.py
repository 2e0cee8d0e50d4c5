"""Snapshots: what a viewer may see of a table, and what its channel has been shown."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.host.model.table import NO_USER, BoardPost, SeatWait, TableSnapshot, ViewBeforeTurn
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.live_game import LoadedTable
from engine.host.service.play.undo import drop_if_expired
from engine.host.service.service_context import ServiceContext
from engine.host.store import board_posts, entries, outbox, snapshot_lines, standing_orders, turn_deadlines
from engine.host.store.database import Queries
from engine.host.store.snapshot_lines import SnapshotLines, TableContext
from engine.host.store.standing_orders import StandingOrder
from engine.host.store.turn_deadlines import TurnDeadline
from engine.kernel import position as kernel
from engine.kernel.dice import compute_commitment
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat
from engine.turn_log import TurnStart, find_newest_trails, join_turns, list_turns_since, replay_turns

MAX_CACHED_VIEWS = 100
"""Earlier views kept in memory, each 1 to 11 kB."""


class OwnRows(msgspec.Struct, frozen=True):
    """What is stored beside a table for its players alone: a user's note ("": none), and the standing orders of all seats."""

    note: str
    orders: tuple[StandingOrder, ...]


class Snapshots:
    """Snapshots of tables and their board posts."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._views: OrderedDict[tuple[int, Seat | None], tuple[Any, Any]] = OrderedDict()

    async def take_snapshot(
        self, table_id: int, viewer: Seat | None, *, since_revision: int | None = None
    ) -> TableSnapshot:
        """Return what a viewer may see, with the news after `since_revision` (by default, after the last board post)."""
        loaded = await self._context.load_playable(table_id)
        snapshot, _ = await self.build_snapshot(loaded, viewer, since_revision=since_revision)
        return snapshot

    async def build_snapshot(
        self, loaded: LoadedTable, viewer: Seat | None, *, since_revision: int | None = None, user_id: int = NO_USER
    ) -> tuple[TableSnapshot, OwnRows]:
        """Build the snapshot of a loaded table, and load what only a user with a seat there reads (nothing for NO_USER)."""
        table = loaded.table

        async def read_rows(
            queries: Queries,
        ) -> tuple[TableContext, SnapshotLines, list[TurnDeadline], list[StandingOrder]]:
            orders: list[StandingOrder] = []
            if user_id != NO_USER and table.status == "running":
                orders = await standing_orders.load_orders(queries, table.id)
            return (
                await snapshot_lines.load_table_context(queries, table.id, table.revision, since_revision, user_id),
                await snapshot_lines.load_lines(queries, table.id, viewer, since_revision),
                await turn_deadlines.load_deadlines(queries, table.id),
                orders,
            )

        table_context, lines, deadlines, orders = await self._context.store.read(read_rows)
        own_rows = OwnRows(table_context.note, tuple(orders))
        if loaded.situation is None:
            return TableSnapshot(table, viewer, None, (), (), (), (), post=table_context.post), own_rows
        turns = await self._load_turns(loaded)
        waiting_seats: tuple[Seat, ...] = ()
        if table.status == "running":
            waiting_seats = tuple(sorted(loaded.situation.questions))
        turn_seat = None
        if loaded.position is not None and loaded.position.answers:
            turn_seat = loaded.position.answers[0][0]
        snapshot = TableSnapshot(
            table,
            viewer,
            loaded.game.build_view(loaded.situation.state, viewer),
            waiting_seats,
            lines.new_lines,
            lines.recent_lines,
            lines.private_lines,
            drop_if_expired(table_context.undo_request, self._context.now()),
            table_context.moved_seats,
            table_context.undone_seats,
            self._build_seat_waits(deadlines),
            post=table_context.post,
            first_board_id=table_context.first_board_id,
            earlier_views=self._build_earlier_views(loaded, viewer, turns),
            turn_seat=turn_seat,
            trails=find_newest_trails(turns),
        )
        return snapshot, own_rows

    def _build_earlier_views(
        self, loaded: LoadedTable, viewer: Seat | None, turns: Sequence[TurnStart]
    ) -> tuple[ViewBeforeTurn, ...]:
        """Build the viewer's views before each turn since their own last one."""
        assert loaded.situation is not None
        waiting = loaded.situation.questions.keys() if loaded.table.status == "running" else ()
        views: list[ViewBeforeTurn] = []
        for turn in list_turns_since(turns, viewer, waiting, len(loaded.table.seats)):
            views.append(ViewBeforeTurn(turn.seat, self._build_cached_view(loaded, turn.state, viewer)))
        return tuple(views)

    def _build_cached_view(self, loaded: LoadedTable, state: Any, viewer: Seat | None) -> Any:  # noqa: ANN401 - each game has its own
        """Return a viewer's view of a state that never changes; a turn is shown again until later turns hide it."""
        key = (id(state), viewer)
        if key in self._views:
            self._views.move_to_end(key)
            return self._views[key][1]
        view = loaded.game.build_view(state, viewer)
        self._views[key] = state, view  # the state is held, so that no other one gets its id
        if len(self._views) > MAX_CACHED_VIEWS:
            self._views.popitem(last=False)
        return view

    async def _load_turns(self, loaded: LoadedTable) -> tuple[TurnStart, ...]:
        """Return the newest turns of a table, replayed from its log if they are unknown, as after a restart or an undo."""
        if loaded.turns_at_hand is not None:
            if not loaded.unjoined_turns:
                return loaded.turns_at_hand
            # A spectator will mostly be shown what the latest turn began with, too: one look is enough for both.
            turns = join_turns(
                loaded.game,
                loaded.unjoined_turns,
                loaded.turns_at_hand,
                lambda state: self._build_cached_view(loaded, state, None),
            )
            self._context.cache_turns(loaded, turns)
            return turns
        store, table_id = self._context.store, loaded.table.id
        log = list_moves(list_active_entries(await entries.load_entries(store, table_id)))
        origin = kernel.decode_position(loaded.game, await entries.load_origin(store, table_id))
        try:
            turns = await asyncio.to_thread(replay_turns, loaded.game, origin, loaded.seed, log)
        except IllegalMoveError:
            turns = ()  # a log that no longer plays is no reason not to show the table
        self._context.cache_turns(loaded, turns)
        return turns

    async def load_game(self, table_id: int) -> AnyGame:
        """Return the game with the components of a table. Raises UserError if there is no such table."""
        return (await self._context.load_playable(table_id)).game

    async def load_seat_waits(self, table_id: int) -> tuple[SeatWait, ...]:
        """Return how long the seats that owe an answer have been asked, and how long they have."""
        return self._build_seat_waits(await turn_deadlines.load_deadlines(self._context.store, table_id))

    def _build_seat_waits(self, deadlines: Iterable[TurnDeadline]) -> tuple[SeatWait, ...]:
        """Describe the waits of the seats that owe an answer."""
        now = self._context.now()
        return tuple(
            SeatWait(
                turn.seat,
                turn.asked_at,
                turn.asked_revision,
                turn.ends_at(),
                turn.schedule.find_vacation_end(now),
                turn.schedule.is_asleep(now),
            )
            for turn in deadlines
        )

    async def load_seed(self, table_id: int) -> str:
        """Return the seed of a game that is final, else its commitment, "sha256:…"."""
        loaded = await self._context.load_playable(table_id)
        if loaded.table.status != "finished" or loaded.table.is_sealed:
            return await self.load_seed_commitment(table_id)
        return loaded.seed

    async def load_seed_commitment(self, table_id: int) -> str:
        """Return the commitment to the seed, "sha256:…", which may always be shown."""
        return f"sha256:{compute_commitment((await self._context.load_playable(table_id)).seed)}"

    async def has_begun_since(self, table_id: int, revision: int) -> bool:
        """Return whether the game has begun since a revision: its first entry is newer."""
        first_revision = await entries.find_first_revision(self._context.store, table_id)
        return first_revision is not None and first_revision > revision

    async def list_unposted(self) -> list[int]:
        """List the tables whose newest state was not posted yet: those to post after a restart."""
        return await board_posts.list_unposted(self._context.store, self._context.shard_range)

    async def load_post(self, table_id: int) -> BoardPost | None:
        """Return the newest board post of a table."""
        return await board_posts.load_post(self._context.store, table_id)

    async def find_post_id(self, table_id: int) -> int | None:
        """Return the id of the message with the newest board post of a table."""
        post = await self.load_post(table_id)
        if post is None:
            return None
        return post.message_id

    async def find_revision_before(self, table_id: int, post: BoardPost) -> int:
        """Return the revision that the channel was shown before the message `post`; its news came after that."""
        revision_before = -1
        for posted in await board_posts.list_posted_revisions(self._context.store, table_id):  # oldest first
            if posted.message_id != post.message_id and posted.revision < post.revision:
                revision_before = posted.revision
        return revision_before

    async def list_seats_called_later(self, table_id: int) -> list[Seat]:
        """List the seats whose users are told later that the game has ended."""
        users = await outbox.list_subjects(self._context.store, table_id, "news")
        table = await self._context.load_table(table_id)
        return [person.seat for person in table.seats if person.user_id in users]

    async def record_post(self, table_id: int, post: BoardPost) -> None:
        """Store a board post."""
        await self._context.write(lambda tx: board_posts.save_post(tx, table_id, post))
