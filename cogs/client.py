"""The Discord client: it opens the store, loads the cogs, starts all services, dispatches interactions and closes cleanly. The
cogs answer commands, presses (`cogs.commands`) and events of the gateway (`cogs.gateway_events`)."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from cogs.command_tree import BotCommandTree
from cogs.extensions import COG_MODULES
from cogs.i18n.command_names import CommandNames
from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.interactions import errors
from cogs.interactions.limits import THREAD_ARCHIVE_MINUTES
from cogs.interactions.load_shedding import shed_interaction
from cogs.interactions.metrics import Metrics, MetricsReading
from cogs.interactions.press import PressHandlers, handle_modal, handle_press
from cogs.pictures.film_service import FilmService
from cogs.pictures.picture_service import PictureService
from cogs.pictures.render_process import RenderProcess
from cogs.services import command_sync
from cogs.services.analyses import AnalysisRunner
from cogs.services.board_posts import BoardPosts
from cogs.services.computer_turns import ComputerTurnRunner
from cogs.services.members import MemberLookup
from cogs.services.notices.lost_channels import LostChannelNotices
from cogs.services.notices.lost_move_alarm import LostMoveAlarm
from cogs.services.notices.owner_mailbox import OwnerMailbox
from cogs.services.outbox_sender import OutboxSender
from cogs.services.scheduler import Scheduler
from cogs.services.sent_messages import ChannelSender, DirectSender
from cogs.services.shard_membership import Grace
from cogs.services.sharded_bot import ShardedBot
from cogs.services.upkeep import Upkeep, UpkeepTask
from engine.host.model.clock import Clock, system_clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.move_service import MoveService
from engine.host.model.shard_range import ALL_SHARDS
from engine.host.service.service_context import SeedFactory, create_seed
from engine.host.service.table_services import TableServices
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.file_lock import FileLock
from engine.host.store.shards import handover
from engine.kernel.text import say
from engine.ops.backup import Backups
from engine.ops.config import Config
from engine.workers.pool import WorkerPool

if TYPE_CHECKING:
    from cogs.services.exporter import MetricsExporter

log = logging.getLogger("overwinter")
PRESS_TYPES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
HANDLER_GRACE = Grace(at_end_s=5, at_handover_s=4)
"""The time that running handlers get to finish before the bot closes."""
JOB_GRACE = Grace(at_end_s=5, at_handover_s=0.2)
"""The time that running reminders and posts each get after that. The successor repeats the others."""
COMMAND_SYNC = say("telling Discord the commands")
"""The part of the upkeep that sends Discord our commands."""


class Overwinter(ShardedBot):
    """The bot. It needs only the `guilds` intent."""

    file_lock: FileLock | None = None
    store: Store
    tables: TableServices
    locales: LocaleResolver
    board_posts: BoardPosts
    computer_turn_runner: ComputerTurnRunner
    scheduler: Scheduler
    analysis_runner: AnalysisRunner
    lost_channel_notices: LostChannelNotices
    backups: Backups
    upkeep_task: UpkeepTask
    started_at: datetime

    def __init__(
        self,
        config: Config,
        clock: Clock = system_clock,
        seed_factory: SeedFactory = create_seed,
        move_service: MoveService | None = None,
        render_process: RenderProcess | None = None,
        *,
        takes_over: bool = False,
    ) -> None:
        super().__init__(
            config,
            clock,
            takes_over=takes_over,
            intents=discord.Intents(guilds=True),
            tree_cls=BotCommandTree,
            help_command=None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.config = config
        self.shard_range = config.discord.shard_range or ALL_SHARDS
        self.clock = clock
        self.seed_factory = seed_factory
        self.worker_pool = WorkerPool(config.players.workers)
        self.move_service = move_service or self.worker_pool
        self.catalogue = GameCatalogue(config.components)
        self.picture_service = PictureService(config.pictures.memory, render_process)
        self.languages = LanguageRegistry()
        self.film_service = FilmService()
        self.members = MemberLookup(self.get_guild)
        self.metrics = Metrics()
        self.upkeep = Upkeep(clock)
        self.press_handlers = PressHandlers()
        self.exporter: MetricsExporter | None = None
        self.holds_store = False
        """Whether the store is open, and this process may act."""
        self._running_services = AsyncExitStack()
        """Ends the work that is under way, while the connection to Discord is open."""
        self._open_resources = AsyncExitStack()
        """Closes the rest, after the connection to Discord."""

    async def setup_hook(self) -> None:
        """Load the cogs, then open the store and start the services.

        discord.py connects to the gateway when this returns. A bot that takes over from another process returns at once and sets
        itself up while it connects.
        """
        self.started_at = self.clock()
        for module in COG_MODULES:
            await self.load_extension(module)
        await self.tree.set_translator(CommandNames(self.languages))
        if self.shard_membership.is_successor:
            self.begin_takeover(self._take_over_store())
        else:
            await self._set_up()

    async def _take_over_store(self) -> None:
        """Set everything up. If that fails, tell the people whose interactions were acknowledged meanwhile, and raise the error."""
        try:
            await self._set_up()
        except Exception:
            await self.intake.refuse_held(self.languages)
            raise

    async def _set_up(self) -> None:
        """Open the store, sync the commands and start all services.

        Everything that is started here registers its end at once, so that `close` also ends a start that failed half-way.
        """
        await self._open_store()
        self._create_services()
        self._running_services.push_async_callback(self.tables.lost_moves.end_run)
        await self.tables.lost_moves.begin_run()
        self._running_services.push_async_callback(self.upkeep_task.stop)
        self.upkeep_task.start()
        await self._load_command_ids()
        if not self.shard_membership.is_successor:
            await self._sync_own_commands()
        for table_id in await self.tables.snapshots.list_unposted():
            self.board_posts.request_post(table_id, may_be_posted=True)
        await self._start_services()
        if self.shard_membership.is_successor:
            self.release_events(await handover.pop_taken_ids(self.store, self.shard_range))
            await self._sync_own_commands()  # last, since nobody waits for it and it takes seconds

    async def _open_store(self) -> None:
        """Open the store, as soon as no other process works on it."""
        if not self.config.store.url:  # only an SQLite file is locked
            self.file_lock = await self.shard_membership.acquire_file_lock(Path(self.config.store.path))
            self._open_resources.callback(self.file_lock.release)
        self.store = await open_store(self.config.store.address)
        self._open_resources.push_async_callback(self.store.close)
        self._open_resources.push_async_callback(self.shard_membership.leave)
        self._open_resources.callback(self.film_service.close)
        self._open_resources.push_async_callback(self.picture_service.close)
        await self.shard_membership.join(self.store, is_alone=self.file_lock is not None)

    def _create_services(self) -> None:
        """Create what works on the open store."""
        self.tables = TableServices(
            self.store,
            self.catalogue,
            self.clock,
            self.seed_factory,
            self.languages.names,
            self.move_service,
            self.shard_range,
        )
        self.holds_store = True
        self.tables.context.check_lease = self.shard_membership.lease_check
        self.shard_membership.start_watching(self.store, self._on_remote_change)
        self.backups = Backups(self.store, self.config.backup, self.clock)
        self.upkeep_task = UpkeepTask(
            self.upkeep, self.tables, self.backups, self.members, self.clock, self.retry_command_sync
        )
        self.locales = LocaleResolver(self.languages, self.store, self.get_guild, self.tables.settings.load_language)
        self.board_posts = BoardPosts(
            self.tables, self.picture_service, self.locales, self.get_partial_messageable, self.reopen_thread
        )
        self.lost_channel_notices = LostChannelNotices(self.tables, self.locales, self.fetch_user)
        self._running_services.push_async_callback(
            lambda: self.board_posts.drain(self.shard_membership.limit_grace_s(JOB_GRACE))
        )
        self.computer_turn_runner = ComputerTurnRunner(self.tables, self.board_posts.request_post, self.clock)
        self.board_posts.should_delay_post = self.computer_turn_runner.should_delay_post

    async def _start_services(self) -> None:
        """Start reminders, computer players, analyses and the metrics page. The ends run in the reverse order."""
        channel_sender = ChannelSender(self.tables.calls, self.tables.outages, self.get_partial_messageable)
        mailbox = OwnerMailbox(self, self.languages, self.locales)
        alarm = LostMoveAlarm(self.tables, self.locales, channel_sender, self.backups, mailbox, lambda: self.user)
        sender = OutboxSender(
            self.tables,
            self.locales,
            DirectSender(lambda user: self.create_dm(discord.Object(user))),
            self.members,
            self.board_posts,
            channel_sender,
            {"lost": self.lost_channel_notices.send, "missing": alarm.announce},
        )
        alarm.start()
        self._running_services.callback(alarm.stop)
        self.scheduler = Scheduler(self.tables, sender)
        self._running_services.push_async_callback(
            lambda: self.scheduler.stop(self.shard_membership.limit_grace_s(JOB_GRACE))
        )
        await self.tables.outages.end_downtime()
        self.scheduler.start()
        self._running_services.push_async_callback(self.worker_pool.close)
        self._running_services.push_async_callback(self.computer_turn_runner.stop)
        self.computer_turn_runner.start()
        self._running_services.push_async_callback(
            lambda: self.metrics.wait_idle(self.shard_membership.limit_grace_s(HANDLER_GRACE))
        )
        self.analysis_runner = AnalysisRunner(self.tables)
        # It ends first: a handler that shows the progress of an analysis runs until the analysis ends.
        self._running_services.push_async_callback(self.analysis_runner.stop)
        await self.analysis_runner.start()
        if self.config.metrics.port:
            from cogs.services.exporter import MetricsExporter  # noqa: PLC0415 - loaded only where it is configured

            self.exporter = MetricsExporter(self.metrics, self.take_reading, self.config.metrics.port)
            self._open_resources.push_async_callback(self.exporter.stop)
            await self.exporter.start()

    async def close(self) -> None:
        """Finish running handlers and posts, then close the connection, the painters and the store.

        A process that has lost its shards finishes nothing.
        """
        async with self._open_resources:
            try:
                await self._running_services.aclose()
            finally:
                await super().close()

    async def hand_over(self) -> None:
        """Finish what was begun, and leave the store to the successor, before the connection to Discord is closed.

        The successor receives the same events from Discord. It answers the interactions that this process has not taken up, so
        people wait until it has the store.
        """
        self.intake.close()
        self.shard_membership.hands_over = True
        async with self._open_resources:
            await asyncio.gather(self._save_taken_ids(), self._running_services.aclose())

    async def _save_taken_ids(self) -> None:
        if self.holds_store:
            with suppress(StoreError):  # then the successor may answer somebody again, and Discord refuses it
                await handover.save_taken_ids(self.store, self.shard_range, self.intake.taken_ids)

    async def check_store(self) -> bool:
        """Read from the store and return True. Raises StoreError or OSError if that fails."""
        await self.store.load_fact("")
        return True

    def list_degradations(self) -> tuple[str, ...]:
        """Return a sentence about each part that fails while the bot serves people."""
        sentences = [
            f"Upkeep fails: {failure.part.template} ({failure.error_type})." for failure in self.upkeep.failures
        ]
        return tuple(filter(None, (*sentences, self.picture_service.process_failure, self.worker_pool.failure)))

    async def record_use(self) -> None:
        """Record that players can use the bot now. Raises StoreUnavailableError if that fails."""
        await self.tables.outages.record_use()

    async def take_reading(self) -> MetricsReading:
        """Return the bot's current state for the metrics page."""
        backups = self.backups.list_backups()
        return MetricsReading(
            is_connected=self.is_connected,
            servers=len(self.guilds),
            tables=await self.tables.admin.count_tables(),
            queue_lengths={
                "posts": self.board_posts.waiting_count,
                "pictures": self.picture_service.waiting_count,
                "writes": self.store.writes_in_progress,
                "interactions": self.metrics.running_count,
            },
            refused=self.board_posts.refused_count,
            failed=self.metrics.failed_count,
            shed_count=self.metrics.shed_count,
            latency_s=dict(self.latencies),
            store=await self.store.measure_size(),
            newest_backup_at=backups[-1][0].timestamp() if backups else 0,
        )

    async def _on_remote_change(self) -> None:
        """Drop everything that is cached, after another process changed our tables or the settings of all servers."""
        self.tables.settings.clear_cache()
        self.tables.context.drop_all_cached()
        for table_id in await self.tables.snapshots.list_unposted():
            self.board_posts.request_post(table_id)

    async def repost_boards(self) -> None:
        """Post the board of every live table again, since the local table's Discord forgets its messages."""
        for table_id in await self.tables.list_live_tables():
            await self.board_posts.repost_board(table_id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log the exception of an event handler.

        A handler that fails because the bot closes its store is no error: in the next session Discord announces everything again.
        """
        if (self.is_closed() or self.intake.is_closed) and isinstance(sys.exception(), StoreError):
            log.info("the end came before %s was done", event_method)
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer buttons, selects and modals, also those with unknown ids. The tree answers commands.

        discord.py's own dispatch answers nothing if an id is unknown or the message does not arrive with it.
        """
        if interaction.type not in PRESS_TYPES or not await self.admit_interaction(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await errors.run_guarded(interaction, handle_modal(interaction))
        else:
            await errors.run_guarded(interaction, handle_press(interaction))

    async def admit_interaction(self, interaction: discord.Interaction) -> bool:
        """Return whether to handle an interaction: no other process answers it, and not too many are running."""
        return await self.intake.take(interaction) and not await self.shed_interaction(interaction)

    async def shed_interaction(self, interaction: discord.Interaction) -> bool:
        """Refuse an interaction if too many are running. Return whether it was refused."""
        try:
            is_shed = await shed_interaction(interaction, self.metrics.running_count, self.languages)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
            log.warning("somebody could not be told that the bot is busy (%s)", type(failed).__name__)
            is_shed = True
        self.metrics.shed_count += is_shed
        return is_shed

    async def reopen_thread(self, thread_id: int) -> None:
        """Reopen an archived thread until it has been silent for a week. Raises HTTPException if the bot may not do that."""
        await self.http.edit_channel(thread_id, archived=False, auto_archive_duration=THREAD_ARCHIVE_MINUTES)

    async def build_command_payloads(self) -> list[dict[str, Any]]:
        """Return all slash commands as Discord receives them, with names and descriptions in every language."""
        names = CommandNames(self.languages)
        return [await command.get_translated_payload(self.tree, names) for command in self.tree.get_commands()]

    async def sync_commands(self) -> None:
        """Send Discord our commands if they have changed since the last start. Raises as `command_sync.sync_commands` does."""
        payload = await self.build_command_payloads()
        await command_sync.sync_commands(self, self.store, payload, is_forced=not self.config.discord.token)
        await self._load_command_ids()

    async def _sync_own_commands(self) -> None:
        if self.shard_range.first_shard == 0:
            await self.upkeep.run_part(COMMAND_SYNC, self.sync_commands())

    async def _load_command_ids(self) -> None:
        assert self.application_id is not None
        self.languages.command_ids.update(await command_sync.load_command_ids(self.store, self.application_id))

    async def retry_command_sync(self) -> None:
        """Send Discord our commands once more if it has refused them. People can use the former ones meanwhile."""
        if self.upkeep.is_failing(COMMAND_SYNC):
            await self.upkeep.run_part(COMMAND_SYNC, self.sync_commands())
