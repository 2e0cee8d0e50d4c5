"""simcord's own page for developers, which shows every message as it is sent. A small link of our page opens it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import simcord

from cogs.local_table.simcord_internals import PageAction, is_page_closed, replace_page_action
from cogs.local_table.user_actions import UserActions
from cogs.local_table.world import LocalWorld


class DeveloperPage:
    """simcord's page, opened on request at an address of its own."""

    def __init__(self, world: LocalWorld, user_actions: UserActions) -> None:
        self._world, self._user_actions = world, user_actions
        self._page: simcord.Preview | None = None

    async def open(self) -> str:
        """Open the page if it is not open, and return its address."""
        if self._page is None or is_page_closed(self._page):
            world = self._world
            page = world.env.preview(world.channels[0], viewers=list(world.users), layout="channel")
            await page.__aenter__()
            self._page = page
            replace_page_action(page, self._run_in_turn)
        return self._page.url

    async def close(self) -> None:
        """Close the page if it is open."""
        if self._page is not None:
            await self._page.close()

    def _run_in_turn(self, run_action: PageAction) -> PageAction:
        """Let actions on this page wait for those on our page, since simcord refuses two at once."""

        async def run_in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            answer: dict[str, Any] = {}

            async def operation() -> None:
                answer.update(await run_action(context_id, body))

            await self._user_actions.run_exclusively(operation)
            return answer

        return run_in_turn
