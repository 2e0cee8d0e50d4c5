"""Check each HTTP request of a process.

The guard keeps to the rate limit of the token, and refuses requests once another process serves this one's shards.
"""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from engine.host.service.rate_limit import RateLimit
from engine.host.service.shard_group import LeaseExpiredError, ShardGroup

API_PATH = "/api/"
EXEMPT_PATHS = ("/interactions/", "/webhooks/")
"""Paths of answers to people, which Discord does not count towards the global rate limit."""


class RequestGuard:
    """A check before each request. Until the bot has joined a shard group, only the limit of this process holds."""

    def __init__(self, rate_limit: RateLimit) -> None:
        self.shard_group: ShardGroup | None = None
        self.rate_limit = rate_limit

    def create_trace_config(self) -> aiohttp.TraceConfig:
        """Create the aiohttp configuration that runs the check before every request of a session."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._check_request)
        return config

    async def _check_request(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        path = request.url.path
        is_answer = any(exempt in path for exempt in EXEMPT_PATHS)
        self._require_lease(is_answer=is_answer)
        if path.startswith(API_PATH) and not is_answer:
            await self.rate_limit.await_request()
            self._require_lease(is_answer=False)

    def _require_lease(self, *, is_answer: bool) -> None:
        """Raise LeaseExpiredError if this process may not make the request, see `ShardGroup.holds_lease` and `may_answer`."""
        group = self.shard_group
        if group is None:
            return
        is_allowed = group.may_answer if is_answer else group.holds_lease
        if not is_allowed:
            raise LeaseExpiredError("another process serves these shards")
