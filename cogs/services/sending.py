"""Limits and checks that all services share when they send messages."""

from __future__ import annotations

import discord

SEND_TIMEOUT_S = 30
"""The timeout of one send."""
SERVER_ERROR_STATUS = 500
"""From this HTTP status on Discord has failed, and the request is tried again; below it, Discord has refused the request."""
UNKNOWN_CHANNEL_CODE, UNKNOWN_MESSAGE_CODE = 10003, 10008
"""Discord's error codes for a channel or a message that does not exist."""
CLOSED_MESSAGES_CODE = 50007
"""Discord's error code if a user takes no direct messages from the bot."""


def is_server_error(error: discord.HTTPException) -> bool:
    """Return whether Discord failed, so that the request may work later, and did not refuse it."""
    return error.status >= SERVER_ERROR_STATUS
