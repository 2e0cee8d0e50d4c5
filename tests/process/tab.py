"""A browser tab at the local table, without the browser: it speaks the page's own protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Self

import aiohttp

from tests.process.program import PATIENCE


class Tab:
    """One open page; `who` is the friend it plays."""

    def __init__(self, session: aiohttp.ClientSession, base: str, page: dict[str, Any]) -> None:
        self._session, self._base, self._page = session, base, page
        self._headers = {"X-Simcord-Context": page["context"]["id"]}
        self._sequence = 0

    @classmethod
    async def open(cls, session: aiohttp.ClientSession, url: str, who: str) -> Self:
        """Open the address that the program printed, as one of the friends."""
        base, _, secret = url.partition("/#")
        session.headers["X-Simcord-Capability"] = secret
        async with session.post(f"{base}/api/pages", json={}) as answer:
            tab = cls(session, base, await answer.json())
        friend = next(one for one in tab._page["viewers"] if one["name"] == who)
        await tab._act("viewer", viewer_id=friend["id"])
        return tab

    async def slash(self, name: str, **options: str) -> None:
        """Run a slash command with text options."""
        async with self._session.get(f"{self._base}/api/commands", headers=self._headers) as answer:
            entry = next(one for one in (await answer.json())["entries"] if one["invocation"] == name)
        await self._act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            options=options,
            schema_fingerprint=entry["schemaFingerprint"],
        )

    async def press(self, label: str) -> None:
        """Press the newest button with this label."""
        await self._load()
        message, button = [(message, part) for message, part in self._parts() if part.get("label") == label][-1]
        await self._act("click", target_id=message, control_key=f"message:{message}:component:{button['id']}")

    async def reads(self, words: str) -> None:
        """Wait until the page shows these words by itself."""
        async with asyncio.timeout(PATIENCE):
            while words not in await self.text():  # noqa: ASYNC110 - as a browser does: the page is polled
                await asyncio.sleep(0.05)

    async def text(self) -> str:
        """What is in the channel: texts and labels, oldest message first."""
        await self._load()
        return "\n".join(part.get("content") or part.get("label") or "" for _, part in self._parts())

    @property
    def messages(self) -> list[int]:
        """The ids of the messages shown last, oldest first."""
        return [int(number) for number in self._page["timeline"]]

    def _parts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for number in self._page["timeline"]:
            message = self._page["messages"][number]
            yield number, message
            yield from ((number, part) for part in _walk(message.get("components") or []))

    async def _load(self) -> None:
        async with self._session.get(f"{self._base}/api/state", headers=self._headers) as answer:
            self._page = await answer.json()

    async def _act(self, kind: str, **details: Any) -> None:
        await self._load()
        self._sequence += 1
        body = details | {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"r{self._sequence}",
            "generation": self._page["context"]["generation"],
            "bot_generation": self._page["botGeneration"],
            "published_revision": self._page["publishedRevision"],
        }
        async with self._session.post(f"{self._base}/api/action", json=body, headers=self._headers) as answer:
            result = await answer.json()
        assert not result["rejected"], json.dumps(result["diagnostics"])
        assert result["settlement"] == "settled", result


def _walk(parts: Any) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or [])
