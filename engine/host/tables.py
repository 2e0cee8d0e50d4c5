"""The tables of one store: everything a person can do with them comes through here."""

from __future__ import annotations

from engine.host.desk import Late
from engine.host.lobby import Lobby
from engine.host.moves import Preview
from engine.host.orders import Orders
from engine.host.people import People
from engine.host.reminders import Reminders
from engine.host.sights import Sights
from engine.host.undo import Undos
from engine.host.votes import Votes

__all__ = ["Late", "Preview", "Tables"]


class Tables(Lobby, Votes, Undos, Orders, People, Reminders, Sights):
    """All of it on one desk; Votes brings Moves and Handover along."""
