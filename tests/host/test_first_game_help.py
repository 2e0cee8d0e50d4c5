"""The help in a first game: each kind of question is explained once, to people who are new to the game and want it."""

from __future__ import annotations

import pytest

from engine.host.model.settings import ChosenSettings
from engine.kernel.registry import load_game
from engine.kernel.text import Text
from engine.learning.question_help import HelpLines
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, play_to_end

HELP = HelpLines({"verb": "Bid a card (T1)."})


@pytest.fixture(autouse=True)
def explain_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.host.service.play.first_game_help.load_help_lines", lambda _: HELP)


async def take_line(service: ServiceHarness, user_id: int) -> Text | None:
    tables = service.tables
    _, _, root = await tables.moves.load_menu((await tables.find_channel_table(CHANNEL)).id, user_id)
    settings = await tables.settings.load_settings("person", user_id)
    return await tables.first_game_help.take_line(user_id, "toy", settings, root, ())


async def test_a_question_is_explained_once_to_each_person(running_table: ServiceHarness) -> None:
    assert load_game("toy").slug == "toy"
    assert await take_line(running_table, ANA) == Text("Bid a card (T1).")
    assert await take_line(running_table, ANA) is None
    await running_table.restart()
    assert await take_line(running_table, ANA) is None
    assert await take_line(running_table, BEN) == Text("Bid a card (T1).")


async def test_nothing_is_explained_to_people_who_want_no_help(running_table: ServiceHarness) -> None:
    await running_table.tables.settings.save_setting("person", ANA, "help", "no")
    assert await take_line(running_table, ANA) is None
    await running_table.tables.settings.save_setting("person", ANA, "help", "yes")
    assert await take_line(running_table, ANA) is not None


async def test_nothing_is_explained_to_people_who_have_finished_a_game(running_table: ServiceHarness) -> None:
    tables = running_table.tables
    await play_to_end(tables)
    table = await tables.lobby.open(1, CHANNEL + 1, ANA, "Ana", "toy", {"weather": "no"})
    await tables.lobby.join(table.id, BEN, "Ben")
    await tables.lobby.start(table.id, ANA)
    _, _, root = await tables.moves.load_menu(table.id, ANA)
    settings = ChosenSettings({"help": "yes"})
    assert await tables.first_game_help.take_line(ANA, "toy", settings, root, ()) is None
