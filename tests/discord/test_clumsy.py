"""Clumsy and spiteful presses on the panel: too much, too often, too late, somebody else's. Each is answered in a sentence with
what to do next, and nothing is lost."""

from __future__ import annotations

import pytest
import simcord

from tests.discord.expanse_table import the_factions
from tests.discord.forgery import Forger
from tests.discord.hold import Held, deliver, hold
from tests.discord.hut import Hut, Message, controls, text
from tests.discord.panels import answer, ready_to_place, seen, shortcuts, with_points


def held(home: Hut, who: simcord.MemberActor, panel: Message, label: str, times: int = 1) -> list[Held]:
    """So many presses of the button with this label, made now."""
    custom_id = next(part["custom_id"] for part in controls(panel) if part.get("label", "").startswith(label))
    return [hold(home.env, who, panel, custom_id) for _ in range(times)]


def several(panel: Message) -> dict[str, object]:
    """A list of which several can be picked."""
    return next(part for part in controls(panel) if part.get("max_values", 1) > 1)


async def placed(home: Hut) -> tuple[simcord.MemberActor, Message]:
    """In the middle of a turn: a tile was placed, which can be taken back, and the panel goes on."""
    who, panel = await ready_to_place(home)
    places = next(part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile"))
    return who, answer(await home.choose(who, panel, places["options"][-1]["value"]))


async def test_all_that_a_list_holds_plays_nothing_and_tells_what_had_no_room(home: Hut) -> None:
    who, panel, _ = await with_points(home)
    table, made = await home.table(), several(panel)
    every = [option["value"] for option in made["options"]]  # type: ignore[attr-defined]
    press = hold(home.env, who, panel, str(made["custom_id"]), every)
    await deliver(home.env, press)
    shown = press.result.response
    assert "This is not possible with the rest" in text(shown)
    assert "Nothing is played yet" in text(shown)
    assert controls(shown), "and one goes on from there"  # type: ignore[arg-type]
    assert await home.table() == table


async def test_nothing_picked_from_a_list_shows_it_again(home: Hut) -> None:
    who, panel, _ = await with_points(home)
    table = await home.table()
    told = await Forger(home, "1").press(who, home.games, str(several(panel)["custom_id"]), [])
    assert "Points left: what do you do?" in told.answer
    assert await home.table() == table


async def test_the_same_list_twice_at_once_moves_once(home: Hut) -> None:
    who, panel, _ = await with_points(home)
    before, made = await home.table(), several(panel)
    picks = [option["value"] for option in made["options"] if option["value"].startswith("place")]  # type: ignore[attr-defined]
    twice = [hold(home.env, who, panel, str(made["custom_id"]), picks[:1]) for _ in range(2)]
    await deliver(home.env, *twice)
    assert all(press.result.acknowledged for press in twice)
    assert "1 Action Point left: what do you do?" in text(twice[-1].result.response)
    assert (await home.table()).rev == before.rev, "a move that is not whole is not played"


async def test_somebody_elses_panel_does_nothing(home: Hut) -> None:
    _, panel, _ = await with_points(home)
    table, made = await home.table(), several(panel)
    picks = [option["value"] for option in made["options"]][:1]  # type: ignore[attr-defined]
    press = hold(home.env, home.ben, panel, str(made["custom_id"]), picks)
    await deliver(home.env, press)
    assert "It is not your turn: **Ana** is to move. You will be called." in text(press.result.response)
    assert await home.table() == table


async def test_what_was_tried_out_before_the_turn_was_restarted_is_not_played(home: Hut) -> None:
    who, panel = await placed(home)
    trial = answer(await home.click(who, panel, "Try it out"))
    option = next(part for part in controls(trial) if part.get("options"))
    trial = answer(await home.choose(who, trial, option["options"][0]["value"], custom_id=option["custom_id"]))
    late, forget = held(home, who, trial, "Play these moves") + held(home, who, trial, "Forget it")
    again = answer(await home.click(who, home.post, "Your move"))
    assert "begins anew" in text(answer(await home.click(who, again, "Restart my turn")))
    table, before = await home.table(), await seen(home)
    for press in (late, forget):
        await deliver(home.env, press)
        assert "earlier turn" in text(press.result.response)
        assert controls(press.result.response), "with what can be done now"  # type: ignore[arg-type]
    assert (await home.table()).rev == table.rev
    assert await seen(home) == before


async def test_a_tried_out_move_that_is_played_twice_at_once_is_played_once(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    trial = answer(await home.click(who, panel, "Try it out"))
    places = next(part for part in controls(trial) if part.get("placeholder", "").startswith("Place a tile"))
    trial = answer(await home.choose(who, trial, places["options"][-1]["value"]))
    presses = held(home, who, trial, "Play these moves", times=2)
    await deliver(home.env, *presses)
    record = await home.bot.tables.history.record((await home.table()).id)
    assert sum(move.words[0] == "place" for move in record.moves) == 1
    for press in presses:
        assert text(press.result.response)
        assert controls(press.result.response), "both can go on"  # type: ignore[arg-type]


async def test_a_turn_restarted_twice_at_once_is_restarted_once(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    before = await seen(home)
    places = next(part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile"))
    panel = answer(await home.choose(who, panel, places["options"][-1]["value"]))
    presses = held(home, who, panel, "Restart my turn", times=2)
    await deliver(home.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    assert await seen(home) == before
    shown = presses[-1].result.response  # both answers are the panel: the later one stands
    assert "here is how things stand now" in text(shown) or "Your turn begins anew." in text(shown)
    assert controls(shown), "and one goes on"  # type: ignore[arg-type]
    assert "Restart my turn" not in text(shown)
    log = await home.bot.tables.history.log((await home.table()).id, None)
    assert sum("takes back" in line.text.template for line in log) == 1


@pytest.mark.parametrize("label", ["Play ", "Place", "Draw"])
async def test_an_old_button_of_ones_own_turn_gives_todays_choices(home: Hut, label: str) -> None:
    who, panel = await ready_to_place(home)
    parts = [part for part in controls(panel) if label in part.get("label", part.get("placeholder", ""))]
    for part in parts[:1]:
        late = hold(home.env, who, panel, part["custom_id"], [one["value"] for one in part.get("options", [])][:1])
        places = next(part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile"))
        await home.choose(who, panel, places["options"][-1]["value"])
        table = await home.table()
        await deliver(home.env, late)
        assert "earlier turn" in text(late.result.response)
        assert controls(late.result.response)  # type: ignore[arg-type]
        assert (await home.table()).rev == table.rev
    assert parts or label == "Play ", "only shortcuts may be missing"
    assert label != "Play " or bool(parts) == bool(shortcuts(panel))


async def test_lists_beside_the_cards_take_too_much_and_the_wrong_things_and_play_nothing(home: Hut) -> None:
    """All of one list, from somebody else, from a card with the picks of another, and the answer to what nobody asks."""
    await the_factions(home)
    who, table = home.ana, await home.table()
    panel = answer(await home.click(who, home.post, "Your move"))
    lists = [part for part in controls(panel) if part.get("max_values", 1) > 1]
    assert len(lists) > 1
    made = lists[0]
    every = [option["value"] for option in made["options"]]
    alien = hold(home.env, home.ben, panel, made["custom_id"], every[:1])
    await deliver(home.env, alien)
    assert "It is not your turn" in text(alien.result.response)
    forger = Forger(home, "1")
    for values in (["& vesta"], ["place nowhere"], ["move", "place"]):
        told = await forger.press(who, home.games, made["custom_id"], values)
        assert told.answer
        assert await home.table() == table
    panel = answer(await home.click(who, home.post, "Your move"))
    too_much = hold(home.env, who, panel, made["custom_id"], every)
    await deliver(home.env, too_much)
    shown = too_much.result.response
    assert "Nothing is played yet" in text(shown)
    assert shown is not None
    back = answer(await home.click(who, shown, "Back"))
    assert controls(back), "to all that these points can do"
    assert await home.table() == table
