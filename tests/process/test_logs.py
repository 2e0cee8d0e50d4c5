"""The log of a played game at its most verbose level: lines of JSON, without secret or private facts."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.host.store.database import StoreError
from engine.host.store.drivers.opening import open_snapshot
from engine.kernel.text import Text, write_plain_text
from engine.ops.logs import OutageFilter, PlainLogFormatter
from tests.process.fake_discord import ANA, BEN, FakeDiscord, FakePerson
from tests.process.payloads import find_custom_id, iterate_components
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation

OUTAGE = StoreError("PostgreSQL cannot be reached.", is_server_away=True)
LOG_SETTINGS = '[log]\nlevel = "debug"\nformat = "json"\n'
TURN_COUNT = 6


def list_choices(panel: dict[str, Any]) -> list[dict[str, Any]]:
    parts = [
        part for part in iterate_components(panel["components"]) if part.get("custom_id") and part["type"] in (2, 3)
    ]
    return [part for part in parts if part.get("label") not in ("Back", "Rules", "Legend", "More")]


async def play_turn(discord: FakeDiscord, person: FakePerson) -> None:
    """Play from "Your move" to a move, always with the first offer."""
    board = next(post for post in reversed(discord.list_posts()) if "Your move" in str(post["components"]))
    seen = len(discord.list_posts())
    panel = await discord.await_response(
        await discord.press(person, int(board["id"]), find_custom_id(board, "Your move"))
    )
    for _ in range(8):
        offered = list_choices(panel)
        if not offered:
            break
        first = offered[0]
        values = tuple(option["value"] for option in first.get("options", []))[: first.get("min_values", 1)]
        panel = await discord.await_response(await discord.press(person, int(panel["id"]), first["custom_id"], values))
    await discord.await_condition(lambda: len(discord.list_posts()) > seen)


def write_record(message: str, *values: object, error: BaseException | None = None, at: float = 0) -> logging.LogRecord:
    record = logging.LogRecord(
        "overwinter", logging.ERROR, "", 1, message, values, error and (type(error), error, None)
    )
    record.created = at
    return record


def test_while_the_store_is_away_the_log_has_a_line_a_minute() -> None:
    log_filter, written = OutageFilter(), list[str]()
    other = StoreError("PostgreSQL refuses the password.")
    for second in range(0, 180, 5):
        caused = RuntimeError("not written")
        caused.__cause__ = OUTAGE
        for record in (
            write_record("incident %s", "ab12", error=caused, at=1e9 + second),
            write_record("standing by (%s)", OUTAGE, at=1e9 + second),
        ):
            if log_filter.filter(record):
                written.append(PlainLogFormatter("").format(record).partition(": ")[2])
    assert written == [
        "incident ab12: PostgreSQL cannot be reached.",
        "incident ab12: PostgreSQL cannot be reached. (23 records like it were left out)",
        "incident ab12: PostgreSQL cannot be reached. (23 records like it were left out)",
    ]
    record = write_record("incident %s", "cd34", error=other, at=1e9)
    assert log_filter.filter(record)
    assert record.exc_info, "an error that stays is logged as it is"


@pytest.mark.slow
async def test_a_played_game_leaves_nothing_private_in_the_log(tmp_path: Path, store_location: StoreLocation) -> None:
    (tmp_path / "config.toml").write_text(LOG_SETTINGS)
    async with (
        FakeDiscord() as discord,
        await BotProcess.fork(tmp_path, env=discord.build_environment(tmp_path) | store_location.environment) as bot,
    ):
        await discord.await_connected()
        lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
        await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
        await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
        await discord.await_condition(lambda: len(discord.list_posts()) > 1)
        for _ in range(TURN_COUNT):
            called = re.findall(r"<@(\d+)>, it is your move", str(discord.list_posts()[-1]["components"]))
            await play_turn(discord, next(who for who in (ANA, BEN) if called == [str(who.id)]))
        # Something breaks, too: its traceback must be as discreet as the rest. On a slow machine an acknowledgement comes first.
        discord.fail_requests("POST", "/interactions/*/*/callback", 400, 50035, times=2)
        await discord.run_command(ANA, "hand")
        await discord.await_condition(lambda: any(call.status == 400 for call in discord.calls))
        await discord.await_answer(await discord.run_command(ANA, "log"))
        bot.send_signal(15)
        assert await bot.await_end() == 0
    lines = [json.loads(line) for line in bot.stderr_text.splitlines()]
    assert {line["level"] for line in lines} >= {"info", "error"}
    assert any(line.get("incident") and "HTTPException" in line["trace"] for line in lines)

    with open_snapshot(store_location.address) as ask:
        ((seed,),) = ask("SELECT seed FROM tables")
        ((position,),) = ask("SELECT data FROM positions")
        played = [words for (words,) in ask("SELECT words FROM entries WHERE kind = 'move'")]
        private = [
            write_plain_text(msgspec.json.decode(text, type=Text))
            for (text,) in ask("SELECT text FROM log_lines WHERE seats IS NOT NULL")
        ]
    assert len(played) >= TURN_COUNT
    assert private, "somebody was told something alone, or the test proves nothing"
    hands = json.dumps(json.loads(position)["base"]["explorers"], separators=(",", ":"))
    for secret in ("not.a.token", seed, position, hands, *private, *(words for words in played if " " in words)):
        assert secret not in bot.stderr_text
    assert not re.search(r"\b[rgby][a-z]\+|token-\d{6}", bot.stderr_text), (
        "cards of a payment, or an interaction's token"
    )
    assert not re.search(r"\b(Ana|Ben)\b", bot.stderr_text)
