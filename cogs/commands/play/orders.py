"""/orders: standing orders, which are chosen step by step like a move. Only their player sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.press import Press
from cogs.messages.controls import ORDER_ACTIONS, ControlOptions, build_controls
from cogs.messages.layout import Button, build_button, build_button_rows, build_message
from cogs.messages.presenter import build_screen, list_one_press_moves
from cogs.messages.updates import update_message
from engine.host.model.table import Table
from engine.host.service.play.orders import explain_no_orders
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.text import Text, UserError, say

MAX_CANCEL_BUTTONS = 4
"""Orders with a button to cancel them, since a message has few rows."""


class OrderCommands(TableCog):
    """The command and buttons for standing orders."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "orders": self._on_open,
                "order": self._on_leave_order,
                "ostep": self._on_step,
                "opick": self._on_pick,
                "ogroup": self._on_group,
                "ocancel": self._on_cancel,
            },
            audience="player",
        )

    @app_commands.command(description="Leave word for what is answered while you are away; only you see it")
    async def orders(self, interaction: discord.Interaction) -> None:
        """Show the person's orders and the choices for another one."""
        table = await self.load_channel_table(interaction)
        view = await self._compose_panel(interaction, table.id)
        await interaction.response.send_message(view=view, ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        view = await self._compose_panel(press.interaction, press.table_id)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_step(self, press: Press) -> None:
        await self._continue_order(press)

    async def _on_pick(self, press: Press) -> None:
        await self._continue_order(press, added_words=tuple("+".join(press.values).split()))

    async def _on_group(self, press: Press) -> None:
        await self._continue_order(press, group=press.chosen_number)

    async def _on_leave_order(self, press: Press) -> None:
        user = press.interaction.user.id
        table, _, root = await self.tables.orders.load_menu(press.table_id, user)
        try:
            words = self._unpack_words(press, table, root)
            table = await self.tables.orders.add_order(press.table_id, user, words, asked_revision=press.revision)
        except StaleControlsError as error:
            await self._update_panel(press, notice=error.text)
            return
        self.board_posts.request_post(table.id)
        notice = say("Noted. It answers for you until it is over, or until you take it back here.")
        if table.status != "running":
            fmt = await self.create_private_formatter(press.interaction, table)
            await update_message(press.interaction, build_message(fmt(notice)))
        else:
            await self._update_panel(press, notice=notice)

    async def _on_cancel(self, press: Press) -> None:
        user = press.interaction.user.id
        for order in await self.tables.orders.list_orders(press.table_id, user):
            if order[0] == press.rest:
                await self.tables.orders.cancel_order(press.table_id, user, order)
        await self._update_panel(press, notice=say("Taken back. You are asked again."))

    # ---------------------------------------------------------------- parts
    async def _continue_order(self, press: Press, *, added_words: Words = (), group: int | None = None) -> None:
        table, _, root = await self.tables.orders.load_menu(press.table_id, press.interaction.user.id)
        try:
            words = self._unpack_words(press, table, root)
        except StaleControlsError as error:
            await self._update_panel(press, notice=error.text)
            return
        await self._update_panel(press, (*words, *added_words), group=group)

    def _unpack_words(self, press: Press, table: Table, root: Menu | None) -> Words:
        """Read the words of a button. Raises StaleControlsError if it belongs to an earlier question."""
        if root is None or press.revision != table.asked_revision:
            raise StaleControlsError(say("The game has gone on meanwhile; here is what you can leave word for now."))
        return custom_ids.unpack_path(root, press.rest)

    async def _owes_move(self, table_id: int, user_id: int) -> bool:
        """Return whether this person owes a move."""
        try:
            await self.tables.moves.load_menu(table_id, user_id)
        except UserError:
            return False
        return True

    async def _update_panel(
        self, press: Press, words: Words = (), *, notice: Text | None = None, group: int | None = None
    ) -> None:
        view = await self._compose_panel(press.interaction, press.table_id, words, notice=notice, group=group)
        await update_message(press.interaction, view)

    async def _compose_panel(
        self,
        interaction: discord.Interaction,
        table_id: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
    ) -> ui.LayoutView:
        user, language = interaction.user.id, await self.bot.locales.find_person_language(interaction)
        table, _, root = await self.tables.orders.load_menu(table_id, user)
        orders = await self.tables.orders.list_orders(table_id, user)
        fmt = TextFormatter(table, translate=language)
        card_names = {card.word: card.name for card in self.bot.catalogue.load_game(table.game).list_cards()}
        texts = [fmt(notice)] if notice else []
        for order in orders:
            path = _format_order(root, order, card_names, fmt)
            texts.append(fmt(say("Your standing order: {order}", order=path)))
        buttons = [
            _build_cancel_button(table, root, order, card_names, language) for order in orders[:MAX_CANCEL_BUTTONS]
        ]
        if await self._owes_move(table_id, user):
            button_id = custom_ids.build_button_id("step", table.id, table.asked_revision)
            buttons.append(build_button(fmt(say("Back to your move")), button_id))
        if root is None:
            if not orders:
                texts.append(fmt(explain_no_orders()))
            return build_message("\n".join(texts), *build_button_rows(buttons))
        step = build_screen(root, words, group)
        if step.path:
            path_fmt = TextFormatter(table, translate=language, is_bold=False)
            texts.append("**" + " › ".join(path_fmt(label) for label in step.path) + "**")
        texts.append(fmt(say("Leave this order?") if step.is_complete else step.prompt))
        return build_message(
            "\n".join(texts),
            *build_controls(
                table, root, step, language, ControlOptions(ORDER_ACTIONS, one_press_moves=list_one_press_moves(step))
            ).all_rows,
            *build_button_rows(buttons),
        )


def _build_cancel_button(
    table: Table, root: Menu | None, order: Words, card_names: Mapping[Word, Text], language: Language
) -> Button:
    """Build the button that takes an order back."""
    path = _format_order(root, order, card_names, lambda label: format_plain_label(label, table, language))
    label = TextFormatter(table, translate=language)(say("Take back: {order}", order=path))
    return build_button(label, custom_ids.build_button_id("ocancel", table.id, table.asked_revision, order[0]))


def _format_order(
    root: Menu | None, order: Words, card_names: Mapping[Word, Text], format_text: Callable[[Text], str]
) -> str:
    """Format an order by its labels. A card that the game no longer offers is called by its name."""
    path: list[str] = []
    menu = root
    for word in order:
        labels = {option.word: option.label for option in menu.options} if menu is not None else {}
        choices = [labels.get(part) or card_names.get(part) or Text(part) for part in word.split("+")]
        path.append(format_text(say("{choices}", choices=list(choices))))
        menu = menu.next_menu(word) if menu is not None and word in labels else None
    return " › ".join(path)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(OrderCommands(bot))
