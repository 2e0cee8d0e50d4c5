"""Camp, the kernel's toy, on Discord: three friends, secret bids, somebody who may interrupt, standing orders."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
import simcord
from PIL import Image

from engine.kernel import registry
from engine.kernel.text import Translate
from render.kit import encode
from render.kit.scene import Scene
from tests.discord.hut import Hut


def painter() -> ModuleType:
    """Plain grey boards."""
    module = ModuleType("render.toy")
    made: Any = module

    def board(_scene: Scene, _translate: Translate) -> Image.Image:
        return Image.new("RGB", (110, 70), "grey")

    made.paint = made.crop = board
    made.hand = lambda *_: None
    made.alt = lambda scene, _: f"Round {scene.view.round}."
    made.hand_alt = lambda *_: ""
    made.news = lambda _: ()
    made.on_hand = lambda _spot: False
    made.palette = lambda: encode.palette([], ["#808080"])
    return module


def put_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot offers Camp and nothing else."""
    monkeypatch.setattr(registry, "HOME", "tests.kernel.games")
    monkeypatch.setitem(sys.modules, "render.toy", painter())


STEP = 12
"""Hours."""
HOUR = 3600


async def begin(home: Hut) -> None:
    """Ana, Ben and Cy at 12 hours a move; Ana and Ben have bid, and Cy is asked. It is Thursday, 1 January 2026, 00:00 UTC."""
    await home.slash(home.ana, "play", game="toy")
    for who in (home.ben, home.cy):
        await home.click(who, home.post, "Join")
    await home.slash(home.ana, "options", name="weather", value="no")
    await home.slash(home.ana, "pace", time=12)
    await home.click(home.ana, home.post, "Start")
    await bid(home, home.ana)
    await bid(home, home.ben)


async def pass_hours(home: Hut, hours: float) -> None:
    """Time passes, and the bot does what is due. In steps: simcord allows each of them a few seconds of ours."""
    while hours > 0:
        await home.env.advance_time(min(hours, STEP) * HOUR)
        hours -= STEP


async def bid(home: Hut, who: simcord.MemberActor) -> None:
    """Bid the first card, through the tables themselves."""
    table = await home.table()
    _, _, menu = await home.bot.tables.moves.menu(table.id, who.id)
    card = menu.then("bid").options[0].word  # type: ignore[union-attr]
    await play(home, who, f"bid {card}")


async def play(home: Hut, who: simcord.MemberActor, words: str) -> simcord.InteractionResult:
    """Type a move."""
    return await home.slash(who, "move", words=words)


async def walker(home: Hut) -> simcord.MemberActor:
    """Who is on the move, when it is one person."""
    table = await home.table()
    (seat,) = (await home.bot.tables.snapshots.take(table.id, None)).waiting
    return home.actor(table.user_of(seat))


def sent(home: Hut, channel: Any = None) -> list[Mapping[str, Any]]:
    """The bodies of all messages the bot has sent to a channel by itself, oldest first."""
    path = f"/channels/{(channel or home.games).id}/messages"
    return [r.json for r in home.env.http_requests if r.method == "POST" and r.path == path and r.json is not None]


def reminders(home: Hut) -> list[Mapping[str, Any]]:
    """Those of them that are notices."""
    return [body for body in sent(home) if str(body.get("nonce", "")).startswith("n")]


def called(body: Mapping[str, Any]) -> list[int]:
    """Whom a message calls."""
    return [int(user) for user in body["allowed_mentions"].get("users", [])]
