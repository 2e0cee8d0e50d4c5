"""The button "It is over": the seals of a game open as soon as everybody has pressed it."""

from __future__ import annotations

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.errors import answer_privately
from cogs.interactions.press import Press
from engine.host.model.table import mention_people
from engine.kernel.text import say


class EndingCommands(TableCog):
    """The button that confirms the end of a game."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(self, {"over": self._on_confirm_end})

    async def _on_confirm_end(self, press: Press) -> None:
        missing = await self.tables.finish_confirmation.confirm_finish(press.table_id, press.interaction.user.id)
        if not missing:
            self.board_posts.request_post(press.table_id)
        table = await self.tables.load_table(press.table_id)
        if missing:
            told = say("Noted. Still to press it: {seats}.", seats=mention_people(missing))
        else:
            told = say("The game is over for good: the seed and the whole {/record} are told, and it counts.")
        await answer_privately(press.interaction, told, table)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(EndingCommands(bot))
