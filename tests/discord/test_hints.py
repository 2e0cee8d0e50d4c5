""" "What would the captain do?" in the panel: offered where it may be asked, lettered, with a reason, and without a leak."""

from __future__ import annotations

import pytest

from cogs.commands.play.hints import Hints, marked, told, why
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.service.play.hints import Advised
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import Run
from engine.kernel.record import components_json
from engine.kernel.text import english, plain, say
from engine.players.question import create_question
from engine.workers.requests import HintRequest, find_requested_hints
from tests.discord.hut import Hut, controls, pictures, text
from tests.players.twins import twins

ASK = "What would the captain do?"


async def panel(home: Hut) -> object:
    shown = (await home.slash(home.ana, "hand")).response
    assert shown is not None
    return shown


def labels(message: object) -> list[str]:
    return [part.get("label", "") for part in controls(message)]  # type: ignore[arg-type]


async def test_alone_against_a_computer_one_asks_and_goes_to_the_move(home: Hut) -> None:
    await home.slash(home.ana, "solo", game="northwest", level="cadet")
    shown = await panel(home)
    warned = (await home.click(home.ana, shown, ASK)).response  # type: ignore[arg-type]
    assert "does not count on /stats" in text(warned)
    assert not [job for job in home.move_service.requests if isinstance(job, HintRequest)]
    found = (await home.click(home.ana, warned, "Ask the captain")).response  # type: ignore[arg-type]
    assert found is not None
    assert found.ephemeral
    lines = text(found)
    letters = [label for label in labels(found) if label]
    assert letters == ["A", "B", "C"][: len(letters)]
    for letter in letters:
        assert f"**{letter}** ▰" in lines or f"**{letter}** ▱" in lines
    assert "▰" in lines
    assert await pictures(found)
    again = (await home.click(home.ana, await panel(home), ASK)).response  # type: ignore[arg-type]
    assert text(again) == lines, "asked again it is the same, and nothing is confirmed twice"
    rev = (await home.table()).rev
    step = (await home.click(home.ana, found, "A")).response
    assert step is not None
    after = (await home.table()).rev
    assert after > rev or "Play it" in labels(step) or "Back" in labels(step), "the move is there, or to be confirmed"


async def test_friends_are_offered_no_hints(home: Hut) -> None:
    await home.begin("amundsen", 2)
    assert ASK not in labels(await panel(home))


async def test_friends_who_agreed_to_them_are(home: Hut) -> None:
    await home.begin("amundsen", 2, hints="yes")
    found = (await home.click(home.ana, await panel(home), ASK)).response  # type: ignore[arg-type]
    assert "What the captain would do" in text(found)
    assert Hints.__name__ in home.bot.cogs


@pytest.mark.parametrize(("tenths", "shown"), [(50, "+5"), (-12, "−1.2"), (3, "+0.3")])
def test_a_reason_has_a_figure(tenths: int, shown: str) -> None:
    assert plain(why(say("Islands"), tenths)) == f"Islands: {shown}"


@pytest.mark.parametrize("slug", registry.slugs())
def test_what_a_seat_cannot_know_changes_no_word_of_the_message(slug: str) -> None:
    """Two tables that look the same to the seat: the message has the same lines, letters and places."""
    game = registry.load(slug)
    fmt, components = TextFormatter(translate=english), components_json(game).decode()
    exchanged = 0
    for pair in list(twins(game, min(game.seats), "panel", {}, 40))[::8]:
        said: list[object] = []
        for n, (position, seed) in enumerate((pair.one, pair.other)):
            put = create_question(game, position, seed, pair.seat, Dice(f"afresh {n}"))
            if put is None:
                continue
            found = find_requested_hints(HintRequest(slug, components, put, "dice", max_playouts=2))
            menu = Run(game, position, seed).menu(pair.seat)
            table = Table(1, 1, 1, slug, 1, {}, "running", 1, 1, 1, 1)
            shown = Advised(table, pair.seat, menu, found)
            lines = [told(letter, hint, menu, fmt) for letter, hint in zip("ABC", found, strict=False)]
            said.append((lines, marked(shown)))
        if len(said) == 2:
            assert said[0] == said[1], (pair.one[0].answers, pair.seat)
            exchanged += pair.exchanged
    assert exchanged > 0 or not (game.kind.chance or game.kind.simultaneous), "there is something to hide"
