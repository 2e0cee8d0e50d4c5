"""A move built step by step in the panel, on pictures of the relevant part of the board."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.interactions import custom_ids
from cogs.messages.presenter import build_screen, find_leading_choice
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.menu import Words, follow_words
from engine.kernel.text import UserError
from tests.discord.expanse_table import assign_factions
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.panels import (
    find_answer,
    find_mover,
    list_shortcut_ids,
    open_placing_panel,
    open_points_panel,
    press_label,
    read_public_view,
)


def list_names(message: Message) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


async def test_a_tile_is_placed_on_the_squares_round_the_ship(server: FakeServer) -> None:
    await server.start_game("northwest", 2)
    for _ in range(2):
        who = server.find_actor(await find_mover(server))
        panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
        assert list_names(panel) == ["crop.png"], "what is on offer lies beside the part of the chart"
        await press_label(server, who, panel, "A · ")
    who = server.find_actor(await find_mover(server))
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    (places,) = [part for part in list_controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    assert list_names(panel)[-1] == "crop.png", (
        "where the only tile can lie is lettered there, beside the tiles on offer"
    )
    before = (await server.load_table()).revision
    await server.choose_values(who, panel, places["options"][-1]["value"])
    assert (await server.load_table()).revision > before, "what can be taken back needs no confirming"


async def start_two_player_game(server: FakeServer) -> None:
    """Start The Expanse for two: a turn deals a new card at once if the other faction is not on the used card."""
    await server.start_game("expanse", 2)
    for faction in ("mcr", "un"):
        await server.run_command(server.find_actor(await find_mover(server)), "expanse faction", faction=faction)


async def test_what_cannot_be_taken_back_is_confirmed(server: FakeServer) -> None:
    await start_two_player_game(server)
    who, moves = server.find_actor(await find_mover(server)), server.bot.tables.moves
    table = await server.load_table()
    takes = [("take", str(n), "points", "done") for n in range(1, 6)]
    root = (await moves.load_menu(table.id, who.id))[2]
    cards = follow_words(root, ("take",))
    assert cards is not None
    offered = {
        option.word for option in cards.list_open_options() if follow_words(root, ("take", option.word)) is not None
    }
    takes = [words for words in takes if words[1] in offered]
    kept = await moves.list_reversible(table.id, who.id, takes)
    takes_it = next(words for words in takes if words not in kept)
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    assert "Green plays at once" in read_text(panel)
    at: Words = ()
    while at != takes_it:
        block, choice = find_leading_choice(build_screen(root, at), takes_it) or pytest.fail("it cannot be chosen")
        if block.kind == "buttons":
            part = next(part for part in list_controls(panel) if part["custom_id"].endswith(" ".join(choice.words)))
            assert part["style"] == discord.ButtonStyle.primary.value, "it asks more"
            panel = find_answer(await server.click_button(who, panel, custom_id=part["custom_id"]))
        else:
            value = " ".join(choice.words[len(block.prefix) : len(choice.words) - choice.silent_steps])
            lists = (part for part in list_controls(panel) if part.get("options"))
            part = next(part for part in lists if part["custom_id"].endswith(" ".join(block.prefix)))
            panel = find_answer(await server.choose_values(who, panel, value, custom_id=part["custom_id"]))
        at = choice.words
    assert (await server.load_table()).revision == table.revision
    assert "cannot take it back alone" in read_text(panel)
    await server.click_button(who, panel, "Play it")
    assert (await server.load_table()).revision > table.revision


async def test_several_things_are_picked_from_one_list_and_played_at_once(server: FakeServer) -> None:
    who, panel, words = await open_points_panel(server)
    places = next(part for part in list_controls(panel) if ":many:" in part["custom_id"])
    assert (places["min_values"], places["max_values"]) == (1, 2)
    assert "up to 2" in places["placeholder"]
    first, last = [
        one["value"] for one in places["options"] if one["value"].startswith("place") and " place" not in one["value"]
    ][:2]
    shown = find_answer(await server.choose_values(who, panel, last, first, custom_id=places["custom_id"]))
    move = (*words, *first.split(), *last.split())
    if "cannot take it back alone" in read_text(shown):
        shown = find_answer(await server.click_button(who, shown, "Play it"))
    assert "Done" in read_text(shown)
    record = await server.bot.tables.history.build_record((await server.load_table()).id)
    assert record.moves[-1].words == move or move in [one.words for one in record.moves]


async def test_picks_that_exclude_each_other_are_told_and_play_nothing(server: FakeServer) -> None:
    who, panel, _ = await open_points_panel(server)
    before = (await server.load_table()).revision
    moves = next(part for part in list_controls(panel) if part.get("placeholder", "").startswith("Move fleets"))
    one, other = [part for part in moves["options"] if part["value"].startswith("move")][:2]
    assert one["value"].split()[:-1] == other["value"].split()[:-1], "the same fleets to two places"
    shown = find_answer(
        await server.choose_values(who, panel, one["value"], other["value"], custom_id=moves["custom_id"])
    )
    assert "not possible with the rest" in read_text(shown)
    assert other["label"].partition(" · ")[2] in read_text(shown)
    assert (await server.load_table()).revision == before
    assert "Point left: what do you do?" in read_text(shown), "the first of them is kept in the panel"


async def test_a_turn_is_restarted_with_one_press(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    assert "Restart my turn" not in read_text(panel), "nothing was done yet"
    table, before = await server.load_table(), await read_public_view(server)
    (places,) = [part for part in list_controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    panel = find_answer(await server.choose_values(who, panel, places["options"][-1]["value"]))
    assert await read_public_view(server) != before
    old = next(part["custom_id"] for part in list_controls(panel) if part.get("label") == "Restart my turn")
    shown = find_answer(await server.click_button(who, panel, custom_id=old))
    assert "Your turn begins anew." in read_text(shown)
    assert await read_public_view(server) == before
    assert (await server.bot.tables.moves.load_menu(table.id, who.id))[1] == table.find_seat(who.id)
    with pytest.raises(StaleControlsError):
        await server.bot.tables.undo.restart_turn(
            table.id, who.id, asked_revision=custom_ids.parse_custom_id(old).revision
        )
    assert await read_public_view(server) == before, "pressed once more it does nothing"


async def test_a_turn_that_has_shown_something_is_not_restarted_alone(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    await server.run_command(
        who, "northwest draw", tile=(await read_public_view(server)).market[0].tile, **{"with": "ship"}
    )
    table = await server.load_table()
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    assert "Restart my turn" not in read_text(panel)
    with pytest.raises(UserError, match="something new was shown"):
        await server.bot.tables.undo.restart_turn(table.id, who.id, asked_revision=table.asked_revision)
    assert (await server.load_table()).revision == table.revision


async def test_a_turn_is_restarted_after_the_bot_was(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    before = await read_public_view(server)
    (places,) = [part for part in list_controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    panel = find_answer(await server.choose_values(who, panel, places["options"][-1]["value"]))
    await server.restart()
    await server.click_button(who, panel, "Restart my turn")
    assert await read_public_view(server) == before


async def open_panel(server: FakeServer) -> tuple[simcord.MemberActor, Message]:
    await assign_factions(server)
    return server.ana, find_answer(await server.click_button(server.ana, server.newest_post, "Your move"))


async def test_a_whole_move_is_played_by_its_shortcut(server: FakeServer) -> None:
    who, panel = await open_panel(server)
    found = list_shortcut_ids(panel)
    assert 2 <= len(found) <= 3
    assert "no advice" in read_text(panel)
    table, before = (
        await server.load_table(),
        len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves),
    )
    free = await server.bot.tables.moves.list_reversible(
        table.id, who.id, [tuple(made.split(":")[-1].split()) for made in found.values()]
    )
    for letter, made in found.items():
        words = tuple(made.split(":")[-1].split())
        assert f"**{letter}** · " in read_text(panel)
        style = next(part["style"] for part in list_controls(panel) if part["custom_id"] == made)
        assert style == (discord.ButtonStyle.success if words in free else discord.ButtonStyle.primary).value
    letter, made = next((one, made) for one, made in found.items() if tuple(made.split(":")[-1].split()) in free)
    await server.click_button(who, panel, custom_id=made)
    record = await server.bot.tables.history.build_record(table.id)
    assert record.moves[before].words == tuple(made.split(":")[-1].split())


async def test_a_shortcut_asks_before_what_cannot_be_taken_back(server: FakeServer) -> None:
    await start_two_player_game(server)
    who = server.find_actor(await find_mover(server))
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    table = await server.load_table()
    for made in list_shortcut_ids(panel).values():
        words = tuple(made.split(":")[-1].split())
        if not await server.bot.tables.moves.list_reversible(table.id, who.id, [words]):
            shown = find_answer(await server.click_button(who, panel, custom_id=made))
            assert "cannot take it back alone" in read_text(shown)
            assert (await server.load_table()).revision == table.revision
            await server.restart()
            await server.click_button(who, shown, "Play it")
            assert (await server.load_table()).revision > table.revision
            return
    raise AssertionError("none of them asks")


async def test_shortcuts_are_drawn_and_left_out_for_who_wants_none(server: FakeServer) -> None:
    who, panel = await open_panel(server)
    assert "board.png" in list_names(panel), "their places are lettered there"
    with_them = [await attachment.read() for attachment in panel.attachments]
    for whose, number in (("person", who.id), ("server", server.guild.id)):
        await server.bot.tables.settings.save_setting(whose, number, "shortcuts", "no")  # type: ignore[arg-type]
        without = find_answer(await server.click_button(who, server.newest_post, "Your move"))
        assert not list_shortcut_ids(without)
        assert "no advice" not in read_text(without)
        assert [await attachment.read() for attachment in without.attachments] != with_them
        await server.bot.tables.settings.save_setting(whose, number, "shortcuts", "yes")  # type: ignore[arg-type]
    assert list_shortcut_ids(
        find_answer(await server.click_button(who, server.newest_post, "Your move"))
    ) == list_shortcut_ids(panel)
