"""What leaves the host: what a viewer may see of a table, and what the channel has been shown."""

from __future__ import annotations

from collections.abc import Iterable

from engine.host.model.table import Post, TableSnapshot, Waiting
from engine.host.service.context import Context
from engine.host.service.play.live import Loaded
from engine.host.service.play.undo import still_open
from engine.host.store import posts, snapshots, turns
from engine.host.store.database import Queries
from engine.host.store.snapshots import Around, Told
from engine.host.store.turns import Turn
from engine.kernel.dice import commitment
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat


class Snapshots:
    """Looking, without changing anything."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def take(self, table_id: int, viewer: Seat | None, *, since: int | None = None) -> TableSnapshot:
        """What a viewer may be shown, with the news after revision `since` (by default: since the last board post)."""
        return await self.of(await self._context.load(table_id), viewer, since=since)

    async def of(self, live: Loaded, viewer: Seat | None, *, since: int | None = None) -> TableSnapshot:
        """The same of a table that has been loaded."""
        table = live.table

        async def rows(at: Queries) -> tuple[Around, Told, list[Turn]]:
            return (
                await snapshots.around(at, table.id, table.rev, since),
                await snapshots.told(at, table.id, viewer, since),
                await turns.of_table(at, table.id),
            )

        around, told, owing = await self._context.store.read(rows)
        if live.now is None:
            return TableSnapshot(table, viewer, None, (), (), (), (), post=around.post)
        return TableSnapshot(
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
        )

    async def game_of(self, table_id: int) -> AnyGame:
        """The game with the components that a table is played with. Raises Refusal when there is no such table."""
        return (await self._context.load(table_id)).game

    async def clocks(self, table_id: int) -> tuple[Waiting, ...]:
        """How long those who owe an answer have been asked, and how long they have."""
        return self._clocks(await turns.of_table(self._context.store, table_id))

    def _clocks(self, owing: Iterable[Turn]) -> tuple[Waiting, ...]:
        now = self._context.time()
        return tuple(Waiting(turn.seat, turn.since, turn.ends(), turn.person.back(now)) for turn in owing)

    async def seed(self, table_id: int) -> str:
        """The seed of a finished game; before the end only its commitment, "sha256:…"."""
        live = await self._context.load(table_id)
        return live.seed if live.table.status == "finished" else f"sha256:{commitment(live.seed)}"

    async def unposted(self) -> list[int]:
        """Tables whose newest state has not been shown yet: what to post after a restart."""
        return await posts.unposted(self._context.store)

    async def post(self, table_id: int) -> Post | None:
        """The newest board post of a table."""
        return await posts.post(self._context.store, table_id)

    async def posted(self, table_id: int, shown: Post) -> None:
        """Remember a board post."""
        await self._context.write(lambda tx: posts.save_post(tx, table_id, shown))
