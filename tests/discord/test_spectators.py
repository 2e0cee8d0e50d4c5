"""Somebody who does not play: everything public, nothing else. Tables for invited friends."""

from __future__ import annotations

from io import BytesIO

import pytest
import simcord
from PIL import Image

from tests.discord.camp import bid, play, walker
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, pictures, text
from tests.recorded import recorded


async def answer(home: Hut, who: simcord.MemberActor, command: str, **options: object) -> str:
    """What a command tells somebody, text files included."""
    response = (await home.slash(who, command, **options)).response
    assert response is not None
    files = [await file.read() for file in response.attachments if file.filename.endswith(".txt")]
    return "\n".join([text(response), *(file.decode() for file in files)])


async def test_the_board_is_the_public_one(race: Hut) -> None:
    """The same picture as in the channel, which every player may see; a player's own hand is in none of them."""
    response = (await race.slash(race.dee, "board")).response
    assert response is not None
    assert await pictures(response) == await pictures(race.post)
    look = (await race.click(race.dee, race.post, "Look")).response
    assert look is not None
    assert await pictures(look) == await pictures(race.post)
    hand = (await race.slash(race.ana, "hand")).response
    assert hand is not None
    assert not set(await pictures(hand)) & set(await pictures(look))


async def test_the_log_has_no_private_line(camp: Hut) -> None:
    """What a bidder alone is told stands in the bidder's log only."""
    table_id = (await camp.table()).id
    for seat in (0, 1):
        assert any(line.seats == (seat,) for line in await camp.bot.tables.history.log(table_id, seat))
    assert all(line.seats is None for line in await camp.bot.tables.history.log(table_id, None))


async def test_the_log_on_discord_is_the_public_one(camp: Hut) -> None:
    own, others = await answer(camp, camp.ana, "log"), await answer(camp, camp.dee, "log")
    private = set(own.splitlines()) - set(others.splitlines())
    assert private
    assert not set(others.splitlines()) & private


async def test_the_record_of_a_running_game_keeps_its_secrets(camp: Hut) -> None:
    record = await answer(camp, camp.dee, "record")
    assert "sha256:" in record
    assert (await camp.bot.tables.context.stored((await camp.table()).id)).seed not in record
    moves = [line for line in record.splitlines() if line[:2] in ("0 ", "1 ")]
    assert moves == ["0 ?", "1 ?"], "two bids nobody else has seen"
    assert await answer(camp, camp.ana, "record") == record, "a player gets no other"


async def test_the_replay_shows_what_a_spectator_saw(race: Hut) -> None:
    response = (await race.slash(race.dee, "replay", move=0)).response
    own = (await race.slash(race.ana, "replay", move=0)).response
    assert response is not None
    assert own is not None
    assert await pictures(response) == await pictures(own)
    assert (
        Image.open(BytesIO((await pictures(response))[0])).size
        == Image.open(BytesIO((await pictures(race.post))[0])).size
    )


async def test_the_rules_are_for_everybody(race: Hut) -> None:
    assert "A1" in await answer(race, race.dee, "rules", rule="A1")


@pytest.mark.parametrize("command", ["hand", "undo", "resign", "why", "orders", "early"])
async def test_what_is_a_players_is_refused(camp: Hut, command: str) -> None:
    result = await camp.slash(camp.dee, command)
    assert result.response is not None
    assert result.response.ephemeral
    assert not result.response.attachments
    assert not controls(result.response)
    assert "not in this game" in text(result.response)


async def test_a_note_is_no_spectators(camp: Hut) -> None:
    assert "no seat at this one" in text((await camp.slash(camp.dee, "note")).response)


@pytest.mark.parametrize("label", ["Your move", "Take back"])
async def test_a_players_buttons_are_refused(camp: Hut, label: str) -> None:
    result = await camp.click(camp.dee, camp.post, label)
    assert result.response is not None
    assert not result.response.attachments
    assert "not in this game" in text(result.response)


async def test_a_panels_button_does_nothing_for_others(camp: Hut) -> None:
    """A spectator who sends what stands in a player's button, and a player who sends another's."""
    shown = (await camp.click(camp.cy, camp.post, "Your move")).response
    assert shown is not None
    before = (await camp.table()).rev
    for control in controls(shown):
        values = [control["options"][0]["value"]] if control["type"] == 3 else []
        held = hold(camp.env, camp.dee, shown, control["custom_id"], values)
        await deliver(camp.env, held)
        answered = held.result.response
        assert "not in this game" in text(answered)
    assert (await camp.table()).rev == before
    await bid(camp, camp.cy)
    await play(camp, await walker(camp), "walk north 1")
    assert (await camp.table()).rev > before, "the players go on"


# ---------------------------------------------------------------- invited only
@pytest.fixture
async def imported(home: Hut) -> Hut:
    """Ana has opened a record in #games, for invited friends."""
    await home.slash(home.ana, "record", file=("race.txt", recorded("amundsen", "scott-at-the-pole")))
    await home.slash(home.ana, "options", name="joining", value="invited")
    return home


async def test_a_table_from_a_record_is_for_invited_friends(imported: Hut) -> None:
    lobby = imported.post
    assert "Only who is invited" in text(lobby)
    assert "invited friends" in text((await imported.click(imported.ben, lobby, "Join")).response)
    assert "invited friends" in text((await imported.choose(imported.ben, lobby, "1")).response)
    assert "invited friends" in text((await imported.slash(imported.ben, "join")).response)
    await imported.slash(imported.ana, "invite", friend=imported.ben)
    await imported.slash(imported.ben, "join")
    assert (await imported.table()).seat_of(imported.ben.id) == 1


async def test_nothing_else_of_a_record_can_be_chosen(imported: Hut) -> None:
    refused = await imported.slash(imported.ana, "options", name="rated", value="no")
    assert "comes from a record" in text(refused.response)
    options = (await imported.click(imported.ana, imported.post, "Options")).response
    assert options is not None
    assert [part["placeholder"] for part in controls(options)] == ["Who may join", "Pace"]
