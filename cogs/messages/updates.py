"""Change the message whose control was pressed, which the user may have dismissed meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from cogs.pictures.picture_service import Picture, create_files

DISMISSED_CODES = (10008, 10062)
"""Discord's codes for an answer to a message that is gone: unknown message, unknown interaction."""


async def update_message(
    interaction: discord.Interaction, view: ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Show `view` in place of the pressed message, at once or after a deferral.

    If the message is gone, send a new one, since the action has been carried out.
    """
    promised = interaction.response.is_done()
    try:
        if promised:
            await interaction.edit_original_response(view=view, attachments=create_files(*pictures))
        else:
            await interaction.response.edit_message(view=view, attachments=create_files(*pictures))
    except discord.NotFound as gone:
        if gone.code not in DISMISSED_CODES:
            raise
        files = create_files(*pictures)
        if interaction.response.is_done():
            await interaction.followup.send(view=view, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)
