"""The buttons under what somebody wants for a whole table: agree, or not."""

from __future__ import annotations

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.press import Press, numbered
from cogs.messages.motion import motion_message


class Motions(TableCog):
    """Answering motions."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(self, {"second": self._agreed, "oppose": self._opposed}, who="player")

    async def _agreed(self, press: Press) -> None:
        await self._answer(press, agree=True)

    async def _opposed(self, press: Press) -> None:
        await self._answer(press, agree=False)

    async def _answer(self, press: Press, *, agree: bool) -> None:
        user, number = press.interaction.user.id, numbered(press.rest, 36)
        motion = await self.tables.motions.answer(press.table, user, number, agree=agree)
        table = await self.tables.table(press.table)
        view = motion_message(table, motion, await self.bot.locales.to_server(table.guild))
        await press.interaction.response.edit_message(view=view)
        if motion.state != "open":
            await self.tables.motions.shown(motion)
        self.posts.poke(table.id)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Motions(bot))
