"""The seal of the shuffle: shown for every kind of start, and checked against the seed at the end of the game."""

from __future__ import annotations

import hashlib

import pytest

from tests.discord.fake_server import FakeServer, get_fixed_seed, list_controls, read_text
from tests.golden_records import read_record

SEAL_TEXT = f"sha256:{hashlib.sha256(get_fixed_seed().encode()).hexdigest()}"


async def open_lobby(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.click_button(server.ben, server.newest_post, "Join")


@pytest.mark.parametrize("how", ["button", "command"])
async def test_however_it_is_started_the_first_board_ends_with_the_seal(server: FakeServer, how: str) -> None:
    await open_lobby(server)
    if how == "button":
        await server.click_button(server.ana, server.newest_post, "Start")
    else:
        await server.run_command(server.ana, "start")
    begun, board = server.games.history()
    assert "The game has begun: **Ana**, **Ben**" in read_text(begun)
    assert SEAL_TEXT not in read_text(begun)
    assert not list_controls(begun)
    assert "it is your move" in read_text(board)
    assert f"The shuffle is fixed and can be checked afterwards: /audit.\n-# {SEAL_TEXT}" in read_text(board)


async def test_the_seal_stays_on_the_first_board_alone(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    await server.run_command(server.ana, "amundsen choose", explorer="amundsen")
    assert SEAL_TEXT in read_text(server.newest_post), "Ana goes on, so the first board was edited"
    await server.run_command(server.ana, "amundsen take", cards="1")
    _, first_board, second_board = server.games.history()
    assert SEAL_TEXT in read_text(first_board)
    assert SEAL_TEXT not in read_text(second_board)


async def test_without_the_lobbys_message_the_board_shows_the_seal_too(server: FakeServer) -> None:
    await open_lobby(server)
    server.env.backend.delete_message(server.games.id, server.newest_post.id)
    await server.run_command(server.ana, "start")
    (board,) = server.games.history()
    assert "it is your move" in read_text(board)
    assert SEAL_TEXT in read_text(board)


async def test_killed_before_the_lobby_was_changed_it_is_after_the_next_start(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_lobby(server)
    with monkeypatch.context() as patch:
        patch.setattr(type(server.bot.board_posts), "request_post", lambda *_, **__: None)
        await server.run_command(server.ana, "start")
    assert "Ready: press Start" in read_text(server.games.history()[0])
    await server.restart()
    await server.env.settle()
    begun, board = server.games.history()
    assert not list_controls(begun)
    assert "it is your move" in read_text(board)
    assert SEAL_TEXT in read_text(board)


async def finish_race(server: FakeServer) -> None:
    """Let Ana give up, so that Ben has won."""
    await server.start_game("amundsen", 2)
    await server.run_command(server.ana, "amundsen choose", explorer="scott")
    asked = (await server.run_command(server.ana, "resign")).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Give up")


async def test_while_the_game_runs_the_audit_tells_the_seal_alone(race: FakeServer) -> None:
    board = race.games.history()[1]
    told = read_text((await race.run_command(race.cy, "audit")).response)
    assert SEAL_TEXT in told
    assert f"/{board.id})" in told, "a link to the message that showed it"
    assert get_fixed_seed() not in told
    assert "When the game is over the seed is told" in told
    assert "nobody can change the shuffle later" in told


async def test_the_audit_of_a_finished_game_checks_everything_and_says_how_to(server: FakeServer) -> None:
    await finish_race(server)
    told = read_text((await server.run_command(server.cy, "audit")).response)
    assert SEAL_TEXT in told
    assert f"The seed is {get_fixed_seed()}" in told
    assert "begins exactly as it did" in told
    assert "1 move was played again and leads where the log says" in told
    assert f"printf %s '{get_fixed_seed()}' | sha256sum" in told


async def test_the_record_carries_its_seal_and_still_opens(server: FakeServer) -> None:
    await finish_race(server)
    answer = (await server.run_command(server.cy, "record")).response
    assert answer is not None
    record = (await answer.attachments[0].read()).decode()
    assert record.startswith(f"; The seal of the shuffle was {SEAL_TEXT}. Check: printf %s")
    record = record.replace(f"seed {get_fixed_seed()}", "seed terra-nova")
    assert "does not play" in read_text(
        (await server.run_command(server.ana, "record", file=("g.txt", record.encode()))).response
    )


async def test_a_changed_log_does_not_pass(server: FakeServer) -> None:
    await finish_race(server)
    await server.bot.store.write(lambda tx: tx.execute("UPDATE entries SET digest = '00000000' WHERE kind = 'move'"))
    assert "move 1 does not lead where the log says" in read_text(
        (await server.run_command(server.cy, "audit")).response
    )


async def test_a_changed_deal_does_not_pass(server: FakeServer) -> None:
    await finish_race(server)
    await server.bot.store.write(lambda tx: tx.execute("UPDATE tables SET seed = 'other'"))
    server.bot.tables.context.drop_cached((await server.load_table()).id)
    assert "does not begin as it did" in read_text((await server.run_command(server.cy, "audit")).response)


async def test_a_game_from_a_record_was_never_sealed(server: FakeServer) -> None:
    await server.run_command(server.ana, "record", file=("race.txt", read_record("amundsen", "scott-at-the-pole")))
    await server.click_button(server.ana, server.newest_post, "Start")
    assert "never sealed here" in read_text((await server.run_command(server.cy, "audit")).response)


async def test_nothing_is_audited_in_a_lobby(server: FakeServer) -> None:
    await open_lobby(server)
    assert "has not begun" in read_text((await server.run_command(server.ana, "audit")).response)
