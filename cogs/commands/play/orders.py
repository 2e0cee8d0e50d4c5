"""/orders: answers and moves in advance, which are chosen step by step like a move. Only their player sees them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.commands.order_composer import OrderComposer
from cogs.commands.panel_composer import PanelComposer
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import build_message
from cogs.messages.panel import PanelMessage, describe_no_room
from cogs.messages.presenter import build_offers, resolve_picks
from cogs.pictures.picture_service import create_files
from engine.host.service.play.orders import OrderSheet
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say


class OrderCommands(TableCog):
    """The command and buttons for standing orders."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._panels, self._composer = PanelComposer(bot), OrderComposer(bot)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "orders": self._on_open,
                "order": self._on_step,
                "ostep": self._on_step,
                "opick": self._on_pick,
                "ogroup": self._on_group,
                "omany": self._on_several,
                "ocancel": self._on_cancel,
                "ofirst": self._on_put_first,
            },
            audience="player",
        )

    @app_commands.command(description="Say in advance what is played or answered while you are away; only you see it")
    async def orders(self, interaction: discord.Interaction) -> None:
        """Show the person's orders and the choices for another one."""
        table = await self.load_channel_table(interaction)
        await self._answer_with_orders(interaction, table.id)

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        await self._answer_with_orders(press.interaction, press.table_id)

    async def _on_step(self, press: Press) -> None:
        await self._panels.update_panel(press, partial(self._continue_order, press))

    async def _on_pick(self, press: Press) -> None:
        added_words = tuple("+".join(press.values).split())
        await self._panels.update_panel(press, partial(self._continue_order, press, added_words=added_words))

    async def _on_group(self, press: Press) -> None:
        await self._panels.update_panel(press, partial(self._continue_order, press, group=press.chosen_number))

    async def _on_several(self, press: Press) -> None:
        await self._panels.update_panel(press, partial(self._continue_order, press, picks=press.values))

    async def _on_cancel(self, press: Press) -> None:
        await self._panels.update_panel(press, partial(self._cancel_order, press))

    async def _on_put_first(self, press: Press) -> None:
        await self._panels.update_panel(press, partial(self._put_first, press))

    # ---------------------------------------------------------------- parts
    async def _answer_with_orders(self, interaction: discord.Interaction, table_id: int) -> None:
        """Answer with the person's orders."""
        sheet = await self.tables.orders.load_sheet(table_id, interaction.user.id)
        view, pictures = await deferral.await_or_defer(
            interaction, self._composer.compose(interaction, table_id, sheet.seat)
        )
        await deferral.send_answer(interaction, view, create_files(*pictures))

    async def _continue_order(
        self, press: Press, *, added_words: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Continue the order of the pressed control by some words or picks, and add the order after its last choice."""
        sheet = await self.tables.orders.load_sheet(press.table_id, press.interaction.user.id)
        compose = partial(self._composer.compose, press.interaction, press.table_id, sheet.seat)
        omitted: list[Text] = []
        try:
            menu = _require_current_menu(press, sheet)
            words = (*custom_ids.unpack_path(menu, press.rest), *added_words)
            if picks:
                words, omitted = resolve_picks(menu, words, picks)
            step = build_offers(menu, words, group)
            if step.is_complete and not omitted:
                return await self._add_order(press, sheet, step.prefix)
        except StaleControlsError as error:
            return await compose(notice=error.text)
        return await compose(words, group=group, notice=describe_no_room(omitted) if omitted else None)

    async def _add_order(self, press: Press, sheet: OrderSheet, words: Words) -> PanelMessage:
        """Add an order. It may answer at once, and end the game. Raises StaleControlsError or another UserError."""
        table = await self.tables.orders.add_order(
            press.table_id, press.interaction.user.id, words, asked_revision=press.revision
        )
        if table.revision != sheet.table.revision:
            self.board_posts.request_post(table.id)
        notice = say("Noted. It answers for you until it is over, or until you take it back here.")
        if table.status != "running":
            fmt = await self.create_private_formatter(press.interaction, table)
            return build_message(fmt(notice)), []
        return await self._composer.compose(press.interaction, table.id, sheet.seat, notice=notice)

    async def _cancel_order(self, press: Press) -> PanelMessage:
        user_id = press.interaction.user.id
        await self.tables.orders.cancel_order(press.table_id, user_id, press.chosen_number)
        return await self._compose_list(press, say("Taken back. You are asked again."))

    async def _put_first(self, press: Press) -> PanelMessage:
        await self.tables.orders.move_first(press.table_id, press.interaction.user.id, press.chosen_number)
        return await self._compose_list(press, say("Done. The list is checked from the top when a question comes."))

    async def _compose_list(self, press: Press, notice: Text) -> PanelMessage:
        sheet = await self.tables.orders.load_sheet(press.table_id, press.interaction.user.id)
        return await self._composer.compose(press.interaction, press.table_id, sheet.seat, notice=notice)


def _require_current_menu(press: Press, sheet: OrderSheet) -> Menu:
    """Return the menu of a control. Raises StaleControlsError if it belongs to an earlier question."""
    if sheet.menu is None or press.revision != sheet.table.asked_revision:
        raise StaleControlsError(say("The game has gone on meanwhile; here is what you can leave word for now."))
    return sheet.menu


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(OrderCommands(bot))
