"""Finished games for tests of statistics."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.host.model.table import SeatAssignment
from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel.script import GameResult
from engine.kernel.text import say
from tests.host.harness import ANA, BEN, CY

USER_NAMES = {ANA: "Ana", BEN: "Ben", CY: "Cy"}


def build_finished_table(
    *seats_by_place: tuple[int, ...],
    users: tuple[int, ...] = (ANA, BEN),
    ended_at: int = 0,
    left_seats: tuple[int, ...] = (),
    **fields: Any,
) -> FinishedTable:
    """Build a finished game from its seats by place, best first. `fields` are further ones of its result."""
    seats = tuple(
        SeatAssignment(seat, user, USER_NAMES.get(user, str(user)), seat in left_seats)
        for seat, user in enumerate(users)
    )
    return FinishedTable(
        ended_at,
        "toy",
        seats,
        msgspec.structs.replace(GameResult(seats_by_place[0], seats_by_place, say("Over.")), **fields),
        ended_at,
    )
