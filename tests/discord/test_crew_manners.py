"""Computers and people who are spiteful, absent, or in a hurry: nothing breaks, nothing is promised that is not so."""

from __future__ import annotations

import pytest

from engine.host.service.play.crew import PACE
from engine.ops import doctor
from engine.players import analysis
from engine.workers.requests import AnalysisRequest
from tests.discord.camp import pass_hours
from tests.discord.hut import Hut, controls, text
from tests.discord.panels import answer, press
from tests.discord.player import Player
from tests.discord.sparing import draw_few


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_few(monkeypatch)
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)


@pytest.fixture
async def thinking(home: Hut) -> Hut:
    """Ana has moved, and a captain thinks about its answer."""
    await home.slash(home.ana, "solo", game="expanse", level="captain")
    await home.env.settle()
    await until_it_thinks(home, Player(home, "manners"))
    return home


async def until_it_thinks(home: Hut, player: Player) -> None:
    """Ana plays until a computer is asked, which does not answer."""
    home.move_service.hold()
    for _ in range(12):
        if home.bot.computer_turns.is_computing():
            return
        assert await player.waiting() is home.ana
        await player.by_buttons(home.ana)
    raise AssertionError("no computer is asked")


async def until_it_has_thought(home: Hut) -> None:
    home.move_service.release()
    await home.env.settle()


async def log(home: Hut, kind: str) -> int:
    rows = await home.bot.store.all(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind = ?", (await home.table()).id, kind
    )
    return int(rows[0]["n"])


async def replays(home: Hut) -> bool:
    return {report.verdict for report in doctor.examine(home.config.store.path)} == {"same"}


# ------------------------------------------------------------- while one thinks
async def test_who_is_forgotten_while_a_computer_thinks_is_forgotten(thinking: Hut) -> None:
    told = answer(await thinking.slash(thinking.ana, "forget-me"))
    await thinking.click(thinking.ana, told, "Erase it")
    await until_it_has_thought(thinking)
    table = await thinking.table()
    assert table.status == "finished"
    assert await log(thinking, "computer") == 0
    assert str(thinking.ana.id) not in text(thinking.post)
    assert "(computer) has won!" in text(thinking.post)
    assert await replays(thinking)


async def test_undo_and_undo_again_while_a_computer_thinks(thinking: Hut) -> None:
    """What is thought meanwhile comes to nothing, and the next question is thought about."""
    player = Player(thinking, "again")
    for _ in range(12):
        told = answer(await thinking.slash(thinking.ana, "undo"))
        if "This would take back" in text(told):
            break
        await until_it_has_thought(thinking)
        await until_it_thinks(thinking, player)
    made = await log(thinking, "computer")
    await press(thinking, thinking.ana, told, "Take back")
    again = answer(await thinking.slash(thinking.ana, "undo"))
    if "This would take back" in text(again):
        await press(thinking, thinking.ana, again, "Take back")
    else:
        assert "nobody else is here to agree" in text(again)
    jobs = len(thinking.move_service.requests)
    await until_it_has_thought(thinking)
    assert await log(thinking, "computer") == made
    assert await player.waiting() is thinking.ana
    for _ in range(12):
        await player.by_buttons(thinking.ana)
        await thinking.env.settle()
        if len(thinking.move_service.requests) > jobs:
            break
    assert await log(thinking, "computer") > made
    assert await replays(thinking)


async def test_giving_up_while_a_computer_thinks_ends_the_game(thinking: Hut) -> None:
    told = answer(await thinking.slash(thinking.ana, "resign"))
    assert "(computer)** wins then, and the game is over" in text(told)
    await thinking.click(thinking.ana, told, "Give up")
    await until_it_has_thought(thinking)
    assert (await thinking.table()).status == "finished"
    assert await log(thinking, "computer") == 0


async def test_a_seat_taken_in_mid_thought_is_answered_by_its_person(thinking: Hut) -> None:
    await thinking.slash(thinking.ana, "invite", friend=thinking.ben)
    await thinking.slash(thinking.ben, "join")
    await until_it_has_thought(thinking)
    assert await log(thinking, "computer") == 0
    assert f"<@{thinking.ben.id}>, it is your move" in text(thinking.post)
    assert await Player(thinking, "friend").waiting() is thinking.ben


async def test_no_vote_hurries_a_computer(thinking: Hut) -> None:
    """Discord knows nobody by a computer's number; that does not mean that it has left the server."""
    assert "A vote is about people" in text(answer(await thinking.slash(thinking.ana, "vote")))
    assert await thinking.bot.store.all("SELECT * FROM votes") == []
    await thinking.slash(thinking.ana, "computer")
    assert "Take my seat again" in text(answer(await thinking.slash(thinking.ana, "vote")))


async def test_spectators_press_and_are_told_what_they_are(thinking: Hut) -> None:
    before = await thinking.table()
    for button in controls(thinking.post):
        await thinking.click(thinking.ben, thinking.post, custom_id=button["custom_id"])
    for command in ("undo", "resign", "computer", "join", "close", "hand", "vote"):
        await thinking.slash(thinking.ben, command)
    assert await thinking.table() == before


# ------------------------------------------------------------------ weeks of silence
async def test_nobody_is_told_to_vote_where_only_computers_would_read_it(home: Hut) -> None:
    """A game alone, at a table with a pace."""
    await home.slash(home.ana, "play", game="northwest")
    await home.choose(home.ana, home.post, "cadet")
    await home.slash(home.ana, "pace", time=24)
    await home.click(home.ana, home.post, "Start")
    await home.env.settle()
    await pass_hours(home, 24 * 3)
    posts = "\n".join(text(message) for message in home.games.history())
    assert "your move has been waiting" in posts
    assert "has not moved since" not in posts
    assert "they may vote" not in posts


async def test_friends_are_told_and_computers_are_not(home: Hut) -> None:
    await home.slash(home.ana, "play", game="northwest")
    await home.click(home.ben, home.post, "Join")
    await home.choose(home.ana, home.post, "cadet")
    await home.slash(home.ana, "pace", time=24)
    await home.click(home.ana, home.post, "Start")
    await home.env.settle()
    player = Player(home, "late")
    while await player.waiting() is not home.ben:
        await player.by_buttons(home.ana)
        await home.env.settle()
    await pass_hours(home, 24 * 3)
    told = next(text(one) for one in home.games.history() if "has not moved since" in text(one))
    assert told.startswith(f"<@{home.ana.id}>: **Ben** has not moved since")


# ------------------------------------------------------------------ nobody there
async def test_a_game_that_computers_play_for_all_is_shown_at_a_pace(home: Hut) -> None:
    await home.slash(home.ana, "solo", game="northwest", level="cadet")
    await home.env.settle()
    await home.slash(home.ana, "computer", level="cadet")
    await home.env.settle()
    before, shown = len(home.games.history()), {text(home.post)}
    for _ in range(4):
        await home.env.advance_time(PACE + 1)
        await home.env.settle()
        shown.add(text(home.post))
    assert len(shown) > 3
    assert not [one for one in shown if "other tables come first" in one]
    assert len(home.games.history()) == before


# --------------------------------------------------------------------- analysis
async def test_an_analysis_that_a_stop_cuts_short_says_so_and_is_made_after_it(
    home: Hut,
) -> None:
    await home.slash(home.ana, "solo", game="amundsen", level="cadet")
    await home.env.settle()
    player = Player(home, "short")
    await player.waiting()
    await player.by_buttons(home.ana)
    await home.env.settle()
    await home.click(home.ana, answer(await home.slash(home.ana, "resign")), "Give up")
    await home.env.settle()
    home.move_service.hold()
    waiting = [answer(await home.slash(who, "analysis")) for who in (home.ana, home.ben)]
    await home.bot.close()
    home.move_service.release()
    await home.restart()
    await home.env.settle()
    assert [job for job in home.move_service.requests if isinstance(job, AnalysisRequest)]
    for who, message in zip((home.ana, home.ben), waiting, strict=True):
        assert "A computer looks at the game" not in text(message)
        assert "The captain would have played" in text(answer(await home.slash(who, "analysis")))
