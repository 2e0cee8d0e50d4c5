"""The database is damaged, full, locked or closed: every command and every act is answered with a sentence all the same."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands

from cogs.interactions import custom_ids, errors
from engine.host.model.table import Table
from engine.ops.config import Secret, Store
from engine.ops.logs import Readable, Structured
from tests.discord.disk import fill, use_up
from tests.discord.hold import Held, deliver, hold
from tests.discord.hut import Hut, controls, hut, text
from tests.postgres import Server, shut

BREAKS = ("damaged", "full", "locked", "closed")
CARD = "Lady Franklin"


def overwrite(file: Path) -> None:
    """Garbage, as long as the file was: one that shrinks under SQLite kills the process."""
    for ending in ("", "-wal"):
        part = Path(f"{file}{ending}")
        part.write_bytes(b"Not a database. ".ljust(part.stat().st_size, b"?"))


@asynccontextmanager
async def broken(home: Hut, how: str) -> AsyncIterator[None]:
    """A running table whose database breaks under the bot."""
    store, file = home.bot.store, Path(home.config.store.path)
    home.bot.tables.context._kept.clear()
    if how == "postgres":
        async with shut(str(home.config.store.where)):
            yield
        return
    if how == "damaged":
        overwrite(file)
        for connection in (store._writer, store._reader):
            await connection.execute_fetchall("PRAGMA shrink_memory")
    elif how == "full":
        await fill(home)
        await use_up(home)
    elif how == "closed":
        await store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        if how == "locked":
            await store._writer.execute_fetchall("PRAGMA busy_timeout=0")
            other.execute("BEGIN IMMEDIATE")
        yield


def commands(home: Hut) -> Iterator[tuple[app_commands.Command[Any, ..., Any], dict[str, Any]]]:
    """Every slash command with what it must be given."""
    for command in home.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            given = {one.display_name: value(home, one) for one in command.parameters if one.required}
            yield command, given


def value(home: Hut, parameter: app_commands.Parameter) -> Any:
    """Something that may be given for a parameter."""
    if parameter.choices:
        return parameter.choices[0].value
    kind = discord.AppCommandOptionType
    return {
        kind.string: "amundsen",
        kind.integer: int(parameter.min_value or 1),
        kind.boolean: True,
        kind.user: home.ben,
        kind.channel: home.games,
        kind.attachment: ("game.record", b"overwinter 1\n"),
    }[parameter.type]


def told(result: simcord.InteractionResult) -> str:
    """What the person reads; a form to fill in is an answer, too."""
    if getattr(result, "modal", None) is not None:
        return str(result.modal)
    return "\n".join(text(one) for one in (result.response, *result.followups) if one is not None)


def presses(home: Hut, message: discord.Message, act: str, table: Table) -> Iterator[Held]:
    """Ana uses a button and a select of an act."""
    for made, values in ((custom_ids.button, ()), (custom_ids.select, ("1",))):
        used = made(act, table.id, table.asked)
        pressed = hold(home.env, home.ana, message, used, values)
        part = (
            {"type": 3, "options": [{"label": "1", "value": "1"}]} if values else {"type": 2, "style": 2, "label": act}
        )
        pressed.payload["message"]["components"] = [{"type": 1, "components": [part | {"custom_id": used}]}]
        yield pressed


@pytest.fixture
async def stored(how: str, tmp_path: Path, request: pytest.FixtureRequest) -> Store:
    """Where the tables are: in PostgreSQL where that is to break."""
    if "postgres" not in how:
        return Store(str(tmp_path / "bot.db"))
    server: Server = request.getfixturevalue("postgres_server")
    return Store(str(tmp_path / "bot.db"), Secret(await server.new()))


@pytest.mark.slow
@pytest.mark.parametrize("how", [*BREAKS, "postgres"])
async def test_every_command_and_every_act_is_answered(tmp_path: Path, stored: Store, how: str) -> None:
    async with hut(tmp_path, store=stored) as home:
        wheel = home.guild.create_role("wheel", permissions=discord.Permissions(administrator=True))
        owner = home.guild.add_member(home.env.create_user("eve", global_name="Eve"), roles=[wheel])
        home.bot.owner_id = owner.id
        await home.begin("amundsen", 2)
        board, table = home.post, await home.table()
        acts = sorted(home.bot.presses.names)
        async with broken(home, how):
            silent = []
            for command, given in commands(home):
                name = command.qualified_name
                who = owner if command.default_permissions is not None or name.startswith("admin") else home.ana
                if not told(await home.slash(who, name, **given)):
                    silent.append(f"/{name}")
            for act in acts:
                for pressed in presses(home, board, act, table):
                    await deliver(home.env, pressed)
                    if not told(pressed.result):
                        silent.append(act)
            assert not silent
        home.env._errors.clear()
        assert len(acts) > 30


@pytest.mark.parametrize("how", ["damaged", "closed"])
async def test_the_answer_is_in_the_language_of_the_persons_discord(
    tmp_path: Path, locales: dict[int, str], how: str
) -> None:
    async with hut(tmp_path) as home:
        await home.begin("amundsen", 2)
        locales |= {home.ana.id: "es-ES"}
        async with broken(home, how):
            english, spanish = [told(await home.slash(who, "board")) for who in (home.ben, home.ana)]
        home.env._errors.clear()
    assert "tell the person who runs the bot" in english
    assert "tell" not in spanish
    assert "incidente" in spanish


async def test_a_failing_look_up_of_the_language_or_the_names_holds_no_answer_up(
    race: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError(CARD)

    monkeypatch.setattr(race.bot.locales, "_setting", fails)
    monkeypatch.setattr(race.bot.tables, "in_channel", fails)
    assert "Something went wrong on our side" in told(await race.slash(race.ana, "board"))
    race.env._errors.clear()


async def test_an_unanswerable_suggestion_offers_nothing(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError(CARD)

    monkeypatch.setattr(race.bot.tables, "in_channel", fails)
    assert await race.ana.autocomplete(race.games, "move", "words", "") == []
    race.env._errors.clear()


async def test_the_label_of_a_button_reaches_no_log(
    race: Hut, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Even when the answer itself fails, and discord.py would log the button as it is."""
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    labels = {part["label"].partition(" · ")[2] for part in controls(panel) if " · " in part.get("label", "")}
    assert labels == {"Amundsen", "Scott"}

    def fails(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no answer, either")

    monkeypatch.setattr(race.bot.tables.moves, "menu", fails)
    monkeypatch.setattr(errors, "send_private", fails)
    pressed = hold(
        race.env, race.ana, panel, next(p["custom_id"] for p in controls(panel) if "scott" in p["custom_id"])
    )
    caplog.clear()
    await deliver(race.env, pressed)
    assert not pressed.result.acknowledged
    assert any("could not answer" in record.getMessage() for record in caplog.records)
    for record in caplog.records:
        assert not [word for word in (*labels, "scott") if word in record.getMessage()]


@pytest.mark.parametrize("style", [Readable, Structured])
def test_a_button_that_a_library_prints_is_blotted_out(style: type[Readable]) -> None:
    item = discord.ui.Button[Any](label=CARD, custom_id="ow:b:play:1:2:franklin c12")
    other = discord.ui.Button[Any](label='the "Erebus" of O\'Brien', custom_id="ow:b:play:1:2:erebus")
    for one in (item, other):
        record = logging.LogRecord(
            "discord", logging.ERROR, "", 1, "Ignoring exception for %r %s", (one, one.custom_id), None
        )
        line = style("").format(record)
        assert "ow:b:play:1:2:" in line
        for word in (CARD, "franklin", "Erebus", "Brien", "erebus"):
            assert word not in line
