"""Computers at the table, on Discord: alone against them by buttons, beside friends, for who is away, and in a direct message."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.host.service.play.crew import PACE, QUEUE
from engine.host.service.play.limits import SOLO
from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.menu import moves as all_moves
from engine.ops import doctor
from tests.discord.evening import SHORTEST
from tests.discord.hut import Hut, controls, pictures, text
from tests.discord.panels import answer, press
from tests.discord.player import MOST, Player
from tests.discord.sparing import draw_few


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_few(monkeypatch, 20)


async def solo(home: Hut, slug: str = "northwest", level: str = "captain") -> None:
    await home.slash(home.ana, "solo", game=slug, level=level)
    await home.env.settle()


async def moves(home: Hut, kind: str) -> int:
    rows = await home.bot.store.all(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind = ?", (await home.table()).id, kind
    )
    return rows[0]["n"]


async def menu(home: Hut) -> Menu:
    return (await home.bot.tables.moves.menu((await home.table()).id, home.ana.id))[2]


def posts(home: Hut) -> list[int]:
    """The public messages in #games."""
    kept = home.env.backend.messages.get(home.games.id, {}).values()
    return [message.id for message in kept if message.visible_to(None)]


# ------------------------------------------------------------------ whole games
@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if slug != SHORTEST])
async def test_a_whole_game_alone_by_buttons(home: Hut, slug: str) -> None:
    await solo(home, slug)
    player, decisions, told = Player(home, "friday"), 0, 0
    while (who := await player.waiting()) is not None:
        assert who is home.ana
        before = len(posts(home))
        await player.by_buttons(who)
        await home.env.settle()
        assert len(posts(home)) - before <= 1, "at most one post for each thing a person does"
        told += len(posts(home)) - before
        decisions += 1
        assert decisions < MOST
    table = await home.table()
    assert table.status == "finished"
    assert await moves(home, "crew") > 0
    assert told > 3
    assert "(computer)" in text(home.post)
    await home.click(home.ana, home.post, "It is over")
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]
    board = await home.slash(home.ana, "stats")
    assert "captain" in text(board.response)


async def test_what_several_computers_do_is_one_post_with_one_picture(home: Hut) -> None:
    await home.slash(home.ana, "solo", game="northwest", level="cadet", seats=4)
    await home.env.settle()
    player = Player(home, "one post")
    who = await player.waiting()
    assert who is home.ana
    for _ in range(4):
        before, made = len(posts(home)), await moves(home, "crew")
        await player.by_buttons(home.ana)
        await home.env.settle()
        if await moves(home, "crew") > made:
            assert len(posts(home)) == before + 1
            assert len(await pictures(home.post)) == 1
        else:
            assert len(posts(home)) == before
        assert f"<@{home.ana.id}>" in text(home.post)


# --------------------------------------------------------- accidents, taking back
async def test_a_computer_that_cannot_think_plays_a_safe_move_and_says_so(home: Hut) -> None:
    await solo(home)
    home.thinker.refuses = True
    player = Player(home, "refuses")
    await player.waiting()
    made = await moves(home, "crew")
    while await moves(home, "crew") == made:
        await player.by_buttons(home.ana)
        await home.env.settle()
    assert "could not think this through" in text(home.post)


async def test_a_turn_that_has_to_wait_says_so_in_the_message_that_is_there(home: Hut) -> None:
    await solo(home)
    player = Player(home, "waits")
    await player.waiting()
    home.thinker.hold()
    home.thinker.queue = QUEUE
    before = len(posts(home))
    while home.bot.crew._moving == {}:
        await player.by_buttons(home.ana)
    await home.bot.posts.drain()
    assert "other tables come first" in text(home.post)
    assert len(posts(home)) == before
    home.thinker.queue = 0
    home.thinker.go_on()
    await home.env.settle()
    assert await player.waiting() is home.ana
    assert f"<@{home.ana.id}>" in text(home.post)


# ------------------------------------------------------------------ in the lobby
async def test_a_computer_is_added_and_taken_away_in_the_lobby(home: Hut) -> None:
    await home.slash(home.ana, "play", game="northwest")
    await home.choose(home.ana, home.post, "mate")
    await home.slash(home.ana, "computer", level="captain")
    await home.env.settle()
    assert text(home.post).count("(computer)") == 2
    assert "mate" in text(home.post)
    options = answer(await home.click(home.ana, home.post, "Options"))
    await press(home, home.ana, options, "Rae (computer)") if "Rae" in text(options) else await home.choose(
        home.ana, options, "2"
    )
    await home.env.settle()
    assert text(home.post).count("(computer)") == 1
    await home.click(home.ana, home.post, "Start")
    await home.env.settle()
    assert (await home.table()).status == "running"
    assert await Player(home, "lobby").waiting() is home.ana


async def test_nobody_plays_more_than_three_games_alone(home: Hut) -> None:
    for n in range(SOLO):
        channel = home.guild.create_text_channel(f"alone-{n}")
        result = await home.slash(home.ana, "solo", channel, game="amundsen")
        assert "The game has begun" in text(result.response)
    result = await home.slash(home.ana, "solo", game="amundsen")
    assert "alone against computers already" in text(result.response)


# ------------------------------------------------------------------------ watching
async def test_computers_are_watched_at_a_pace_in_one_message(home: Hut) -> None:
    await home.slash(home.ana, "watch", game="northwest", level="cadet")
    await home.env.settle()
    before = len(posts(home))
    made = [await moves(home, "crew")]
    while len(made) < 8:
        await home.env.advance_time(PACE + 1)
        await home.env.settle()
        made.append(await moves(home, "crew"))
    assert made[0] == 0
    assert made[-1] >= 3
    assert max(later - earlier for earlier, later in pairwise(made)) == 1
    assert len(posts(home)) == before
    closing = answer(await home.slash(home.ana, "close"))
    await press(home, home.ana, closing, "Close the table")
    assert (await home.table()).status == "closed"


# ------------------------------------------------------------------ playing for somebody
async def test_a_computer_plays_for_a_friend_who_comes_back_with_one_press(home: Hut) -> None:
    await home.begin("northwest", 2)
    player = Player(home, "away")
    assert "plays for you now" in text((await home.slash(home.ben, "computer", level="cadet")).response)
    assert "**Ben** is away: a computer plays" in text((await home.slash(home.ana, "log")).response)
    for _ in range(3):
        await home.env.settle()
        assert await player.waiting() is home.ana
        await player.by_buttons(home.ana)
    await home.env.settle()
    made = await moves(home, "crew")
    assert made > 0
    assert "Ben (computer)" in text(home.post)
    panel = answer(await home.click(home.ben, home.post, "Your move"))
    back = await press(home, home.ben, panel, "Take my seat again")
    assert f"{made} move" in text(back)
    await home.env.settle()
    assert not (await home.table()).seats[1].level


async def test_a_vacation_with_a_computer(home: Hut) -> None:
    await home.begin("northwest", 2)
    today = home.env.now().date().isoformat()
    result = await home.slash(home.ben, "vacation", **{"from": today, "to": today, "computer": "mate"})
    assert "computer" in text(result.response)
    await home.env.settle()
    assert (await home.table()).seats[1].level == "mate"
    panel = answer(await home.slash(home.ben, "hand"))
    await press(home, home.ben, panel, "Take my seat again")
    assert not (await home.table()).seats[1].level


# ------------------------------------------------------------------ in a direct message
async def test_a_direct_message_takes_typed_moves_too(home: Hut) -> None:
    ana = home.ana.user
    home._answered(await ana.slash("solo", game="northwest", level="cadet"))
    home.games = ana.dm_channel
    await home.env.settle()
    offers = await ana.autocomplete("move", "words", "")
    assert offers
    told = [home._answered(await ana.slash(command)) for command in ("hand", "board", "log", "rules", "mytables")]
    told.append(await home.slash(home.ana, "mytables", home.guild.create_text_channel("elsewhere")))
    for shown in (home.post, *(one.response for one in told)):
        assert f"<#{home.games.id}>" not in text(shown), "Discord names no channel that is a conversation"
    assert "direct messages" in text(home.post)
    assert ["direct messages" in text(one.response) for one in told[-2:]] == [True, True]
    assert "**your move**" in text(told[-1].response)
    closing = answer(home._answered(await ana.slash("close")))
    button = next(part for part in controls(closing) if part["label"] == "Close the table")
    home._answered(await ana.click(closing, custom_id=button["custom_id"]))
    assert (await home.table()).status == "closed"


async def test_alone_with_the_bot_one_has_ones_settings_and_ones_past(home: Hut) -> None:
    """Whoever plays in a direct message has no server to go to for them."""
    ana = home.ana.user

    async def told(command: str, **options: str) -> str:
        shown = answer(home._answered(await ana.slash(command, **options)))
        await home.env.settle()
        return text(shown)

    for command in ("history", "stats"):
        assert "/solo begins one" in await told(command)
    home._answered(await ana.slash("solo", game="amundsen", level="cadet"))
    home.games = ana.dm_channel
    await home.env.settle()
    table = (await home.table()).id
    while (await home.bot.tables.table(table)).status == "running":
        _, _, root = await home.bot.tables.moves.menu(table, ana.id)
        assert "Done" in await told("move", words=" ".join(next(all_moves(root))))
    button = next(part for part in controls(home.post) if part["label"] == "It is over")
    home._answered(await ana.click(home.post, custom_id=button["custom_id"]))
    assert "1911 Amundsen vs Scott" in await told("history")
    shown = await told("stats")
    assert "1911 Amundsen vs Scott: cadet beaten in" in shown
    assert "server" not in shown
    assert "Move" in await told("replay")
    panel = await told("settings")
    assert "for you alone" in panel
    assert "This server" not in panel
    assert "quiet" in (await told("quiet", zone="Europe/Madrid")).casefold()
    assert "vacation" in (await told("vacation")).casefold()
    assert "Shall everything about you be erased?" in await told("forget-me")
