"""The hint button of the panel: when it is offered, its letters and reasons, and that it leaks nothing."""

from __future__ import annotations

import pytest

from cogs.commands.play.hints import HintCommands, assign_letters, describe_hint
from cogs.i18n.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.service.play.hints import SeatHints
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option
from engine.kernel.position import GameRun
from engine.kernel.record import encode_components
from engine.kernel.text import say, translate_to_english
from engine.players.hints import Hint
from engine.players.question import create_question
from engine.workers.requests import HintRequest, find_requested_hints
from tests.discord.fake_server import FakeServer, list_controls, list_pictures, read_text
from tests.game_cases import list_game_cases
from tests.players.resampled_worlds import generate_equivalent_tables

HINT_LABEL = "What would the captain do?"


async def open_panel(server: FakeServer) -> object:
    shown = (await server.run_command(server.ana, "hand")).response
    assert shown is not None
    return shown


def list_labels(message: object) -> list[str]:
    return [part.get("label", "") for part in list_controls(message)]  # type: ignore[arg-type]


async def test_alone_against_a_computer_one_asks_and_goes_to_the_move(server: FakeServer) -> None:
    await server.run_command(server.ana, "solo", game="northwest", level="cadet")
    shown = await open_panel(server)
    warned = (await server.click_button(server.ana, shown, HINT_LABEL)).response  # type: ignore[arg-type]
    assert "does not count on /stats" in read_text(warned)
    assert not [job for job in server.move_service.requests if isinstance(job, HintRequest)]
    found = (await server.click_button(server.ana, warned, "Ask the captain")).response  # type: ignore[arg-type]
    assert found is not None
    assert found.ephemeral
    lines = read_text(found)
    letters = [label for label in list_labels(found) if label]
    assert letters == ["A", "B", "C"][: len(letters)]
    for letter in letters:
        assert f"**{letter}** ▰" in lines or f"**{letter}** ▱" in lines
    assert "▰" in lines
    assert await list_pictures(found)
    again = (await server.click_button(server.ana, await open_panel(server), HINT_LABEL)).response  # type: ignore[arg-type]
    assert read_text(again) == lines, "asked again it is the same, and nothing is confirmed twice"
    rev = (await server.load_table()).revision
    step = (await server.click_button(server.ana, found, "A")).response
    assert step is not None
    after = (await server.load_table()).revision
    assert after > rev or "Play it" in list_labels(step) or "Back" in list_labels(step), (
        "the move is there, or to be confirmed"
    )


async def test_friends_are_offered_no_hints(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    assert HINT_LABEL not in list_labels(await open_panel(server))


async def test_friends_who_agreed_to_them_are(server: FakeServer) -> None:
    await server.start_game("amundsen", 2, hints="yes")
    found = (await server.click_button(server.ana, await open_panel(server), HINT_LABEL)).response  # type: ignore[arg-type]
    assert "What the captain would do" in read_text(found)
    assert HintCommands.__name__ in server.bot.cogs


def test_a_hint_says_how_sure_it_is_and_what_the_move_does() -> None:
    menu = Menu("verb", say("What do you do?"), (Option("go", say("Go on")),))
    hint = Hint(("go",), 0.63, "best", say("wins a turn"))
    fmt = TextFormatter(translate=translate_to_english)
    assert describe_hint("A", hint, menu, fmt) == "**A** ▰▰▰▰▰▰▱▱▱▱ about 65 %, clearly best · Go on\n-# wins a turn"


@pytest.mark.parametrize("slug", list_game_cases())
def test_what_a_seat_cannot_know_changes_no_word_of_the_message(slug: str) -> None:
    """Two tables look the same to the seat: their messages have the same lines, letters and places."""
    game = registry.load_game(slug)
    fmt, components = TextFormatter(translate=translate_to_english), encode_components(game).decode()
    exchanged = 0
    for pair in list(generate_equivalent_tables(game, min(game.seat_counts), "panel", 40))[::8]:
        said: list[object] = []
        for n, (position, seed) in enumerate(pair.tables):
            put = create_question(game, position, seed, pair.seat, Dice(f"afresh {n}"))
            if put is None:
                continue
            found = find_requested_hints(HintRequest(slug, components, put, "dice", max_playouts=2))
            menu = GameRun(game, position, seed).build_menu(pair.seat)
            table = Table(1, 1, 1, slug, 1, {}, "running", 1, 1, 1, 1)
            shown = SeatHints(table, pair.seat, menu, found)
            lines = [describe_hint(letter, hint, menu, fmt) for letter, hint in zip("ABC", found, strict=False)]
            said.append((lines, assign_letters(shown)))
        if len(said) == 2:
            assert said[0] == said[1], (pair.table[0].answers, pair.seat)
            exchanged += pair.are_different
    assert exchanged > 0 or not (game.kind.has_chance or game.kind.has_simultaneous_moves), "there is something to hide"
