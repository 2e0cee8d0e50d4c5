"""/admin: for the owner alone; health, backups, doctor, announcements, and stuck tables."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

from cogs.commands import admin
from cogs.services.upkeep import UpkeepTask
from engine import __version__
from engine.ops import doctor
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer

ADMIN_COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("health", {}),
    ("audit", {}),
    ("backup", {}),
    ("doctor", {}),
    ("announce", {"text": "Tea is ready."}),
    ("unstick", {"how": "controls"}),
]


class AdminOffice:
    """Eve runs the bot; Max is an administrator of the server, as she is."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        wheel = server.guild.create_role("wheel", permissions=discord.Permissions(administrator=True))
        self.eve, self.max = (
            server.guild.add_member(server.env.create_user(name.lower(), global_name=name), roles=[wheel])
            for name in ("Eve", "Max")
        )
        server.people += [self.eve, self.max]
        server.bot.owner_id = self.eve.id

    async def run_command(self, command: str, **options: Any) -> str:
        """Return the answer to Eve. Nobody else sees it."""
        result = await self.server.run_command(self.eve, f"admin {command}", **options)
        answers = [message for message in [result.response, *result.followups] if message is not None]
        assert all(message.ephemeral for message in answers)
        return "\n".join(read_text(message) for message in answers)

    @property
    def backups(self) -> list[Path]:
        return sorted((Path(self.server.config.store.path).parent / "backups").glob("*.db"))


@pytest.fixture
def admin_office(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> AdminOffice:
    monkeypatch.setattr(admin, "ANNOUNCE_INTERVAL_S", 0)
    return AdminOffice(race)


async def test_others_are_told_whom_to_ask(race: FakeServer, admin_office: AdminOffice) -> None:
    before = await race.load_table(), len(race.games.history()), len(admin_office.backups)
    for command, options in ADMIN_COMMANDS:
        answered = (await race.run_command(admin_office.max, f"admin {command}", **options)).response
        assert answered is not None
        assert answered.ephemeral
        assert "for the person who runs the bot" in read_text(answered)
        assert (await race.load_table(), len(race.games.history()), len(admin_office.backups)) == before


async def test_who_is_no_administrator_does_not_even_see_it(race: FakeServer) -> None:
    assert not [name for name in race.ana.available_commands(race.games) if name.startswith("admin")]


async def test_the_owner_is_whom_discord_calls_so(race: FakeServer, admin_office: AdminOffice) -> None:
    race.bot.owner_id = None  # not set: the bot asks Discord, and here the application belongs to another person
    assert "for the person who runs the bot" in await admin_office.run_command("health")


async def test_health_after_a_few_moves(race: FakeServer, admin_office: AdminOffice) -> None:
    await RandomPlayer(race, "health").play_by_buttons(race.ana)
    told = await admin_office.run_command("health")
    assert f"Overwinter {__version__}, running since <t:" in told
    assert "running 1" in told
    assert "0 posts, 0 pictures, 0 writes, 0 commands under way" in told
    assert "/play" in told
    assert "button move" in told
    assert "button play" in told
    assert "Newest backup: <t:" in told
    assert "Nothing has gone wrong" in told
    assert "Ana" not in told
    figures = {one.name: one for one in race.bot.metrics.list_figures()}
    assert figures["/play"].count == 1
    for one in figures.values():
        assert 0 < one.ack_median_s <= one.ack_worst_s <= one.total_worst_s


async def test_health_names_the_last_incidents(
    race: FakeServer, admin_office: AdminOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> object:
        raise RuntimeError("the ice breaks")

    monkeypatch.setattr(race.bot.tables.moves, "load_menu", broken)
    told = read_text((await race.click_button(race.ana, race.newest_post, "Your move")).response)
    (incident,) = race.bot.metrics.incidents
    assert incident.id in told
    report = await admin_office.run_command("health")
    assert incident.id in report
    assert "RuntimeError: ow:b:move" in report


async def test_the_audit_says_which_moderator_did_what(race: FakeServer, admin_office: AdminOffice) -> None:
    assert "No moderator has acted" in await admin_office.run_command("audit")
    asked = (await race.run_command(admin_office.max, "close")).response
    assert asked is not None
    await race.click_button(admin_office.max, asked, "Close the table")
    assert f"<@{admin_office.max.id}>, a moderator, has closed the table" in read_text(race.newest_post)
    told = await admin_office.run_command("audit")
    assert f"table 1 in <#{race.games.id}>: <@{admin_office.max.id}> closed the table." in told


async def test_a_backup_now(race: FakeServer, admin_office: AdminOffice) -> None:
    before = admin_office.backups
    assert len(before) == 1, "the one that was due at the start"
    await race.env.advance_time(5)
    told = await admin_office.run_command("backup")
    (made,) = set(admin_office.backups) - set(before)
    assert made.name in told
    assert [report.verdict for report in doctor.check_tables(made)] == ["same"]


async def test_a_backup_that_cannot_be_made_says_why(
    race: FakeServer, admin_office: AdminOffice, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    race.bot.backups.folder = tmp_path / "file"
    assert "No backup was made: No backup could be made in" in await admin_office.run_command("backup")


@pytest.mark.usefixtures("short_checks")
async def test_backups_are_made_every_night(race: FakeServer, admin_office: AdminOffice) -> None:
    """simcord's time begins at midnight; the bot makes backups at four."""
    first = admin_office.backups
    await race.env.advance_time(3 * 3600)
    assert admin_office.backups == first
    for day in range(2):
        await race.env.advance_time(24 * 3600)
        assert len(admin_office.backups) == len(first) + day + 1
    assert admin_office.backups[-1].stem.split("-")[2].startswith("0400")


@pytest.mark.usefixtures("short_checks")
async def test_a_backup_that_fails_at_night_is_tried_again_in_the_next_hour(
    race: FakeServer, admin_office: AdminOffice, tmp_path: Path
) -> None:
    folder = race.bot.backups.folder
    (tmp_path / "file").write_text("in the way")
    race.bot.backups.folder = tmp_path / "file"
    await race.env.advance_time(4.5 * 3600)
    race.bot.backups.folder = folder
    before = admin_office.backups
    await race.env.advance_time(3600)
    assert len(admin_office.backups) == len(before) + 1


async def test_doctor_beside_the_game(race: FakeServer, admin_office: AdminOffice) -> None:
    told = await admin_office.run_command("doctor")
    assert "1 table replayed.\nEach leads where it led." in told
    with closing(sqlite3.connect(race.config.store.path)) as raw:
        raw.execute("UPDATE entries SET digest = '00000000' WHERE kind = 'origin'")
        raw.commit()
    assert "1 does not lead where it led:\n#1 amundsen: differs" in await admin_office.run_command("doctor")


# ---------------------------------------------------------------- announcements
async def test_an_announcement_is_shown_first_and_goes_to_every_live_table_once(
    race: FakeServer, admin_office: AdminOffice
) -> None:
    await race.run_command(race.cy, "play", race.expedition, game="northwest")
    asked = (
        await race.run_command(admin_office.eve, "admin announce", text="Back in **ten** minutes, {all}.")
    ).response
    assert asked is not None
    assert "channels of 2 tables" in read_text(asked)
    before = len(race.games.history()), len(race.expedition.history())
    send = next(part["custom_id"] for part in list_controls(asked) if part["label"] == "Send it")
    twice = [hold_interaction(race.env, admin_office.eve, asked, send) for _ in range(2)]
    await deliver_held(race.env, *twice)
    assert all(one.result.acknowledged for one in twice)
    assert (len(race.games.history()), len(race.expedition.history())) == (before[0] + 1, before[1] + 1)
    assert "Back in **ten** minutes, {all}." in read_text(race.newest_post)
    assert "person who runs this bot" in read_text(race.newest_post)
    assert any("2 tables were told." in read_text(one.result.response) for one in twice)


async def test_an_announcement_survives_a_restart_before_it_is_confirmed(
    race: FakeServer, admin_office: AdminOffice
) -> None:
    asked = (await race.run_command(admin_office.eve, "admin announce", text="Good night.")).response
    assert asked is not None
    await race.restart()
    race.bot.owner_id = admin_office.eve.id
    await race.click_button(admin_office.eve, asked, "Send it")
    assert "Good night." in read_text(race.newest_post)


async def test_an_announcement_that_is_not_sent(race: FakeServer, admin_office: AdminOffice) -> None:
    asked = (await race.run_command(admin_office.eve, "admin announce", text="Never mind.")).response
    assert asked is not None
    before = len(race.games.history())
    answered = await race.click_button(admin_office.eve, asked, "Do not send it")
    assert "Nothing was sent" in read_text(answered.response)
    assert len(race.games.history()) == before


async def test_channels_that_cannot_be_told_are_named(race: FakeServer, admin_office: AdminOffice) -> None:
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=None)
    asked = (await race.run_command(admin_office.eve, "admin announce", text="Tea.")).response
    assert asked is not None
    answered = await race.click_button(admin_office.eve, asked, "Send it")
    assert "0 tables were told. These could not be: 1." in read_text(answered.response)


async def test_nobody_to_tell(server: FakeServer) -> None:
    office = AdminOffice(server)
    assert "nobody to tell" in await office.run_command("announce", text="Hello?")


# ---------------------------------------------------------------- stuck tables
async def test_redrawing_posts_the_board_again(race: FakeServer, admin_office: AdminOffice) -> None:
    before = await race.load_table(), race.newest_post.id
    assert "drawn and posted anew" in await admin_office.run_command("unstick", how="redraw")
    assert await race.load_table() == before[0]
    assert race.newest_post.id != before[1]
    assert race.newest_post.attachments


async def test_dropped_controls_say_that_they_are_old(race: FakeServer, admin_office: AdminOffice) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    old = hold_interaction(race.env, race.ana, panel, list_controls(panel)[0]["custom_id"])
    assert "new buttons" in await admin_office.run_command("unstick", how="controls", table=1)
    await deliver_held(race.env, old)
    assert "earlier turn" in read_text(old.result.response)
    assert not (await race.bot.tables.history.build_record(1)).moves
    player = RandomPlayer(race, "unstuck")
    await player.play_by_buttons(race.ana)
    assert len((await race.bot.tables.history.build_record(1)).moves) == 1
    assert [report.verdict for report in doctor.check_tables(race.config.store.path)] == ["same"]


async def test_a_seat_is_handed_to_another_person(race: FakeServer, admin_office: AdminOffice) -> None:
    told = await admin_office.run_command("unstick", how="person", seat=1, person=race.cy)
    assert "Cy** plays at table 1" in told
    assert f"<@{race.cy.id}>, it is your move" in read_text(race.newest_post)
    assert "not in this game" in read_text((await race.click_button(race.ana, race.newest_post, "Your move")).response)
    await RandomPlayer(race, "new").play_by_buttons(race.cy)
    assert len((await race.bot.tables.history.build_record(1)).moves) == 1


REFUSED_HEIRS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "Say which seat, and who"),
    ({"seat": 3, "person": "cy"}, "has the seats 1 to 2"),
    ({"seat": 1, "person": "ben"}, "has seen another hand"),
)


async def test_a_seat_that_cannot_be_handed_over(race: FakeServer, admin_office: AdminOffice) -> None:
    before = await race.load_table()
    for options, words in REFUSED_HEIRS:
        given = {name: getattr(race, value) if name == "person" else value for name, value in options.items()}
        assert words in await admin_office.run_command("unstick", how="person", **given)
        assert await race.load_table() == before


async def test_tables_are_offered_to_the_owner_alone(race: FakeServer, admin_office: AdminOffice) -> None:
    offers = await admin_office.eve.autocomplete(race.games, "admin unstick", "table", "", how="redraw")
    assert [(offer["value"], offer["name"]) for offer in offers] == [(1, "#1 · amundsen · Ana, Ben")]
    assert not await admin_office.max.autocomplete(race.games, "admin unstick", "table", "", how="redraw")


async def test_a_table_that_is_over_has_nothing_to_drop(race: FakeServer, admin_office: AdminOffice) -> None:
    asked = (await race.run_command(race.ana, "resign")).response
    assert isinstance(asked, simcord.ResponseMessage)
    await race.click_button(race.ana, asked, "Give up")
    assert "game is over" in await admin_office.run_command("unstick", how="controls")


ACTIVITIES_COMMAND = {"name": "launch", "type": 4, "description": "", "handler": 2}


class PickyDiscord:
    """Refuses commands with an error code, or, without one, every list that lacks the command of the Activities."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, code: int = 0) -> None:
        self.code = code
        self.accepted: list[dict[str, Any]] = []
        monkeypatch.setattr(discord.http.HTTPClient, "get_global_commands", self.list_commands)
        monkeypatch.setattr(discord.http.HTTPClient, "bulk_upsert_global_commands", self.replace_commands)

    async def list_commands(self, _application_id: int) -> list[dict[str, Any]]:
        return [{"name": "play", "type": 1}, ACTIVITIES_COMMAND]

    async def replace_commands(self, _application_id: int, payload: list[dict[str, Any]]) -> list[dict[str, Any]]:
        response: Any = SimpleNamespace(status=400, reason="Bad Request")
        if self.code:
            raise discord.HTTPException(response, {"code": self.code, "message": "refused"})
        if ACTIVITIES_COMMAND not in payload:
            raise discord.HTTPException(response, {"code": 50240, "message": "the entry point is missing"})
        self.accepted = payload
        return [{**command, "id": str(n)} for n, command in enumerate(payload)]


async def test_the_command_of_the_activities_stays(camp: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    picky_discord = PickyDiscord(monkeypatch)
    await camp.restart()
    names = [command["name"] for command in picky_discord.accepted]
    assert names.count("launch") == 1
    assert names.count("play") == 1
    assert camp.bot.upkeep.failures == ()


@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize("code", [30034, 50240])
async def test_refused_commands_stop_nobody(
    race: FakeServer, admin_office: AdminOffice, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    picky_discord = PickyDiscord(monkeypatch, code)
    await race.restart()
    race.bot.owner_id = admin_office.eve.id
    told = await admin_office.run_command("health")
    assert "Upkeep that fails: telling Discord the commands, since <t:" in told
    assert race.bot.list_degradations() == ("Upkeep fails: telling Discord the commands (HTTPException).",)
    picky_discord.code = 0
    await race.env.advance_time(3600)
    assert picky_discord.accepted
    assert "Upkeep that fails" not in await admin_office.run_command("health")


async def test_upkeep_has_ended_once_it_is_stopped(camp: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot closes its store next, so unfinished upkeep would find it closed."""
    begun, ended = asyncio.Event(), list[str]()

    async def interrupted(_: UpkeepTask) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("upkeep")

    await camp.bot.upkeep_task.stop()
    monkeypatch.setattr(UpkeepTask, "_back_up_when_due", interrupted)
    camp.bot.upkeep_task.start()
    await begun.wait()
    await camp.bot.upkeep_task.stop()
    assert ended == ["upkeep"]


@pytest.mark.usefixtures("short_checks")
async def test_the_nightly_work_survives_whatever_breaks_and_says_so(
    race: FakeServer, admin_office: AdminOffice, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(**_: Any) -> None:
        raise RuntimeError("the ice breaks")

    await race.bot.tables.erasure.erase(race.dee.id)
    monkeypatch.setattr(race.bot.tables.erasure, "vacuum", broken)
    before = len(admin_office.backups)
    await race.env.advance_time(24 * 3600)
    assert len(admin_office.backups) == before + 1, "one part that breaks holds no other up"
    told = await admin_office.run_command("health")
    assert "Upkeep that fails: wiping erased data, since <t:" in told
    assert "RuntimeError" in told
    assert len([one for one in caplog.records if "wiping erased data" in one.getMessage()]) == 1, (
        "not once every twenty minutes"
    )
    monkeypatch.undo()
    await race.env.advance_time(3600)
    assert "Upkeep that fails" not in await admin_office.run_command("health")


@pytest.mark.usefixtures("short_checks")
async def test_erased_data_that_cannot_be_wiped_is_in_the_report_also_after_a_restart(
    race: FakeServer, admin_office: AdminOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    await race.bot.tables.erasure.erase(race.dee.id)
    erased_at = int(race.env.now().timestamp())
    assert "Erased data" not in await admin_office.run_command("health"), "it is not due before the backup hour"
    usage = shutil.disk_usage(race.config.store.path)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1))
        await race.env.advance_time(24 * 3600)
        assert (
            f"Erased data waits to be wiped from the file, since <t:{erased_at}:R>"
            in await admin_office.run_command("health")
        )
        await race.restart()
        race.bot.owner_id = admin_office.eve.id
        assert (
            f"Erased data waits to be wiped from the file, since <t:{erased_at}:R>"
            in await admin_office.run_command("health")
        )
    await race.env.advance_time(3600)
    assert "Erased data" not in await admin_office.run_command("health")


@pytest.mark.usefixtures("short_checks")
async def test_a_nightly_backup_that_fails_is_in_the_report(
    race: FakeServer, admin_office: AdminOffice, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    folder, race.bot.backups.folder = race.bot.backups.folder, tmp_path / "file"
    await race.env.advance_time(24 * 3600)
    assert "Upkeep that fails: the backup, since <t:" in await admin_office.run_command("health")
    race.bot.backups.folder = folder
    await race.env.advance_time(2 * 3600)
    assert "Upkeep that fails" not in await admin_office.run_command("health")
