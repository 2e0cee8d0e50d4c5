"""All that a person's own panel shows, in one piece."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.settings import Chosen
from engine.host.model.table import TableSnapshot
from engine.host.service.context import Context
from engine.host.service.people.settings import Settings
from engine.host.service.play.snapshots import Snapshots
from engine.kernel.menu import Menu
from engine.kernel.text import Seat


class PanelView(msgspec.Struct, frozen=True):
    """A person at a table: what their seat may see, the decision they owe (None: none), their note ("": none), whether they
    could leave standing orders, what they have chosen for themselves, and whether they have done something in
    this turn that they could take back."""

    snapshot: TableSnapshot
    menu: Optional[Menu]
    note: str
    orders: bool
    chosen: Chosen
    moving: bool = False


class Panels:
    """Looking at one's own seat."""

    def __init__(self, context: Context, snapshots: Snapshots, settings: Settings) -> None:
        self._context = context
        self._snapshots = snapshots
        self._settings = settings

    async def look(self, table_id: int, user: int, seat: Seat) -> PanelView:
        """What to show somebody who has a seat. Raises Refusal when there is no such table."""
        live = await self._context.load(table_id)
        menu, orders = None, False
        if live.now is not None and live.table.status == "running":
            here = not live.table.seats[seat].stands_in
            menu = live.menu(seat) if here and seat in live.now.ask else None
            orders = live.game.orders(live.now.state, seat) is not None
        snapshot, note = await self._snapshots.of(live, seat, user=user)
        newest = (await self._context.load(table_id)).turns_known or ()
        mine = live.free == seat if live.free is not None else bool(newest) and newest[-1].seat == seat
        return PanelView(
            snapshot,
            menu,
            note,
            orders,
            await self._settings.chosen("person", user),
            menu is not None and mine,
        )
