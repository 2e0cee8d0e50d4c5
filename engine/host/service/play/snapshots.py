"""What leaves the host: what a viewer may see of a table, and what the channel has been shown."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from engine.host.model.table import NOBODY, Before, Post, TableSnapshot, Waiting
from engine.host.service.context import Context
from engine.host.service.play.live import Loaded
from engine.host.service.play.standing import moves_of, standing
from engine.host.service.play.undo import still_open
from engine.host.store import entries, errands, posts, snapshots, turns
from engine.host.store.database import Queries
from engine.host.store.past import archive
from engine.host.store.snapshots import Around, Told
from engine.host.store.turns import TurnDeadline
from engine.kernel import position as kernel
from engine.kernel.dice import commitment
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal, Seat
from engine.turns import Begun, joined, replayed, since, trails

SEEN = 100
"""Earlier views that are kept, each 1 to 11 kB."""


class Snapshots:
    """Looking, without changing anything."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._seen: OrderedDict[tuple[int, Seat | None], tuple[Any, Any]] = OrderedDict()

    async def take(self, table_id: int, viewer: Seat | None, *, since: int | None = None) -> TableSnapshot:
        """What a viewer may be shown, with the news after revision `since` (by default: since the last board post)."""
        return (await self.of(await self._context.load(table_id), viewer, since=since))[0]

    async def of(
        self, live: Loaded, viewer: Seat | None, *, since: int | None = None, user: int = NOBODY
    ) -> tuple[TableSnapshot, str]:
        """The same of a table that has been loaded, with the note that a user has made there, "" where there is none."""
        table = live.table

        async def rows(at: Queries) -> tuple[Around, Told, list[TurnDeadline], str]:
            return (
                await snapshots.around(at, table.id, table.rev, since),
                await snapshots.told(at, table.id, viewer, since),
                await turns.load_deadlines(at, table.id),
                await archive.note(at, table.id, user) if user != NOBODY else "",
            )

        around, told, owing, note = await self._context.store.read(rows)
        if live.now is None:
            return TableSnapshot(table, viewer, None, (), (), (), (), post=around.post), note
        newest = await self._turns(live)
        snapshot = TableSnapshot(
            table,
            viewer,
            live.game.view(live.now.state, viewer),
            tuple(sorted(live.now.ask)) if table.status == "running" else (),
            told.news,
            told.recent,
            told.whispers,
            still_open(around.wish, self._context.time()),
            around.movers,
            self._clocks(owing),
            post=around.post,
            before=self._before(live, viewer, newest),
            turn_of=live.position.answers[0][0] if live.position is not None and live.position.answers else None,
            trails=trails(newest),
        )
        return snapshot, note

    def _before(self, live: Loaded, viewer: Seat | None, newest: Sequence[Begun]) -> tuple[Before, ...]:
        """What the viewer could see before each turn since their own last one."""
        assert live.now is not None
        waiting = live.now.ask.keys() if live.table.status == "running" else ()
        shown = since(newest, viewer, waiting, len(live.table.seats))
        return tuple(Before(turn.seat, self._view(live, turn.state, viewer)) for turn in shown)

    def _view(self, live: Loaded, state: Any, viewer: Seat | None) -> Any:  # noqa: ANN401 - each game has its own
        """What a viewer could see of a state that stays as it is: a turn is shown again and again until the next ones hide it."""
        key = (id(state), viewer)
        if key in self._seen:
            self._seen.move_to_end(key)
            return self._seen[key][1]
        view = live.game.view(state, viewer)
        self._seen[key] = state, view  # the state is held, so that no other one gets its id
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
        return view

    async def _turns(self, live: Loaded) -> tuple[Begun, ...]:
        """The newest turns of a table; played again from its log when they are not at hand, as after a start or an undo."""
        if live.turns_known is not None:
            if not live.fresh:
                return live.turns_known
            # A spectator will mostly be shown what the latest turn began with, too: one look is enough for both.
            found = joined(live.game, live.fresh, live.turns_known, lambda state: self._view(live, state, None))
            self._context.remember(live, found)
            return found
        store, table_id = self._context.store, live.table.id
        log = moves_of(standing(await entries.entries(store, table_id)))
        origin = kernel.decode(live.game, await entries.origin(store, table_id))
        try:
            found = await asyncio.to_thread(replayed, live.game, origin, live.seed, log)
        except Illegal:
            found = ()  # a log that no longer plays is no reason not to show the table
        self._context.remember(live, found)
        return found

    async def game_of(self, table_id: int) -> AnyGame:
        """The game with the components that a table is played with. Raises Refusal when there is no such table."""
        return (await self._context.load(table_id)).game

    async def clocks(self, table_id: int) -> tuple[Waiting, ...]:
        """How long those who owe an answer have been asked, and how long they have."""
        return self._clocks(await turns.load_deadlines(self._context.store, table_id))

    def _clocks(self, owing: Iterable[TurnDeadline]) -> tuple[Waiting, ...]:
        now = self._context.time()
        return tuple(
            Waiting(turn.seat, turn.since, turn.ends_at(), turn.person.back(now), turn.person.asleep(now))
            for turn in owing
        )

    async def seed(self, table_id: int) -> str:
        """The seed of a game that is over for good; before that only its commitment, "sha256:…"."""
        live = await self._context.load(table_id)
        told = live.table.status == "finished" and not live.table.sealed(self._context.time())
        return live.seed if told else await self.seal(table_id)

    async def seal(self, table_id: int) -> str:
        """The seal of the shuffle, "sha256:…": the commitment to the seed, which may always be shown."""
        return f"sha256:{commitment((await self._context.load(table_id)).seed)}"

    async def begins_after(self, table_id: int, rev: int) -> bool:
        """Whether the game has begun, and did so after a revision."""
        begun = await entries.first(self._context.store, table_id)
        return begun is not None and begun > rev

    async def unposted(self) -> list[int]:
        """Tables whose newest state has not been shown yet: what to post after a restart."""
        return await posts.unposted(self._context.store, self._context.share)

    async def post(self, table_id: int) -> Post | None:
        """The newest board post of a table."""
        return await posts.post(self._context.store, table_id)

    async def since_final(self, table_id: int, last: Post) -> int:
        """The revision that the channel knew before the message `last` came: what is news in it came after that."""
        before = [one.rev for one in await posts.shown(self._context.store, table_id) if one.message != last.message]
        return max((rev for rev in before if rev < last.rev), default=-1)

    async def asleep_at_end(self, table_id: int) -> list[Seat]:
        """The seats whose people are called later that the game has ended."""
        return await errands.marks(self._context.store, table_id, "ended")

    async def posted(self, table_id: int, shown: Post) -> None:
        """Remember a board post."""
        await self._context.write(lambda tx: posts.save_post(tx, table_id, shown))
