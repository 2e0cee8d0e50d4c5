"""Presses during the nightly VACUUM: acknowledged in time, and carried out afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cogs.interactions import vacuum
from tests.discord.fake_server import FakeServer, Message, list_components, read_text
from tests.discord.held_interactions import HeldInteraction, hold_interaction
from tests.store_internals import get_write_lock


@asynccontextmanager
async def vacuum_under_way(home: FakeServer) -> AsyncIterator[None]:
    """Hold the lock of a VACUUM: transactions wait, queries do not."""
    store = home.bot.store
    async with get_write_lock(store):
        store.is_vacuuming = True
        try:
            yield
        finally:
            store.is_vacuuming = False


def hold_click(home: FakeServer, message: Message, label: str) -> HeldInteraction:
    """Let Ben press a button; Discord has not delivered it yet."""
    custom_id = next(part["custom_id"] for part in list_components(message) if part.get("label") == label)
    return hold_interaction(home.env, home.ben, message, custom_id)


async def deliver_during_vacuum(home: FakeServer, press: HeldInteraction) -> None:
    """Deliver a press while a VACUUM runs, which ends once the press is acknowledged and its transaction waits."""
    async with vacuum_under_way(home):
        home.env.backend.emit("INTERACTION_CREATE", press.payload)
        async with asyncio.timeout(60):
            while not (press.result.acknowledged and home.bot.store.writes_in_progress):  # noqa: ASYNC110 - neither tells us
                await asyncio.sleep(0.01)
    await home.env.settle()


async def test_a_handler_that_answers_after_its_transaction_is_acknowledged_and_carried_out(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vacuum, "ACKNOWLEDGE_AFTER_S", 0)
    await server.run_command(server.ana, "play", game="amundsen")
    press = hold_click(server, server.newest_post, "Join")
    await deliver_during_vacuum(server, press)
    assert (await server.load_table()).player_names == ("Ana", "Ben")
    (followup,) = press.result.followups
    assert followup.ephemeral
    assert "It is saved." in read_text(followup)


async def test_a_handler_that_waits_by_itself_answers_as_always(race: FakeServer) -> None:
    explained = (await race.run_command(race.ben, "forget-me")).response
    assert explained is not None
    press = hold_click(race, explained, "Erase it")
    await deliver_during_vacuum(race, press)
    assert (await race.load_table()).status == "finished"
    assert "Done: you are forgotten" in read_text(press.result.response)
    assert not press.result.followups
