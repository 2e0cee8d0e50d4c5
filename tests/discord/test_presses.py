"""Every act of a button has one owner, for as long as that is there."""

from __future__ import annotations

import pytest

from cogs.client import COGS
from cogs.interactions.press import Press, Presses
from engine.kernel.text import Refusal
from tests.discord.hut import Hut, text


class Owner:
    async def answer(self, _press: Press) -> None: ...


def test_two_owners_cannot_claim_one_act() -> None:
    presses, first, second = Presses(), Owner(), Owner()
    presses.register(first, {"move": first.answer})
    with pytest.raises(ValueError, match="Owner claims 'move', which Owner answers"):
        presses.register(second, {"step": second.answer, "move": second.answer})
    assert presses.act("move").handler == first.answer
    with pytest.raises(Refusal):
        presses.act("step")


def test_who_goes_takes_their_acts_along_and_nobody_elses() -> None:
    presses, first, second = Presses(), Owner(), Owner()
    presses.register(first, {"move": first.answer})
    presses.register(second, {"step": second.answer})
    presses.release(first)
    with pytest.raises(Refusal, match="earlier version"):
        presses.act("move")
    assert presses.act("step").handler == second.answer
    presses.register(second, {"move": second.answer})


async def test_buttons_of_a_cog_that_is_unloaded_are_refused_until_it_is_back(camp: Hut) -> None:
    board = camp.post
    await camp.bot.unload_extension("cogs.commands.play.moves")
    assert "earlier version" in text((await camp.click(camp.cy, board, "Your move")).response)
    await camp.bot.load_extension("cogs.commands.play.moves")
    assert "earlier version" not in text((await camp.click(camp.cy, board, "Your move")).response)


async def test_every_cog_can_be_loaded_anew(camp: Hut) -> None:
    before = {command.qualified_name for command in camp.bot.tree.walk_commands()}
    for name in COGS:
        await camp.bot.reload_extension(name)
    assert {command.qualified_name for command in camp.bot.tree.walk_commands()} == before
