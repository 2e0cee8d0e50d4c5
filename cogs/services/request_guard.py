"""The last door before Discord: a process among several sends nothing when its servers are another's, and no more than its part."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from engine.host.service.rate_limit import RateLimit
from engine.host.service.shard_group import ShardGroup

API_PATH = "/api/"
EXEMPT_PATHS = ("/interactions/", "/webhooks/")
"""Answers to people, which Discord does not count among the requests of a second."""


class LeaseExpiredError(OSError):
    """This process may act no more."""


class RequestGuard:
    """Asked before each request. Without a group, as before the bot has got one, everything passes."""

    def __init__(self) -> None:
        self.shard_group: ShardGroup | None = None
        self.allowance: RateLimit | None = None

    def create_trace_config(self) -> aiohttp.TraceConfig:
        """What aiohttp is to call before each request, whoever makes it."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._check_request)
        return config

    async def _check_request(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        self._is_allowed()
        path = request.url.path
        if self.allowance is not None and path.startswith(API_PATH) and not any(one in path for one in EXEMPT_PATHS):
            await self.allowance.await_request()
            self._is_allowed()

    def _is_allowed(self) -> None:
        if self.shard_group is not None and not self.shard_group.holds_lease:
            raise LeaseExpiredError("another process serves these shards")
