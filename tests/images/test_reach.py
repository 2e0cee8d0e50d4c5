"""The part of the Paso for small screens shows the ship that is asked and everything that it can reach."""

from __future__ import annotations

import pytest

from engine.kernel import registry
from engine.kernel.position import Run
from engine.kernel.record import opening, parse
from engine.kernel.text import english
from render.kit.scene import Scene
from render.kit.text import Formatter
from render.paso import close_up
from render.paso.layout import named
from tests.recorded import recorded

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize("name", ["two-through", "four-through"])
def test_the_ship_and_all_ways_of_it_are_in_the_picture(name: str):
    game = registry.load("paso")
    record = parse(recorded("paso", name).decode())
    run = Run(game, opening(game, record), record.seed)
    looked = 0
    for number, move in enumerate(record.moves):
        if move.words[0] == "advance" and number % 4 == 0:
            seat = min(run.now.ask)
            menu = run.menu(seat).then("advance")
            assert menu is not None
            marks = {
                option.spot: letter
                for option, letter in zip((one for one in menu.options if one.why_not is None), LETTERS, strict=False)
                if option.spot and not option.spot.startswith(("card-", "way-", "character-"))
            }
            view = game.view(run.state, seat)
            names = ("Ana", "Ben", "Cyd", "Dee")[: record.seats]
            sheet = close_up.compose(Scene(view, names, (seat,), marks=marks), Formatter(names, english))
            rows = [named(view.columns, spot.rpartition("-")[2])[1] for spot in marks]  # type: ignore[index]
            if sheet is None:
                assert max(rows) - min(rows) >= close_up.MOST, "only along a long route of one's own"
                run.play(move.seat, move.words)
                continue
            shown = {one.string for one in sheet.written}
            assert set(marks.values()) <= shown
            own = view.players[seat].row
            fits = max([*rows, own]) - min([*rows, own]) < close_up.MOST
            assert not fits or not own or str(own) in shown, "the row of the ship"
            looked += bool(marks)
        run.play(move.seat, move.words)
    assert looked > 2
