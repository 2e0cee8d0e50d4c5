"""A damaged, full, locked or closed database: every command and every button is still answered with a sentence."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
import simcord
from discord import app_commands

from cogs.interactions import custom_ids, errors
from engine.host.model.table import Table
from engine.host.service import shard_group
from engine.ops.config import Secret, StoreConfig
from engine.ops.logs import JsonLogFormatter, PlainLogFormatter
from tests.discord.fake_server import FakeServer, list_controls, open_server, read_text
from tests.discord.full_disk import fill_disk, use_free_pages
from tests.discord.held_interactions import HeldInteraction, deliver_held, hold_interaction
from tests.discord.simcord_internals import clear_errors
from tests.discord.virtual_time import REAL_TIMER_MAX_S
from tests.postgres import PostgresServer, close_database
from tests.store_internals import get_sqlite_connections, get_sqlite_writer

STORE_FAULTS = ("damaged", "full", "locked", "closed")
FAULT_CASES = [
    "full",
    *(pytest.param(name, marks=pytest.mark.soak) for name in ("damaged", "locked", "closed", "postgres")),
]
CARD_NAME = "Lady Franklin"


def overwrite_file(file: Path) -> None:
    """Overwrite a file with garbage of the same length: a file that shrinks under SQLite kills the process."""
    for ending in ("", "-wal"):
        part = Path(f"{file}{ending}")
        part.write_bytes(b"Not a database. ".ljust(part.stat().st_size, b"?"))


@asynccontextmanager
async def break_store(server: FakeServer, fault: str) -> AsyncIterator[None]:
    """Break the database of a running table."""
    store, file = server.bot.store, Path(server.config.store.path)
    server.bot.tables.context.drop_all_cached()
    if fault == "postgres":
        # The lease is tried again in simulated time, which stands still, so the server is at rest after an answer.
        with patch.object(shard_group, "RENEWAL_RETRY_S", 2 * REAL_TIMER_MAX_S):
            async with close_database(str(server.config.store.address)):
                yield
        return
    if fault == "damaged":
        overwrite_file(file)
        for connection in get_sqlite_connections(store):
            await connection.execute_fetchall("PRAGMA shrink_memory")
    elif fault == "full":
        await fill_disk(server)
        await use_free_pages(server)
    elif fault == "closed":
        await store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        if fault == "locked":
            await get_sqlite_writer(store).execute_fetchall("PRAGMA busy_timeout=0")
            other.execute("BEGIN IMMEDIATE")
        yield


def list_commands(server: FakeServer) -> Iterator[tuple[app_commands.Command[Any, ..., Any], dict[str, Any]]]:
    """Yield every slash command with values for its required options."""
    for command in server.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            given = {one.display_name: choose_value(server, one) for one in command.parameters if one.required}
            yield command, given


def choose_value(server: FakeServer, parameter: app_commands.Parameter) -> Any:
    """Choose a possible value for an option."""
    if parameter.choices:
        return parameter.choices[0].value
    kind = discord.AppCommandOptionType
    return {
        kind.string: "amundsen",
        kind.integer: int(parameter.min_value or 1),
        kind.boolean: True,
        kind.user: server.ben,
        kind.channel: server.games,
        kind.attachment: ("game.record", b"overwinter 1\n"),
    }[parameter.type]


def read_answer(result: simcord.InteractionResult) -> str:
    """Return the answer that the person reads. A modal also counts as an answer."""
    if getattr(result, "modal", None) is not None:
        return str(result.modal)
    return "\n".join(read_text(one) for one in (result.response, *result.followups) if one is not None)


def press_controls(server: FakeServer, message: discord.Message, act: str, table: Table) -> Iterator[HeldInteraction]:
    """Use a button and a select of a message as Ana."""
    for made, values in ((custom_ids.build_button_id, ()), (custom_ids.build_select_id, ("1",))):
        used = made(act, table.id, table.asked_revision)
        pressed = hold_interaction(server.env, server.ana, message, used, values)
        part = (
            {"type": 3, "options": [{"label": "1", "value": "1"}]} if values else {"type": 2, "style": 2, "label": act}
        )
        pressed.payload["message"]["components"] = [{"type": 1, "components": [part | {"custom_id": used}]}]
        yield pressed


@pytest.fixture
async def locate_tables(fault: str, tmp_path: Path, request: pytest.FixtureRequest) -> StoreConfig:
    """Return where the tables are: in PostgreSQL for its own fault."""
    if "postgres" not in fault:
        return StoreConfig(str(tmp_path / "bot.db"))
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return StoreConfig(str(tmp_path / "bot.db"), Secret(await server.create_database()))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULT_CASES)
async def test_every_command_and_every_act_is_answered(tmp_path: Path, locate_tables: StoreConfig, fault: str) -> None:
    async with open_server(tmp_path, store=locate_tables) as home:
        wheel = home.guild.create_role("wheel", permissions=discord.Permissions(administrator=True))
        owner = home.guild.add_member(home.env.create_user("eve", global_name="Eve"), roles=[wheel])
        home.bot.owner_id = owner.id
        await home.start_game("amundsen", 2)
        board, table = home.newest_post, await home.load_table()
        acts = sorted(home.bot.press_handlers.names)
        async with break_store(home, fault):
            silent = []
            for command, given in list_commands(home):
                name = command.qualified_name
                who = owner if command.default_permissions is not None or name.startswith("admin") else home.ana
                if not read_answer(await home.run_command(who, name, **given)):
                    silent.append(f"/{name}")
            for act in acts:
                for pressed in press_controls(home, board, act, table):
                    await deliver_held(home.env, pressed)
                    if not read_answer(pressed.result):
                        silent.append(act)
            assert not silent
        clear_errors(home.env)
        assert len(acts) > 30


@pytest.mark.parametrize("how", ["damaged", "closed"])
async def test_the_answer_is_in_the_language_of_the_persons_discord(
    tmp_path: Path, locales: dict[int, str], how: str
) -> None:
    async with open_server(tmp_path) as home:
        await home.start_game("amundsen", 2)
        locales |= {home.ana.id: "es-ES"}
        async with break_store(home, how):
            english, spanish = [read_answer(await home.run_command(who, "board")) for who in (home.ben, home.ana)]
        clear_errors(home.env)
    assert "tell the person who runs the bot" in english
    assert "tell" not in spanish
    assert "incidente" in spanish


async def test_a_failing_look_up_of_the_language_or_the_names_holds_no_answer_up(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError(CARD_NAME)

    monkeypatch.setattr(race.bot.locales, "load_setting", fails)
    monkeypatch.setattr(race.bot.tables, "find_channel_table", fails)
    assert "Something went wrong on our side" in read_answer(await race.run_command(race.ana, "board"))
    clear_errors(race.env)


async def test_an_unanswerable_suggestion_offers_nothing(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError(CARD_NAME)

    monkeypatch.setattr(race.bot.tables, "find_channel_table", fails)
    assert await race.ana.autocomplete(race.games, "move", "words", "") == []
    clear_errors(race.env)


async def test_the_label_of_a_button_reaches_no_log(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """This holds even when the answer itself fails, and discord.py would log the button as it is."""
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    labels = {part["label"].partition(" · ")[2] for part in list_controls(panel) if " · " in part.get("label", "")}
    assert labels == {"Amundsen", "Scott"}

    def fails(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no answer, either")

    monkeypatch.setattr(race.bot.tables.moves, "load_menu", fails)
    monkeypatch.setattr(errors, "send_private", fails)
    pressed = hold_interaction(
        race.env, race.ana, panel, next(p["custom_id"] for p in list_controls(panel) if "scott" in p["custom_id"])
    )
    caplog.clear()
    await deliver_held(race.env, pressed)
    assert not pressed.result.acknowledged
    assert any("could not answer" in record.getMessage() for record in caplog.records)
    for record in caplog.records:
        assert not [word for word in (*labels, "scott") if word in record.getMessage()]


@pytest.mark.parametrize("style", [PlainLogFormatter, JsonLogFormatter])
def test_a_button_that_a_library_prints_is_blotted_out(style: type[PlainLogFormatter]) -> None:
    item = discord.ui.Button[Any](label=CARD_NAME, custom_id="ow:b:play:1:2:franklin c12")
    other = discord.ui.Button[Any](label='the "Erebus" of O\'Brien', custom_id="ow:b:play:1:2:erebus")
    for one in (item, other):
        record = logging.LogRecord(
            "discord", logging.ERROR, "", 1, "Ignoring exception for %r %s", (one, one.custom_id), None
        )
        line = style("").format(record)
        assert "ow:b:play:1:2:" in line
        for word in (CARD_NAME, "franklin", "Erebus", "Brien", "erebus"):
            assert word not in line
