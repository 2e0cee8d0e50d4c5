"""Counts of the messages that call a user."""

from __future__ import annotations

import simcord

from tests.discord.fake_server import FakeServer


def count_calls(server: FakeServer, user: simcord.MemberActor) -> int:
    """Count the messages that mention a user, answers to commands included."""
    count = 0
    for request in server.env.http_requests:
        body = request.json
        if request.method == "POST" and isinstance(body, dict):
            body = body.get("data") or body
            count += user.id in [int(one) for one in (body.get("allowed_mentions") or {}).get("users", [])]
    return count
