"""The seal of the shuffle: shown however the game was started, and checked against the seed when the game is over."""

from __future__ import annotations

import hashlib

import pytest

from tests.discord.hut import Hut, controls, fixed_seed, text
from tests.recorded import recorded

SEAL = f"sha256:{hashlib.sha256(fixed_seed().encode()).hexdigest()}"


async def lobby(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.click(home.ben, home.post, "Join")


@pytest.mark.parametrize("how", ["button", "command"])
async def test_however_it_is_started_the_lobby_becomes_the_seal(home: Hut, how: str) -> None:
    await lobby(home)
    if how == "button":
        await home.click(home.ana, home.post, "Start")
    else:
        await home.slash(home.ana, "start")
    begun, board = home.games.history()
    assert "The game has begun: **Ana**, **Ben**" in text(begun)
    assert SEAL in text(begun)
    assert not controls(begun)
    assert "it is your move" in text(board)
    assert SEAL not in text(board), "once is enough"


async def test_without_the_lobbys_message_the_board_shows_the_seal(home: Hut) -> None:
    await lobby(home)
    home.env.backend.delete_message(home.games.id, home.post.id)
    await home.slash(home.ana, "start")
    (board,) = home.games.history()
    assert "it is your move" in text(board)
    assert SEAL in text(board)


async def test_killed_before_the_lobby_was_changed_it_is_after_the_next_start(
    home: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lobby(home)
    with monkeypatch.context() as patch:
        patch.setattr(type(home.bot.posts), "poke", lambda *_, **__: None)
        await home.slash(home.ana, "start")
    assert "Ready: press Start" in text(home.games.history()[0])
    await home.restart()
    await home.env.settle()
    begun, board = home.games.history()
    assert SEAL in text(begun)
    assert not controls(begun)
    assert "it is your move" in text(board)


async def over(home: Hut) -> None:
    """Ana gives up; Ben has won."""
    await home.begin("amundsen", 2)
    await home.slash(home.ana, "amundsen choose", explorer="scott")
    asked = (await home.slash(home.ana, "resign")).response
    assert asked is not None
    await home.click(home.ana, asked, "Give up")


async def test_while_the_game_runs_the_audit_tells_the_seal_alone(race: Hut) -> None:
    lobby = race.games.history()[0]
    told = text((await race.slash(race.cy, "audit")).response)
    assert SEAL in told
    assert f"/{lobby.id})" in told, "a link to the message that showed it"
    assert fixed_seed() not in told
    assert "When the game is over the seed is told" in told


async def test_the_audit_of_a_finished_game_checks_everything_and_says_how_to(home: Hut) -> None:
    await over(home)
    told = text((await home.slash(home.cy, "audit")).response)
    assert SEAL in told
    assert f"The seed is {fixed_seed()}" in told
    assert "begins exactly as it did" in told
    assert "1 move was played again and leads where the log says" in told
    assert f"printf %s '{fixed_seed()}' | sha256sum" in told


async def test_the_record_carries_its_seal_and_still_opens(home: Hut) -> None:
    await over(home)
    answer = (await home.slash(home.cy, "record")).response
    assert answer is not None
    record = (await answer.attachments[0].read()).decode()
    assert record.startswith(f"; The seal of the shuffle was {SEAL}. Check: printf %s")
    record = record.replace(f"seed {fixed_seed()}", "seed terra-nova")
    assert "does not play" in text((await home.slash(home.ana, "record", file=("g.txt", record.encode()))).response)


async def test_a_changed_log_does_not_pass(home: Hut) -> None:
    await over(home)
    await home.bot.store.write(lambda tx: tx.run("UPDATE entries SET digest = '00000000' WHERE kind = 'move'"))
    assert "move 1 does not lead where the log says" in text((await home.slash(home.cy, "audit")).response)


async def test_a_changed_deal_does_not_pass(home: Hut) -> None:
    await over(home)
    await home.bot.store.write(lambda tx: tx.run("UPDATE tables SET seed = 'other'"))
    home.bot.tables.context.forget((await home.table()).id)
    assert "does not begin as it did" in text((await home.slash(home.cy, "audit")).response)


async def test_a_game_from_a_record_was_never_sealed(home: Hut) -> None:
    await home.slash(home.ana, "record", file=("race.txt", recorded("amundsen", "scott-at-the-pole")))
    await home.click(home.ana, home.post, "Start")
    assert "never sealed here" in text((await home.slash(home.cy, "audit")).response)


async def test_nothing_is_audited_in_a_lobby(home: Hut) -> None:
    await lobby(home)
    assert "has not begun" in text((await home.slash(home.ana, "audit")).response)
