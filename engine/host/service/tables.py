"""The tables of one store: everything a person can do with them comes through here, a service a feature."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.model.move_service import MoveService
from engine.host.model.share import EVERYTHING, Share
from engine.host.model.table import Table
from engine.host.service.admin import Admin
from engine.host.service.context import Context, Seeds, new_seed
from engine.host.service.errands import Errands
from engine.host.service.past.analyses import Analyses
from engine.host.service.past.archive import Archive
from engine.host.service.past.audit import Audits
from engine.host.service.past.ending import Ending
from engine.host.service.past.history import History
from engine.host.service.past.records import Records
from engine.host.service.people.departures import Departures
from engine.host.service.people.erasure import Erasure
from engine.host.service.people.people import People
from engine.host.service.people.settings import Settings
from engine.host.service.people.statistics import Statistics
from engine.host.service.play.crew import Crew
from engine.host.service.play.hints import Hints
from engine.host.service.play.likely import Likely
from engine.host.service.play.lobby import Lobby
from engine.host.service.play.moves import Moves
from engine.host.service.play.notes import Notes
from engine.host.service.play.orders import Orders
from engine.host.service.play.panels import Panels
from engine.host.service.play.rewind import Rewind
from engine.host.service.play.snapshots import Snapshots
from engine.host.service.play.tryout import TryOuts
from engine.host.service.play.undo import Undo
from engine.host.service.time.handover import Handover
from engine.host.service.time.motions import Motions
from engine.host.service.time.reminders import Reminders
from engine.host.service.time.votes import Votes
from engine.host.store.database import Store

SILENT: Mapping[str, str] = MappingProxyType({})


class Tables:
    """Builds the services over one context and holds them. `languages` are those the bot speaks, by code with their own names;
    `share` are the servers of this process. `move_service` thinks for computer players, None: there are none."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        clock: Clock,
        seeds: Seeds = new_seed,
        languages: Mapping[str, str] = SILENT,
        move_service: MoveService | None = None,
        share: Share = EVERYTHING,
    ) -> None:
        context = Context(store, catalogue, clock, seeds, share)
        context.crewed = move_service is not None
        self.store = store
        self.catalogue = catalogue
        self.context = context
        self.settings = Settings(context, languages)
        self.records = Records(context)
        self.lobby = Lobby(context, self.settings, self.records)
        self.moves = Moves(context)
        self.orders = Orders(context)
        self.tryouts = TryOuts(context)
        self.likely = Likely(context)
        self.undo = Undo(context)
        self.rewind = Rewind(context)
        self.handover = Handover(context)
        self.motions = Motions(context)
        self.crew = Crew(context, self.lobby, self.handover, move_service)
        self.hints = Hints(context, move_service)
        self.votes = Votes(context, self.moves, self.handover, self.crew)
        self.snapshots = Snapshots(context)
        self.panels = Panels(context, self.snapshots, self.settings)
        self.history = History(context)
        self.analyses = Analyses(context, move_service)
        self.archive = Archive(context)
        self.audits = Audits(context)
        self.errands = Errands(context)
        self.ending = Ending(context)
        self.notes = Notes(context)
        self.departures = Departures(context)
        self.people = People(context)
        self.reminders = Reminders(context)
        self.statistics = Statistics(context)
        self.erasure = Erasure(context, self.lobby, self.moves, self.settings)
        self.admin = Admin(context)

    async def table(self, table_id: int) -> Table:
        """A table. Raises Refusal when there is none."""
        return await self.context.table(table_id)

    async def in_channel(self, channel: int, *, live_only: bool = True) -> Table:
        """The table of a channel: the live one, or else the newest. Raises Refusal when there is none."""
        return await self.context.in_channel(channel, live_only=live_only)

    async def live_tables(self, share: Share | None = None) -> list[int]:
        """The ids of the live tables of a share, None: this process's own."""
        return await self.context.live_tables(share)

    async def live_threads(self, share: Share) -> list[int]:
        """The threads of the live tables of a share."""
        return await self.context.live_threads(share)
