"""The last door before Discord: a process among several sends nothing when its servers are another's, and no more than its part."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from engine.host.service.allowance import Allowance
from engine.host.service.group import Group

API = "/api/"
EXEMPT = ("/interactions/", "/webhooks/")
"""Answers to people, which Discord does not count among the requests of a second."""


class Lapsed(OSError):
    """This process may act no more."""


class Gate:
    """Asked before each request. Without a group, as before the bot has got one, everything passes."""

    def __init__(self) -> None:
        self.group: Group | None = None
        self.allowance: Allowance | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """What aiohttp is to call before each request, whoever makes it."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        return config

    async def _before(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        self._open()
        path = request.url.path
        if self.allowance is not None and path.startswith(API) and not any(one in path for one in EXEMPT):
            await self.allowance.request()
            self._open()

    def _open(self) -> None:
        if self.group is not None and not self.group.held:
            raise Lapsed("another process serves these shards")
