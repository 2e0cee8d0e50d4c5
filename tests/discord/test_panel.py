"""A move built step by step in the panel, on pictures of the relevant part of the board."""

from __future__ import annotations

import discord
import pytest

from cogs.interactions import custom_ids
from cogs.messages.presenter import build_screen, find_leading_choice
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.menu import Words, follow_words
from engine.kernel.text import UserError
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.panels import (
    choose_last,
    find_answer,
    find_mover,
    open_placing_panel,
    open_points_panel,
    place_tile,
    press_label,
    read_public_view,
)
from tests.golden_records import cut_record, read_record


def list_names(message: Message) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


async def test_a_tile_is_placed_step_by_step(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    assert list_names(panel) == ["crop.png"], "one picture, with what is on offer"
    panel = await press_label(server, who, panel, "Place a tile")
    assert list_names(panel) == ["crop.png"], "its places are lettered there"
    before = (await server.load_table()).revision
    await choose_last(server, who, panel)
    assert (await server.load_table()).revision > before, "what can be taken back needs no confirming"


async def test_a_move_and_the_end_of_the_turn_are_one_press(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    seat = (await server.load_table()).find_seat(who.id)
    panel = await press_label(server, who, panel, "Place a tile")
    while not any(part.get("label", "").endswith("end my turn") for part in list_controls(panel)):
        panel = find_answer(
            await server.choose_values(
                who, panel, next(part for part in list_controls(panel) if part.get("options"))["options"][0]["value"]
            )
        )
    label = next(part["label"] for part in list_controls(panel) if part.get("label", "").endswith("end my turn"))
    shown = find_answer(await server.click_button(who, panel, label))
    if label.startswith("…"):
        await choose_last(server, who, shown)
    assert (await server.load_table()).find_seat(await find_mover(server)) != seat


async def test_a_player_may_be_asked_before_each_move_or_never(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    settings, table = server.bot.tables.settings, await server.load_table()
    await settings.save_setting("person", who.id, "confirm", "never")
    draws = next(part for part in list_controls(panel) if part.get("placeholder", "").startswith("Draw a tile"))
    await server.choose_values(who, panel, draws["options"][0]["value"])
    drawn = await server.load_table()
    assert drawn.revision > table.revision, "although it cannot be taken back"
    await settings.save_setting("person", who.id, "confirm", "each")
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    shown = find_answer(await server.click_button(who, panel, "End your turn"))
    assert "Play it?" in read_text(shown)
    assert (await server.load_table()).revision == drawn.revision
    await server.click_button(who, shown, "Play it")
    assert (await server.load_table()).revision > drawn.revision


async def test_what_gives_something_up_asks_once_and_is_never_green(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    before = (await server.load_table()).revision
    (ending,) = [part for part in list_controls(panel) if " unused" in part.get("label", "")]
    assert ending["style"] == discord.ButtonStyle.secondary.value
    shown = find_answer(await server.click_button(who, panel, custom_id=ending["custom_id"]))
    assert "You could still use 7 crewmen" in read_text(shown)
    assert discord.ButtonStyle.success.value not in [part.get("style") for part in list_controls(shown)]
    assert (await server.load_table()).revision == before
    await server.click_button(who, shown, "Play it")
    assert (await server.load_table()).revision > before


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
    at: Words = ()
    while at != takes_it:
        block, choice = find_leading_choice(build_screen(root, at), takes_it) or pytest.fail("it cannot be chosen")
        if block.kind in ("buttons", "endings"):
            part = next(part for part in list_controls(panel) if part["custom_id"].endswith(" ".join(choice.words)))
            assert part["style"] != discord.ButtonStyle.success.value, "it asks more"
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
    moves = next(part for part in list_controls(panel) if part.get("placeholder", "").startswith("Fleets from"))
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
    more = find_answer(await server.click_button(who, panel, "More"))
    assert "Restart my turn" not in read_text(more), "nothing was done yet"
    panel = find_answer(await server.click_button(who, more, "Back"))
    table, before = await server.load_table(), await read_public_view(server)
    panel = await place_tile(server, who, panel)
    assert read_text(panel).startswith("Done. **"), "the question follows in the same line"
    assert await read_public_view(server) != before
    more = find_answer(await server.click_button(who, panel, "More"))
    old = next(part["custom_id"] for part in list_controls(more) if part.get("label") == "Restart my turn")
    shown = find_answer(await server.click_button(who, more, custom_id=old))
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
    assert "Restart my turn" not in read_text(find_answer(await server.click_button(who, panel, "More")))
    with pytest.raises(UserError, match="something new was shown"):
        await server.bot.tables.undo.restart_turn(table.id, who.id, asked_revision=table.asked_revision)
    assert (await server.load_table()).revision == table.revision


async def test_a_turn_is_restarted_after_the_bot_was(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    before = await read_public_view(server)
    panel = await place_tile(server, who, panel)
    panel = find_answer(await server.click_button(who, panel, "More"))
    await server.restart()
    await server.click_button(who, panel, "Restart my turn")
    assert await read_public_view(server) == before


async def test_likely_moves_are_left_out_for_who_wants_none(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    who = server.find_actor(await find_mover(server))
    for whose, number in (("person", who.id), ("server", server.guild.id)):
        await server.bot.tables.settings.save_setting(whose, number, "shortcuts", "no")  # type: ignore[arg-type]
        panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
        assert "~1" not in str([part["custom_id"] for part in list_controls(panel)])
        await server.bot.tables.settings.save_setting(whose, number, "shortcuts", "yes")  # type: ignore[arg-type]


async def test_a_move_that_strands_the_ship_is_asked_about_with_a_warning(server: FakeServer) -> None:
    await server.resume_record(cut_record(read_record("northwest", "mainland-counts"), 139), 3)
    who = server.find_actor(await find_mover(server))
    before = (await server.load_table()).revision
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    panel = await press_label(server, who, panel, "K · Move")
    (value,) = [
        option["value"]
        for part in list_controls(panel)
        for option in part.get("options", [])
        if option["value"].split()[-1] == "e15"
    ]
    panel = find_answer(await server.choose_values(who, panel, value))
    text = read_text(panel)
    assert "⚠ On this chart your ship will not be home in time any more: −16 points (N11.5, N11.6)." in text
    assert (await server.load_table()).revision == before
    await server.click_button(who, panel, "Play it")
    assert (await server.load_table()).revision > before, "a player who was warned may do it"


async def test_a_button_that_sails_back_is_not_green_and_asks(server: FakeServer) -> None:
    await server.resume_record(cut_record(read_record("paso", "explorers-win"), 47), 4)
    who = server.find_actor(await find_mover(server))
    before = (await server.load_table()).revision
    panel = find_answer(await server.click_button(who, server.newest_post, "Your move"))
    (button,) = [part for part in list_controls(panel) if "Back to a6: 1 point, 1 row lost" in part.get("label", "")]
    assert button["style"] != discord.ButtonStyle.success.value
    panel = await press_label(server, who, panel, button["label"])
    assert "⚠ This sails back: 1 row lost (P4.8)." in read_text(panel)
    assert (await server.load_table()).revision == before
