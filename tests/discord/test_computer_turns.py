"""Computers with spiteful, absent or hurried people: nothing breaks, and the bot promises nothing false."""

from __future__ import annotations

import pytest

from engine.host.service.play.computer_moves import UNATTENDED_MOVE_INTERVAL_S
from engine.ops import doctor
from engine.players.analysis import position_analysis
from engine.workers.requests import AnalysisRequest
from tests.discord.camp_game import pass_hours
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.lightweight_bot import draw_sparsely
from tests.discord.panels import find_answer, press_label
from tests.discord.player import RandomPlayer


@pytest.fixture(autouse=True)
def sparse_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_sparsely(monkeypatch)
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)


@pytest.fixture
async def start_computer_turn(server: FakeServer) -> FakeServer:
    """Make Ana's move, so that a captain thinks about its answer."""
    await server.run_command(server.ana, "solo", game="expanse", level="captain")
    await server.env.settle()
    await play_until_computing(server, RandomPlayer(server, "manners"))
    return server


async def play_until_computing(server: FakeServer, player: RandomPlayer) -> None:
    """Play Ana's moves until a computer is asked; it does not answer."""
    server.move_service.hold()
    for _ in range(12):
        if server.bot.computer_turn_runner.is_computing():
            return
        assert await player.find_asked_user() is server.ana
        await player.play_by_buttons(server.ana)
    raise AssertionError("no computer is asked")


async def wait_for_answer(server: FakeServer) -> None:
    server.move_service.release()
    await server.env.settle()


async def log(server: FakeServer, kind: str) -> int:
    rows = await server.bot.store.fetch_all(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind = ?", (await server.load_table()).id, kind
    )
    return int(rows[0]["n"])


async def check_replay(server: FakeServer) -> bool:
    return {report.verdict for report in doctor.check_tables(server.config.store.path)} == {"same"}


# ------------------------------------------------------------- during a computation
async def test_who_is_erased_while_a_computer_computes_is_erased(start_computer_turn: FakeServer) -> None:
    told = find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "forget-me"))
    await start_computer_turn.click_button(start_computer_turn.ana, told, "Erase it")
    await wait_for_answer(start_computer_turn)
    table = await start_computer_turn.load_table()
    assert table.status == "finished"
    assert await log(start_computer_turn, "computer") == 0
    assert str(start_computer_turn.ana.id) not in read_text(start_computer_turn.newest_post)
    assert "(computer) has won!" in read_text(start_computer_turn.newest_post)
    assert await check_replay(start_computer_turn)


async def test_undo_and_undo_again_while_a_computer_computes(start_computer_turn: FakeServer) -> None:
    """The bot discards the first computation and starts one for the next question."""
    player = RandomPlayer(start_computer_turn, "again")
    for _ in range(12):
        told = find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "undo"))
        if "This would take back" in read_text(told):
            break
        await wait_for_answer(start_computer_turn)
        await play_until_computing(start_computer_turn, player)
    made = await log(start_computer_turn, "computer")
    await press_label(start_computer_turn, start_computer_turn.ana, told, "Take back")
    again = find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "undo"))
    if "This would take back" in read_text(again):
        await press_label(start_computer_turn, start_computer_turn.ana, again, "Take back")
    else:
        assert "nobody else is here to agree" in read_text(again)
    jobs = len(start_computer_turn.move_service.requests)
    await wait_for_answer(start_computer_turn)
    assert await log(start_computer_turn, "computer") == made
    assert await player.find_asked_user() is start_computer_turn.ana
    for _ in range(12):
        await player.play_by_buttons(start_computer_turn.ana)
        await start_computer_turn.env.settle()
        if len(start_computer_turn.move_service.requests) > jobs:
            break
    assert await log(start_computer_turn, "computer") > made
    assert await check_replay(start_computer_turn)


async def test_giving_up_while_a_computer_computes_ends_the_game(start_computer_turn: FakeServer) -> None:
    told = find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "resign"))
    assert "(computer)** wins then, and the game is over" in read_text(told)
    await start_computer_turn.click_button(start_computer_turn.ana, told, "Give up")
    await wait_for_answer(start_computer_turn)
    assert (await start_computer_turn.load_table()).status == "finished"
    assert await log(start_computer_turn, "computer") == 0


async def test_a_seat_taken_during_a_computation_is_answered_by_its_person(start_computer_turn: FakeServer) -> None:
    await start_computer_turn.run_command(start_computer_turn.ana, "invite", friend=start_computer_turn.ben)
    await start_computer_turn.run_command(start_computer_turn.ben, "join")
    await wait_for_answer(start_computer_turn)
    assert await log(start_computer_turn, "computer") == 0
    assert f"<@{start_computer_turn.ben.id}>, it is your move" in read_text(start_computer_turn.newest_post)
    assert await RandomPlayer(start_computer_turn, "friend").find_asked_user() is start_computer_turn.ben


async def test_no_vote_hurries_a_computer(start_computer_turn: FakeServer) -> None:
    """Discord knows no user with a computer's number; this does not mean that the computer has left the server."""
    assert "A vote is about people" in read_text(
        find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "vote"))
    )
    assert await start_computer_turn.bot.store.fetch_all("SELECT * FROM votes") == []
    await start_computer_turn.run_command(start_computer_turn.ana, "computer", level="cadet")
    assert "Take my seat again" in read_text(
        find_answer(await start_computer_turn.run_command(start_computer_turn.ana, "vote"))
    )


async def test_spectators_press_and_are_told_what_they_are(start_computer_turn: FakeServer) -> None:
    before = await start_computer_turn.load_table()
    for button in list_controls(start_computer_turn.newest_post):
        await start_computer_turn.click_button(
            start_computer_turn.ben, start_computer_turn.newest_post, custom_id=button["custom_id"]
        )
    for command in ("undo", "resign", "computer", "join", "close", "hand", "vote"):
        await start_computer_turn.run_command(start_computer_turn.ben, command)
    assert await start_computer_turn.load_table() == before


# ------------------------------------------------------------------ weeks of silence
async def test_nobody_is_told_to_vote_where_only_computers_would_read_it(server: FakeServer) -> None:
    """A solo game at a table with a pace."""
    await server.run_command(server.ana, "play", game="northwest")
    await server.choose_values(server.ana, server.newest_post, "cadet")
    await server.run_command(server.ana, "pace", time=24)
    await server.click_button(server.ana, server.newest_post, "Start")
    await server.env.settle()
    await pass_hours(server, 24 * 3)
    posts = "\n".join(read_text(message) for message in server.games.history())
    assert "your move has been waiting" in posts
    assert "has not moved since" not in posts
    assert "they may vote" not in posts


async def test_friends_are_told_and_computers_are_not(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="northwest")
    await server.click_button(server.ben, server.newest_post, "Join")
    await server.choose_values(server.ana, server.newest_post, "cadet")
    await server.run_command(server.ana, "pace", time=24)
    await server.click_button(server.ben, server.newest_post, "Start")  # what the game is worth has changed for him
    await server.env.settle()
    player = RandomPlayer(server, "late")
    while await player.find_asked_user() is not server.ben:
        await player.play_by_buttons(server.ana)
        await server.env.settle()
    await pass_hours(server, 24 * 3)
    told = next(read_text(one) for one in server.games.history() if "has not moved since" in read_text(one))
    assert told.startswith(f"<@{server.ana.id}>: **Ben** has not moved since")


# ------------------------------------------------------------------ everybody absent
async def test_a_game_that_computers_play_for_all_is_shown_at_a_pace(server: FakeServer) -> None:
    await server.run_command(server.ana, "solo", game="northwest", level="cadet")
    await server.env.settle()
    await server.run_command(server.ana, "computer", level="cadet")
    await server.env.settle()
    before, shown = len(server.games.history()), {read_text(server.newest_post)}
    for _ in range(4):
        await server.env.advance_time(UNATTENDED_MOVE_INTERVAL_S + 1)
        await server.env.settle()
        shown.add(read_text(server.newest_post))
    assert len(shown) > 3
    assert not [one for one in shown if "other tables come first" in one]
    assert len(server.games.history()) == before


# --------------------------------------------------------------------- analysis
async def test_an_analysis_that_a_stop_cuts_short_says_so_and_is_made_after_it(
    server: FakeServer,
) -> None:
    await server.run_command(server.ana, "solo", game="amundsen", level="cadet")
    await server.env.settle()
    player = RandomPlayer(server, "short")
    await player.find_asked_user()
    await player.play_by_buttons(server.ana)
    await server.env.settle()
    await server.click_button(server.ana, find_answer(await server.run_command(server.ana, "resign")), "Give up")
    await server.env.settle()
    server.move_service.hold()
    waiting = [find_answer(await server.run_command(who, "analysis")) for who in (server.ana, server.ben)]
    await server.bot.close()
    server.move_service.release()
    await server.restart()
    await server.env.settle()
    assert [job for job in server.move_service.requests if isinstance(job, AnalysisRequest)]
    for who, message in zip((server.ana, server.ben), waiting, strict=True):
        assert "A computer looks at the game" not in read_text(message)
        assert "the best move in" in read_text(find_answer(await server.run_command(who, "analysis")))
