"""Servers on different shards: one process for all of them, and one for some of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import simcord

from cogs.services.shard_membership import CHANGE_POLL_S
from engine.host.model.shard_range import ShardRange
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards.change_feed import load_change_mark
from engine.ops.config import DiscordConfig
from tests.discord.fake_server import FakeServer, open_server, read_text


class TwoServers(FakeServer):
    """The fake server on the first of two shards, and another with Eve and Fay on the second."""

    second_channel: simcord.ChannelHandle
    eve: simcord.MemberActor
    fay: simcord.MemberActor

    def create_servers(self) -> None:
        self.guild, self.games, (self.ana, self.ben) = self._add_server("The hut", 0, "Ana", "Ben")
        _, self.second_channel, (self.eve, self.fay) = self._add_server("The tent", 1, "Eve", "Fay")
        self.people = [self.ana, self.ben, self.eve, self.fay]

    def _add_server(
        self, name: str, shard: int, *people: str
    ) -> tuple[simcord.GuildHandle, simcord.ChannelHandle, list[simcord.MemberActor]]:
        guild = self.env.create_guild(name, shard_id=shard)
        members = [guild.add_member(self.env.create_user(one.lower(), global_name=one)) for one in people]
        return guild, guild.create_text_channel("games"), members

    async def start_games(self) -> None:
        """Begin a game on each server."""
        await self.start_game("amundsen", 2)
        await self.run_command(self.eve, "play", self.second_channel, game="amundsen")
        await self.run_command(self.fay, "join", self.second_channel)
        await self.run_command(self.eve, "start", self.second_channel)

    async def restart_with_shards(self, shards: str) -> None:
        """End the bot, and start another process that serves these shards."""
        self.config = msgspec.structs.replace(self.config, discord=DiscordConfig(shards=shards))
        await self.restart()
        await self.env.settle()

    async def wait_for_posts(self) -> None:
        """Wait until no post is pending."""
        await asyncio.gather(*self.bot.board_posts.running_tasks)

    def list_posts(self) -> tuple[int, int]:
        """Count the messages in both servers' channels."""
        return len(self.games.history()), len(self.second_channel.history())


@pytest.fixture
async def two_servers(tmp_path: Path) -> AsyncIterator[TwoServers]:
    async with open_server(tmp_path, TwoServers, discord=DiscordConfig(shards="0-1/2")) as home:
        assert isinstance(home, TwoServers)
        home.create_servers()
        yield home


async def test_one_process_serves_both_shards(two_servers: TwoServers) -> None:
    await two_servers.start_games()
    assert two_servers.list_posts() == (2, 2)
    assert [guild.shard_id for guild in (two_servers.bot.guilds[-2], two_servers.bot.guilds[-1])] == [0, 1]
    assert two_servers.bot.is_connected
    assert sorted((await two_servers.bot.take_reading()).latency_s) == [0, 1]


async def test_without_one_of_its_shards_the_bot_is_not_ready(two_servers: TwoServers) -> None:
    assert two_servers.bot.is_connected
    await two_servers.bot.shards[1].disconnect()
    assert not two_servers.bot.is_connected


async def test_one_shard_that_signs_in_anew_retries_what_waits_on_its_servers(two_servers: TwoServers) -> None:
    await two_servers.start_games()
    two_servers.env.inject_error(
        "POST", f"/channels/{two_servers.second_channel.id}/messages", status=403, code=50013, times=None
    )
    table = await two_servers.bot.tables.find_channel_table(two_servers.second_channel.id)
    await two_servers.bot.tables.moves.play(table.id, table.seats[0].user_id, ("choose", "scott"))
    two_servers.bot.board_posts.request_post(table.id)
    await two_servers.wait_for_posts()
    assert two_servers.list_posts() == (2, 2)
    two_servers.env.backend.faults.clear()
    await two_servers.bot.shards[1].disconnect()
    await two_servers.bot.shards[1].reconnect()
    await two_servers.env.advance_time(5)  # discord.py waits for servers that are announced late
    await two_servers.wait_for_posts()
    assert two_servers.list_posts() == (2, 3)
    assert await two_servers.bot.store.fetch_all("SELECT * FROM departed_guilds") == [], (
        "the other shard's servers are where they were"
    )


@pytest.mark.parametrize(("shards", "posted"), [("0/2", (3, 2)), ("1/2", (2, 3)), ("0-1/2", (3, 3))])
async def test_what_waits_to_be_posted_is_posted_by_the_process_of_its_shard(
    two_servers: TwoServers, shards: str, posted: tuple[int, int]
) -> None:
    await two_servers.start_games()
    for channel in (two_servers.games, two_servers.second_channel):
        two_servers.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50013, times=None)
    for number in await two_servers.bot.tables.list_live_tables():
        table = await two_servers.bot.tables.load_table(number)
        await two_servers.bot.tables.moves.play(number, table.seats[0].user_id, ("choose", "scott"))
        two_servers.bot.board_posts.request_post(number)
    await two_servers.wait_for_posts()
    assert two_servers.list_posts() == (2, 2)
    two_servers.env.backend.faults.clear()
    await two_servers.restart_with_shards(shards)
    assert two_servers.list_posts() == posted


async def test_what_a_process_changes_at_anothers_table_it_leaves_to_that_to_post(two_servers: TwoServers) -> None:
    """One example is the erasure of a person on both servers."""
    await two_servers.start_games()
    await two_servers.restart_with_shards("1/2")
    before = [read_text(two_servers.games.history()[-1]), read_text(two_servers.second_channel.history()[-1])]
    for channel in (two_servers.games, two_servers.second_channel):
        table = await two_servers.bot.tables.find_channel_table(channel.id)
        await two_servers.bot.tables.moves.resign(table.id, table.seats[0].user_id)
        two_servers.bot.board_posts.request_post(table.id)
    await two_servers.wait_for_posts()
    assert read_text(two_servers.games.history()[-1]) == before[0]
    assert read_text(two_servers.second_channel.history()[-1]) != before[1]


@asynccontextmanager
async def open_second_process(two_servers: TwoServers, shards: str) -> AsyncIterator[TableServices]:
    """Open the tables in another process for these shards, on the same store."""
    bot = two_servers.bot
    async with await open_store(bot.config.store.path) as store:
        yield TableServices(
            store,
            bot.catalogue,
            bot.clock,
            two_servers.seeds,
            bot.languages.names,
            shard_range=ShardRange.parse(shards),
        )


async def test_what_another_process_has_changed_is_seen(two_servers: TwoServers) -> None:
    """A person's settings hold on all their servers, and an erased person is gone from all of their tables."""
    await two_servers.start_games()
    await two_servers.restart_with_shards("1/2")
    tables, table = (
        two_servers.bot.tables,
        await two_servers.bot.tables.find_channel_table(two_servers.second_channel.id),
    )
    assert (await tables.settings.load_settings("person", two_servers.eve.id)).values["ping"] == "always"
    before = two_servers.list_posts()
    async with open_second_process(two_servers, "0/2") as other:
        await other.settings.save_setting("person", two_servers.eve.id, "ping", "never")
        await other.erasure.erase(two_servers.fay.id)
        assert tables.context.cached_tables[table.id].table.seats[1].user_id == two_servers.fay.id, (
            "this process has it in its memory"
        )
        await two_servers.env.advance_time(CHANGE_POLL_S)
        await two_servers.wait_for_posts()
    assert (await tables.settings.load_settings("person", two_servers.eve.id)).values["ping"] == "never"
    now = await tables.load_table(table.id)
    assert (now.status, now.seats[1].user_id < 0) == ("finished", True)
    assert two_servers.list_posts()[0] == before[0]
    post = await tables.snapshots.load_post(table.id)
    assert post is not None
    assert post.revision == now.revision, "its channel has been told"


async def test_what_is_changed_at_ones_own_tables_is_no_news(two_servers: TwoServers) -> None:
    await two_servers.restart_with_shards("1/2")
    await two_servers.run_command(two_servers.eve, "play", two_servers.second_channel, game="amundsen")
    await two_servers.run_command(two_servers.fay, "join", two_servers.second_channel)
    assert await load_change_mark(two_servers.bot.store) == ""


async def test_what_is_done_once_for_all_is_done_by_the_process_of_the_first_shard(two_servers: TwoServers) -> None:
    async def done(shards: str) -> tuple[bool, int]:
        """Return whether there are backups, and commands sent to Discord, soon after a start."""
        requests = len(two_servers.env.http_requests)
        for file in (folder := Path(two_servers.config.store.path).parent / "backups").glob("*.db"):
            file.unlink()
        await two_servers.restart_with_shards(shards)
        await two_servers.env.advance_time(60)
        synced = [
            one
            for one in two_servers.env.http_requests[requests:]
            if (one.method, one.path[-9:]) == ("PUT", "/commands")
        ]
        return any(folder.glob("*.db")), len(synced)

    assert await done("1/2") == (False, 0)
    assert await done("0/2") == (True, 1)


async def test_direct_messages_belong_to_the_first_shard(two_servers: TwoServers) -> None:
    async def owed() -> int:
        two_servers.move_service.hold()
        two_servers.record_result(await two_servers.ana.user.slash("solo", game="amundsen", level="cadet"))
        table = await two_servers.bot.tables.find_channel_table(two_servers.ana.user.dm_channel.id)
        assert table.guild_id < 0
        return table.id

    number = await owed()
    two_servers.move_service.release()
    await two_servers.restart_with_shards("1/2")
    assert number not in await two_servers.bot.tables.list_live_tables()
    await two_servers.restart_with_shards("0/2")
    assert number in await two_servers.bot.tables.list_live_tables()
