"""Actions at the local table, with a small bot: slow answers, direct messages, people and places in selects."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
import simcord
from discord import app_commands

from cogs.local_table import page_state
from cogs.local_table.user_actions import ActionUnavailableError, UserActions
from cogs.local_table.world import LocalWorld, create_world

SHORT_SETTLE_TIMEOUT_S = 0.01
"""The time after which simcord stops waiting for an answer; at the local table it is five seconds."""


class GatedBot(discord.Client):
    """Answers `/slow` when the gate opens, `/whisper` by direct message, `/pick` with selects, `/offer` with a late change."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.gate, self.asked = asyncio.Event(), asyncio.Event()
        self.received_interactions: list[object] = []

    async def setup_hook(self) -> None:
        @self.tree.command(description="Takes its time")
        async def slow(interaction: discord.Interaction) -> None:
            self.asked.set()
            await self.gate.wait()
            await interaction.response.send_message(f"At last ({interaction.locale.value})")

        @self.tree.command(description="Writes to you alone")
        async def whisper(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Hush", custom_id="hush")
            view.add_item(button)
            await interaction.user.send("psst", view=view)
            await interaction.response.send_message("sent", ephemeral=True)

        @self.tree.command(description="Offers to change")
        async def offer(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Later", custom_id="later")
            await interaction.response.send_message("Unchanged", view=view.add_item(button), ephemeral=True)

        @self.tree.command(description="Offers people and places")
        async def pick(interaction: discord.Interaction, who: discord.Member, times: int, twice: bool) -> None:
            self.received_interactions.append((who.display_name, times, twice))
            view = discord.ui.View(timeout=None)
            people: discord.ui.UserSelect[discord.ui.View] = discord.ui.UserSelect(custom_id="people", max_values=2)
            where: discord.ui.ChannelSelect[discord.ui.View] = discord.ui.ChannelSelect(custom_id="where")
            view.add_item(people).add_item(where)
            await interaction.response.send_message("Whom and where?", view=view)

        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            self.received_interactions.append((interaction.data or {}).get("values", "pressed"))
            if (interaction.data or {}).get("custom_id") == "later":
                await interaction.response.defer()
                self.asked.set()
                await self.gate.wait()
                await interaction.edit_original_response(content="Changed", view=None)
                return
            await interaction.response.send_message("Thank you")


@asynccontextmanager
async def open_table(settle_timeout_s: float = 5.0) -> AsyncIterator[tuple[GatedBot, LocalWorld, UserActions]]:
    """Start the bot in a local world with Ana and Ben."""
    bot = GatedBot()
    env = simcord.Env(bot, check_errors=False, settle_timeout=settle_timeout_s)
    world = create_world(env, ["Ana", "Ben"])
    await env.start()
    acts = UserActions(world)
    try:
        yield bot, world, acts
    finally:
        bot.gate.set()
        await acts.close()
        await bot.close()
        await env.shutdown()


@app_commands.context_menu(name="Look again")
async def look_again(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"Once more: {message.content}", ephemeral=True)


def find_command(world: LocalWorld, name: str) -> dict[str, object]:
    known = page_state.list_commands(world, world.users[0], world.channels[0].id, "en-US")
    return next(one for one in known if one["name"] == name)


def find_last_message(world: LocalWorld, friend: int, channel: int) -> dict[str, object]:
    return page_state.list_messages(world, world.users[friend], channel, 10)[0][-1]


async def test_an_answer_is_waited_for_when_simcord_has_given_up() -> None:
    async with open_table(SHORT_SETTLE_TIMEOUT_S) as (bot, world, acts):
        here = world.channels[0].id
        asking = asyncio.create_task(
            acts.run_command(world.users[0], str(here), find_command(world, "slow"), {}, "es-ES")
        )
        await bot.asked.wait()
        # Ten seconds are longer than Discord waits, and longer than simcord's limit.
        await acts.run_exclusively(lambda: world.env.advance_time(10))
        assert not asking.done()
        bot.gate.set()
        assert (await asking).answered
        assert find_last_message(world, 0, here)["content"] == "At last (es-ES)"


async def test_a_promised_change_of_the_pressed_message_is_waited_for() -> None:
    async with open_table() as (bot, world, acts):
        ana, here = world.users[0], world.channels[0].id
        await acts.run_command(ana, str(here), find_command(world, "offer"), {}, "en-US")
        offer = str(find_last_message(world, 0, here)["id"])
        pressing = asyncio.create_task(acts.press(ana, str(here), offer, "later", "en-US"))
        await bot.asked.wait()
        await asyncio.sleep(0.1)
        assert not pressing.done(), "the old controls are still there"
        bot.gate.set()
        assert (await pressing).answered
        assert find_last_message(world, 0, here)["content"] == "Changed"


async def test_direct_messages_are_seen_and_answered() -> None:
    async with open_table() as (bot, world, acts):
        ana, ben = world.users
        await acts.run_command(ana, str(world.channels[0].id), find_command(world, "whisper"), {}, "en-US")
        (direct,) = [place for place in page_state.list_channels(world, ana, ()) if place["kind"] == "direct"]
        assert not [place for place in page_state.list_channels(world, ben, ()) if place["kind"] == "direct"]
        message = find_last_message(world, 0, int(direct["id"]))
        assert message["content"] == "psst"
        await acts.press(ana, direct["id"], str(message["id"]), "hush", "en-US")
        assert bot.received_interactions == ["pressed"]
        await acts.write_message(ana, direct["id"], "hush yourself")
        assert find_last_message(world, 0, int(direct["id"]))["content"] == "hush yourself"
        assert page_state.list_commands(world, ana, int(direct["id"]), "en-US") == []


async def test_people_and_places_are_chosen() -> None:
    async with open_table() as (bot, world, acts):
        ana, ben = world.users
        here = str(world.channels[0].id)
        arguments = {"who": str(ben.id), "times": "3", "twice": True}
        await acts.run_command(ana, here, find_command(world, "pick"), arguments, "en-US")
        offer = str(find_last_message(world, 0, int(here))["id"])
        await acts.choose(ana, here, offer, "people", [str(ana.id), str(ben.id)], "en-US")
        await acts.choose(ana, here, offer, "where", [str(world.channels[1].id)], "en-US")
        assert bot.received_interactions == [("Ben", 3, True), [str(ana.id), str(ben.id)], [str(world.channels[1].id)]]


@pytest.mark.parametrize("wrong", [{"who": "17"}, {"who": "Ben"}, {"times": "three"}, {"why": "not"}])
async def test_unfit_values_of_options_are_refused(wrong: dict[str, str]) -> None:
    async with open_table() as (bot, world, acts):
        arguments = {"who": str(world.users[1].id), "times": "3", "twice": True}
        with pytest.raises(ActionUnavailableError):
            await acts.run_command(
                world.users[0], str(world.channels[0].id), find_command(world, "pick"), arguments | wrong, "en-US"
            )
        assert bot.received_interactions == []


async def test_a_board_has_the_menu_that_discord_shows() -> None:
    async with open_table() as (bot, world, acts):
        bot.tree.add_command(look_again)
        await bot.tree.sync()
        ana, here = world.users[0], world.channels[0].id
        await acts.run_exclusively(lambda: send_pictures(bot, here))
        plain, board = page_state.list_messages(world, ana, here, 10)[0]
        assert "menu" not in plain
        assert board["menu"] == [{"name": "Look again", "shown": "Look again"}]
        assert "Look again" not in [one["name"] for one in page_state.list_commands(world, ana, here, "en-US")]
        assert (await acts.use_menu(ana, str(here), board["id"], "Look again", "en-US")).answered
        assert find_last_message(world, 0, here)["content"] == "Once more: a board"


async def send_pictures(bot: GatedBot, channel_id: int) -> None:
    channel = bot.get_partial_messageable(channel_id)
    await channel.send("no board")
    await channel.send("a board", file=discord.File(io.BytesIO(b"GIF89a\x01\x00\x01\x00"), "board.gif"))
