"""A server that removes the bot: its tables wait thirty days for the bot's return, and then end."""

from __future__ import annotations

from engine.host.service.people.departures import DEPARTED_TABLES_KEPT_S
from engine.ops import backup
from tests.discord.fake_server import FakeServer, read_text


async def pass_seconds(server: FakeServer, seconds: float) -> None:
    """Let time pass, and run the upkeep."""
    await server.env.advance_time(seconds)
    await server.env.advance_time(backup.CHECK_INTERVAL_S)


async def test_sent_away_it_waits_and_a_start_that_finds_the_server_again_keeps_everything(race: FakeServer) -> None:
    race.bot.dispatch("guild_remove", race.bot.get_guild(race.guild.id))
    await race.env.settle()
    await pass_seconds(race, DEPARTED_TABLES_KEPT_S - 2 * backup.CHECK_INTERVAL_S)
    assert (await race.load_table()).is_live
    await race.restart()
    assert await race.bot.store.fetch_all("SELECT guild_id FROM departed_guilds") == []
    await pass_seconds(race, DEPARTED_TABLES_KEPT_S)
    assert (await race.load_table()).is_live


async def test_they_end_also_when_nobody_listened_and_nothing_is_posted(race: FakeServer) -> None:
    departures = race.bot.tables.departures
    await departures.sync_guilds([])
    assert [row["guild_id"] for row in await race.bot.store.fetch_all("SELECT guild_id FROM departed_guilds")] == [
        race.guild.id
    ]
    await pass_seconds(race, DEPARTED_TABLES_KEPT_S)
    assert (await race.load_table()).status == "closed"
    assert await race.bot.tables.snapshots.list_unposted() == []


async def test_who_comes_back_in_time_finds_everything(race: FakeServer) -> None:
    departures = race.bot.tables.departures
    await departures.mark_departed(race.guild.id)
    await departures.mark_returned(race.guild.id)
    await pass_seconds(race, DEPARTED_TABLES_KEPT_S)
    assert (await race.load_table()).is_live


async def test_the_privacy_text_says_so(server: FakeServer) -> None:
    assert "sends the bot away end after 30 days" in read_text(
        (await server.run_command(server.ana, "forget-me")).response
    )


async def test_the_owner_finds_admin_in_a_message_to_the_bot(server: FakeServer) -> None:
    contexts = {command["name"]: command.get("contexts") for command in await server.bot.build_command_payloads()}
    assert contexts["admin"] == [0, 1]
    assert {tuple(where or ()) for where in contexts.values()} == {(0,), (0, 1)}
    games = {game.slug for game in server.bot.catalogue.list_games()}
    assert {"solo", "move", "hand", "undo", "analysis", *games} <= {
        name for name, where in contexts.items() if where == [0, 1]
    }, "a game alone is played there too"
