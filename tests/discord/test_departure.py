"""A server that sends the bot away: its tables wait thirty days for it to come back, and then end."""

from __future__ import annotations

from engine.host.service.people.departures import KEPT
from engine.ops import backup
from tests.discord.hut import Hut, text


async def later(home: Hut, seconds: float) -> None:
    """Time passes, and the upkeep looks round."""
    await home.env.advance_time(seconds)
    await home.env.advance_time(backup.CHECK_INTERVAL_S)


async def test_sent_away_it_waits_and_a_start_that_finds_the_server_again_keeps_everything(race: Hut) -> None:
    await race.bot.on_guild_remove(race.bot.get_guild(race.guild.id))  # type: ignore[arg-type]
    await later(race, KEPT - 2 * backup.CHECK_INTERVAL_S)
    assert (await race.table()).live
    await race.restart()
    assert await race.bot.store.all("SELECT guild_id FROM departed_guilds") == []
    await later(race, KEPT)
    assert (await race.table()).live


async def test_they_end_also_when_nobody_listened_and_nothing_is_posted(race: Hut) -> None:
    departures = race.bot.tables.departures
    await departures.found([])
    assert [row["guild_id"] for row in await race.bot.store.all("SELECT guild_id FROM departed_guilds")] == [
        race.guild.id
    ]
    await later(race, KEPT)
    assert (await race.table()).status == "closed"
    assert await race.bot.tables.snapshots.unposted() == []


async def test_who_comes_back_in_time_finds_everything(race: Hut) -> None:
    departures = race.bot.tables.departures
    await departures.left(race.guild.id)
    await departures.back(race.guild.id)
    await later(race, KEPT)
    assert (await race.table()).live


async def test_the_privacy_text_says_so(home: Hut) -> None:
    assert "sends the bot away end after 30 days" in text((await home.slash(home.ana, "forget-me")).response)


async def test_the_owner_finds_admin_in_a_message_to_the_bot(home: Hut) -> None:
    contexts = {command["name"]: command.get("contexts") for command in await home.bot.slash_commands()}
    assert contexts["admin"] == [0, 1]
    assert {tuple(where or ()) for where in contexts.values()} == {(0,), (0, 1)}
    games = {game.slug for game in home.bot.catalogue.games()}
    assert {"solo", "move", "hand", "undo", "analysis", *games} <= {
        name for name, where in contexts.items() if where == [0, 1]
    }, "a game alone is played there too"
