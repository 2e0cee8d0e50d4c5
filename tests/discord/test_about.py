"""/about, /report and /privacy: who runs the bot, a report to that person without anything hidden, and a person's own data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import simcord

from engine import __version__
from engine.host.service.people import personal_data
from engine.host.store.maintenance.personal_data import QUERIES
from engine.ops.config import OwnerConfig
from tests.discord.fake_server import FakeServer, Message, list_components, open_server, read_text

ROOT = Path(__file__).parents[2]
CONTACT = "eve@example.org"
OWNER = OwnerConfig(CONTACT, "https://example.org/privacy", "https://example.org/terms", "https://example.org/source")


def add_owner(server: FakeServer) -> simcord.MemberActor:
    """Let Eve run the bot. She is a member of the server like any other."""
    eve = server.guild.add_member(server.env.create_user("eve", global_name="Eve"))
    server.people.append(eve)
    server.bot.owner_id = eve.id
    return eve


def read_answer(result: simcord.InteractionResult) -> str:
    answers = [message for message in [result.response, *result.followups] if message is not None]
    assert all(message.ephemeral for message in answers)
    return "\n".join(read_text(message) for message in answers)


def list_reports(owner: simcord.MemberActor) -> list[Message]:
    channel = owner.user.dm_channel
    return list(channel.history()) if channel else []


async def read_record(report: Any) -> str:
    (attached,) = report.attachments
    return (await attached.read()).decode()


def list_addresses(message: Message | None) -> list[str]:
    assert message is not None
    return [part["url"] for part in list_components(message) if part.get("url")]


async def test_about_names_the_owner_and_their_pages(tmp_path: Path) -> None:
    async with open_server(tmp_path, owner=OWNER) as server:
        shown = (await server.run_command(server.ben, "about")).response
        told = read_text(shown)
        assert f"Overwinter {__version__}" in told
        assert "Unofficial" in told
        assert CONTACT in told
        assert list_addresses(shown) == [OWNER.privacy, OWNER.terms, OWNER.source]
        assert list_addresses((await server.run_command(server.ben, "privacy")).response) == [OWNER.privacy]


async def test_about_without_any_setting_leads_to_report(server: FakeServer) -> None:
    shown = (await server.run_command(server.ben, "about")).response
    assert "/report reaches the person who runs it" in read_text(shown)
    assert list_addresses(shown) == []


async def test_a_report_has_the_sentence_and_the_public_record(race: FakeServer) -> None:
    eve = add_owner(race)
    await race.play_safe_moves(3)
    told = read_answer(
        await race.run_command(race.ben, "report", sentence="The **sled** @everyone hangs", incident="3FA09C")
    )
    assert "the public record of this table" in told
    (report,) = list_reports(eve)
    assert f"<@{race.ben.id}> (Ben)" in report.content
    assert r"The \*\*sled\*\* \@everyone hangs" in report.content
    assert "Incident 3fa09c" in report.content
    assert f"/{race.games.id}" in report.content
    record = await read_record(report)
    assert record.startswith("game amundsen")
    assert "seed sha256:" in record
    stored = await race.bot.store.fetch_first("SELECT seed FROM tables")
    assert stored is not None
    assert stored["seed"] not in record + report.content
    assert "#" not in record, "a digest tells the position to those who guess it"


async def test_a_report_hides_a_secret_answer(camp: FakeServer) -> None:
    """Ana and Ben have bid in secret. The report has what anybody on the server gets from /record, and no more."""
    eve = add_owner(camp)
    await camp.run_command(camp.ana, "report", sentence="What now?")
    (report,) = list_reports(eve)
    record = await read_record(report)
    assert {"0 ?", "1 ?"} <= set(record.splitlines())
    assert record == await read_public_record(camp, camp.dee)


async def read_public_record(server: FakeServer, user: simcord.MemberActor) -> str:
    response: Any = (await server.run_command(user, "record")).response
    text = (await response.attachments[0].read()).decode()
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(";"))


async def test_one_report_an_hour(race: FakeServer) -> None:
    eve = add_owner(race)
    await race.run_command(race.ben, "report", sentence="One")
    assert "The next can go <t:" in read_answer(await race.run_command(race.ben, "report", sentence="Two"))
    assert "Sent" in read_answer(await race.run_command(race.cy, "report", sentence="Another person"))
    await race.restart()
    race.bot.owner_id = eve.id
    assert "The next can go <t:" in read_answer(await race.run_command(race.ben, "report", sentence="Three"))
    await race.env.advance_time(3600)
    assert "Sent" in read_answer(await race.run_command(race.ben, "report", sentence="Four"))
    assert len(list_reports(eve)) == 3


async def test_a_report_where_there_is_no_table(server: FakeServer) -> None:
    eve = add_owner(server)
    told = read_answer(await server.run_command(server.ben, "report", sentence="Hello"))
    assert "record" not in told
    (report,) = list_reports(eve)
    assert report.attachments == []
    assert "Table" not in report.content


async def test_a_report_about_a_table_that_one_cannot_see(race: FakeServer) -> None:
    eve = add_owner(race)
    told = read_answer(await race.run_command(race.dee, "report", race.expedition, sentence="Psst", table=99))
    assert "There is no table 99" in told
    assert list_reports(eve) == []


async def test_an_incident_number_is_checked(race: FakeServer) -> None:
    add_owner(race)
    told = read_answer(await race.run_command(race.ben, "report", sentence="Broken", incident="what?"))
    assert "six letters and digits" in told
    assert "Sent" in read_answer(await race.run_command(race.ben, "report", sentence="Broken")), "no hour is used up"


async def test_a_failure_is_reported_by_one_press(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = add_owner(race)

    async def broken(*_: object, **__: object) -> object:
        raise RuntimeError("the ice breaks")

    with monkeypatch.context() as breaks:
        breaks.setattr(race.bot.tables.moves, "load_menu", broken)
        failed = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert failed is not None
    (incident,) = race.bot.metrics.incidents
    assert "Sent" in read_answer(await race.click_button(race.ana, failed, "Report it"))
    (report,) = list_reports(eve)
    assert f"Incident {incident.id}\n`RuntimeError: ow:b:move" in report.content
    assert "the ice breaks" not in report.content
    assert "The next can go" in read_answer(await race.click_button(race.ana, failed, "Report it"))


async def test_an_owner_without_direct_messages_is_reached_by_their_contact(tmp_path: Path) -> None:
    async with open_server(tmp_path, owner=OWNER) as server:
        add_owner(server)
        server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
        told = read_answer(await server.run_command(server.ben, "report", sentence="Hello"))
        assert "did not arrive" in told
        assert CONTACT in told
        assert "The next can go" in read_answer(await server.run_command(server.ben, "report", sentence="Hello"))


async def test_a_report_that_discord_loses_is_sent_again(server: FakeServer) -> None:
    eve = add_owner(server)
    server.env.inject_error("GET", f"/users/{eve.id}", status=404, code=10013)
    assert "did not arrive" in read_answer(await server.run_command(server.ben, "report", sentence="Hello"))
    server.env.inject_error("POST", "/users/@me/channels", status=501, code=0)
    assert "once more in a minute" in read_answer(await server.run_command(server.cy, "report", sentence="Hello"))
    assert "Sent" in read_answer(await server.run_command(server.cy, "report", sentence="Hello"))
    assert len(list_reports(eve)) == 1


async def load_data(server: FakeServer, user: simcord.MemberActor) -> tuple[str, bytes]:
    shown = (await server.run_command(user, "privacy")).response
    assert shown is not None
    assert shown.ephemeral
    response: Any = (await server.click_button(user, shown, "What do you hold of me?")).response
    assert response.ephemeral
    (attached,) = response.attachments
    return attached.filename, await attached.read()


async def test_a_person_gets_their_data_as_a_file(race: FakeServer) -> None:
    await race.play_safe_moves(2)
    await race.bot.tables.notes.save_note(1, race.ana.id, "North first.")
    await race.bot.tables.notes.save_note(1, race.ben.id, "South first.")
    name, content = await load_data(race, race.ana)
    held = json.loads(content)
    assert name == "overwinter-data.json"
    assert held["user_id"] == str(race.ana.id)
    assert [(seat["seat"], seat["name"]) for seat in held["seats"]] == [(0, "Ana")]
    assert held["notes"] == [{"table_id": 1, "user_id": str(race.ana.id), "text": "North first."}]
    assert held["entries"][0]["written_at"].startswith("20")
    assert "South" not in str(held)
    assert str(race.ben.id) not in str(held)


async def test_a_large_file_is_compressed(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_data, "MAX_PLAIN_BYTES", 100)
    name, content = await load_data(race, race.ana)
    assert name.endswith(".json.gz")
    assert json.loads(gzip.decompress(content))["seats"]


async def test_after_forgetting_the_file_is_empty(race: FakeServer) -> None:
    add_owner(race)
    await race.run_command(race.ben, "report", sentence="Hello")
    held = json.loads((await load_data(race, race.ben))[1])
    assert held["seats"]
    assert held["rate_limits"]
    shown = (await race.run_command(race.ben, "privacy")).response
    assert shown is not None
    asked = (await race.click_button(race.ben, shown, "Forget me")).response
    assert asked is not None
    await race.click_button(race.ben, asked, "Erase it")
    held = json.loads((await load_data(race, race.ben))[1])
    assert [table for table, rows in held.items() if isinstance(rows, list) and rows] == []


def test_the_page_about_privacy_names_every_table_of_the_file() -> None:
    page = (ROOT / "docs" / "privacy.md").read_text("utf-8")
    assert [table for table in QUERIES if f"`{table}`" not in page] == []
