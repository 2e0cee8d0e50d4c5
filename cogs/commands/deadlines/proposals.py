"""The buttons that agree to a proposal for a whole table, or oppose it."""

from __future__ import annotations

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.press import Press, parse_number
from cogs.messages.proposal import build_proposal_message


class ProposalCommands(TableCog):
    """The buttons that answer proposals."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        handlers = {"second": self._on_agree, "oppose": self._on_oppose, "resume": self._on_resume}
        self.bot.press_handlers.register(self, handlers, audience="player")

    async def _on_agree(self, press: Press) -> None:
        await self._answer_proposal(press, agree=True)

    async def _on_oppose(self, press: Press) -> None:
        await self._answer_proposal(press, agree=False)

    async def _on_resume(self, press: Press) -> None:
        """Propose that a game goes on although moves were lost."""
        table = await self.tables.load_table(press.table_id)
        proposal = await self.tables.proposals.propose_resumption(table.id, press.interaction.user.id)
        await self.post_proposal(press.interaction, table, proposal)

    async def _answer_proposal(self, press: Press, *, agree: bool) -> None:
        user, number = press.interaction.user.id, parse_number(press.rest, 36)
        proposal = await self.tables.proposals.answer_proposal(press.table_id, user, number, agrees=agree)
        self.board_posts.request_post(press.table_id)  # also if the answer below fails
        if proposal.state == "open":
            proposal = await self.excuse_leavers(proposal)
        table = await self.tables.load_table(press.table_id)
        view = build_proposal_message(table, proposal, await self.bot.locales.find_server_language(table.guild_id))
        await press.interaction.response.edit_message(view=view)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(ProposalCommands(bot))
