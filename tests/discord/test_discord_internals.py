"""The private parts of discord.py in `cogs.interactions.discord_internals` still do what the bot needs."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from cogs.interactions.discord_internals import TimedResponse, count_stored_views
from tests.discord.fake_server import FakeServer


async def test_a_command_passes_the_hook_and_its_answer_is_timed(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree_type = type(server.bot.tree)
    run_command = tree_type.run_command
    interactions: list[discord.Interaction] = []

    async def record_command(tree: object, interaction: discord.Interaction) -> None:
        interactions.append(interaction)
        await run_command(tree, interaction)

    monkeypatch.setattr(tree_type, "run_command", record_command)
    await server.run_command(server.ana, "help")
    (interaction,) = interactions
    assert isinstance(interaction.response, TimedResponse)
    assert interaction.response.answered_at is not None
    assert interaction.response.answered_at > interaction.response.arrived_at


async def test_an_answer_is_acknowledged_before_its_handler_ends(server: FakeServer) -> None:
    times: list[tuple[str, float, float]] = []
    server.bot.metrics.listeners.append(lambda kind, ack_s, total_s: times.append((kind, ack_s, total_s)))
    await server.start_game("amundsen", 2)
    await server.click_button(server.ana, server.newest_post, "Your move")
    assert {"/play", "button move"} <= {kind for kind, _, _ in times}
    assert all(0 < ack_s < total_s for _, ack_s, total_s in times)


async def test_views_that_discord_py_keeps_are_counted(server: FakeServer) -> None:
    assert count_stored_views(server.bot) == 0
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Kept", custom_id="kept"))
    server.bot.add_view(view)
    assert count_stored_views(server.bot) == 1


async def test_modals_that_discord_py_keeps_are_counted(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui.Modal, "stop", lambda _modal: None)
    await race.run_command(race.ana, "note")
    assert count_stored_views(race.bot) == 1
