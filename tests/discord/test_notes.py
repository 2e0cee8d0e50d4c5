"""A private note: written in a modal that needs no memory, shown in its writer's panel and nowhere else."""

from __future__ import annotations

import simcord

from cogs.interactions.discord_internals import count_stored_views
from tests.discord.fake_server import FakeServer, read_text
from tests.discord.panels import list_fields

NOTE_TEXT = "Ben always takes the dogs.\nWatch the red row."


async def write_note(server: FakeServer, user: simcord.MemberActor, note: str) -> simcord.InteractionResult:
    form = await server.run_command(user, "note")
    return await user.submit_modal(form, {list_fields(form)[0]["custom_id"]: note})


async def test_a_note_is_in_its_writers_panel_and_nowhere_else(race: FakeServer) -> None:
    done = await write_note(race, race.ana, NOTE_TEXT)
    assert "Noted" in read_text(done.response)
    assert done.response is not None
    assert done.response.ephemeral
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    more = (await race.click_button(race.ana, panel, "More")).response
    assert "> Ben always takes the dogs.\n> Watch the red row." in read_text(more)
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    waiting = (await race.run_command(race.ana, "hand")).response
    assert "> Ben always takes" in read_text(waiting)
    seen = [
        read_text((await race.run_command(race.ben, command)).response)
        for command in ("hand", "board", "log", "record")
    ]
    seen += [read_text((await race.run_command(race.ana, command)).response) for command in ("board", "log")]
    seen += [read_text(message) for message in race.games.history()]
    exported = (await race.run_command(race.ana, "record")).response
    assert exported is not None
    seen.append((await exported.attachments[0].read()).decode())
    assert not [one for one in seen if "always takes" in one]


async def test_a_note_is_opened_again_changed_and_forgotten(race: FakeServer) -> None:
    await write_note(race, race.ana, NOTE_TEXT)
    form = await race.run_command(race.ana, "note")
    assert list_fields(form)[0]["value"] == NOTE_TEXT
    assert list_fields(await race.run_command(race.ben, "note"))[0].get("value") in (None, "")
    await write_note(race, race.ana, "Pole!")
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    assert "> Pole!" in read_text((await race.click_button(race.ana, panel, "More")).response)
    assert "forgotten" in read_text((await write_note(race, race.ana, "  ")).response)
    assert "Your note" not in read_text((await race.click_button(race.ana, race.newest_post, "Your move")).response)


async def test_a_form_opened_before_a_restart_is_still_taken(race: FakeServer) -> None:
    form = await race.run_command(race.ana, "note")
    await race.restart()
    await race.ana.submit_modal(form, {list_fields(form)[0]["custom_id"]: NOTE_TEXT})
    assert await race.bot.tables.notes.load_note(1, race.ana.id) == NOTE_TEXT
    assert count_stored_views(race.bot) == 0, "no form is kept in memory"


async def test_notes_are_for_the_people_at_the_table(race: FakeServer) -> None:
    assert "no seat at this one" in read_text((await race.run_command(race.cy, "note")).response)
    assert "/play opens one" in read_text((await race.run_command(race.cy, "note", race.expedition)).response)
