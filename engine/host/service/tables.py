"""The tables of one store: everything a person can do with them comes through here."""

from __future__ import annotations

from engine.host.service.admin import Care
from engine.host.service.context import Late, seated
from engine.host.service.erasure import Erasure
from engine.host.service.history import Chronicle
from engine.host.service.moves import Preview
from engine.host.service.notes import Notes
from engine.host.service.orders import Orders
from engine.host.service.people import People
from engine.host.service.reminders import Reminders
from engine.host.service.snapshots import Sights
from engine.host.service.statistics import Statistics
from engine.host.service.undo import Expired
from engine.host.service.votes import Votes

__all__ = ["Expired", "Late", "Preview", "Tables", "seated"]


class Tables(Erasure, Votes, Sights, Chronicle, Notes, Orders, People, Reminders, Care, Statistics):
    """All of it on one desk; Erasure brings Imports, the Lobby and Settings along, Votes Moves and Handover, Sights Undos."""
