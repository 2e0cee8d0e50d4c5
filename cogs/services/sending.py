"""Limits and checks that all services share when they send messages."""

from __future__ import annotations

import discord

SEND_TIMEOUT_S = 30
"""The timeout of one send."""
SERVER_ERROR_STATUS = 500
"""Statuses from here on are failures of Discord, which are tried again; below, Discord has refused the request."""
UNKNOWN_CHANNEL_CODE, UNKNOWN_MESSAGE_CODE = 10003, 10008
CLOSED_MESSAGES_CODE = 50007
"""Discord's code if a user takes no direct messages from the bot."""


def is_server_error(error: discord.HTTPException) -> bool:
    """Return whether Discord failed, so that the request may work later, and did not refuse it."""
    return error.status >= SERVER_ERROR_STATUS
