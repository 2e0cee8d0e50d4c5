"""Every button action has one owner, while that owner exists."""

from __future__ import annotations

import pytest

from cogs.extensions import COG_MODULES
from cogs.interactions.press import Press, PressHandlers
from engine.kernel.text import UserError
from tests.discord.fake_server import FakeServer, read_text


class HandlerOwner:
    async def handle(self, _press: Press) -> None: ...


def test_two_owners_cannot_register_one_act() -> None:
    presses, first, second = PressHandlers(), HandlerOwner(), HandlerOwner()
    presses.register(first, {"move": first.handle})
    with pytest.raises(ValueError, match="HandlerOwner claims 'move', which HandlerOwner answers"):
        presses.register(second, {"step": second.handle, "move": second.handle})
    assert presses.find_action("move").handler == first.handle
    with pytest.raises(UserError):
        presses.find_action("step")


def test_who_goes_takes_their_acts_along_and_nobody_elses() -> None:
    presses, first, second = PressHandlers(), HandlerOwner(), HandlerOwner()
    presses.register(first, {"move": first.handle})
    presses.register(second, {"step": second.handle})
    presses.unregister(first)
    with pytest.raises(UserError, match="earlier version"):
        presses.find_action("move")
    assert presses.find_action("step").handler == second.handle
    presses.register(second, {"move": second.handle})


async def test_buttons_of_a_cog_that_is_unloaded_are_refused_until_it_is_back(camp: FakeServer) -> None:
    board = camp.newest_post
    await camp.bot.unload_extension("cogs.commands.play.moves")
    assert "earlier version" in read_text((await camp.click_button(camp.cy, board, "Your move")).response)
    await camp.bot.load_extension("cogs.commands.play.moves")
    assert "earlier version" not in read_text((await camp.click_button(camp.cy, board, "Your move")).response)


async def test_every_cog_can_be_loaded_anew(camp: FakeServer) -> None:
    before = {command.qualified_name for command in camp.bot.tree.walk_commands()}
    for name in COG_MODULES:
        await camp.bot.reload_extension(name)
    assert {command.qualified_name for command in camp.bot.tree.walk_commands()} == before
