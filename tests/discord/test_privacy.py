"""/forget-me: it says what it means, does nothing before the button, and then the bot knows the person no more."""

from __future__ import annotations

from pathlib import Path

from engine.ops import doctor
from engine.ops.config import Backup
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, Message, hut, parts, pictures, text
from tests.host.traces import traces


async def asked(home: Hut) -> Message:
    """Ben is told what it means."""
    result = await home.slash(home.ben, "forget-me")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def forgotten(home: Hut) -> str:
    """Ben has pressed the button; what he reads then."""
    result = await home.click(home.ben, await asked(home), "Erase it")
    return text(result.response)


async def test_it_says_what_goes_and_what_stays(race: Hut) -> None:
    told = text(await asked(race))
    assert "You play in 1 running game." in told
    assert "with one player left, or computers only, the game is over; otherwise a computer plays on" in told
    assert "as those of “Somebody”" in told
    assert "copies in unused parts of the file are wiped in the next night" in told
    assert "within 14 nights" in told
    assert "cannot be taken back" in told
    await race.slash(race.ben, "play", race.expedition, game="paso")
    assert "You get up from 1 table that has not begun." in text(await asked(race))
    outsider = text((await race.slash(race.dee, "forget-me")).response)
    assert "running game" not in outsider


async def test_without_backups_nothing_is_said_of_them(tmp_path: Path) -> None:
    async with hut(tmp_path, backup=Backup(keep=0)) as home:
        assert "Backups" not in text(await asked(home))


async def test_nothing_happens_before_the_button(race: Hut) -> None:
    explained = await asked(race)
    kept = await race.click(race.ben, explained, "Keep everything")
    assert "Nothing was erased" in text(kept.response)
    assert (await race.table()).seat_of(race.ben.id) == 1


async def test_somebody_takes_their_place_in_the_posts(race: Hut) -> None:
    before = await pictures(race.post)
    assert "Done: you are forgotten" in await forgotten(race)
    await race.env.settle()
    assert f"<@{race.ana.id}> has won!" in text(race.post)
    assert "Somebody (seat 2)" in text(race.post)
    assert str(race.ben.id) not in text(race.post)
    assert "Ben" not in text(race.post)
    assert await pictures(race.post) != before


async def test_a_person_is_out_of_the_file(home: Hut) -> None:
    zeb = home.guild.add_member(home.env.create_user("zebulon", global_name="Zebulon"))
    await home.slash(home.ana, "play", game="amundsen")
    await home.click(zeb, home.post, "Join")
    await home.click(home.ana, home.post, "Start")
    await home.slash(zeb, "quiet", zone="Europe/Madrid")
    shown = (await home.slash(zeb, "settings")).response
    assert shown is not None
    path = Path(home.config.store.path)
    assert traces(path, zeb.id, "Zebulon")
    explained = (await home.click(zeb, shown, "Forget me")).response
    assert explained is not None
    await home.click(zeb, explained, "Erase it")
    assert not [found for found in traces(path, zeb.id, "Zebulon") if found.endswith("in the rows")]
    await home.env.advance_time(24 * 3600)
    assert traces(path, zeb.id, "Zebulon") == []
    backups = sorted((path.parent / "backups").glob("*.db"))
    assert traces(backups[-1], zeb.id, "Zebulon") == [], "the vacuum comes before the backup"
    await home.restart()
    await home.slash(home.ana, "log")
    assert traces(path, zeb.id, "Zebulon") == []
    assert {report.verdict for report in doctor.examine(path)} == {"same"}


async def test_somebody_is_called_so_in_the_readers_language(race: Hut) -> None:
    await forgotten(race)
    await race.bot.tables.settings.choose("person", race.ana.id, "language", "es")
    assert "Alguien (asiento 2)" in text((await race.slash(race.ana, "log")).response)
    assert "Somebody (seat 2)" in text((await race.slash(race.cy, "log")).response)


async def test_a_rematch_does_not_call_somebody(race: Hut) -> None:
    await forgotten(race)
    await race.env.settle()
    result = await race.click(race.ana, race.post, "Rematch")
    assert "<@-" not in text(result.response)
    assert "a rematch?" not in text(result.response)


async def test_the_button_outlives_a_restart_and_a_second_press(race: Hut) -> None:
    explained = await asked(race)
    await race.restart()
    custom_id = next(part["custom_id"] for part in parts(explained) if part.get("label") == "Erase it")
    presses = [hold(race.env, race.ben, explained, custom_id) for _ in range(2)]
    await deliver(race.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert (await race.table()).status == "finished"


async def test_the_settings_lead_to_it(home: Hut) -> None:
    shown = (await home.slash(home.ben, "settings")).response
    assert shown is not None
    assert "cannot be taken back" in text((await home.click(home.ben, shown, "Forget me")).response)
