"""/privacy says what the bot keeps, and gives a person all that it holds of them as a file. /forget-me says what would be
erased and what would stay, and erases it when the person confirms."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import (
    BLUE_STYLE,
    RED_STYLE,
    build_button,
    build_button_rows,
    build_link_button,
    build_message,
)
from engine.host.service.erasure import ErasedTables
from engine.host.service.people.departures import DEPARTED_TABLES_KEPT_S
from engine.host.service.people.personal_data import build_data_file
from engine.kernel.text import Text, count, say

PRIVACY_TEXTS = (
    say(
        "The bot keeps what games need: your number on Discord and the name that you had when you took a seat, your moves and "
        "when you made them, and what you have set or written here (settings, hours, vacation, notes, standing orders)."
    ),
    say(
        "It does not read what people write in channels, and passes nothing on. Hands and notes are shown to their player only."
    ),
    say(
        "The people of a table see its moves and results, and so do people who see its channel. Statistics show you on this "
        "server only; {/settings} leaves them."
    ),
    say("A report that you send with {/report} goes to the person who runs the bot; the bot itself keeps none."),
    say("{/forget-me} erases you, after a question."),
)
"""What /privacy tells."""


class PrivacyCommands(TableCog):
    """The commands and buttons that show and erase what the bot knows about a person."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "forget": self._on_forget,
                "erase": self._on_confirm,
                "remember": self._on_keep,
                "mydata": self._on_data,
            },
            is_allowed_anywhere=True,
        )

    @app_commands.command(description="What the bot keeps about you, and all of it as a file")
    @allow_everywhere
    async def privacy(self, interaction: discord.Interaction) -> None:
        """Tell what is kept, with buttons that show it and erase it."""
        fmt, owner = await self.create_private_formatter(interaction), self.bot.config.owner
        buttons = [
            build_button(fmt(say("What do you hold of me?")), custom_ids.build_button_id("mydata", 0, 0), BLUE_STYLE),
            build_button(fmt(say("Forget me")), custom_ids.build_button_id("forget", 0, 0), RED_STYLE),
        ]
        if owner.privacy:
            buttons.append(build_link_button(fmt(say("Privacy")), owner.privacy))
        await interaction.response.send_message(
            view=build_message(
                f"### {fmt(say('Privacy'))}",
                fmt.format_lines(PRIVACY_TEXTS, "- "),
                *build_button_rows(buttons),
            ),
            ephemeral=True,
        )

    async def _on_data(self, press: Press) -> None:
        """Send this person all that the store holds of them."""
        interaction = press.interaction
        now = int(self.bot.clock().timestamp())
        name, content = await deferral.await_or_defer(
            interaction, build_data_file(self.bot.store, interaction.user.id, now)
        )
        fmt = await self.create_private_formatter(interaction)
        told = fmt(
            say(
                "This is every row about you in the bot’s database, of all servers. What others keep hidden from you is not in "
                "it. Messages on Discord and nightly backups are not in it either."
            )
        )
        data_file = discord.File(io.BytesIO(content), name)
        if interaction.response.is_done():
            await interaction.followup.send(told, file=data_file, ephemeral=True)
        else:
            await interaction.response.send_message(told, file=data_file, ephemeral=True)

    @app_commands.command(
        name="forget-me", description="Have everything erased that the bot knows of you; it asks first"
    )
    @allow_everywhere
    async def forget_me(self, interaction: discord.Interaction) -> None:
        """Explain the erasure, and ask for confirmation."""
        await self._explain_erasure(interaction)

    async def _on_forget(self, press: Press) -> None:
        await self._explain_erasure(press.interaction)

    async def _explain_erasure(self, interaction: discord.Interaction) -> None:
        fmt = await self.create_private_formatter(interaction)
        texts = build_explanation(
            await self.tables.erasure.list_tables(interaction.user.id),
            self.bot.config.backup.keep,
            is_file=self.bot.store.path is not None,
        )
        await interaction.response.send_message(
            view=build_message(
                f"### {fmt(say('Forget me'))}",
                fmt.format_lines(texts, "- "),
                fmt(say("This cannot be taken back. Shall everything about you be erased?")),
                *build_button_rows(
                    [
                        build_button(fmt(say("Erase it")), custom_ids.build_button_id("erase", 0, 0), RED_STYLE),
                        build_button(fmt(say("Keep everything")), custom_ids.build_button_id("remember", 0, 0)),
                    ]
                ),
            ),
            ephemeral=True,
        )

    async def _on_confirm(self, press: Press) -> None:
        interaction = press.interaction
        await interaction.response.defer()
        changed_tables = await self.tables.erasure.erase(interaction.user.id)
        # Names are drawn into pictures and films.
        self.bot.picture_service.forget_pictures()
        self.bot.film_service.forget_films()
        for table_id in (*changed_tables.lobby_ids, *changed_tables.running_ids):
            self.board_posts.request_post(table_id)
        fmt = await self.create_private_formatter(interaction)
        done = say("Done: you are forgotten. If you play again one day, we meet for the first time.")
        await interaction.edit_original_response(view=build_message(fmt(done)))

    async def _on_keep(self, press: Press) -> None:
        fmt = await self.create_private_formatter(press.interaction)
        kept = say("Nothing was erased.")
        await press.interaction.response.edit_message(view=build_message(fmt(kept)))


def build_explanation(tables: ErasedTables, backups: int, *, is_file: bool) -> list[Text]:
    """Say what erasing means for a person with seats at these tables.

    `backups` is the number of nightly backups that are kept; the bot makes them only where its store is a file (`is_file`).
    """
    texts = [
        say(
            "Erased on every server: your name and your number at every table, your notes, settings, time zone, hours and "
            "vacation, invitations, the games you want to hear of and standing orders. You leave the statistics."
        )
    ]
    if tables.running_ids:
        texts.append(
            count(
                "You play in {n} running game. Your seat is given up, as with {/resign}: with one player left, or computers only, "
                "the game is over; otherwise a computer plays on in it, or it goes on with safe moves.",
                "You play in {n} running games. Your seats are given up, as with {/resign}: with one player left, "
                "or computers only, "
                "a game is over; otherwise a computer plays on in it, or it goes on with safe moves.",
                len(tables.running_ids),
            )
        )
    if tables.lobby_ids:
        texts.append(
            count(
                "You get up from {n} table that has not begun.",
                "You get up from {n} tables that have not begun.",
                len(tables.lobby_ids),
            )
        )
    texts += [
        say(
            "What stays: the moves and results of your games, as those of “Somebody”, so that your friends can still look at "
            "them, and keep their ratings."
        ),
        say(
            "What is not ours to erase: messages and pictures posted in channels, and what friends have written in notes of "
            "their own."
        ),
    ]
    texts.append(
        count(
            "The tables of a server that sends the bot away end after {n} day.",
            "The tables of a server that sends the bot away end after {n} days.",
            DEPARTED_TABLES_KEPT_S // (24 * 3600),
        )
    )
    return [*texts, *_explain_storage(backups, is_file=is_file)]


def _explain_storage(backups: int, *, is_file: bool) -> list[Text]:
    """Say when the data of an erased person is gone from the store and its backups."""
    if not is_file:
        return [
            say(
                "The bot’s database forgets you at once. Its server overwrites the bytes in its own time; backups of it are "
                "made and kept by the person who runs the bot."
            )
        ]
    texts = [
        say(
            "In the bot’s file your data is overwritten at once; copies in unused parts of the file are wiped in the next night."
        )
    ]
    if backups:
        texts.append(
            count(
                "Backups made before then hold you until they are replaced: {n} night.",
                "Backups made before then hold you until they are replaced, within {n} nights.",
                backups,
            )
        )
    return texts


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCommands(bot))
