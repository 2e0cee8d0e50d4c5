"""The end of a game: "It is over" opens its seals as soon as everybody has pressed it."""

from __future__ import annotations

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.errors import answer
from cogs.interactions.press import Press
from engine.kernel.text import Who, say


class Ending(TableCog):
    """After the last move."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.presses.register(self, {"over": self._over_pressed})

    async def _over_pressed(self, press: Press) -> None:
        missing = await self.tables.ending.over(press.table, press.interaction.user.id)
        table = await self.tables.table(press.table)
        if missing:
            told = say("Noted. Still to press it: {seats}.", seats=[Who(person.seat) for person in missing])
        else:
            told = say("The game is over for good: the seed and the whole /record are told, and it counts.")
            self.posts.poke(table.id)
        await answer(press.interaction, told, table)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Ending(bot))
