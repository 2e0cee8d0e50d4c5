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

from cogs.interactions import errors, vacuum
from cogs.interactions.metrics import Metrics, Reading
from cogs.interactions.press import Presses, pressed, submitted
from cogs.interactions.rush import turned_away
from cogs.pictures.film_service import FilmService
from cogs.pictures.picture_service import PictureService
from cogs.pictures.process import PainterProcess
from cogs.services.analyses import AnalysisRunner
from cogs.services.board_posts import BoardPosts
from cogs.services.computer_turns import ComputerTurnRunner
from cogs.services.errands import ErrandRunner
from cogs.services.members import Members
from cogs.services.scheduler import Scheduler
from cogs.services.sharded_bot import ShardedBot
from cogs.words.command_names import CommandNames
from cogs.words.languages import Languages
from cogs.words.locale_resolver import LocaleResolver
from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock, system_clock
from engine.host.model.move_service import MoveService
from engine.host.model.share import EVERYTHING, Share
from engine.host.service.context import Seeds, new_seed
from engine.host.service.tables import Tables
from engine.host.store.claim import Claim
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.kernel.text import Refusal
from engine.ops.backup import Backups
from engine.ops.config import Config
from engine.workers.pool import WorkerPool

if TYPE_CHECKING:
    from cogs.services.exporter import Exporter

log = logging.getLogger("overwinter")
COGS = (
    "cogs.commands.play.lobby",
    "cogs.commands.play.crew",
    "cogs.commands.play.tables",
    "cogs.commands.play.moves",
    "cogs.commands.play.tryout",
    "cogs.commands.play.hints",
    "cogs.commands.play.look",
    "cogs.commands.learn.help",
    "cogs.commands.learn.rules",
    "cogs.commands.learn.cards",
    "cogs.commands.play.undo",
    "cogs.commands.past.ending",
    "cogs.commands.past.history",
    "cogs.commands.past.records",
    "cogs.commands.past.replay",
    "cogs.commands.past.analysis",
    "cogs.commands.play.notes",
    "cogs.commands.time.pace",
    "cogs.commands.time.absence",
    "cogs.commands.play.orders",
    "cogs.commands.time.votes",
    "cogs.commands.time.motions",
    "cogs.commands.past.statistics",
    "cogs.commands.people.settings",
    "cogs.commands.people.privacy",
    "cogs.commands.admin",
)
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
SILENCE = 10080
"""Minutes of silence after which Discord archives a thread: the most that it allows."""
HANDLERS = 5
"""Seconds that running handlers get to finish before the bot closes."""
JOBS = 5
"""Seconds that reminders and posts under way get then."""


class Tree(app_commands.CommandTree["Overwinter"]):
    """The command tree: every error is answered, every command is timed."""

    async def _call(self, interaction: discord.Interaction[Overwinter]) -> None:
        if await self.client.turned_away(interaction):
            return
        with self.client.metrics.watch(interaction, lambda: _command(interaction)):
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

    claim: Claim | None = None
    store: Store
    tables: Tables
    locales: LocaleResolver
    posts: BoardPosts
    computer_turns: ComputerTurnRunner
    scheduler: Scheduler
    analyses: AnalysisRunner
    backups: Backups
    started: datetime

    def __init__(
        self,
        config: Config,
        clock: Clock = system_clock,
        seeds: Seeds = new_seed,
        move_service: MoveService | None = None,
        painter: PainterProcess | None = None,
    ) -> None:
        super().__init__(
            config,
            clock,
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            help_command=None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.config = config
        self.share = config.discord.share or EVERYTHING
        self.clock = clock
        self.seeds = seeds
        self.pool = WorkerPool(config.players.workers)
        self.move_service = move_service or self.pool
        self.catalogue = Catalogue(config.components)
        self.picture_service = PictureService(config.pictures.memory, painter)
        self.languages = Languages()
        self.film_service = FilmService()
        self.members = Members(self.get_guild)
        self.metrics = Metrics()
        self.presses = Presses()
        self.exporter: Exporter | None = None

    async def setup_hook(self) -> None:
        """Before the gateway connects: open the store, load cogs, buttons and commands, and queue boards that were not posted."""
        self.started = self.clock()
        several = self.config.store.url  # a database that other processes may be at work on, too
        self.claim = None if several else await self.membership.claimed(Path(self.config.store.path))
        self.store = await open_store(self.config.store.where)
        if self.store.path is None:
            log.info(
                "The tables are in PostgreSQL, so the bot makes no backups of them: docs/operations.md says how pg_dump does."
            )
        await self.membership.join(self.store, alone=self.claim is not None)
        self.tables = Tables(
            self.store, self.catalogue, self.clock, self.seeds, self.languages.names, self.move_service, self.share
        )
        self.tables.context.check = self.membership.check
        self.membership.watch(self.store, self._elsewhere)
        self.backups = Backups(self.store, self.config.backup, self.clock)
        self.locales = LocaleResolver(self.languages, self.store, self.get_guild, self.tables.settings.language)
        self.posts = BoardPosts(
            self.tables, self.picture_service, self.locales, self.get_partial_messageable, self.wake
        )
        self.computer_turns = ComputerTurnRunner(self.tables, self.posts.poke, self.clock)
        self.posts.hold = self.computer_turns.should_delay_post
        for cog in COGS:
            await self.load_extension(cog)
        await self.tree.set_translator(CommandNames(self.languages))
        if self.share.first == 0:
            await self._sync()
        for table_id in await self.tables.snapshots.unposted():
            self.posts.poke(table_id, doubtful=True)
        self.scheduler = Scheduler(
            self.tables,
            self.catalogue,
            self.locales,
            self.get_partial_messageable,
            self.members,
            self.clock,
            ErrandRunner(
                self.tables, self.catalogue, self.locales, self.get_partial_messageable, self.posts, self.get_guild
            ),
        )
        self.scheduler.start()
        self.computer_turns.start()
        self.analyses = AnalysisRunner(self.tables)
        await self.analyses.start()
        if self.config.metrics.port:
            from cogs.services.exporter import Exporter  # noqa: PLC0415 - what is not configured is not loaded

            self.exporter = Exporter(self.metrics, self.reading, self.config.metrics.port)
            await self.exporter.start()

    async def close(self) -> None:
        """Finish running handlers and posts, then close the connection, the painters and the store. A process that has lost its
        shards finishes nothing."""
        lost = self.membership.lost
        if hasattr(self, "analyses"):  # first: whoever watches one is a handler, which ends with it
            await self.analyses.stop()
        await self.metrics.idle(0 if lost else HANDLERS)
        if hasattr(self, "computer_turns"):
            await self.computer_turns.stop()
        await self.pool.close()
        if hasattr(self, "scheduler"):
            await self.scheduler.stop(0 if lost else JOBS)
        if hasattr(self, "posts"):
            await self.posts.drain(0 if lost else JOBS)
        if self.exporter is not None:
            await self.exporter.stop()
        await super().close()
        await self.picture_service.close()
        self.film_service.close()
        await self.membership.leave()
        if hasattr(self, "store"):
            await self.store.close()
        if self.claim is not None:
            self.claim.release()

    @property
    def holds_store(self) -> bool:
        """Whether the store is open, and this process may act."""
        return hasattr(self, "tables")

    async def store_answers(self) -> bool:
        """Whether the store can be read. Raises StoreError or OSError where it cannot."""
        await self.store.fact("")
        return True

    async def reading(self) -> Reading:
        """How the bot is, for those who draw graphs of it."""
        kept = self.backups.kept()
        return Reading(
            connected=self.connected,
            servers=len(self.guilds),
            tables=await self.tables.admin.by_status(),
            waiting={
                "posts": self.posts.waiting,
                "pictures": self.picture_service.waiting,
                "writes": self.store.writing,
                "interactions": self.metrics.running,
            },
            refused=self.posts.refused,
            failed=self.metrics.failed,
            turned_away=self.metrics.turned_away,
            latency=dict(self.latencies),
            store=await self.store.size(),
            newest_backup=kept[-1][0].timestamp() if kept else 0,
        )

    async def _elsewhere(self) -> None:
        """Another process has changed something of ours, or what holds on all servers: look at everything again."""
        self.tables.settings.forget()
        self.tables.context.forget_all()
        for table_id in await self.tables.snapshots.unposted():
            self.posts.poke(table_id)

    async def repost(self) -> None:
        """Post the board of every live table again: the local table's Discord forgets its messages."""
        for table_id in await self.tables.live_tables():
            await self.posts.repost(table_id)

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
        if interaction.type not in PRESSES or await self.turned_away(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await errors.guarded(interaction, submitted(interaction))
        else:
            await errors.guarded(interaction, pressed(interaction))

    async def turned_away(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction comes in a rush, and has been told so."""
        try:
            away = await turned_away(interaction, self.metrics.running, self.languages)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as unsaid:
            log.warning("somebody could not be told that the bot is busy (%s)", type(unsaid).__name__)
            away = True
        self.metrics.turned_away += away
        return away

    async def wake(self, thread: int) -> None:
        """Reopen an archived thread, for as long as Discord lets one be silent. Raises HTTPException where that is not allowed."""
        await self.http.edit_channel(thread, archived=False, auto_archive_duration=SILENCE)

    async def _keep_awake(self, thread: int) -> None:
        try:
            await self.wake(thread)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as refused:
            log.info("thread %s stays archived (%s)", thread, type(refused).__name__)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Discord archives a thread that was silent for a week; that of a live table is reopened, unless somebody has locked it.
        One that is open again shows what could not be posted."""
        state: dict[str, Any] = dict(payload.data.get("thread_metadata") or {})
        try:
            table = await self.tables.in_channel(payload.thread_id)
        except Refusal:
            return
        if not state.get("archived"):
            self.posts.poke(table.id)
        elif not state.get("locked"):
            await self._keep_awake(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel, and drop the channel from the server's settings."""
        await self.tables.settings.channel_gone(channel.guild.id, channel.id)
        await self._abandon(channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has sent the bot away: its tables end later, unless it comes back."""
        await self.tables.departures.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server, perhaps again."""
        await self.tables.departures.back(guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self._abandon(payload.thread_id)

    async def on_shard_ready(self, shard: int) -> None:
        """A new session of a shard: retry what waits to be posted, and see which of its servers the bot has left, and which
        threads of running tables were archived meanwhile."""
        self.posts.hurry()
        share = Share(shard, shard, self.shard_count or 1)
        for thread in await self.tables.live_threads(share):
            if self.get_channel(thread) is None:  # only open threads are announced
                await self._keep_awake(thread)
        await self.tables.departures.found([guild.id for guild in self.guilds], share)

    async def on_resumed(self) -> None:
        """The session was resumed: retry what waits to be posted."""
        self.posts.hurry()

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """The bot's rights may have grown."""
        self.posts.rights_changed(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """The bot's rights may have grown."""
        self.posts.rights_changed(after.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Without the members intent this is only ever the bot itself, whose rights may have grown."""
        self.posts.rights_changed(after.guild.id)

    async def _abandon(self, channel: int) -> None:
        try:
            table = await self.tables.in_channel(channel)
        except Refusal:
            return
        await self.tables.lobby.abandon(table.id)

    async def slash_commands(self) -> list[dict[str, Any]]:
        """All slash commands as they are sent to Discord, with names and descriptions in every language."""
        names = CommandNames(self.languages)
        return [await command.get_translated_payload(self.tree, names) for command in self.tree.get_commands()]

    async def _sync(self) -> None:
        """Send Discord our commands if they have changed since the last start."""
        payload = await self.slash_commands()
        digest = hashlib.sha256(msgspec.json.encode(payload)).hexdigest()
        key = f"commands of {self.application_id}"
        if self.config.discord.token and await self.store.fact(key) == digest:
            return
        await self.tree.sync()
        await self.store.set_fact(key, digest)
        log.info("%s commands synced", len(payload))


def _command(interaction: discord.Interaction[Overwinter]) -> str:
    name = interaction.command.qualified_name if interaction.command else "unknown command"
    return f"suggestions /{name}" if interaction.type is discord.InteractionType.autocomplete else f"/{name}"
