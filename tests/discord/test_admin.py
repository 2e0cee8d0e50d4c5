"""/admin: for the owner alone; health, backups, doctor, announcements, and stuck tables."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from cogs.commands import admin
from engine import __version__
from engine.ops import doctor
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, text
from tests.discord.player import Player

COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("health", {}),
    ("backup", {}),
    ("doctor", {}),
    ("announce", {"text": "Tea is ready."}),
    ("unstick", {"how": "controls"}),
]


class Office:
    """Eve runs the bot; Max is an administrator of the server, as she is."""

    def __init__(self, home: Hut) -> None:
        self.home = home
        wheel = home.guild.create_role("wheel", permissions=discord.Permissions(administrator=True))
        self.eve, self.max = (
            home.guild.add_member(home.env.create_user(name.lower(), global_name=name), roles=[wheel])
            for name in ("Eve", "Max")
        )
        home.people += [self.eve, self.max]
        home.bot.owner_id = self.eve.id

    async def ask(self, command: str, **options: Any) -> str:
        """What Eve is told, and nobody else."""
        result = await self.home.slash(self.eve, f"admin {command}", **options)
        answers = [message for message in [result.response, *result.followups] if message is not None]
        assert all(message.ephemeral for message in answers)
        return "\n".join(text(message) for message in answers)

    @property
    def backups(self) -> list[Path]:
        return sorted((Path(self.home.config.store.path).parent / "backups").glob("*.db"))


@pytest.fixture
def office(race: Hut, monkeypatch: pytest.MonkeyPatch) -> Office:
    monkeypatch.setattr(admin, "ANNOUNCE_EVERY", 0)
    return Office(race)


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_others_are_told_whom_to_ask(race: Hut, office: Office, command: str, options: dict[str, Any]) -> None:
    before = await race.table(), len(race.games.history()), len(office.backups)
    answered = (await race.slash(office.max, f"admin {command}", **options)).response
    assert answered is not None
    assert answered.ephemeral
    assert "for the person who runs the bot" in text(answered)
    assert (await race.table(), len(race.games.history()), len(office.backups)) == before


async def test_who_is_no_administrator_does_not_even_see_it(race: Hut) -> None:
    assert not [name for name in race.ana.available_commands(race.games) if name.startswith("admin")]


async def test_the_owner_is_whom_discord_calls_so(race: Hut, office: Office) -> None:
    race.bot.owner_id = None  # not set: Discord is asked, and here the application belongs to another
    assert "for the person who runs the bot" in await office.ask("health")


async def test_health_after_a_few_moves(race: Hut, office: Office) -> None:
    await Player(race, "health").by_buttons(race.ana)
    told = await office.ask("health")
    assert f"Overwinter {__version__}, running since <t:" in told
    assert "running 1" in told
    assert "0 posts, 0 pictures, 0 writes, 0 commands under way" in told
    assert "/play" in told
    assert "button move" in told
    assert "button play" in told
    assert "Newest backup: <t:" in told
    assert "Nothing has gone wrong" in told
    assert "Ana" not in told
    figures = {one.name: one for one in race.bot.metrics.figures()}
    assert figures["/play"].n == 1
    for one in figures.values():
        assert 0 < one.ack_median <= one.ack_worst <= one.whole_worst


async def test_health_names_the_last_incidents(race: Hut, office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> object:
        raise RuntimeError("the ice breaks")

    monkeypatch.setattr(race.bot.tables.moves, "menu", broken)
    told = text((await race.click(race.ana, race.post, "Your move")).response)
    (incident,) = race.bot.metrics.incidents
    assert incident.id in told
    report = await office.ask("health")
    assert incident.id in report
    assert "RuntimeError: ow:b:move" in report


async def test_a_backup_now(race: Hut, office: Office) -> None:
    before = office.backups
    assert len(before) == 1, "the one that was due at the start"
    await race.env.advance_time(5)
    told = await office.ask("backup")
    (made,) = set(office.backups) - set(before)
    assert made.name in told
    assert [report.verdict for report in doctor.examine(made)] == ["same"]


async def test_a_backup_that_cannot_be_made_says_why(race: Hut, office: Office, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    race.bot.backups._folder = tmp_path / "file"
    assert "No backup was made: No backup could be made in" in await office.ask("backup")


@pytest.mark.usefixtures("short_naps")
async def test_backups_are_made_every_night(race: Hut, office: Office) -> None:
    """simcord's time begins at midnight; backups are made at four."""
    first = office.backups
    await race.env.advance_time(3 * 3600)
    assert office.backups == first
    for day in range(3):
        await race.env.advance_time(24 * 3600)
        assert len(office.backups) == len(first) + day + 1
    assert office.backups[-1].stem.split("-")[2].startswith("0400")


@pytest.mark.usefixtures("short_naps")
async def test_a_backup_that_fails_at_night_is_tried_again_in_the_next_hour(
    race: Hut, office: Office, tmp_path: Path
) -> None:
    folder = race.bot.backups._folder
    (tmp_path / "file").write_text("in the way")
    race.bot.backups._folder = tmp_path / "file"
    await race.env.advance_time(4.5 * 3600)
    race.bot.backups._folder = folder
    before = office.backups
    await race.env.advance_time(3600)
    assert len(office.backups) == len(before) + 1


async def test_doctor_beside_the_game(race: Hut, office: Office) -> None:
    told = await office.ask("doctor")
    assert "1 table replayed.\nEach leads where it led." in told
    with closing(sqlite3.connect(race.config.store.path)) as raw:
        raw.execute("UPDATE entries SET digest = '00000000' WHERE kind = 'origin'")
        raw.commit()
    assert "1 does not lead where it led:\n#1 amundsen: differs" in await office.ask("doctor")


# ---------------------------------------------------------------- announcements
async def test_an_announcement_is_shown_first_and_goes_to_every_live_table_once(race: Hut, office: Office) -> None:
    await race.slash(race.cy, "play", race.expedition, game="northwest")
    asked = (await race.slash(office.eve, "admin announce", text="Back in **ten** minutes, {all}.")).response
    assert asked is not None
    assert "channels of 2 tables" in text(asked)
    before = len(race.games.history()), len(race.expedition.history())
    send = next(part["custom_id"] for part in controls(asked) if part["label"] == "Send it")
    twice = [hold(race.env, office.eve, asked, send) for _ in range(2)]
    await deliver(race.env, *twice)
    assert all(one.result.acknowledged for one in twice)
    assert (len(race.games.history()), len(race.expedition.history())) == (before[0] + 1, before[1] + 1)
    assert "Back in **ten** minutes, {all}." in text(race.post)
    assert "person who runs this bot" in text(race.post)
    assert any("2 tables were told." in text(one.result.response) for one in twice)


async def test_an_announcement_survives_a_restart_before_it_is_confirmed(race: Hut, office: Office) -> None:
    asked = (await race.slash(office.eve, "admin announce", text="Good night.")).response
    assert asked is not None
    await race.restart()
    race.bot.owner_id = office.eve.id
    await race.click(office.eve, asked, "Send it")
    assert "Good night." in text(race.post)


async def test_an_announcement_that_is_not_sent(race: Hut, office: Office) -> None:
    asked = (await race.slash(office.eve, "admin announce", text="Never mind.")).response
    assert asked is not None
    before = len(race.games.history())
    answered = await race.click(office.eve, asked, "Do not send it")
    assert "Nothing was sent" in text(answered.response)
    assert len(race.games.history()) == before


async def test_channels_that_cannot_be_told_are_named(race: Hut, office: Office) -> None:
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=None)
    asked = (await race.slash(office.eve, "admin announce", text="Tea.")).response
    assert asked is not None
    answered = await race.click(office.eve, asked, "Send it")
    assert "0 tables were told. These could not be: 1." in text(answered.response)


async def test_nobody_to_tell(home: Hut) -> None:
    office = Office(home)
    assert "nobody to tell" in await office.ask("announce", text="Hello?")


# ---------------------------------------------------------------- stuck tables
async def test_redrawing_posts_the_board_again(race: Hut, office: Office) -> None:
    before = await race.table(), race.post.id
    assert "drawn and posted anew" in await office.ask("unstick", how="redraw")
    assert await race.table() == before[0]
    assert race.post.id != before[1]
    assert race.post.attachments


async def test_dropped_controls_say_that_they_are_old(race: Hut, office: Office) -> None:
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    old = hold(race.env, race.ana, panel, controls(panel)[0]["custom_id"])
    assert "new buttons" in await office.ask("unstick", how="controls", table=1)
    await deliver(race.env, old)
    assert "earlier turn" in text(old.result.response)
    assert not (await race.bot.tables.history.record(1)).moves
    player = Player(race, "unstuck")
    await player.by_buttons(race.ana)
    assert len((await race.bot.tables.history.record(1)).moves) == 1
    assert [report.verdict for report in doctor.examine(race.config.store.path)] == ["same"]


async def test_a_seat_is_handed_to_another_person(race: Hut, office: Office) -> None:
    told = await office.ask("unstick", how="person", seat=1, person=race.cy)
    assert "Cy** plays at table 1" in told
    assert f"<@{race.cy.id}>, it is your move" in text(race.post)
    assert "not in this game" in text((await race.click(race.ana, race.post, "Your move")).response)
    await Player(race, "new").by_buttons(race.cy)
    assert len((await race.bot.tables.history.record(1)).moves) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Say which seat, and who"),
        ({"seat": 3, "person": "cy"}, "has the seats 1 to 2"),
        ({"seat": 1, "person": "ben"}, "has seen another hand"),
    ],
)
async def test_a_seat_that_cannot_be_handed_over(
    race: Hut, office: Office, options: dict[str, Any], words: str
) -> None:
    if "person" in options:
        options = options | {"person": getattr(race, options["person"])}
    before = await race.table()
    assert words in await office.ask("unstick", how="person", **options)
    assert await race.table() == before


async def test_tables_are_offered_to_the_owner_alone(race: Hut, office: Office) -> None:
    offers = await office.eve.autocomplete(race.games, "admin unstick", "table", "", how="redraw")
    assert [(offer["value"], offer["name"]) for offer in offers] == [(1, "#1 · amundsen · Ana, Ben")]
    assert not await office.max.autocomplete(race.games, "admin unstick", "table", "", how="redraw")


async def test_a_table_that_is_over_has_nothing_to_drop(race: Hut, office: Office) -> None:
    asked = (await race.slash(race.ana, "resign")).response
    assert isinstance(asked, simcord.ResponseMessage)
    await race.click(race.ana, asked, "Give up")
    assert "game is over" in await office.ask("unstick", how="controls")


async def test_upkeep_has_ended_once_its_cog_is_removed(camp: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot closes its store next: what is still being undone then would find it closed."""
    begun, ended = asyncio.Event(), list[str]()

    async def interrupted(_: admin.Admin) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("upkeep")

    monkeypatch.setattr(admin.Admin, "_back_up_when_due", interrupted)
    await camp.bot.remove_cog("Admin")
    await camp.bot.add_cog(admin.Admin(camp.bot))
    await begun.wait()
    await camp.bot.remove_cog("Admin")
    assert ended == ["upkeep"]


@pytest.mark.usefixtures("short_naps")
async def test_the_nightly_work_survives_whatever_breaks_and_says_so(
    race: Hut, office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(**_: Any) -> None:
        raise RuntimeError("the ice breaks")

    await race.bot.tables.erasure.erase(race.dee.id)
    monkeypatch.setattr(race.bot.tables.erasure, "vacuum", broken)
    before = len(office.backups)
    await race.env.advance_time(24 * 3600)
    assert len(office.backups) == before + 1, "one part that breaks holds no other up"
    told = await office.ask("health")
    assert "Nightly work that fails: wiping erased data, since <t:" in told
    assert "RuntimeError" in told
    assert len([one for one in caplog.records if "wiping erased data" in one.getMessage()]) == 1, (
        "not once every twenty minutes"
    )
    monkeypatch.undo()
    await race.env.advance_time(3600)
    assert "Nightly work" not in await office.ask("health")


@pytest.mark.usefixtures("short_naps")
async def test_erased_data_that_cannot_be_wiped_is_in_the_report_also_after_a_restart(
    race: Hut, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    await race.bot.tables.erasure.erase(race.dee.id)
    erased_at = int(race.env.now().timestamp())
    assert "Erased data" not in await office.ask("health"), "it is not due before the backup hour"
    usage = shutil.disk_usage(race.config.store.path)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1))
        await race.env.advance_time(24 * 3600)
        assert f"Erased data waits to be wiped from the file, since <t:{erased_at}:R>" in await office.ask("health")
        await race.restart()
        race.bot.owner_id = office.eve.id
        assert f"Erased data waits to be wiped from the file, since <t:{erased_at}:R>" in await office.ask("health")
    await race.env.advance_time(3600)
    assert "Erased data" not in await office.ask("health")


@pytest.mark.usefixtures("short_naps")
async def test_a_nightly_backup_that_fails_is_in_the_report(race: Hut, office: Office, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder, race.bot.backups._folder = race.bot.backups._folder, tmp_path / "file"
    await race.env.advance_time(24 * 3600)
    assert "Nightly work that fails: the backup, since <t:" in await office.ask("health")
    race.bot.backups._folder = folder
    await race.env.advance_time(2 * 3600)
    assert "Nightly work" not in await office.ask("health")
