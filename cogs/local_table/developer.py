"""simcord's own page, for whoever works on the bot: every message as it is on the wire. Opened by a small link of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import simcord

from cogs.local_table.user_actions import UserActions
from cogs.local_table.world import LocalWorld


class DeveloperPage:
    """simcord's page, opened when somebody asks for it, at an address of its own."""

    def __init__(self, world: LocalWorld, acts: UserActions) -> None:
        self._world, self._acts = world, acts
        self._page: simcord.Preview | None = None

    async def open(self) -> str:
        """Its address; the page is opened if it is not open."""
        if self._page is None or self._page._closed:  # noqa: SLF001 - simcord is pinned to one release
            world = self._world
            page = world.env.preview(world.channels[0], viewers=list(world.users), layout="channel")
            await page.__aenter__()
            self._page = page
            self._serialize_acts(page)
        return self._page.url

    async def close(self) -> None:
        """Close it if it is open."""
        if self._page is not None:
            await self._page.close()

    def _serialize_acts(self, page: simcord.Preview) -> None:
        """simcord refuses two acts at once: what is done there waits for what is done at our page."""
        act = page._action  # noqa: SLF001

        async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            answer: dict[str, Any] = {}

            async def operation() -> None:
                answer.update(await act(context_id, body))

            await self._acts.run_exclusively(operation)
            return answer

        page._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001
