"""The tables of one store: everything a person can do with them comes through here."""

from __future__ import annotations

from engine.host.desk import Late, seated
from engine.host.lobby import Lobby
from engine.host.moves import Moves, Preview
from engine.host.sights import Sights
from engine.host.statistics import Statistics
from engine.host.undo import Undos

__all__ = ["Late", "Preview", "Tables", "seated"]


class Tables(Lobby, Moves, Undos, Sights, Statistics):
    """All of it on one desk."""
