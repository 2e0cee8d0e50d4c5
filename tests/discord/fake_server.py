"""A small Discord for a test: the real bot, a server with two channels, and friends who press, choose and type."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import discord
import msgspec
import simcord
from simcord.components import walk_components
from simcord.results import to_discord_message

from cogs.client import Overwinter
from cogs.interactions import limits
from cogs.interactions.errors import explain_error
from engine.kernel import registry
from engine.ops.config import Config, StoreConfig
from tests.discord.virtual_time import VirtualTimeEnv
from tests.migrated_file import write_migrated_file
from tests.move_services import InlineMoveService

Message = discord.Message | simcord.ResponseMessage
COMMAND_MENTION_PATTERN = re.compile(r"</([^:>]+):\d+>")
SELECT_TYPE, BUTTON_TYPE, USER_SELECT_TYPE, TEXT_TYPE, GALLERY_TYPE = 3, 2, 5, 10, 12
ANSWER_TIMEOUT_S = 60
"""Seconds that an answer may take on a busy machine."""


def get_fixed_seed() -> str:
    """Deal every game on the fake server alike, so that a test sees the same cards on every run."""
    return "Terra Nova"


class CachedStartBot(Overwinter):
    """The bot with a cache of its command payloads and its cog modules.

    Building names and descriptions in 34 locales is half of the time of a start, and the tests start the bot hundreds
    of times. After its start, the bot builds its payloads as always, and tests/discord/test_commands.py compares the
    two. A reload reads the files again, and each test in tests/process starts the bot without this cache.
    """

    payloads_by_components: ClassVar[dict[object, list[dict[str, Any]]]] = {}
    """Payloads by the package of the games and an owner's components."""
    loaded_modules: ClassVar[dict[str, ModuleType]] = {}
    """Modules of cogs."""
    is_starting = False

    async def _load_from_module_spec(self, spec: ModuleSpec, key: str) -> None:
        if key in self.loaded_modules and self.is_starting:
            sys.modules[key] = self.__dict__["_BotBase__extensions"][key] = self.loaded_modules[key]
            await self.loaded_modules[key].setup(self)
        else:
            await super()._load_from_module_spec(spec, key)
            self.loaded_modules.setdefault(key, sys.modules[key])

    async def _call_module_finalizers(self, lib: ModuleType, key: str) -> None:
        del self.__dict__["_BotBase__extensions"][key]  # the module stays imported

    async def setup_hook(self) -> None:
        """Start."""
        self.is_starting = True
        await super().setup_hook()
        self.is_starting = False

    async def build_command_payloads(self) -> list[dict[str, Any]]:
        """Return the payloads of the last bot with these games until this one has started."""
        if not self.is_starting:
            return await super().build_command_payloads()
        games = (registry.GAMES_PACKAGE, *sorted(self.config.components.items()))
        if games not in self.payloads_by_components:
            self.payloads_by_components[games] = await super().build_command_payloads()
        return self.payloads_by_components[games]


class FakeServer:
    """The bot and the people. `results` keeps every answer, so that a test can look for leaks in all of them."""

    def __init__(self, env: simcord.Env, bot: Overwinter, config: Config) -> None:
        self.env, self.bot, self.config = env, bot, config
        self.guild = env.create_guild("The hut")
        self.games = self.guild.create_text_channel("games")
        self.expedition = self.guild.create_text_channel("expedition")
        self.people = [
            self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Ana", "Ben", "Cy", "Dee")
        ]
        self.ana, self.ben, self.cy, self.dee = self.people
        self.results: list[simcord.InteractionResult] = []
        self.seeds: Callable[[], str] = get_fixed_seed
        self.excused_errors = 0  # how many of the first errors the test has checked
        self.earlier_bots = [bot]
        assert isinstance(bot.move_service, InlineMoveService)
        self.move_service = bot.move_service
        self.move_service.wait_outside = lambda waiting: env.external_wait(
            waiting, reason="a test holds the move_service"
        )

    async def start_game(self, slug: str, seats: int, **options: str) -> None:
        """Start a table in #games with the first `seats` people."""
        await self.run_command(self.ana, "play", game=slug)
        for name, value in options.items():
            await self.run_command(self.ana, "options", name=name, value=value)
        for who in self.people[1:seats]:
            await self.click_button(who, self.newest_post, "Join")
        await self.click_button(self.ana, self.newest_post, "Start")

    async def play_safe_moves(self, count: int) -> None:
        """Play safe moves at the table in #games, where one person at a time is asked."""
        tables, table = self.bot.tables, await self.load_table()
        for _ in range(count):
            (seat,) = (await tables.snapshots.take_snapshot(table.id, None)).waiting_seats
            user = table.find_seat_user(seat)
            _, _, menu = await tables.moves.load_menu(table.id, user)
            await tables.moves.play(table.id, user, self.bot.catalogue.load_game(table.game).safe_move(seat, menu))

    async def resume_record(self, record: bytes, seats: int) -> None:
        """Start a table in #games from the end of a record, with the first `seats` people."""
        await self.run_command(self.ana, "record", file=("game.txt", record))
        for who in self.people[1:seats]:
            await self.click_button(who, self.newest_post, "Join")
        await self.click_button(self.ana, self.newest_post, "Start")

    async def restart(self) -> None:
        """Start the bot again on the same file. The bot takes this for a new process."""
        if not self.bot.is_closed():
            await self.bot.close()
        self.bot = CachedStartBot(
            self.config, clock=self.env.now, seed_factory=self.seeds, move_service=self.move_service
        )
        self.earlier_bots.append(self.bot)
        await self.env.restart_bot(self.bot)

    async def kill(self) -> None:
        """End the bot's process at once. Unlike `close`, this finishes nothing first."""
        scheduler, posts = self.bot.scheduler, self.bot.board_posts
        scheduler.halt()
        tasks = [*scheduler.running_tasks, *posts.running_tasks, *self.bot.shard_membership.running_tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.bot.computer_turn_runner.stop()
        await self.bot.analysis_runner.stop()
        await self.bot.store.close()
        if self.bot.file_lock is not None:
            self.bot.file_lock.release()
        await self.bot.picture_service.close()
        self.bot.film_service.close()
        await discord.Client.close(self.bot)

    async def close(self) -> None:
        await self.env.shutdown()
        for bot in self.earlier_bots:
            if not bot.is_closed():
                await bot.close()

    # ---------------------------------------------------------------- actions
    async def run_command(
        self, user: simcord.MemberActor, name: str, channel: Any = None, /, **options: Any
    ) -> simcord.InteractionResult:
        return self.record_result(await user.slash(channel or self.games, name, **options))

    async def click_button(
        self, user: simcord.MemberActor, message: Message, label: str = "", *, custom_id: str = ""
    ) -> simcord.InteractionResult:
        """Press the button with this id or label, in a panel also one that is behind "More"."""
        if not custom_id:
            ids = {
                part["label"]: part["custom_id"]
                for part in list_components(message)
                if part.get("custom_id") and "label" in part
            }
            if label not in ids and "More" in ids:
                more = self.record_result(await user.click(message, custom_id=ids["More"])).response
                assert more is not None
                return await self.click_button(user, more, label)
            custom_id = ids[label]
        return self.record_result(await user.click(message, custom_id=custom_id))

    async def choose_values(
        self, user: simcord.MemberActor, message: Message, *values: str, custom_id: str = ""
    ) -> simcord.InteractionResult:
        """Choose in the select with this id, else in the first that offers the values."""
        custom_id = custom_id or next(
            part["custom_id"]
            for part in list_components(message)
            if part["type"] == SELECT_TYPE and set(values) <= {option["value"] for option in part["options"]}
        )
        return self.record_result(await user.select(message, list(values), custom_id=custom_id))

    def record_result(self, result: simcord.InteractionResult) -> simcord.InteractionResult:
        assert result.acknowledged, "the person saw “This interaction failed”"
        self.results.append(result)
        for message in [result.response, *result.followups]:
            if message is not None:
                assert not limits.find_problems(find_message(message)), limits.find_problems(find_message(message))
                assert not [label for label in list_labels(message) if COMMAND_MENTION_PATTERN.search(label)]
        return result

    # --------------------------------------------------------------- look-ups
    @property
    def newest_post(self) -> discord.Message:
        """The newest public message in #games."""
        posted = self.env.backend.messages.get(self.games.id, {}).values()
        public = [message for message in posted if message.visible_to(None)]
        return to_discord_message(self.env, max(public, key=lambda message: message.id))

    def find_channel(self) -> discord.TextChannel:
        """Return #games as the bot's channel object."""
        channel = self.bot.get_channel(self.games.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def load_table(self) -> Any:
        return await self.bot.tables.find_channel_table(self.games.id, live_only=False)

    def find_actor(self, user: int) -> simcord.MemberActor:
        return next(who for who in self.people if who.id == user)


@asynccontextmanager
async def open_server(
    tmp_path: Path,
    kind: type[FakeServer] = FakeServer,
    env_type: type[simcord.Env] = VirtualTimeEnv,
    **changes: Any,
) -> AsyncIterator[FakeServer]:
    """Run a bot on a fresh file."""
    path = tmp_path / "bot.db"
    write_migrated_file(path)
    config = msgspec.structs.replace(Config(store=StoreConfig(str(path))), **changes)
    env: simcord.Env | None = None
    home: FakeServer | None = None
    bot = CachedStartBot(
        config,
        clock=lambda: env.now() if env else discord.utils.utcnow(),
        seed_factory=lambda: home.seeds() if home else get_fixed_seed(),
        move_service=InlineMoveService(),
    )
    env = env_type(bot, settle_timeout=ANSWER_TIMEOUT_S)
    home = kind(env, bot, config)
    try:
        await env.start()
        yield home
        # A refusal is an answer; any other error in the final handler is a bug.
        errors = [getattr(error, "original", error) for error in env.errors_since(home.excused_errors)]
        unexpected = [error for error in errors if explain_error(error) is None]
        if unexpected:
            raise BaseExceptionGroup("handlers failed", unexpected)
    finally:
        await home.close()


def list_components(message: Message) -> Iterator[dict[str, Any]]:
    """Yield every component of a message, nested ones too, as Discord stores them."""
    yield from walk_components(find_message(message))


def find_message(message: Message) -> list[Any]:
    if isinstance(message, discord.Message):
        return [component.to_dict() for component in message.components]
    return list(message.components)


def list_labels(message: Message) -> list[str]:
    """List a message's words in which Discord shows no markup: alt texts and the labels of controls."""
    labels: list[str] = []
    for part in list_components(message):
        labels += [item.get("description") or "" for item in part.get("items", [])]
        labels += [part.get("label") or "", part.get("placeholder") or ""]
        labels += [option["label"] for option in part.get("options", [])]
    return labels


def list_texts(message: Message) -> list[str]:
    """List a message's texts, as they were sent."""
    return [message.content or "", *(part.get("content", "") for part in list_components(message))]


def read_text(message: Message | None) -> str:
    """Return a message's words as people read them: texts, with the names of mentioned commands, labels and alt texts."""
    if message is None:
        return ""
    words = [COMMAND_MENTION_PATTERN.sub(r"/\1", text) for text in list_texts(message)] + list_labels(message)
    return "\n".join(word for word in words if word)


def list_controls(message: Message) -> list[dict[str, Any]]:
    """List the buttons and selects of a message."""
    return [part for part in list_components(message) if part["type"] in (BUTTON_TYPE, SELECT_TYPE)]


async def list_pictures(message: Message) -> list[bytes]:
    return [await attachment.read() for attachment in message.attachments]
