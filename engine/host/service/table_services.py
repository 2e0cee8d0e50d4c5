"""The services of one store, one for each feature. The rest of the program reaches tables only through them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.move_service import MoveService
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import Table
from engine.host.service.admin import Admin
from engine.host.service.deadlines.calls import Calls
from engine.host.service.deadlines.proposals import Proposals
from engine.host.service.deadlines.reminders import Reminders
from engine.host.service.deadlines.votes import Votes
from engine.host.service.erasure import Erasure
from engine.host.service.history.analyses import Analyses
from engine.host.service.history.archive import Archive
from engine.host.service.history.audit import Audits
from engine.host.service.history.finish_confirmation import FinishConfirmation
from engine.host.service.history.game_history import GameHistory
from engine.host.service.history.mistakes import Mistakes
from engine.host.service.history.records import Records
from engine.host.service.lobby.idle_lobbies import IdleLobbies
from engine.host.service.lobby.lobby import Lobby
from engine.host.service.lobby.lobby_seats import LobbySeats
from engine.host.service.lost_moves import LostMoves
from engine.host.service.outbox import Outbox
from engine.host.service.people.cooldowns import Cooldowns
from engine.host.service.people.departures import Departures
from engine.host.service.people.following import Following
from engine.host.service.people.outages import Outages
from engine.host.service.people.schedules import UserSchedules
from engine.host.service.people.settings import Settings
from engine.host.service.people.statistics import Statistics
from engine.host.service.play.better_lines import BetterLines
from engine.host.service.play.computer_moves import ComputerMoves
from engine.host.service.play.computer_seats import ComputerSeats
from engine.host.service.play.first_game_help import FirstGameHelp
from engine.host.service.play.handover import SeatHandover
from engine.host.service.play.hints import Hints
from engine.host.service.play.lessons import Lessons
from engine.host.service.play.likely_moves import LikelyMoves
from engine.host.service.play.move_warnings import MoveWarnings
from engine.host.service.play.moves import Moves
from engine.host.service.play.notes import Notes
from engine.host.service.play.orders import StandingOrders
from engine.host.service.play.panels import Panels
from engine.host.service.play.practice import PracticeGames
from engine.host.service.play.rewind import Rewind
from engine.host.service.play.snapshots import Snapshots
from engine.host.service.play.substitutes import Substitutes
from engine.host.service.play.tryout import TryOuts
from engine.host.service.play.undo import Undo
from engine.host.service.service_context import SeedFactory, ServiceContext, create_seed
from engine.host.service.table_channels import TableChannels
from engine.host.store.database import Store

NO_LANGUAGES: Mapping[str, str] = MappingProxyType({})


class TableServices:
    """The services over one context.

    `languages` are the bot's languages: code to native name. `move_service` computes the moves of computer players;
    without it there are none. `shard_range` are the servers of this process.
    """

    def __init__(
        self,
        store: Store,
        catalogue: GameCatalogue,
        clock: Clock,
        seeds: SeedFactory = create_seed,
        languages: Mapping[str, str] = NO_LANGUAGES,
        move_service: MoveService | None = None,
        shard_range: ShardRange = ALL_SHARDS,
    ) -> None:
        context = ServiceContext(store, catalogue, clock, seeds, shard_range)
        context.has_computers = move_service is not None
        self.store = store
        self.catalogue = catalogue
        self.context = context
        self.settings = Settings(context, languages)
        self.records = Records(context)
        lobby_seats = LobbySeats(context)
        self.lobby = Lobby(context, self.settings, self.records, lobby_seats)
        self.idle_lobbies = IdleLobbies(context, lobby_seats)
        self.moves = Moves(context)
        self.orders = StandingOrders(context)
        self.tryouts = TryOuts(context)
        self.analyses = Analyses(context, move_service)
        self.practice_games = PracticeGames(context, move_service)
        self.lessons = Lessons(context, self.practice_games, Mistakes(context, self.analyses))
        self.first_game_help = FirstGameHelp(context)
        self.likely_moves = LikelyMoves(context)
        self.warnings = MoveWarnings(context)
        self.undo = Undo(context)
        self.rewind = Rewind(context)
        self.handover = SeatHandover(context)
        self.proposals = Proposals(context, self.rewind, self.handover)
        self.computer_seats = ComputerSeats(context, self.lobby, lobby_seats, self.handover)
        self.computer_moves = ComputerMoves(context, move_service)
        self.better_lines = BetterLines(context, self.analyses, move_service)
        self.substitutes = Substitutes(context)
        self.hints = Hints(context, move_service)
        self.votes = Votes(context, self.moves, self.handover, self.substitutes)
        self.snapshots = Snapshots(context)
        self.panels = Panels(context, self.snapshots, self.settings)
        self.history = GameHistory(context)
        self.archive = Archive(context)
        self.audits = Audits(context)
        self.outbox = Outbox(context)
        self.calls = Calls(context, self.settings)
        self.following = Following(context)
        self.cooldowns = Cooldowns(context)
        self.finish_confirmation = FinishConfirmation(context)
        self.notes = Notes(context)
        self.outages = Outages(context)
        self.departures = Departures(context, self.outages)
        self.channels = TableChannels(context)
        self.lost_moves = LostMoves(context)
        self.schedules = UserSchedules(context)
        self.reminders = Reminders(context)
        self.statistics = Statistics(context)
        self.erasure = Erasure(context, self.lobby, self.moves, self.settings)
        self.admin = Admin(context)

    async def load_table(self, table_id: int) -> Table:
        """Return a table. Raises UserError if there is none."""
        return await self.context.load_table(table_id)

    async def find_channel_table(self, channel_id: int, *, live_only: bool = True) -> Table:
        """Return the live table of a channel, or else its newest one. Raises UserError if there is none."""
        return await self.context.find_channel_table(channel_id, live_only=live_only)

    async def list_live_tables(self, shard_range: ShardRange | None = None) -> list[int]:
        """List the ids of the live tables of a shard range, by default of this process's own."""
        return await self.context.list_live_tables(shard_range)

    async def list_live_threads(self, shard_range: ShardRange) -> list[int]:
        """List the threads of the live tables of a shard range."""
        return await self.context.list_live_threads(shard_range)
