"""Servers on different shards: one process for all of them, and one for some of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import simcord

from cogs.services.membership import NEWS
from engine.host.model.share import Share
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards.news import newest
from engine.ops.config import Discord
from tests.discord.hut import Hut, hut, text


class Village(Hut):
    """The hut on the first of two shards, and a tent with Eve and Fay on the second."""

    tent: simcord.ChannelHandle
    eve: simcord.MemberActor
    fay: simcord.MemberActor

    def build(self) -> None:
        self.guild, self.games, (self.ana, self.ben) = self._server("The hut", 0, "Ana", "Ben")
        _, self.tent, (self.eve, self.fay) = self._server("The tent", 1, "Eve", "Fay")
        self.people = [self.ana, self.ben, self.eve, self.fay]

    def _server(
        self, name: str, shard: int, *people: str
    ) -> tuple[simcord.GuildHandle, simcord.ChannelHandle, list[simcord.MemberActor]]:
        guild = self.env.create_guild(name, shard_id=shard)
        members = [guild.add_member(self.env.create_user(one.lower(), global_name=one)) for one in people]
        return guild, guild.create_text_channel("games"), members

    async def both_play(self) -> None:
        """A game has begun on each server."""
        await self.begin("amundsen", 2)
        await self.slash(self.eve, "play", self.tent, game="amundsen")
        await self.slash(self.fay, "join", self.tent)
        await self.slash(self.eve, "start", self.tent)

    async def go_on_as(self, shards: str) -> None:
        """The bot ends, and another process serves these shards."""
        self.config = msgspec.structs.replace(self.config, discord=Discord(shards=shards))
        await self.restart()
        await self.env.settle()

    async def has_posted(self) -> None:
        """Wait until no board is under way."""
        await asyncio.gather(*self.bot.posts._workers.values())

    def posts(self) -> tuple[int, int]:
        """Messages in the hut's and in the tent's channel."""
        return len(self.games.history()), len(self.tent.history())


@pytest.fixture
async def village(tmp_path: Path) -> AsyncIterator[Village]:
    async with hut(tmp_path, Village, discord=Discord(shards="0-1/2")) as home:
        assert isinstance(home, Village)
        home.build()
        yield home


async def test_one_process_serves_both_shards(village: Village) -> None:
    await village.both_play()
    assert village.posts() == (2, 2)
    assert [guild.shard_id for guild in (village.bot.guilds[-2], village.bot.guilds[-1])] == [0, 1]
    assert village.bot.connected
    assert sorted((await village.bot.reading()).latency) == [0, 1]


async def test_without_one_of_its_shards_the_bot_is_not_ready(village: Village) -> None:
    assert village.bot.connected
    await village.bot.shards[1].disconnect()
    assert not village.bot.connected


async def test_one_shard_that_signs_in_anew_retries_what_waits_on_its_servers(village: Village) -> None:
    await village.both_play()
    village.env.inject_error("POST", f"/channels/{village.tent.id}/messages", status=403, code=50013, times=None)
    table = await village.bot.tables.in_channel(village.tent.id)
    await village.bot.tables.moves.play(table.id, table.seats[0].user, ("choose", "scott"))
    village.bot.posts.poke(table.id)
    await village.has_posted()
    assert village.posts() == (2, 2)
    village.env.backend.faults.clear()
    await village.bot.shards[1].disconnect()
    await village.bot.shards[1].reconnect()
    await village.env.advance_time(5)  # discord.py waits for servers that are announced late
    await village.has_posted()
    assert village.posts() == (2, 3)
    assert await village.bot.store.all("SELECT * FROM departed_guilds") == [], (
        "the other shard's servers are where they were"
    )


@pytest.mark.parametrize(("shards", "posted"), [("0/2", (3, 2)), ("1/2", (2, 3)), ("0-1/2", (3, 3))])
async def test_what_waits_to_be_posted_is_posted_by_the_process_of_its_shard(
    village: Village, shards: str, posted: tuple[int, int]
) -> None:
    await village.both_play()
    for channel in (village.games, village.tent):
        village.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50013, times=None)
    for number in await village.bot.tables.live_tables():
        table = await village.bot.tables.table(number)
        await village.bot.tables.moves.play(number, table.seats[0].user, ("choose", "scott"))
        village.bot.posts.poke(number)
    await village.has_posted()
    assert village.posts() == (2, 2)
    village.env.backend.faults.clear()
    await village.go_on_as(shards)
    assert village.posts() == posted


async def test_what_a_process_changes_at_anothers_table_it_leaves_to_that_to_post(village: Village) -> None:
    """As when somebody who is on both servers is forgotten."""
    await village.both_play()
    await village.go_on_as("1/2")
    before = [text(village.games.history()[-1]), text(village.tent.history()[-1])]
    for channel in (village.games, village.tent):
        table = await village.bot.tables.in_channel(channel.id)
        await village.bot.tables.moves.resign(table.id, table.seats[0].user)
        village.bot.posts.poke(table.id)
    await village.has_posted()
    assert text(village.games.history()[-1]) == before[0]
    assert text(village.tent.history()[-1]) != before[1]


@asynccontextmanager
async def beside(village: Village, shards: str) -> AsyncIterator[Tables]:
    """The tables as another process for these shards has them, on the same store."""
    bot = village.bot
    async with await open_store(bot.config.store.path) as store:
        yield Tables(store, bot.catalogue, bot.clock, village.seeds, bot.languages.names, share=Share.parse(shards))


async def test_what_another_process_has_changed_is_seen(village: Village) -> None:
    """What somebody has chosen holds on all their servers; and who is forgotten is gone from all of their tables."""
    await village.both_play()
    await village.go_on_as("1/2")
    tables, table = village.bot.tables, await village.bot.tables.in_channel(village.tent.id)
    assert (await tables.settings.chosen("person", village.eve.id)).values["ping"] == "always"
    before = village.posts()
    async with beside(village, "0/2") as other:
        await other.settings.choose("person", village.eve.id, "ping", "never")
        await other.erasure.erase(village.fay.id)
        assert tables.context._kept[table.id].table.seats[1].user == village.fay.id, "this process has it in its memory"
        await village.env.advance_time(NEWS)
        await village.has_posted()
    assert (await tables.settings.chosen("person", village.eve.id)).values["ping"] == "never"
    now = await tables.table(table.id)
    assert (now.status, now.seats[1].user < 0) == ("finished", True)
    assert village.posts()[0] == before[0]
    post = await tables.snapshots.post(table.id)
    assert post is not None
    assert post.rev == now.rev, "its channel has been told"


async def test_what_is_changed_at_ones_own_tables_is_no_news(village: Village) -> None:
    await village.go_on_as("1/2")
    await village.slash(village.eve, "play", village.tent, game="amundsen")
    await village.slash(village.fay, "join", village.tent)
    assert await newest(village.bot.store) == ""


async def test_what_is_done_once_for_all_is_done_by_the_process_of_the_first_shard(village: Village) -> None:
    async def done(shards: str) -> tuple[bool, int]:
        """Whether there are backups, and commands sent to Discord, soon after a start."""
        requests = len(village.env.http_requests)
        for file in (folder := Path(village.config.store.path).parent / "backups").glob("*.db"):
            file.unlink()
        await village.go_on_as(shards)
        await village.env.advance_time(60)
        synced = [
            one for one in village.env.http_requests[requests:] if (one.method, one.path[-9:]) == ("PUT", "/commands")
        ]
        return any(folder.glob("*.db")), len(synced)

    assert await done("1/2") == (False, 0)
    assert await done("0/2") == (True, 1)


async def test_direct_messages_belong_to_the_first_shard(village: Village) -> None:
    async def owed() -> int:
        village.move_service.hold()
        village._answered(await village.ana.user.slash("solo", game="amundsen", level="cadet"))
        table = await village.bot.tables.in_channel(village.ana.user.dm_channel.id)
        assert table.guild < 0
        return table.id

    number = await owed()
    village.move_service.release()
    await village.go_on_as("1/2")
    assert number not in await village.bot.tables.live_tables()
    await village.go_on_as("0/2")
    assert number in await village.bot.tables.live_tables()
