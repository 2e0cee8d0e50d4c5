"""The Discord client: opens the store, loads the cogs, posts what the last run did not, and closes cleanly."""

from __future__ import annotations

import hashlib
import logging
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import msgspec
from discord import app_commands

from cogs.i18n.command_names import CommandNames
from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.interactions import errors, vacuum
from cogs.interactions.load_shedding import shed_interaction
from cogs.interactions.metrics import Metrics, MetricsReading
from cogs.interactions.press import PressHandlers, handle_modal, handle_press
from cogs.pictures.film_service import FilmService
from cogs.pictures.picture_service import PictureService
from cogs.pictures.render_process import RenderProcess
from cogs.services.analyses import AnalysisRunner
from cogs.services.announcements import AnnouncementSender
from cogs.services.board_posts import BoardPosts
from cogs.services.computer_turns import ComputerTurnRunner
from cogs.services.members import MemberLookup
from cogs.services.scheduler import Scheduler
from cogs.services.sharded_bot import ShardedBot
from engine.host.model.clock import Clock, system_clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.move_service import MoveService
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.service_context import SeedFactory, create_seed
from engine.host.service.table_services import TableServices
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.file_lock import FileLock
from engine.kernel.text import UserError
from engine.ops.backup import Backups
from engine.ops.config import Config
from engine.workers.pool import WorkerPool

if TYPE_CHECKING:
    from cogs.services.exporter import MetricsExporter

log = logging.getLogger("overwinter")
COG_MODULES = (
    "cogs.commands.play.lobby",
    "cogs.commands.play.computers",
    "cogs.commands.play.tables",
    "cogs.commands.play.moves",
    "cogs.commands.play.tryout",
    "cogs.commands.play.hints",
    "cogs.commands.play.board",
    "cogs.commands.learn.help",
    "cogs.commands.learn.rules",
    "cogs.commands.learn.cards",
    "cogs.commands.play.undo",
    "cogs.commands.history.finish",
    "cogs.commands.history.history",
    "cogs.commands.history.records",
    "cogs.commands.history.replay",
    "cogs.commands.history.analysis",
    "cogs.commands.play.notes",
    "cogs.commands.deadlines.pace",
    "cogs.commands.deadlines.absence",
    "cogs.commands.play.orders",
    "cogs.commands.deadlines.votes",
    "cogs.commands.deadlines.proposals",
    "cogs.commands.history.statistics",
    "cogs.commands.people.settings",
    "cogs.commands.people.privacy",
    "cogs.commands.admin",
)
PRESS_TYPES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
ARCHIVE_AFTER_MINUTES = 10080
"""Minutes of silence after which Discord archives a thread: the most that it allows."""
HANDLER_GRACE_S = 5
"""Seconds that running handlers get to finish before the bot closes."""
JOB_GRACE_S = 5
"""Seconds that reminders and posts under way get then."""


class BotCommandTree(app_commands.CommandTree["Overwinter"]):
    """The command tree: every error is answered, every command is timed."""

    async def _call(self, interaction: discord.Interaction[Overwinter]) -> None:
        if await self.client.shed_interaction(interaction):
            return
        with self.client.metrics.watch(interaction, lambda: _find_command_name(interaction)):
            async with vacuum.acknowledge_in_time(interaction):
                await super()._call(interaction)
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])  # what failed is in the log

    async def on_error(
        self, interaction: discord.Interaction[Overwinter], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person what went wrong."""
        await errors.answer_error(interaction, error)


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
    backups: Backups
    started_at: datetime

    def __init__(
        self,
        config: Config,
        clock: Clock = system_clock,
        seed_factory: SeedFactory = create_seed,
        move_service: MoveService | None = None,
        render_process: RenderProcess | None = None,
    ) -> None:
        super().__init__(
            config,
            clock,
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
        self.press_handlers = PressHandlers()
        self.exporter: MetricsExporter | None = None

    async def setup_hook(self) -> None:
        """Before the gateway connects: open the store, load cogs, buttons and commands, and queue boards that were not posted."""
        self.started_at = self.clock()
        several = self.config.store.url  # a database that other processes may be at work on, too
        self.file_lock = (
            None if several else await self.shard_membership.acquire_file_lock(Path(self.config.store.path))
        )
        self.store = await open_store(self.config.store.address)
        if self.store.path is None:
            log.info(
                "The tables are in PostgreSQL, so the bot makes no backups of them: docs/operations.md says how pg_dump does."
            )
        await self.shard_membership.join(self.store, is_alone=self.file_lock is not None)
        self.tables = TableServices(
            self.store,
            self.catalogue,
            self.clock,
            self.seed_factory,
            self.languages.names,
            self.move_service,
            self.shard_range,
        )
        self.tables.context.check_lease = self.shard_membership.lease_check
        self.shard_membership.start_watching(self.store, self._on_remote_change)
        self.backups = Backups(self.store, self.config.backup, self.clock)
        self.locales = LocaleResolver(self.languages, self.store, self.get_guild, self.tables.settings.load_language)
        self.board_posts = BoardPosts(
            self.tables, self.picture_service, self.locales, self.get_partial_messageable, self.reopen_thread
        )
        self.computer_turn_runner = ComputerTurnRunner(self.tables, self.board_posts.request_post, self.clock)
        self.board_posts.should_delay_post = self.computer_turn_runner.should_delay_post
        for cog in COG_MODULES:
            await self.load_extension(cog)
        await self.tree.set_translator(CommandNames(self.languages))
        if self.shard_range.first_shard == 0:
            await self._sync_commands()
        for table_id in await self.tables.snapshots.list_unposted():
            self.board_posts.request_post(table_id, may_be_posted=True)
        self.scheduler = Scheduler(
            self.tables,
            self.catalogue,
            self.locales,
            self.get_partial_messageable,
            self.members,
            self.clock,
            AnnouncementSender(
                self.tables,
                self.catalogue,
                self.locales,
                self.get_partial_messageable,
                self.board_posts,
                self.get_guild,
            ),
        )
        self.scheduler.start()
        self.computer_turn_runner.start()
        self.analysis_runner = AnalysisRunner(self.tables)
        await self.analysis_runner.start()
        if self.config.metrics.port:
            from cogs.services.exporter import MetricsExporter  # noqa: PLC0415 - what is not configured is not loaded

            self.exporter = MetricsExporter(self.metrics, self.take_reading, self.config.metrics.port)
            await self.exporter.start()

    async def close(self) -> None:
        """Finish running handlers and posts, then close the connection, the painters and the store. A process that has lost its
        shards finishes nothing."""
        lost = self.shard_membership.is_lost
        if hasattr(self, "analysis_runner"):  # first: whoever watches one is a handler, which ends with it
            await self.analysis_runner.stop()
        await self.metrics.wait_idle(0 if lost else HANDLER_GRACE_S)
        if hasattr(self, "computer_turn_runner"):
            await self.computer_turn_runner.stop()
        await self.worker_pool.close()
        if hasattr(self, "scheduler"):
            await self.scheduler.stop(0 if lost else JOB_GRACE_S)
        if hasattr(self, "board_posts"):
            await self.board_posts.drain(0 if lost else JOB_GRACE_S)
        if self.exporter is not None:
            await self.exporter.stop()
        await super().close()
        await self.picture_service.close()
        self.film_service.close()
        await self.shard_membership.leave()
        if hasattr(self, "store"):
            await self.store.close()
        if self.file_lock is not None:
            self.file_lock.release()

    @property
    def holds_store(self) -> bool:
        """Whether the store is open, and this process may act."""
        return hasattr(self, "tables")

    async def check_store(self) -> bool:
        """Whether the store can be read. Raises StoreError or OSError where it cannot."""
        await self.store.load_fact("")
        return True

    async def take_reading(self) -> MetricsReading:
        """How the bot is, for those who draw graphs of it."""
        kept = self.backups.list_backups()
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
            newest_backup_at=kept[-1][0].timestamp() if kept else 0,
        )

    async def _on_remote_change(self) -> None:
        """Another process has changed something of ours, or what holds on all servers: look at everything again."""
        self.tables.settings.clear_cache()
        self.tables.context.drop_all_cached()
        for table_id in await self.tables.snapshots.list_unposted():
            self.board_posts.request_post(table_id)

    async def repost_boards(self) -> None:
        """Post the board of every live table again: the local table's Discord forgets its messages."""
        for table_id in await self.tables.list_live_tables():
            await self.board_posts.repost_board(table_id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what a handler failed of. One that outlived the store is no failure: the next session tells it all again."""
        if self.is_closed() and isinstance(sys.exception(), StoreError):
            log.info("the end came before %s was done", event_method)
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer buttons, selects and modals, also those that no message of ours holds; the tree answers commands.

        discord.py's own dispatch stays silent where an id does not match, or its message does not arrive with it.
        """
        if interaction.type not in PRESS_TYPES or await self.shed_interaction(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await errors.run_guarded(interaction, handle_modal(interaction))
        else:
            await errors.run_guarded(interaction, handle_press(interaction))

    async def shed_interaction(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction comes in a rush, and has been told so."""
        try:
            away = await shed_interaction(interaction, self.metrics.running_count, self.languages)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as unsaid:
            log.warning("somebody could not be told that the bot is busy (%s)", type(unsaid).__name__)
            away = True
        self.metrics.shed_count += away
        return away

    async def reopen_thread(self, thread: int) -> None:
        """Reopen an archived thread, for as long as Discord lets one be silent. Raises HTTPException where that is not allowed."""
        await self.http.edit_channel(thread, archived=False, auto_archive_duration=ARCHIVE_AFTER_MINUTES)

    async def _keep_thread_open(self, thread: int) -> None:
        try:
            await self.reopen_thread(thread)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as refused:
            log.info("thread %s stays archived (%s)", thread, type(refused).__name__)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Discord archives a thread that was silent for a week; that of a live table is reopened, unless somebody has locked it.
        One that is open again shows what could not be posted."""
        state: dict[str, Any] = dict(payload.data.get("thread_metadata") or {})
        try:
            table = await self.tables.find_channel_table(payload.thread_id)
        except UserError:
            return
        if not state.get("archived"):
            self.board_posts.request_post(table.id)
        elif not state.get("locked"):
            await self._keep_thread_open(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel, and drop the channel from the server's settings."""
        await self.tables.settings.remove_channel(channel.guild.id, channel.id)
        await self._close_channel_table(channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has sent the bot away: its tables end later, unless it comes back."""
        await self.tables.departures.mark_departed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server, perhaps again."""
        await self.tables.departures.mark_returned(guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self._close_channel_table(payload.thread_id)

    async def on_shard_ready(self, shard: int) -> None:
        """A new session of a shard: retry what waits to be posted, and see which of its servers the bot has left, and which
        threads of running tables were archived meanwhile."""
        self.board_posts.retry_all()
        share = ShardRange(shard, shard, self.shard_count or 1)
        for thread in await self.tables.list_live_threads(share):
            if self.get_channel(thread) is None:  # only open threads are announced
                await self._keep_thread_open(thread)
        await self.tables.departures.sync_guilds([guild.id for guild in self.guilds], share)

    async def on_resumed(self) -> None:
        """The session was resumed: retry what waits to be posted."""
        self.board_posts.retry_all()

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """The bot's rights may have grown."""
        self.board_posts.retry_server(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """The bot's rights may have grown."""
        self.board_posts.retry_server(after.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Without the members intent this is only ever the bot itself, whose rights may have grown."""
        self.board_posts.retry_server(after.guild.id)

    async def _close_channel_table(self, channel_id: int) -> None:
        try:
            table = await self.tables.find_channel_table(channel_id)
        except UserError:
            return
        await self.tables.lobby.abandon(table.id)

    async def build_command_payloads(self) -> list[dict[str, Any]]:
        """All slash commands as they are sent to Discord, with names and descriptions in every language."""
        names = CommandNames(self.languages)
        return [await command.get_translated_payload(self.tree, names) for command in self.tree.get_commands()]

    async def _sync_commands(self) -> None:
        """Send Discord our commands if they have changed since the last start."""
        payload = await self.build_command_payloads()
        digest = hashlib.sha256(msgspec.json.encode(payload)).hexdigest()
        key = f"commands of {self.application_id}"
        if self.config.discord.token and await self.store.load_fact(key) == digest:
            return
        await self.tree.sync()
        await self.store.set_fact(key, digest)
        log.info("%s commands synced", len(payload))


def _find_command_name(interaction: discord.Interaction[Overwinter]) -> str:
    name = interaction.command.qualified_name if interaction.command else "unknown command"
    return f"suggestions /{name}" if interaction.type is discord.InteractionType.autocomplete else f"/{name}"
