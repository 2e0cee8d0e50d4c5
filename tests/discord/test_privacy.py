"""/forget-me: it explains itself, does nothing before the button, and then the bot has erased the person."""

from __future__ import annotations

from pathlib import Path

from engine.ops import doctor
from engine.ops.config import BackupConfig
from tests.discord.fake_server import FakeServer, Message, list_components, list_pictures, open_server, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.host.personal_traces import find_traces


async def ask_erasure(server: FakeServer) -> Message:
    """Ask for Ben's erasure, and return the explanation."""
    result = await server.run_command(server.ben, "forget-me")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def confirm_erasure(server: FakeServer) -> str:
    """Press Ben's button, and return the text that he reads."""
    result = await server.click_button(server.ben, await ask_erasure(server), "Erase it")
    return read_text(result.response)


async def test_it_says_what_goes_and_what_stays(race: FakeServer) -> None:
    told = read_text(await ask_erasure(race))
    assert "You play in 1 running game." in told
    assert "with one player left, or computers only, the game is over; otherwise a computer plays on" in told
    assert "as those of “Somebody”" in told
    assert "copies in unused parts of the file are wiped in the next night" in told
    assert "within 14 nights" in told
    assert "cannot be taken back" in told
    await race.run_command(race.ben, "play", race.expedition, game="paso")
    assert "You get up from 1 table that has not begun." in read_text(await ask_erasure(race))
    outsider = read_text((await race.run_command(race.dee, "forget-me")).response)
    assert "running game" not in outsider


async def test_without_backups_nothing_is_said_of_them(tmp_path: Path) -> None:
    async with open_server(tmp_path, backup=BackupConfig(keep=0)) as home:
        assert "Backups" not in read_text(await ask_erasure(home))


async def test_nothing_happens_before_the_button(race: FakeServer) -> None:
    explained = await ask_erasure(race)
    kept = await race.click_button(race.ben, explained, "Keep everything")
    assert "Nothing was erased" in read_text(kept.response)
    assert (await race.load_table()).find_seat(race.ben.id) == 1


async def test_somebody_takes_their_place_in_the_posts(race: FakeServer) -> None:
    before = await list_pictures(race.newest_post)
    assert "Done: you are forgotten" in await confirm_erasure(race)
    await race.env.settle()
    assert f"<@{race.ana.id}> has won!" in read_text(race.newest_post)
    assert "Somebody (seat 2)" in read_text(race.newest_post)
    assert str(race.ben.id) not in read_text(race.newest_post)
    assert "Ben" not in read_text(race.newest_post)
    assert await list_pictures(race.newest_post) != before


async def test_a_person_is_out_of_the_file(server: FakeServer) -> None:
    zeb = server.guild.add_member(server.env.create_user("zebulon", global_name="Zebulon"))
    await server.run_command(server.ana, "play", game="amundsen")
    await server.click_button(zeb, server.newest_post, "Join")
    await server.click_button(server.ana, server.newest_post, "Start")
    await server.run_command(zeb, "quiet", zone="Europe/Madrid")
    shown = (await server.run_command(zeb, "settings")).response
    assert shown is not None
    path = Path(server.config.store.path)
    assert find_traces(path, zeb.id, "Zebulon")
    explained = (await server.click_button(zeb, shown, "Forget me")).response
    assert explained is not None
    await server.click_button(zeb, explained, "Erase it")
    assert not [found for found in find_traces(path, zeb.id, "Zebulon") if found.endswith("in the rows")]
    await server.env.advance_time(24 * 3600)
    assert find_traces(path, zeb.id, "Zebulon") == []
    backups = sorted((path.parent / "backups").glob("*.db"))
    assert find_traces(backups[-1], zeb.id, "Zebulon") == [], "the vacuum comes before the backup"
    await server.restart()
    await server.run_command(server.ana, "log")
    assert find_traces(path, zeb.id, "Zebulon") == []
    assert {report.verdict for report in doctor.check_tables(path)} == {"same"}


async def test_somebody_is_called_so_in_the_readers_language(race: FakeServer) -> None:
    await confirm_erasure(race)
    await race.bot.tables.settings.save_setting("person", race.ana.id, "language", "es")
    assert "Alguien (asiento 2)" in read_text((await race.run_command(race.ana, "log")).response)
    assert "Somebody (seat 2)" in read_text((await race.run_command(race.cy, "log")).response)


async def test_a_rematch_does_not_call_somebody(race: FakeServer) -> None:
    await confirm_erasure(race)
    await race.env.settle()
    result = await race.click_button(race.ana, race.newest_post, "Rematch")
    assert "<@-" not in read_text(result.response)
    assert "a rematch?" not in read_text(result.response)


async def test_the_button_outlives_a_restart_and_a_second_press(race: FakeServer) -> None:
    explained = await ask_erasure(race)
    await race.restart()
    custom_id = next(part["custom_id"] for part in list_components(explained) if part.get("label") == "Erase it")
    presses = [hold_interaction(race.env, race.ben, explained, custom_id) for _ in range(2)]
    await deliver_held(race.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert (await race.load_table()).status == "finished"


async def test_the_settings_lead_to_it(server: FakeServer) -> None:
    shown = (await server.run_command(server.ben, "settings")).response
    assert shown is not None
    assert "cannot be taken back" in read_text((await server.click_button(server.ben, shown, "Forget me")).response)
