"""All that a player's own panel shows, loaded together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

import msgspec

from engine.host.model.settings import ChosenSettings
from engine.host.model.table import TableSnapshot
from engine.host.service.live_game import LoadedTable
from engine.host.service.people.settings import Settings
from engine.host.service.play.orders import OrderSheet, build_order_sheet
from engine.host.service.play.snapshots import Snapshots
from engine.host.service.service_context import ServiceContext
from engine.kernel.menu import Menu
from engine.kernel.text import Seat
from engine.turn_log import TurnStart


class PanelView(msgspec.Struct, frozen=True):
    """The panel of a player.

    `menu` is the decision owed (None: none), `note` the private note ("": none). `order_sheet` are its standing
    orders, None if the game is not running. `is_moving`: the player has done something in this turn that can be taken back.
    """

    snapshot: TableSnapshot
    menu: Optional[Menu]
    note: str
    order_sheet: Optional[OrderSheet]
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
        loaded = await self._context.load_playable(table_id)
        snapshot, own_rows = await self._snapshots.build_snapshot(loaded, seat, user_id=user_id)
        menu, order_sheet = None, None
        if loaded.situation is not None and loaded.table.status == "running":
            if seat in loaded.situation.questions and not loaded.table.seats[seat].is_substituted:
                menu = loaded.load_menu(seat)
            order_sheet = build_order_sheet(loaded, seat, own_rows.orders)
        settings = await self._settings.load_settings("person", user_id)
        # The snapshot may have loaded the turns, and then a newer LoadedTable is cached.
        live_now = await self._context.load_playable(table_id)
        is_moving = menu is not None and _has_moved_last(loaded, live_now.turns_at_hand or (), seat)
        return PanelView(snapshot, menu, own_rows.note, order_sheet, settings, is_moving)


def _has_moved_last(loaded: LoadedTable, turns: Sequence[TurnStart], seat: Seat) -> bool:
    """Return whether a seat has moved last, with a move that it could take back alone as far as that is known."""
    if loaded.free_undo_seat is not None:
        return loaded.free_undo_seat == seat
    return bool(turns) and turns[-1].seat == seat
