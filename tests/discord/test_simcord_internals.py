"""The private parts of simcord in `cogs.local_table.simcord_internals` still do what the local table needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aiohttp

from cogs.local_table.simcord_internals import PageAction, is_page_closed, replace_page_action
from tests.discord.fake_server import FakeServer


async def test_a_page_calls_its_action_through_the_replacement_and_says_when_it_is_closed(server: FakeServer) -> None:
    kinds: list[Any] = []

    def wrap(run_action: PageAction) -> PageAction:
        async def record_and_run(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            kinds.append(body["kind"])
            return await run_action(context_id, body)

        return record_and_run

    async with server.env.preview(server.games, viewers=[server.ana], layout="channel") as page:
        assert not is_page_closed(page)
        replace_page_action(page, wrap)
        base, _, capability = page.url.partition("/#")
        async with aiohttp.ClientSession(headers={"X-Simcord-Capability": capability}) as browser:
            async with browser.post(f"{base}/api/pages", json={}) as answer:
                shown = await answer.json()
            action = {
                "kind": "refresh",
                "protocol_version": shown["protocolVersion"],
                "sequence": 1,
                "request_id": "r1",
                "generation": shown["context"]["generation"],
                "bot_generation": shown["botGeneration"],
            }
            context = {"X-Simcord-Context": shown["context"]["id"]}
            async with browser.post(f"{base}/api/action", json=action, headers=context) as answer:
                assert (await answer.json())["settlement"] == "settled"
        assert kinds == ["refresh"]
    assert is_page_closed(page)
