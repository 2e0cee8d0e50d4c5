"""Looking, typing, taking back and giving up in a running game."""

from __future__ import annotations

import pytest

from engine.host import doctor
from engine.kernel.record import parse
from tests.discord.hut import Hut, controls, parts, pictures, text
from tests.discord.test_whole_games import Player


@pytest.fixture
async def started(race: Hut) -> Hut:
    """Ben is Amundsen and to move, Ana is Scott."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    return race


async def test_a_typed_move(started: Hut) -> None:
    result = await started.slash(started.ben, "move", words="take 1")
    assert "Done" in text(result.response)
    assert f"<@{started.ana.id}>, it is your move" in text(started.post)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("fly", "“fly” is not a choice here"),
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


async def test_the_log_pages(started: Hut) -> None:
    player = Player(started, "log")
    for _ in range(14):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
    newest = (await started.slash(started.cy, "log")).response
    assert newest is not None
    assert "Older" in text(newest)
    first_page = text(newest)
    older = (await started.click(started.cy, newest, "Older")).response
    assert "Newer" in text(older)
    assert text(older) != first_page


async def test_the_record_before_and_after_the_end(started: Hut) -> None:
    result = await started.slash(started.cy, "record")
    assert result.response is not None
    running = (await result.response.attachments[0].read()).decode()
    assert "seed sha256:" in running
    assert "#" not in running
    player = Player(started, "record")
    while (who := await player.waiting()) is not None:
        await player.by_command(who)
    result = await started.slash(started.cy, "record")
    assert result.response is not None
    finished = parse((await result.response.attachments[0].read()).decode())
    assert not finished.seed.startswith("sha256:")
    assert finished.seed in text(started.post)


async def test_taking_back_needs_the_others_consent_after_a_reveal(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    before = len((await started.bot.tables.record(1)).moves)
    await started.click(started.ben, started.post, "Take back")
    question = started.post
    assert f"<@{started.ana.id}>" in text(question)
    await started.click(started.ben, question, "Agree")
    assert len((await started.bot.tables.record(1)).moves) == before, "one's own yes is not enough"
    await started.click(started.ana, question, "Agree")
    assert len((await started.bot.tables.record(1)).moves) == before - 1
    assert "takes back" in text(started.post)
    assert f"<@{started.ben.id}>, it is your move" in text(started.post)
    assert [report.verdict for report in doctor.examine(started.config.store.path)] == ["same"]


async def test_a_no_leaves_the_move(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    await started.slash(started.ben, "undo")
    question = started.post
    result = await started.click(started.ana, question, "No, it stands")
    assert "would rather not" in text(result.response)
    result = await started.slash(started.ana, "undo")
    assert "no move to take back" not in text(result.response)


async def test_resigning_asks_first_and_ends_a_game_of_two(started: Hut) -> None:
    asked = (await started.slash(started.ana, "resign")).response
    assert asked is not None
    await started.click(started.ana, asked, "Give up")
    table = await started.table()
    assert table.status == "finished"
    assert "has won" in text(started.post)
    assert table.result.winners == (1,)
    await started.slash(started.ana, "play", game="amundsen")
    assert (await started.table()).status == "lobby", "the channel is free for the next game"


async def test_a_finished_game_stays_readable(started: Hut) -> None:
    asked = (await started.slash(started.ana, "resign")).response
    assert asked is not None
    await started.click(started.ana, asked, "Give up")
    for command in ("board", "log", "record"):
        assert (await started.slash(started.cy, command)).response is not None
    assert "no table in this channel" in text((await started.slash(started.ben, "move", words="take 1")).response)
