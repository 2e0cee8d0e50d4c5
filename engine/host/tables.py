"""The tables of one store: everything a person can do with them comes through here."""

from __future__ import annotations

from engine.host.chronicle import Chronicle
from engine.host.desk import Late
from engine.host.imports import Imports
from engine.host.moves import Moves, Preview
from engine.host.notes import Notes
from engine.host.sights import Sights
from engine.host.undo import Expired

__all__ = ["Expired", "Late", "Preview", "Tables"]


class Tables(Imports, Moves, Sights, Chronicle, Notes):
    """All of it on one desk."""
