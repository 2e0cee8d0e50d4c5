"""Limits and checks that all services share when they send messages."""

from __future__ import annotations

import discord

SEND_TIMEOUT_S = 30
"""The timeout of one send."""
SERVER_ERROR_STATUS, RATE_LIMIT_STATUS = 500, 429
"""From the first HTTP status on Discord has failed. With the second one it has asked for patience, more often than discord.py
waits for it. Other statuses are refusals."""
UNKNOWN_CHANNEL_CODE, UNKNOWN_MESSAGE_CODE = 10003, 10008
"""Discord's error codes for a channel or a message that does not exist."""
CLOSED_MESSAGES_CODE = 50007
"""Discord's error code if a user takes no direct messages from the bot."""


def may_work_later(error: discord.HTTPException) -> bool:
    """Return whether Discord failed or was too busy, and did not refuse the request."""
    return error.status >= SERVER_ERROR_STATUS or error.status == RATE_LIMIT_STATUS
