"""Looking, typing, taking back and giving up in a running game."""

from __future__ import annotations

import pytest
import simcord

from engine.kernel.record import parse
from tests.discord.hut import Hut, controls, parts, pictures, text


@pytest.fixture
async def started(race: Hut) -> Hut:
    """Ben is Amundsen and to move, Ana is Scott."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    return race


async def resigned(home: Hut, who: simcord.MemberActor) -> None:
    asked = (await home.slash(who, "resign")).response
    assert asked is not None
    await home.click(who, asked, "Give up")


async def test_a_typed_move(started: Hut) -> None:
    result = await started.slash(started.ben, "move", words="take 1")
    assert "Done" in text(result.response)
    assert f"<@{started.ana.id}>, it is your move" in text(started.post)


async def test_what_was_done_is_told_once(started: Hut) -> None:
    await started.slash(started.ben, "move", words="take 1")
    lines = [line.removeprefix("-# ") for line in text(started.post).splitlines() if "take" in line]
    assert lines[0].startswith("**Ben** takes ")
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("words", ["TAKE 1", "Take cards 1", "  take   1 ", "take CARDS 1"])
async def test_a_typed_move_in_any_case_and_by_full_names(started: Hut, words: str) -> None:
    result = await started.slash(started.ben, "move", words=words)
    assert "Done" in text(result.response)


async def test_the_command_of_another_game_names_the_game_that_is_played(started: Hut) -> None:
    for who in (started.ana, started.ben):
        told = text((await started.slash(who, "northwest draw", tile="l01")).response)
        assert "This channel plays 1911 Amundsen vs Scott" in told
        assert "/amundsen" in told
    (offer,) = await started.ben.autocomplete(started.games, "northwest draw", "tile", "")
    assert "This channel plays" in offer["name"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("fly", "“fly” is not a choice here"),
        ("POLE", "The step to the Pole is made from space 11; you stand on 0 (A5)."),
        ("take 9", "“9” is not a choice here"),
        ("take 1 now", "one word too many"),
        ("take 3", "discard"),
    ],
)
async def test_an_illegal_typed_move_gives_its_reason(started: Hut, words: str, sentence: str) -> None:
    before = await started.table()
    result = await started.slash(started.ben, "move", words=words)
    assert sentence in text(result.response)
    assert result.response is not None
    assert result.response.ephemeral
    assert await started.table() == before


async def test_an_unfinished_typed_move_opens_the_panel_there(started: Hut) -> None:
    result = await started.slash(started.ben, "move", words="take")
    assert "not finished" in text(result.response)
    assert result.response is not None
    assert controls(result.response)


async def test_not_your_turn(started: Hut) -> None:
    for command, options in (("move", {"words": "take 1"}), ("amundsen take", {"cards": "1"})):
        result = await started.slash(started.ana, command, **options)
        assert "not your turn: **Ben** is to move" in text(result.response)
    assert "not in this game" in text((await started.slash(started.cy, "move", words="take 1")).response)


async def test_autocomplete_walks_the_menu(started: Hut) -> None:
    offers = await started.ben.autocomplete(started.games, "move", "words", "")
    assert "take" in [offer["value"] for offer in offers]
    offers = await started.ben.autocomplete(started.games, "move", "words", "take ")
    assert "take 1" in [offer["value"] for offer in offers]
    (offer,) = await started.ana.autocomplete(started.games, "move", "words", "t")
    assert "not your turn" in offer["name"]


async def test_a_game_command_with_a_parameter_too_many(started: Hut) -> None:
    result = await started.slash(started.ben, "amundsen take", cards="1", discard="ra")
    assert "“discard” is not needed" in text(result.response)


async def test_a_hand_is_seen_by_its_owner_alone(started: Hut) -> None:
    hers, his = await started.slash(started.ana, "hand"), await started.slash(started.ben, "hand")
    assert hers.response is not None
    assert his.response is not None
    assert hers.response.ephemeral
    assert await pictures(hers.response) != await pictures(his.response)
    assert "not in this game" in text((await started.slash(started.cy, "hand")).response)


async def test_the_board_as_everybody_sees_it(started: Hut) -> None:
    boards = [(await started.slash(who, "board")).response for who in (started.ana, started.ben, started.cy)]
    shown = [await pictures(board) for board in boards if board is not None]
    assert all(len(picture) == 1 for picture in shown)
    assert len({picture[0] for picture in shown}) == 3, "each sees their own face-down card, a spectator none"
    assert all(
        any(part["type"] == 12 and part["items"][0]["description"] for part in parts(board))
        for board in boards
        if board
    )


async def test_a_closer_look_at_ones_own_pieces(started: Hut) -> None:
    shown = (await started.slash(started.ana, "board", view="mine")).response
    assert shown is not None
    assert len(await pictures(shown)) == 1


async def test_the_record_before_and_after_the_end(started: Hut) -> None:
    result = await started.slash(started.cy, "record")
    assert result.response is not None
    running = (await result.response.attachments[0].read()).decode()
    assert "seed sha256:" in running
    assert "#" not in running
    await resigned(started, started.ana)
    result = await started.slash(started.cy, "record")
    assert result.response is not None
    finished = parse((await result.response.attachments[0].read()).decode())
    assert not finished.seed.startswith("sha256:")
    assert finished.seed in text(started.post)


async def test_resigning_asks_first_and_ends_a_game_of_two(started: Hut) -> None:
    await resigned(started, started.ana)
    table = await started.table()
    assert table.status == "finished"
    assert "has won" in text(started.post)
    assert table.result.winners == (1,)
    await started.slash(started.ana, "play", game="amundsen")
    assert (await started.table()).status == "lobby", "the channel is free for the next game"


async def test_a_verb_for_another_moment_says_what_is_asked_now(home: Hut) -> None:
    await home.begin("northwest", 2)
    who = home.actor((await home.table()).user_of((await home.bot.tables.snapshots.take(1, None)).waiting[0]))
    for command, given in (("northwest pass", {}), ("move", {"words": "PASS"})):
        told = text((await home.slash(who, command, **given)).response)
        assert "“pass” belongs to another moment of the game. Now you are asked: Which tile do you draw? (draw)" in told
