"""The toy game of the kernel on Discord: three friends, secret bids, somebody who may interrupt, standing orders."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
import simcord
from PIL import Image

from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.text import Translate, say
from render.kit import encode
from render.kit.alt_text import TextSection
from render.kit.scene import Scene
from tests.discord.fake_server import ANSWER_TIMEOUT_S, FakeServer


def create_grey_painter() -> ModuleType:
    """Create a painter that draws plain grey boards."""
    module = ModuleType("render.toy")
    made: Any = module

    def board(_scene: Scene, _translate: Translate) -> Image.Image:
        return Image.new("RGB", (110, 70), "grey")

    made.draw_board = made.draw_crop = board
    made.draw_hand = made.draw_piece_face = lambda *_: None
    made.describe_board = lambda scene, _: f"Round {scene.view.round}."
    made.describe_hand = lambda *_: ""
    made.describe_position = lambda scene, _: (TextSection("", (f"Round {scene.view.round}.",)),)
    made.explain_picture = lambda *_: (say("Grey: the camp"),)
    made.list_turn_summaries = lambda _: ()
    made.find_picture = lambda _spot: "board"
    made.load_palette = lambda: encode.compute_palette([], ["#808080"])
    return module


def offer_only_camp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy game the only one that the bot offers."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    monkeypatch.setitem(sys.modules, "render.toy", create_grey_painter())


STEP_H = 12
HOUR_S = 3600


async def start_game(server: FakeServer) -> None:
    """Start Ana, Ben and Cy at 12 hours a move. Ana and Ben have bid, and Cy is asked.

    It is Thursday, 1 January 2026, 00:00 UTC. What other tests show through Discord is done at the tables themselves.
    """
    await server.run_command(server.ana, "play", game="toy")
    lobby, table = server.bot.tables.lobby, await server.load_table()
    await lobby.join(table.id, server.ben.id, server.ben.user.global_name or server.ben.name)
    await lobby.set_option(table.id, server.ana.id, "weather", "no")
    await server.run_command(server.ana, "pace", time=12)
    await server.click_button(server.cy, server.newest_post, "Join")
    await server.click_button(server.ana, server.newest_post, "Start")
    await server.bot.tables.moves.play(table.id, server.ana.id, ("bid", await find_first_card(server, server.ana)))
    await play_first_bid(server, server.ben)


async def finish_game(server: FakeServer) -> None:
    """Play the running game to its end at the table itself, and let the bot post the last board."""
    await play_random_moves(server, "to the end")


async def play_random_moves(server: FakeServer, seed: str, max_moves: int = sys.maxsize) -> None:
    """Make random moves at the table itself, and let the bot post the last board."""
    moves, rng = server.bot.tables.moves, random.Random(seed)  # noqa: S311 - a test's moves
    for _ in range(max_moves):
        table = await server.load_table()
        if table.status != "running":
            break
        seat = (await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0]
        user_id = table.find_seat_user(seat)
        _, _, menu = await moves.load_menu(table.id, user_id)
        await moves.play(table.id, user_id, sample_move(menu, rng.randrange))
    server.bot.board_posts.request_post((await server.load_table()).id)
    await finish_work(server)


async def finish_work(server: FakeServer) -> None:
    """Wait for posts and jobs that no interaction has begun: simcord does not wait for these."""
    bot = server.bot
    while tasks := [*bot.board_posts.running_tasks, *bot.scheduler.running_tasks]:
        await asyncio.wait(tasks, timeout=ANSWER_TIMEOUT_S)


async def pass_hours(server: FakeServer, hours: float) -> None:
    """Let time pass, so that the bot does everything due.

    Time passes in steps, because simcord allows each step a few seconds of real time.
    """
    while hours > 0:
        await server.env.advance_time(min(hours, STEP_H) * HOUR_S)
        hours -= STEP_H


async def play_first_bid(server: FakeServer, user: simcord.MemberActor) -> None:
    """Bid the first card, through the tables themselves."""
    await play_words(server, user, f"bid {await find_first_card(server, user)}")


async def find_first_card(server: FakeServer, user: simcord.MemberActor) -> str:
    """Find the first card that a player may bid."""
    table = await server.load_table()
    _, _, menu = await server.bot.tables.moves.load_menu(table.id, user.id)
    card: str = menu.next_menu("bid").options[0].word  # type: ignore[union-attr]
    return card


async def play_words(server: FakeServer, user: simcord.MemberActor, words: str) -> simcord.InteractionResult:
    """Type a move."""
    return await server.run_command(user, "move", words=words)


async def find_mover(server: FakeServer) -> simcord.MemberActor:
    """Find the player on the move, if there is exactly one."""
    table = await server.load_table()
    (seat,) = (await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats
    return server.find_actor(table.find_seat_user(seat))


def list_sent_bodies(server: FakeServer, channel: Any = None) -> list[Mapping[str, Any]]:
    """List the bodies of all messages that the bot has sent to a channel outside interactions, oldest first."""
    path = f"/channels/{(channel or server.games).id}/messages"
    return [r.json for r in server.env.http_requests if r.method == "POST" and r.path == path and r.json is not None]


def list_reminders(server: FakeServer) -> list[Mapping[str, Any]]:
    """List the bodies of all reminders that the bot has sent to #games."""
    return [body for body in list_sent_bodies(server) if str(body.get("nonce", "")).startswith("n")]


def list_called_users(body: Mapping[str, Any]) -> list[int]:
    """List the users that a message mentions."""
    return [int(user) for user in body["allowed_mentions"].get("users", [])]
