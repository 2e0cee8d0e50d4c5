"""The tables of one store: everything a person can do with them comes through here."""

from __future__ import annotations

from engine.host.care import Care
from engine.host.chronicle import Chronicle
from engine.host.desk import Late, seated
from engine.host.erasure import Erasure
from engine.host.moves import Preview
from engine.host.notes import Notes
from engine.host.orders import Orders
from engine.host.people import People
from engine.host.reminders import Reminders
from engine.host.sights import Sights
from engine.host.statistics import Statistics
from engine.host.undo import Expired
from engine.host.votes import Votes

__all__ = ["Expired", "Late", "Preview", "Tables", "seated"]


class Tables(Erasure, Votes, Sights, Chronicle, Notes, Orders, People, Reminders, Care, Statistics):
    """All of it on one desk; Erasure brings Imports, the Lobby and Settings along, Votes Moves and Handover, Sights Undos."""
