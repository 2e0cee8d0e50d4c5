"""Statistics and invitations on Discord."""

from __future__ import annotations

from tests.discord.hut import Hut, pictures, text


async def finished(home: Hut) -> None:
    """Ana gives up, Ben has won."""
    result = await home.slash(home.ana, "resign")
    assert result.response is not None
    await home.click(home.ana, result.response, "Give up")


async def test_nobody_has_finished_yet(race: Hut) -> None:
    assert "Nobody has finished a game here yet" in text((await race.slash(race.cy, "leaderboard")).response)
    assert "has not finished a game" in text((await race.slash(race.cy, "stats")).response)


async def test_the_leaderboard_is_a_picture_and_a_text(race: Hut) -> None:
    await finished(race)
    result = await race.slash(race.cy, "leaderboard", game="amundsen")
    assert result.response is not None
    shown = text(result.response)
    assert "1. Ben" in shown
    assert "won 1 of 1 game" in shown
    assert len(await pictures(result.response)) == 1
    assert "no game" in text((await race.slash(race.cy, "leaderboard", game="chess")).response)


async def test_ones_own_figures_are_seen_by_oneself(race: Hut) -> None:
    await finished(race)
    result = await race.slash(race.ana, "stats")
    assert result.response is not None
    assert result.response.ephemeral
    assert "won 0 of 1 game" in text(result.response)
    assert [file.filename for file in result.response.attachments] == ["statistics.png"]
    assert "Rating after 1 game" in text(result.response)
    assert "Wins at a table with: Ben 0 of 1." in text(result.response)
    result = await race.slash(race.cy, "stats", person=race.ben)
    assert "won 1 of 1 game" in text(result.response)


async def test_a_friend_is_invited(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.slash(home.ana, "options", name="joining", value="invited")
    lobby = home.post
    assert "Only who is invited" in text(lobby)
    assert "invited friends" in text((await home.click(home.ben, lobby, "Join")).response)
    result = await home.slash(home.ana, "invite", friend=home.ben)
    assert f"<@{home.ben.id}>" in text(result.response)
    await home.slash(home.ben, "join")
    assert len((await home.table()).seats) == 2
