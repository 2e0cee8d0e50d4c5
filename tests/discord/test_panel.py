"""A move put together in the panel, on pictures of the part of the board that it is about."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.interactions import custom_ids
from cogs.messages.presenter import leads, screen
from engine.host.service.play.live import Late
from engine.kernel.menu import Words, walk
from engine.kernel.text import Refusal
from tests.discord.expanse_table import the_factions
from tests.discord.hut import Hut, Message, controls, text
from tests.discord.panels import answer, press, ready_to_place, seen, shortcuts, to_move, with_points


def names(message: Message) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


async def test_a_tile_is_placed_on_the_squares_round_the_ship(home: Hut) -> None:
    await home.begin("northwest", 2)
    for _ in range(2):
        who = home.actor(await to_move(home))
        panel = answer(await home.click(who, home.post, "Your move"))
        assert names(panel) == ["crop.png"], "what is on offer lies beside the part of the chart"
        await press(home, who, panel, "A · ")
    who = home.actor(await to_move(home))
    panel = answer(await home.click(who, home.post, "Your move"))
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    assert names(panel)[-1] == "crop.png", "where the only tile can lie is lettered there, beside the tiles on offer"
    before = (await home.table()).rev
    await home.choose(who, panel, places["options"][-1]["value"])
    assert (await home.table()).rev > before, "what can be taken back needs no confirming"


async def two_play(home: Hut) -> None:
    """Two people at The Expanse: a turn deals a new card at once where the other is not on the one that was used."""
    await home.begin("expanse", 2)
    for faction in ("mcr", "un"):
        await home.slash(home.actor(await to_move(home)), "expanse faction", faction=faction)


async def test_what_cannot_be_taken_back_is_confirmed(home: Hut) -> None:
    await two_play(home)
    who, moves = home.actor(await to_move(home)), home.bot.tables.moves
    table = await home.table()
    takes = [("take", str(n), "points", "done") for n in range(1, 6)]
    root = (await moves.menu(table.id, who.id))[2]
    cards = walk(root, ("take",))
    assert cards is not None
    offered = {option.word for option in cards.open() if walk(root, ("take", option.word)) is not None}
    takes = [words for words in takes if words[1] in offered]
    kept = await moves.free(table.id, who.id, takes)
    takes_it = next(words for words in takes if words not in kept)
    panel = answer(await home.click(who, home.post, "Your move"))
    assert "Green plays at once" in text(panel)
    at: Words = ()
    while at != takes_it:
        block, choice = leads(screen(root, at), takes_it) or pytest.fail("it cannot be chosen")
        if block.kind == "buttons":
            part = next(part for part in controls(panel) if part["custom_id"].endswith(" ".join(choice.words)))
            assert part["style"] == discord.ButtonStyle.primary.value, "it asks more"
            panel = answer(await home.click(who, panel, custom_id=part["custom_id"]))
        else:
            value = " ".join(choice.words[len(block.prefix) : len(choice.words) - choice.silent])
            lists = (part for part in controls(panel) if part.get("options"))
            part = next(part for part in lists if part["custom_id"].endswith(" ".join(block.prefix)))
            panel = answer(await home.choose(who, panel, value, custom_id=part["custom_id"]))
        at = choice.words
    assert (await home.table()).rev == table.rev
    assert "cannot take it back alone" in text(panel)
    await home.click(who, panel, "Play it")
    assert (await home.table()).rev > table.rev


async def test_several_things_are_picked_from_one_list_and_played_at_once(home: Hut) -> None:
    who, panel, words = await with_points(home)
    places = next(part for part in controls(panel) if "Place influence" in part.get("placeholder", ""))
    assert (places["min_values"], places["max_values"]) == (1, 2)
    assert "up to 2" in places["placeholder"]
    assert "done in its order" in text(panel)
    first, last = [
        one["value"] for one in places["options"] if one["value"].startswith("place") and " place" not in one["value"]
    ][:2]
    shown = answer(await home.choose(who, panel, last, first, custom_id=places["custom_id"]))
    move = (*words, *first.split(), *last.split())
    if "cannot take it back alone" in text(shown):
        shown = answer(await home.click(who, shown, "Play it"))
    assert "Done" in text(shown)
    record = await home.bot.tables.history.record((await home.table()).id)
    assert record.moves[-1].words == move or move in [one.words for one in record.moves]


async def test_picks_that_exclude_each_other_are_told_and_play_nothing(home: Hut) -> None:
    who, panel, _ = await with_points(home)
    before = (await home.table()).rev
    moves = next(part for part in controls(panel) if part.get("placeholder", "").startswith("Move fleets"))
    one, other = [part for part in moves["options"] if part["value"].startswith("move")][:2]
    assert one["value"].split()[:-1] == other["value"].split()[:-1], "the same fleets to two places"
    shown = answer(await home.choose(who, panel, one["value"], other["value"], custom_id=moves["custom_id"]))
    assert "not possible with the rest" in text(shown)
    assert other["label"].partition(" · ")[2] in text(shown)
    assert (await home.table()).rev == before
    assert "Point left: what do you do?" in text(shown), "the first of them is kept in the panel"


async def test_a_turn_is_restarted_with_one_press(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    assert "Restart my turn" not in text(panel), "nothing was done yet"
    table, before = await home.table(), await seen(home)
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    panel = answer(await home.choose(who, panel, places["options"][-1]["value"]))
    assert await seen(home) != before
    old = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Restart my turn")
    shown = answer(await home.click(who, panel, custom_id=old))
    assert "Your turn begins anew." in text(shown)
    assert await seen(home) == before
    assert (await home.bot.tables.moves.menu(table.id, who.id))[1] == table.seat_of(who.id)
    with pytest.raises(Late):
        await home.bot.tables.undo.restart(table.id, who.id, asked=custom_ids.parsed(old).rev)
    assert await seen(home) == before, "pressed once more it does nothing"


async def test_a_turn_that_has_shown_something_is_not_restarted_alone(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    await home.slash(who, "northwest draw", tile=(await seen(home)).market[0].tile, **{"with": "ship"})
    table = await home.table()
    panel = answer(await home.click(who, home.post, "Your move"))
    assert "Restart my turn" not in text(panel)
    with pytest.raises(Refusal, match="something new was shown"):
        await home.bot.tables.undo.restart(table.id, who.id, asked=table.asked)
    assert (await home.table()).rev == table.rev


async def test_a_turn_is_restarted_after_the_bot_was(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    before = await seen(home)
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    panel = answer(await home.choose(who, panel, places["options"][-1]["value"]))
    await home.restart()
    await home.click(who, panel, "Restart my turn")
    assert await seen(home) == before


async def opened(home: Hut) -> tuple[simcord.MemberActor, Message]:
    await the_factions(home)
    return home.ana, answer(await home.click(home.ana, home.post, "Your move"))


async def test_a_whole_move_is_played_by_its_shortcut(home: Hut) -> None:
    who, panel = await opened(home)
    found = shortcuts(panel)
    assert 2 <= len(found) <= 3
    assert "no advice" in text(panel)
    table, before = await home.table(), len((await home.bot.tables.history.record((await home.table()).id)).moves)
    free = await home.bot.tables.moves.free(
        table.id, who.id, [tuple(made.split(":")[-1].split()) for made in found.values()]
    )
    for letter, made in found.items():
        words = tuple(made.split(":")[-1].split())
        assert f"**{letter}** · " in text(panel)
        style = next(part["style"] for part in controls(panel) if part["custom_id"] == made)
        assert style == (discord.ButtonStyle.success if words in free else discord.ButtonStyle.primary).value
    letter, made = next((one, made) for one, made in found.items() if tuple(made.split(":")[-1].split()) in free)
    await home.click(who, panel, custom_id=made)
    record = await home.bot.tables.history.record(table.id)
    assert record.moves[before].words == tuple(made.split(":")[-1].split())


async def test_a_shortcut_asks_before_what_cannot_be_taken_back(home: Hut) -> None:
    await two_play(home)
    who = home.actor(await to_move(home))
    panel = answer(await home.click(who, home.post, "Your move"))
    table = await home.table()
    for made in shortcuts(panel).values():
        words = tuple(made.split(":")[-1].split())
        if not await home.bot.tables.moves.free(table.id, who.id, [words]):
            shown = answer(await home.click(who, panel, custom_id=made))
            assert "cannot take it back alone" in text(shown)
            assert (await home.table()).rev == table.rev
            await home.restart()
            await home.click(who, shown, "Play it")
            assert (await home.table()).rev > table.rev
            return
    raise AssertionError("none of them asks")


async def test_shortcuts_are_drawn_and_left_out_for_who_wants_none(home: Hut) -> None:
    who, panel = await opened(home)
    assert "board.png" in names(panel), "their places are lettered there"
    with_them = [await attachment.read() for attachment in panel.attachments]
    for whose, number in (("person", who.id), ("server", home.guild.id)):
        await home.bot.tables.settings.choose(whose, number, "shortcuts", "no")  # type: ignore[arg-type]
        without = answer(await home.click(who, home.post, "Your move"))
        assert not shortcuts(without)
        assert "no advice" not in text(without)
        assert [await attachment.read() for attachment in without.attachments] != with_them
        await home.bot.tables.settings.choose(whose, number, "shortcuts", "yes")  # type: ignore[arg-type]
    assert shortcuts(answer(await home.click(who, home.post, "Your move"))) == shortcuts(panel)
