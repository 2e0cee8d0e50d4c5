"""A browser tab at the local table without a browser: it exchanges the page's JSON with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Self

import aiohttp

from tests.process.program import PROCESS_TIMEOUT_S


class BrowserTab:
    """An open page of the local table, with one of the friends as its player."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._base, _, self._secret = url.partition("/#")
        self.last_state: dict[str, Any] = {}
        """What the page shows: friends, places, messages."""

    @classmethod
    async def open(cls, session: aiohttp.ClientSession, url: str, person: str) -> Self:
        """Open the address that the program printed, as one of the friends."""
        tab = cls(session, url)
        await tab.load_state()
        await tab.load_state(next(friend["id"] for friend in tab.last_state["friends"] if friend["name"] == person))
        return tab

    async def post(self, path: str, **body: Any) -> Any:
        """Send a request to the server, as the friend and in the place that the page shows."""
        here = {"who": self.last_state.get("who", ""), "channel": self.last_state.get("channel", "")}
        headers = {"X-Overwinter-Secret": self._secret}
        async with self._session.post(f"{self._base}/api/{path}", json=here | body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def load_state(self, person: str | None = None, channel: str | None = None) -> None:
        """Load the page again, as another friend or in another place if they are given."""
        place = {"who": person, "channel": channel}
        self.last_state = await self.post("look", **{key: value for key, value in place.items() if value})

    async def send_action(self, kind: str, **action: Any) -> Any:
        """Send an action of the page, and return the server's answer."""
        answer = await self.post("act", kind=kind, **action)
        assert "refused" not in answer, answer
        return answer

    async def run_command(self, name: str, **options: Any) -> Any:
        """Run a slash command."""
        return await self.send_action("run", command=name, options=options)

    async def press(self, label: str) -> Any:
        """Press the newest button with this label."""
        await self.load_state()
        message, button = [(message, part) for message, part in self.list_parts() if part.get("label") == label][-1]
        return await self.send_action("press", message=message["id"], custom_id=button["custom_id"])

    async def await_text(self, text: str) -> None:
        """Wait until the page shows a text without a further action."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            while text not in await self.read_text():  # noqa: ASYNC110 - as a browser does: the page is polled
                await asyncio.sleep(0.05)

    async def await_place(self, kind: str) -> Any:
        """Wait until there is a place of this kind, such as a thread, and return it."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            while True:
                await self.load_state()
                for place in self.last_state["places"]:
                    if place["kind"] == kind:
                        return place
                await asyncio.sleep(0.05)

    async def read_text(self) -> str:
        """Return the texts and labels in the channel, oldest message first."""
        await self.load_state()
        return "\n".join(part.get("content") or part.get("label") or "" for _, part in self.list_parts())

    @property
    def message_ids(self) -> list[int]:
        """The ids of the messages shown last, oldest first."""
        return [int(message["id"]) for message in self.last_state["messages"]]

    def list_parts(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Yield every message and every component with its message, oldest first."""
        for message in self.last_state["messages"]:
            yield message, message
            yield from ((message, part) for part in _iterate_parts(message["components"]))


def _iterate_parts(parts: Any) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _iterate_parts(part.get("components") or [])
        yield from _iterate_parts([part["accessory"]] if part.get("accessory") else [])
