"""A spectator sees everything public and nothing else. Also tables for invited friends."""

from __future__ import annotations

from io import BytesIO

import pytest
import simcord
from PIL import Image

from tests.discord.camp_game import find_mover, play_first_bid, play_words
from tests.discord.fake_server import FakeServer, list_controls, list_pictures, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.golden_records import read_record


async def read_answer(server: FakeServer, user: simcord.MemberActor, command: str, **options: object) -> str:
    """Return the answer to a command, text files included."""
    response = (await server.run_command(user, command, **options)).response
    assert response is not None
    files = [await file.read() for file in response.attachments if file.filename.endswith(".txt")]
    return "\n".join([read_text(response), *(file.decode() for file in files)])


async def test_the_board_is_the_public_one(race: FakeServer) -> None:
    """The picture is the same as in the channel, which every player may see. It shows no player's hand."""
    response = (await race.run_command(race.dee, "board")).response
    assert response is not None
    assert await list_pictures(response) == await list_pictures(race.newest_post)
    look = (await race.click_button(race.dee, race.newest_post, "Look")).response
    assert look is not None
    assert await list_pictures(look) == await list_pictures(race.newest_post)
    hand = (await race.run_command(race.ana, "hand")).response
    assert hand is not None
    assert not set(await list_pictures(hand)) & set(await list_pictures(look))


async def test_the_log_has_no_private_line(camp: FakeServer) -> None:
    """A text for one bidder alone is in that bidder's log only."""
    table_id = (await camp.load_table()).id
    for seat in (0, 1):
        assert any(line.seats == (seat,) for line in await camp.bot.tables.history.load_log(table_id, seat))
    assert all(line.seats is None for line in await camp.bot.tables.history.load_log(table_id, None))


async def test_the_log_on_discord_is_the_public_one(camp: FakeServer) -> None:
    own, others = await read_answer(camp, camp.ana, "log"), await read_answer(camp, camp.dee, "log")
    private = set(own.splitlines()) - set(others.splitlines())
    assert private
    assert not set(others.splitlines()) & private


async def test_the_record_of_a_running_game_keeps_its_secrets(camp: FakeServer) -> None:
    record = await read_answer(camp, camp.dee, "record")
    assert "sha256:" in record
    assert (await camp.bot.tables.context.load_stored((await camp.load_table()).id)).seed not in record
    moves = [line for line in record.splitlines() if line[:2] in ("0 ", "1 ")]
    assert moves == ["0 ?", "1 ?"], "two bids nobody else has seen"
    assert await read_answer(camp, camp.ana, "record") == record, "a player gets no other"


async def test_the_replay_shows_what_a_spectator_saw(race: FakeServer) -> None:
    response = (await race.run_command(race.dee, "replay", move=0)).response
    own = (await race.run_command(race.ana, "replay", move=0)).response
    assert response is not None
    assert own is not None
    assert await list_pictures(response) == await list_pictures(own)
    assert (
        Image.open(BytesIO((await list_pictures(response))[0])).size
        == Image.open(BytesIO((await list_pictures(race.newest_post))[0])).size
    )


async def test_the_rules_are_for_everybody(race: FakeServer) -> None:
    assert "A1" in await read_answer(race, race.dee, "rules", rule="A1")


async def test_what_is_a_players_is_refused(camp: FakeServer) -> None:
    for command in ("hand", "undo", "resign", "why", "orders", "early"):
        result = await camp.run_command(camp.dee, command)
        assert result.response is not None
        assert result.response.ephemeral
        assert not result.response.attachments
        assert not list_controls(result.response)
        assert "not in this game" in read_text(result.response)


async def test_a_note_is_no_spectators(camp: FakeServer) -> None:
    assert "no seat at this one" in read_text((await camp.run_command(camp.dee, "note")).response)


async def test_a_players_buttons_are_refused(camp: FakeServer) -> None:
    for label in ("Your move", "Take back"):
        result = await camp.click_button(camp.dee, camp.newest_post, label)
        assert result.response is not None
        assert not result.response.attachments
        assert "not in this game" in read_text(result.response)


async def test_a_panels_button_does_nothing_for_others(camp: FakeServer) -> None:
    """A spectator sends the id of a player's button, and a player sends the id of another's."""
    shown = (await camp.click_button(camp.cy, camp.newest_post, "Your move")).response
    assert shown is not None
    before = (await camp.load_table()).revision
    for control in list_controls(shown):
        if control.get("label") == "Rules":  # which everybody may read
            continue
        values = [control["options"][0]["value"]] if control["type"] == 3 else []
        held = hold_interaction(camp.env, camp.dee, shown, control["custom_id"], values)
        await deliver_held(camp.env, held)
        answered = held.result.response
        assert "not in this game" in read_text(answered)
    assert (await camp.load_table()).revision == before
    await play_first_bid(camp, camp.cy)
    await play_words(camp, await find_mover(camp), "walk north 1")
    assert (await camp.load_table()).revision > before, "the players go on"


# ---------------------------------------------------------------- invited only
@pytest.fixture
async def imported_game(server: FakeServer) -> FakeServer:
    """Open a record in #games as Ana, for invited friends."""
    await server.run_command(server.ana, "record", file=("race.txt", read_record("amundsen", "scott-at-the-pole")))
    await server.run_command(server.ana, "options", name="joining", value="invited")
    return server


async def test_a_table_from_a_record_is_for_invited_friends(imported_game: FakeServer) -> None:
    lobby = imported_game.newest_post
    assert "Only who is invited" in read_text(lobby)
    assert "invited friends" in read_text((await imported_game.click_button(imported_game.ben, lobby, "Join")).response)
    assert "invited friends" in read_text((await imported_game.choose_values(imported_game.ben, lobby, "1")).response)
    assert "invited friends" in read_text((await imported_game.run_command(imported_game.ben, "join")).response)
    await imported_game.run_command(imported_game.ana, "invite", friend=imported_game.ben)
    await imported_game.run_command(imported_game.ben, "join")
    assert (await imported_game.load_table()).find_seat(imported_game.ben.id) == 1


async def test_nothing_else_of_a_record_can_be_chosen(imported_game: FakeServer) -> None:
    refused = await imported_game.run_command(imported_game.ana, "options", name="rated", value="no")
    assert "comes from a record" in read_text(refused.response)
    options = (await imported_game.click_button(imported_game.ana, imported_game.newest_post, "Options")).response
    assert options is not None
    assert [part["placeholder"] for part in list_controls(options)] == ["Who may join", "Pace"]
