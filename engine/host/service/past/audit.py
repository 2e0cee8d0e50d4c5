"""Whether a game was dealt from the seed that was sealed when it began, and played as its log says."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Optional

import msgspec

from engine.host.model.table import Table
from engine.host.service.context import Context
from engine.host.service.play.live import Loaded
from engine.host.service.play.standing import moves_of, standing
from engine.host.store import entries, posts
from engine.host.store.posts import Shown
from engine.kernel import position as kernel
from engine.kernel.dice import commitment
from engine.kernel.position import Move, Position
from engine.kernel.script import restored


class Audit(msgspec.Struct, frozen=True):
    """What an audit has found. `seal` is the SHA-256 of the seed in hex, `shown` the message that told it at the start, `seed` the
    seed once it may be known: the rest is only looked at then.

    `dealt`: the deal follows from the seed (None: the log begins later, with a correction of the rules). `moves` were played
    again, from move `first` on; `stopped_at` is the first that does not lead where the log says (None: all do).
    """

    table: Table
    chance: bool
    seal: str
    shown: Optional[Shown]
    seed: Optional[str] = None
    dealt: Optional[bool] = None
    first: int = 0
    moves: int = 0
    stopped_at: Optional[int] = None

    @property
    def sound(self) -> bool:
        """Whether everything that was looked at is in order."""
        return self.dealt is not False and self.stopped_at is None


class Audits:
    """Looking a game through."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def audit(self, table_id: int) -> Audit:
        """Hold a game against its seed. Raises Refusal when there is no such table."""
        live, store = await self._context.load(table_id), self._context.store
        begun = await entries.first(store, table_id)
        before = [one for one in await posts.shown(store, table_id) if begun is not None and one.rev < begun]
        sealed = Audit(live.table, live.game.kind.chance, commitment(live.seed), before[-1] if before else None)
        if live.table.status != "finished" or live.table.sealed(self._context.time()):
            return sealed
        stand = standing(await entries.entries(store, table_id))
        origin = kernel.decode(live.game, await entries.origin(store, table_id))
        corrected = len(await entries.origins(store, table_id)) > 1
        # In a thread: a long game must not hold up the other tables.
        return await asyncio.to_thread(_looked_through, sealed, live, origin, moves_of(stand), corrected=corrected)


def _looked_through(
    sealed: Audit, live: Loaded, origin: Position[msgspec.Struct], log: Sequence[Move], *, corrected: bool
) -> Audit:
    table, dealt = live.table, None
    if not corrected:
        options = restored(live.game.settings, table.options)
        dealt = kernel.start(live.game, len(table.seats), options, live.seed).position == origin
    again = kernel.replay(live.game, origin, live.seed, log)
    return msgspec.structs.replace(
        sealed,
        seed=live.seed,
        dealt=dealt,
        first=origin.moves,
        moves=len(log),
        stopped_at=None if again.stopped_at is None else origin.moves + again.stopped_at + 1,
    )
