"""A private note: written in a modal that needs no memory, shown in its writer's panel and nowhere else."""

from __future__ import annotations

import simcord

from tests.discord.hut import Hut, text
from tests.discord.panels import fields

NOTE = "Ben always takes the dogs.\nWatch the red row."


async def write(home: Hut, who: simcord.MemberActor, note: str) -> simcord.InteractionResult:
    form = await home.slash(who, "note")
    return await who.submit_modal(form, {fields(form)[0]["custom_id"]: note})


async def test_a_note_is_in_its_writers_panel_and_nowhere_else(race: Hut) -> None:
    done = await write(race, race.ana, NOTE)
    assert "Noted" in text(done.response)
    assert done.response is not None
    assert done.response.ephemeral
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert "> Ben always takes the dogs.\n> Watch the red row." in text(panel)
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    waiting = (await race.slash(race.ana, "hand")).response
    assert "> Ben always takes" in text(waiting)
    seen = [text((await race.slash(race.ben, command)).response) for command in ("hand", "board", "log", "record")]
    seen += [text((await race.slash(race.ana, command)).response) for command in ("board", "log")]
    seen += [text(message) for message in race.games.history()]
    exported = (await race.slash(race.ana, "record")).response
    assert exported is not None
    seen.append((await exported.attachments[0].read()).decode())
    assert not [one for one in seen if "always takes" in one]


async def test_a_note_is_opened_again_changed_and_forgotten(race: Hut) -> None:
    await write(race, race.ana, NOTE)
    form = await race.slash(race.ana, "note")
    assert fields(form)[0]["value"] == NOTE
    assert fields(await race.slash(race.ben, "note"))[0].get("value") in (None, "")
    await write(race, race.ana, "Pole!")
    assert "> Pole!" in text((await race.click(race.ana, race.post, "Your move")).response)
    assert "forgotten" in text((await write(race, race.ana, "  ")).response)
    assert "Your note" not in text((await race.click(race.ana, race.post, "Your move")).response)


async def test_a_form_opened_before_a_restart_is_still_taken(race: Hut) -> None:
    form = await race.slash(race.ana, "note")
    await race.restart()
    await race.ana.submit_modal(form, {fields(form)[0]["custom_id"]: NOTE})
    assert await race.bot.tables.notes.read(1, race.ana.id) == NOTE
    assert not race.bot._connection._view_store._modals, "no form is kept in memory"


async def test_notes_are_for_the_people_at_the_table(race: Hut) -> None:
    assert "no seat at this one" in text((await race.slash(race.cy, "note")).response)
    assert "/play opens one" in text((await race.slash(race.cy, "note", race.expedition)).response)
