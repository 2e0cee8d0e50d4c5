"""“Play from here” through Discord: from a still, after a restart, alone and to the end of the game."""

from __future__ import annotations

import pytest

from engine.kernel.dice import Dice
from engine.learning.course import PRACTICE
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.forged_interactions import ForgedClient
from tests.discord.lightweight_bot import draw_sparsely
from tests.discord.panels import find_answer
from tests.golden_records import read_record


@pytest.fixture(autouse=True)
def draw_few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one picture of each kind: other tests cover all pictures."""
    draw_sparsely(monkeypatch)


def list_labels(message: Message) -> list[str]:
    return [part["label"] for part in list_controls(message) if "label" in part]


async def open_start(server: FakeServer, move: int) -> Message:
    """Open the question how to play on after a move."""
    still = (await server.run_command(server.dee, "replay", move=move)).response
    return find_answer(await server.click_button(server.dee, still, "Play from here"))


async def press_at_random(server: FakeServer, panel: Message, dice: Dice, turn: int) -> Message:
    """Press a control of a move at random."""
    moves = [part for part in list_controls(panel) if part["custom_id"].split(":")[2] in ("lplay", "lstep", "lpick")]
    part = moves[dice.roll_below(len(moves), turn, "control")]
    if "options" in part:
        value = part["options"][dice.roll_below(len(part["options"]), turn, "value")]["value"]
        return find_answer(await server.choose_values(server.dee, panel, value, custom_id=part["custom_id"]))
    return find_answer(await server.click_button(server.dee, panel, custom_id=part["custom_id"]))


async def test_a_still_leads_to_a_practice_game_and_on_to_its_end(server: FakeServer) -> None:
    await server.resume_record(read_record("amundsen", "amundsen-at-the-pole"), 2)
    newest_post = server.newest_post.id
    last = (await server.bot.tables.history.load_replay(1)).last
    start = await open_start(server, last - 2)
    assert "You play **Ana** after move" in read_text(start)
    chosen = find_answer(await server.choose_values(server.dee, start, "1"))
    assert "You play **Ben**" in read_text(chosen)
    panel = find_answer(await server.click_button(server.dee, chosen, "Against cadets"))
    assert panel.ephemeral
    assert f"After move {last - 2} of the game in" in read_text(panel)
    assert "it counts nowhere" in read_text(panel)
    await server.restart()
    for turn in range(300):
        if list_labels(panel)[0] == "From the beginning":
            break
        panel = await press_at_random(server, panel, Dice("practice"), turn)
    assert any(told in read_text(panel) for told in ("has won!", "nobody has won"))
    left = find_answer(await server.click_button(server.dee, panel, "Leave"))
    panel = find_answer(await server.click_button(server.dee, left, "Go on with the practice game"))
    assert list_labels(panel)[0] == "From the beginning"
    again = find_answer(await server.click_button(server.dee, panel, "From the beginning"))
    assert len(list_labels(again)) > 2
    assert await server.bot.tables.list_live_tables() == []
    assert server.newest_post.id == newest_post, "nothing was posted"


async def test_earlier_buttons_show_the_practice_game_as_it_is(server: FakeServer) -> None:
    await server.resume_record(read_record("amundsen", "frozen-by-declaration"), 2)
    start = await open_start(server, 6)
    first = find_answer(await server.click_button(server.dee, start, "Mates, dealt afresh"))
    version = (await server.bot.tables.lessons.load_course(PRACTICE, server.dee.id)).version
    old_id = next(part["custom_id"] for part in list_controls(first) if part["custom_id"].startswith("ow:b:lstep:"))
    panel = first
    for turn in range(20):
        panel = await press_at_random(server, panel, Dice("stale"), turn)
        if (await server.bot.tables.lessons.load_course(PRACTICE, server.dee.id)).version != version:
            break
    pressed = await ForgedClient(server, "1").press(server.dee, server.games, old_id)
    assert "from an earlier move" in pressed.answer
    other = await ForgedClient(server, "2").press(server.ana, server.games, old_id)
    assert "You play no practice game" in other.answer


async def test_nobody_plays_on_from_a_running_game(race: FakeServer) -> None:
    table = await race.load_table()
    still = (await race.run_command(race.dee, "replay", move=0)).response
    assert "Play from here" not in list_labels(still)
    forger = ForgedClient(race, "1")
    for act, rest in (("pfrom", "0"), ("pseat", "0"), ("pstart", "0.0.cadet.0"), ("pstart", "0.0.cadet.1")):
        pressed = await forger.press(race.dee, race.games, f"ow:b:{act}:{table.id}:0:{rest}")
        assert "when it is over" in pressed.answer, act


async def test_forged_beginnings_are_answered_in_a_sentence(server: FakeServer) -> None:
    await server.resume_record(read_record("amundsen", "frozen-by-declaration"), 2)
    forger = ForgedClient(server, "1")
    for rest in ("", "x", "1.2", "1.0.chief.0", "9999.0.cadet.0", "1.9.cadet.1", "x.0.cadet.0"):
        for act in ("pfrom", "pseat", "pstart", "pagain", "lgo", "lshow", "lhint", "lplay", "lleave"):
            table = 0 if act.startswith("l") or act == "pagain" else 1
            pressed = await forger.press(server.dee, server.games, f"ow:b:{act}:{table}:0:{rest}")
            assert pressed.answer, (act, rest)
            assert not server.bot.metrics.incidents, (act, rest)
