"""View, move, undo and resign in a running game."""

from __future__ import annotations

import pytest
import simcord

from engine.kernel.record import parse_record
from tests.discord.fake_server import FakeServer, list_components, list_controls, list_pictures, read_text
from tests.golden_records import cut_record, read_record


@pytest.fixture
async def started_race(race: FakeServer) -> FakeServer:
    """Start a race in which Ben is Amundsen and to move, and Ana is Scott."""
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    return race


async def test_a_move_is_told_once(server: FakeServer) -> None:
    """The line of the log about cards that were taken and paid says no more than the sentence about the turn."""
    record = read_record("amundsen", "amundsen-at-the-pole")
    moves = parse_record(record.decode()).moves
    number = next(n for n, move in enumerate(moves) if n > 20 and move.words[0] == "take" and len(move.words) == 3)
    await server.resume_record(cut_record(record, number), 2)
    move = moves[number]
    await server.run_command(server.people[move.seat], "move", words=" ".join(move.words))
    told = read_text(server.newest_post)
    assert "spends" in told
    assert "discards" not in told, told


async def resign_seat(server: FakeServer, user: simcord.MemberActor) -> None:
    asked = (await server.run_command(user, "resign")).response
    assert asked is not None
    await server.click_button(user, asked, "Give up")


async def test_a_typed_move(started_race: FakeServer) -> None:
    result = await started_race.run_command(started_race.ben, "move", words="take 1")
    assert "Done" in read_text(result.response)
    assert f"<@{started_race.ana.id}>, it is your move" in read_text(started_race.newest_post)


async def test_what_was_done_is_told_once(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "move", words="take 1")
    lines = [line.removeprefix("-# ") for line in read_text(started_race.newest_post).splitlines() if "take" in line]
    assert lines[0].startswith("**Ben** takes ")
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("words", ["TAKE 1", "Take cards 1", "  take   1 ", "take CARDS 1"])
async def test_a_typed_move_in_any_case_and_by_full_names(started_race: FakeServer, words: str) -> None:
    result = await started_race.run_command(started_race.ben, "move", words=words)
    assert "Done" in read_text(result.response)


async def test_the_command_of_another_game_names_the_game_that_is_played(started_race: FakeServer) -> None:
    for who in (started_race.ana, started_race.ben):
        told = read_text((await started_race.run_command(who, "northwest draw", tile="l01")).response)
        assert "This channel plays 1911 Amundsen vs Scott" in told
        assert "/amundsen" in told
    (offer,) = await started_race.ben.autocomplete(started_race.games, "northwest draw", "tile", "")
    assert "This channel plays" in offer["name"]


ILLEGAL_MOVES = (
    ("fly", "“fly” is not a choice here"),
    ("POLE", "The step to the Pole is made from space 11; you stand on 0 (A5)."),
    ("take 9", "“9” is not a choice here"),
    ("take 1 now", "one word too many"),
    ("take 3", "discard"),
)


async def test_an_illegal_typed_move_gives_its_reason(started_race: FakeServer) -> None:
    before = await started_race.load_table()
    for words, sentence in ILLEGAL_MOVES:
        result = await started_race.run_command(started_race.ben, "move", words=words)
        assert sentence in read_text(result.response)
        assert result.response is not None
        assert result.response.ephemeral
        assert await started_race.load_table() == before


async def test_an_unfinished_typed_move_opens_the_panel_there(started_race: FakeServer) -> None:
    result = await started_race.run_command(started_race.ben, "move", words="take")
    assert "not finished" in read_text(result.response)
    assert result.response is not None
    assert list_controls(result.response)


async def test_not_your_turn(started_race: FakeServer) -> None:
    for command, options in (("move", {"words": "take 1"}), ("amundsen take", {"cards": "1"})):
        result = await started_race.run_command(started_race.ana, command, **options)
        assert "not your turn: **Ben** is to move" in read_text(result.response)
    assert "not in this game" in read_text(
        (await started_race.run_command(started_race.cy, "move", words="take 1")).response
    )


async def test_autocomplete_walks_the_menu(started_race: FakeServer) -> None:
    offers = await started_race.ben.autocomplete(started_race.games, "move", "words", "")
    assert "take" in [offer["value"] for offer in offers]
    offers = await started_race.ben.autocomplete(started_race.games, "move", "words", "take ")
    assert "take 1" in [offer["value"] for offer in offers]
    (offer,) = await started_race.ana.autocomplete(started_race.games, "move", "words", "t")
    assert "not your turn" in offer["name"]


async def test_a_game_command_with_a_parameter_too_many(started_race: FakeServer) -> None:
    result = await started_race.run_command(started_race.ben, "amundsen take", cards="1", discard="ra")
    assert "“discard” is not needed" in read_text(result.response)


async def test_a_hand_is_seen_by_its_owner_alone(started_race: FakeServer) -> None:
    hers, his = (
        await started_race.run_command(started_race.ana, "hand"),
        await started_race.run_command(started_race.ben, "hand"),
    )
    assert hers.response is not None
    assert his.response is not None
    assert hers.response.ephemeral
    assert await list_pictures(hers.response) != await list_pictures(his.response)
    assert "not in this game" in read_text((await started_race.run_command(started_race.cy, "hand")).response)


async def test_the_board_as_everybody_sees_it(started_race: FakeServer) -> None:
    boards = [
        (await started_race.run_command(who, "board")).response
        for who in (started_race.ana, started_race.ben, started_race.cy)
    ]
    shown = [await list_pictures(board) for board in boards if board is not None]
    assert all(len(picture) == 1 for picture in shown)
    assert len({picture[0] for picture in shown}) == 3, "each sees their own face-down card, a spectator none"
    assert all(
        any(part["type"] == 12 and part["items"][0]["description"] for part in list_components(board))
        for board in boards
        if board
    )


async def test_a_closer_look_at_ones_own_pieces(started_race: FakeServer) -> None:
    shown = (await started_race.run_command(started_race.ana, "board", view="mine")).response
    assert shown is not None
    assert len(await list_pictures(shown)) == 1


async def test_the_record_before_and_after_the_end(started_race: FakeServer) -> None:
    result = await started_race.run_command(started_race.cy, "record")
    assert result.response is not None
    running = (await result.response.attachments[0].read()).decode()
    assert "seed sha256:" in running
    assert "#" not in running
    await resign_seat(started_race, started_race.ana)
    result = await started_race.run_command(started_race.cy, "record")
    assert result.response is not None
    finished = parse_record((await result.response.attachments[0].read()).decode())
    assert not finished.seed.startswith("sha256:")
    assert finished.seed in read_text(started_race.newest_post)


async def test_resigning_asks_first_and_ends_a_game_of_two(started_race: FakeServer) -> None:
    await resign_seat(started_race, started_race.ana)
    table = await started_race.load_table()
    assert table.status == "finished"
    assert "has won" in read_text(started_race.newest_post)
    assert table.result.winners == (1,)
    await started_race.run_command(started_race.ana, "play", game="amundsen")
    assert (await started_race.load_table()).status == "lobby", "the channel is free for the next game"


async def test_a_verb_for_another_moment_says_what_is_asked_now(server: FakeServer) -> None:
    await server.start_game("northwest", 2)
    who = server.find_actor(
        (await server.load_table()).find_seat_user(
            (await server.bot.tables.snapshots.take_snapshot(1, None)).waiting_seats[0]
        )
    )
    for command, given in (("northwest pass", {}), ("move", {"words": "PASS"})):
        told = read_text((await server.run_command(who, command, **given)).response)
        assert "“pass” belongs to another moment of the game. Now you are asked: Which tile do you draw? (draw)" in told
