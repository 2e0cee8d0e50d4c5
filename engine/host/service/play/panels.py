"""All that a player's own panel shows, loaded together."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.settings import ChosenSettings
from engine.host.model.table import TableSnapshot
from engine.host.service.people.settings import Settings
from engine.host.service.play.snapshots import Snapshots
from engine.host.service.service_context import ServiceContext
from engine.kernel.menu import Menu
from engine.kernel.text import Seat


class PanelView(msgspec.Struct, frozen=True):
    """The panel of a player.

    `menu` is the decision owed (None: none), `note` the private note ("": none). `has_orders`: standing orders can be
    added. `is_moving`: the player has done something in this turn that can be taken back.
    """

    snapshot: TableSnapshot
    menu: Optional[Menu]
    note: str
    has_orders: bool
    chosen_settings: ChosenSettings
    is_moving: bool = False


class Panels:
    """The panels of players."""

    def __init__(self, context: ServiceContext, snapshots: Snapshots, settings: Settings) -> None:
        self._context = context
        self._snapshots = snapshots
        self._settings = settings

    async def load_panel(self, table_id: int, user_id: int, seat: Seat) -> PanelView:
        """Load the panel of a user who has a seat. Raises UserError if there is no such table."""
        live = await self._context.load_playable(table_id)
        menu, orders = None, False
        if live.situation is not None and live.table.status == "running":
            here = not live.table.seats[seat].is_substituted
            menu = live.load_menu(seat) if here and seat in live.situation.questions else None
            orders = live.game.order_menu(live.situation.state, seat) is not None
        snapshot, note = await self._snapshots.build_snapshot(live, seat, user_id=user_id)
        newest = (await self._context.load_playable(table_id)).turns_at_hand or ()
        mine = (
            live.free_undo_seat == seat if live.free_undo_seat is not None else bool(newest) and newest[-1].seat == seat
        )
        return PanelView(
            snapshot,
            menu,
            note,
            orders,
            await self._settings.load_settings("person", user_id),
            menu is not None and mine,
        )
