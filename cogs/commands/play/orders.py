"""/orders: standing orders, chosen step by step like a move and seen by nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions import custom_ids
from cogs.interactions.press import Press
from cogs.messages.layout import button, message, rows
from cogs.messages.panel import ORDER, controls
from cogs.messages.presenter import at_one_press, screen
from cogs.messages.updates import update
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table
from engine.host.service.play.live import Late
from engine.host.service.play.orders import no_orders
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.text import Refusal, Text, say

MOST = 4
"""Orders with a button to cancel them; a message has few rows."""


class Orders(TableCog):
    """Standing orders."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self,
            {
                "orders": self._opened,
                "order": self._left,
                "ostep": self._stepped,
                "opick": self._picked,
                "ogroup": self._grouped,
                "ocancel": self._cancelled,
            },
            who="player",
        )

    @app_commands.command(description="Leave word for what is answered while you are away; only you see it")
    async def orders(self, interaction: discord.Interaction) -> None:
        """Show one's orders and what else can be ordered."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        view = await self._compose(interaction, table.id)
        await interaction.response.send_message(view=view, ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _opened(self, press: Press) -> None:
        view = await self._compose(press.interaction, press.table)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _stepped(self, press: Press) -> None:
        await self._step(press)

    async def _picked(self, press: Press) -> None:
        await self._step(press, add=tuple("+".join(press.values).split()))

    async def _grouped(self, press: Press) -> None:
        await self._step(press, group=press.chosen_number)

    async def _left(self, press: Press) -> None:
        user = press.interaction.user.id
        table, _, root = await self.tables.orders.menu(press.table, user)
        try:
            words = self._words(press, table, root)
            table = await self.tables.orders.leave(press.table, user, words, asked=press.rev)
        except Late as late:
            await self._edit(press, notice=late.text)
            return
        self.posts.poke(table.id)
        notice = say("Noted. It answers for you until it is over, or until you take it back here.")
        if table.status != "running":
            fmt = await self.private_formatter(press.interaction, table)
            await update(press.interaction, message(fmt(notice)))
        else:
            await self._edit(press, notice=notice)

    async def _cancelled(self, press: Press) -> None:
        user = press.interaction.user.id
        for order in await self.tables.orders.of(press.table, user):
            if order[0] == press.rest:
                await self.tables.orders.cancel(press.table, user, order)
        await self._edit(press, notice=say("Taken back. You are asked again."))

    # ---------------------------------------------------------------- parts
    async def _step(self, press: Press, *, add: Words = (), group: int | None = None) -> None:
        table, _, root = await self.tables.orders.menu(press.table, press.interaction.user.id)
        try:
            words = self._words(press, table, root)
        except Late as late:
            await self._edit(press, notice=late.text)
            return
        await self._edit(press, (*words, *add), group=group)

    def _words(self, press: Press, table: Table, root: Menu | None) -> Words:
        """The words a button carries. Raises Late when the game has gone on since."""
        if root is None or press.rev != table.asked:
            raise Late(say("The game has gone on meanwhile; here is what you can leave word for now."))
        return custom_ids.unpack(root, press.rest)

    async def _asked(self, table_id: int, user: int) -> bool:
        """Whether this person owes a move just now."""
        try:
            await self.tables.moves.menu(table_id, user)
        except Refusal:
            return False
        return True

    async def _edit(
        self, press: Press, words: Words = (), *, notice: Text | None = None, group: int | None = None
    ) -> None:
        view = await self._compose(press.interaction, press.table, words, notice=notice, group=group)
        await update(press.interaction, view)

    async def _compose(
        self,
        interaction: discord.Interaction,
        table_id: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
    ) -> ui.LayoutView:
        user, language = interaction.user.id, await self.bot.locales.to_person(interaction)
        table, _, root = await self.tables.orders.menu(table_id, user)
        left = await self.tables.orders.of(table_id, user)
        fmt = TextFormatter(table, translate=language)
        texts = [fmt(notice)] if notice else []
        cards = {card.word: card.name for card in self.bot.catalogue.game(table.game).printed()}
        texts += [fmt(say("Your standing order: {order}", order=_named(root, order, cards, fmt))) for order in left]
        back = [
            button(
                fmt(
                    say(
                        "Take back: {order}",
                        order=_named(root, order, cards, lambda label: plain_label(label, table, language)),
                    )
                ),
                custom_ids.button("ocancel", table.id, table.asked, order[0]),
            )
            for order in left[:MOST]
        ]
        if await self._asked(table_id, user):
            back.append(button(fmt(say("Back to your move")), custom_ids.button("step", table.id, table.asked)))
        if root is None:
            return message("\n".join([*texts, *([] if left else [fmt(no_orders())])]), *rows(back))
        step = screen(root, words, group)
        if step.path:
            within = TextFormatter(table, translate=language, strong=False)
            texts.append("**" + " › ".join(within(label) for label in step.path) + "**")
        texts.append(fmt(say("Leave this order?") if step.done else step.prompt))
        return message(
            "\n".join(texts), *controls(table, root, step, language, ORDER, free=at_one_press(step)), *rows(back)
        )


def _named(root: Menu | None, order: Words, cards: Mapping[Word, Text], written: Callable[[Text], str]) -> str:
    """An order by its labels, and a card that the game no longer offers by its name."""
    path: list[str] = []
    at = root
    for word in order:
        labels = {option.word: option.label for option in at.options} if at is not None else {}
        called = [labels.get(part) or cards.get(part) or Text(part) for part in word.split("+")]
        path.append(written(say("{choices}", choices=list(called))))
        at = at.then(word) if at is not None and word in labels else None
    return " › ".join(path)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Orders(bot))
