"""What a played game leaves in the log, at its most talkative: lines of JSON, and nothing that was secret or private."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.host.store.drivers.opening import open_snapshot
from engine.kernel.text import Text, plain
from tests.process.fake_discord import ANA, BEN, FakeDiscord, Person
from tests.process.kept import Kept
from tests.process.payloads import pressed, walk
from tests.process.program import Program

SETTINGS = '[log]\nlevel = "debug"\nformat = "json"\n'
TURNS = 12


def choices(panel: dict[str, Any]) -> list[dict[str, Any]]:
    parts = [part for part in walk(panel["components"]) if part.get("custom_id") and part["type"] in (2, 3)]
    return [part for part in parts if part.get("label") not in ("Back", "Why not?")]


async def turn(discord: FakeDiscord, who: Person) -> None:
    """From "Your move" to a move; always the first of what is offered."""
    board = next(post for post in reversed(discord.posts()) if "Your move" in str(post["components"]))
    seen = len(discord.posts())
    panel = await discord.response(await discord.press(who, int(board["id"]), pressed(board, "Your move")))
    for _ in range(8):
        offered = choices(panel)
        if not offered:
            break
        first = offered[0]
        values = tuple(option["value"] for option in first.get("options", []))[: first.get("min_values", 1)]
        panel = await discord.response(await discord.press(who, int(panel["id"]), first["custom_id"], values))
    await discord.until(lambda: len(discord.posts()) > seen)


@pytest.mark.slow
@pytest.mark.evening
async def test_a_played_game_leaves_nothing_private_in_the_log(tmp_path: Path, kept: Kept) -> None:
    (tmp_path / "config.toml").write_text(SETTINGS)
    async with (
        FakeDiscord() as discord,
        await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment) as bot,
    ):
        await discord.connected()
        lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
        await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
        await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
        await discord.until(lambda: len(discord.posts()) > 1)
        for _ in range(TURNS):
            called = re.findall(r"<@(\d+)>, it is your move", str(discord.posts()[-1]["components"]))
            await turn(discord, next(who for who in (ANA, BEN) if called == [str(who.id)]))
        # Something breaks, too: its trace must be as discreet as the rest.
        discord.fail("POST", "/interactions/*/*/callback", 400, 50035)
        await discord.slash(ANA, "hand")
        await discord.until(lambda: any(call.status == 400 for call in discord.calls))
        await discord.answer(await discord.slash(ANA, "log"))
        bot.signal(15)
        assert await bot.end() == 0
    lines = [json.loads(line) for line in bot.err.splitlines()]
    assert {line["level"] for line in lines} >= {"info", "error"}
    assert any(line.get("incident") and "HTTPException" in line["trace"] for line in lines)

    with open_snapshot(kept.where) as ask:
        ((seed,),) = ask("SELECT seed FROM tables")
        ((position,),) = ask("SELECT data FROM positions")
        played = [words for (words,) in ask("SELECT words FROM entries WHERE kind = 'move'")]
        private = [
            plain(msgspec.json.decode(text, type=Text))
            for (text,) in ask("SELECT text FROM log_lines WHERE seats IS NOT NULL")
        ]
    assert len(played) >= TURNS
    assert private, "somebody was told something alone, or the test proves nothing"
    hands = json.dumps(json.loads(position)["base"]["explorers"], separators=(",", ":"))
    for secret in ("not.a.token", seed, position, hands, *private, *(words for words in played if " " in words)):
        assert secret not in bot.err
    assert not re.search(r"\b[rgby][a-z]\+|token-\d{6}", bot.err), "cards of a payment, or an interaction's token"
    assert not re.search(r"\b(Ana|Ben)\b", bot.err)
