"""Statistics and invitations on Discord."""

from __future__ import annotations

import re

from tests.discord.fake_server import FakeServer, list_components, list_pictures, read_text


async def finish_race(server: FakeServer) -> None:
    """Let Ana give up when both have finished a turn, so that Ben has won."""
    await server.play_safe_moves(4)
    result = await server.run_command(server.ana, "resign")
    assert result.response is not None
    await server.click_button(server.ana, result.response, "Give up")


async def test_nobody_has_finished_yet(race: FakeServer) -> None:
    assert "Nobody has finished a game here yet" in read_text((await race.run_command(race.cy, "leaderboard")).response)
    assert "has not finished a game" in read_text((await race.run_command(race.cy, "stats")).response)


async def test_the_leaderboard_is_a_picture_and_a_text(race: FakeServer) -> None:
    await finish_race(race)
    result = await race.run_command(race.cy, "leaderboard", game="amundsen")
    assert result.response is not None
    shown = read_text(result.response)
    assert "1. Ben" in shown
    assert "won 1 of 1 game" in shown
    assert len(await list_pictures(result.response)) == 1
    (alt,) = [item["description"] for part in list_components(result.response) for item in part.get("items", ())]
    assert re.fullmatch(r"Leaderboard: .+\. 1\. Ben: \d+, won 1 of 1 game\. 2\. Ana: \d+, won 0 of 1 game\.", alt), alt
    assert "no game" in read_text((await race.run_command(race.cy, "leaderboard", game="chess")).response)


async def test_ones_own_figures_are_seen_by_oneself(race: FakeServer) -> None:
    await finish_race(race)
    result = await race.run_command(race.ana, "stats")
    assert result.response is not None
    assert result.response.ephemeral
    assert "won 0 of 1 game" in read_text(result.response)
    assert [file.filename for file in result.response.attachments] == ["statistics.png"]
    assert "Rating after 1 game" in read_text(result.response)
    assert "Wins at a table with: Ben 0 of 1." in read_text(result.response)
    result = await race.run_command(race.cy, "stats", person=race.ben)
    assert "won 1 of 1 game" in read_text(result.response)


async def test_a_friend_is_invited(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.run_command(server.ana, "options", name="joining", value="invited")
    lobby = server.newest_post
    assert "Only who is invited" in read_text(lobby)
    assert "invited friends" in read_text((await server.click_button(server.ben, lobby, "Join")).response)
    result = await server.run_command(server.ana, "invite", friend=server.ben)
    assert f"<@{server.ben.id}>" in read_text(result.response)
    await server.run_command(server.ben, "join")
    assert len((await server.load_table()).seats) == 2
