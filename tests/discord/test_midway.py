"""The bot is killed while somebody is in the middle of something: nothing is lost or done twice, and every press is answered."""

from __future__ import annotations

from tests.discord.expanse_table import the_factions
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, text
from tests.discord.panels import answer, fields, ready_to_place, seen, shortcuts, with_points


async def made(home: Hut) -> int:
    return len((await home.bot.tables.history.record((await home.table()).id)).moves)


async def killed(home: Hut) -> None:
    await home.kill()
    await home.restart()


async def test_in_mid_turn(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    press = hold(home.env, who, panel, places["custom_id"], [places["options"][-1]["value"]])
    before = await made(home)
    await killed(home)
    await deliver(home.env, press)
    after = await made(home)
    assert after > before
    await killed(home)
    await deliver(home.env, press)
    assert await made(home) == after, "the same press once more"
    assert "Done" in text(press.result.response) or "earlier turn" in text(press.result.response)
    shown = answer(await home.click(who, home.post, "Your move"))
    back = next(part["custom_id"] for part in controls(shown) if part.get("label") == "Restart my turn")
    await killed(home)
    assert "begins anew" in text(answer(await home.click(who, shown, custom_id=back)))
    assert controls(answer(await home.click(who, home.post, "Your move")))


async def test_with_several_things_picked_from_a_list(home: Hut) -> None:
    who, panel, _ = await with_points(home)
    places = next(part for part in controls(panel) if "Place influence" in part.get("placeholder", ""))
    values = [one["value"] for one in places["options"] if one["value"].startswith("place")]
    values = [value for value in values if " place" not in value][:2]
    press = hold(home.env, who, panel, places["custom_id"], values)
    before = await made(home)
    await killed(home)
    await deliver(home.env, press)
    shown = press.result.response
    assert shown is not None
    if await made(home) == before:
        assert "cannot take it back alone" in text(shown)
        await killed(home)
        play = next(part["custom_id"] for part in controls(shown) if part.get("label") == "Play it")
        press = hold(home.env, who, shown, play)
        await deliver(home.env, press, press)
    after = await made(home)
    assert after > before
    await deliver(home.env, press)
    assert await made(home) == after


async def test_before_a_shortcut_is_pressed(home: Hut) -> None:
    await the_factions(home)
    panel = answer(await home.click(home.ana, home.post, "Your move"))
    before, table = await made(home), await home.table()
    for custom_id in shortcuts(panel).values():
        words = tuple(custom_id.split(":")[-1].split())
        if words in await home.bot.tables.moves.free(table.id, home.ana.id, [words]):
            break
    press = hold(home.env, home.ana, panel, custom_id)
    await killed(home)
    await deliver(home.env, press, press)
    record = await home.bot.tables.history.record(table.id)
    assert [one.words for one in record.moves].count(words) == 1
    assert record.moves[before].words == words


async def test_in_a_try_out(home: Hut) -> None:
    who, panel = await ready_to_place(home)
    table, before = await home.table(), await made(home)
    panel = answer(await home.click(who, panel, "Try it out"))
    (places,) = [part for part in controls(panel) if part.get("placeholder", "").startswith("Place a tile")]
    await killed(home)
    panel = answer(await home.choose(who, panel, places["options"][-1]["value"], custom_id=places["custom_id"]))
    assert "only you see this" in text(panel)
    assert await made(home) == before
    play = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Play these moves")
    press, late = hold(home.env, who, panel, play), hold(home.env, who, panel, play)
    await killed(home)
    await deliver(home.env, press)
    after, view = await made(home), await seen(home)
    assert after > before
    await killed(home)
    await deliver(home.env, press)
    assert (await made(home), await seen(home)) == (after, view), "the same press once more"
    await deliver(home.env, late)
    assert await made(home) == after
    assert "earlier turn" in text(late.result.response)
    assert (await home.table()).id == table.id


async def test_in_an_open_form(race: Hut) -> None:
    form = await race.slash(race.ana, "note")
    named = fields(form)[0]["custom_id"]
    before = await made(race)
    await race.kill()
    await race.restart()
    done = await race.ana.submit_modal(form, {named: "Dogs first"})
    assert "Noted" in text(done.response)
    assert await race.bot.tables.notes.read((await race.table()).id, race.ana.id) == "Dogs first"
    assert await made(race) == before
    panel = answer(await race.click(race.ana, race.post, "Your move"))
    assert "Dogs first" in text(panel)
