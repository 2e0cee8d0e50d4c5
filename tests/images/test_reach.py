"""The Paso's crop for small screens shows the ship to move and all hexes that it can reach."""

from __future__ import annotations

import pytest

from engine.kernel import registry
from engine.kernel.position import GameRun
from engine.kernel.record import build_opening, parse_record
from engine.kernel.text import translate_to_english
from render.kit.scene import Scene
from render.kit.text import Formatter
from render.paso import close_up
from render.paso.layout import find_hexagon
from tests.golden_records import read_record

MARK_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize("name", ["two-through", "four-through"])
def test_the_ship_and_all_ways_of_it_are_in_the_picture(name: str):
    game = registry.load_game("paso")
    record = parse_record(read_record("paso", name).decode())
    run = GameRun(game, build_opening(game, record), record.seed)
    looked = 0
    for number, move in enumerate(record.moves):
        if move.words[0] == "advance" and number % 4 == 0:
            seat = min(run.situation.questions)
            menu = run.build_menu(seat).next_menu("advance")
            assert menu is not None
            marks = {
                option.spot: letter
                for option, letter in zip(
                    (one for one in menu.options if one.why_not is None), MARK_LETTERS, strict=False
                )
                if option.spot and not option.spot.startswith(("card-", "way-", "character-"))
            }
            view = game.build_view(run.state, seat)
            names = ("Ana", "Ben", "Cyd", "Dee")[: record.seat_count]
            sheet = close_up.compose_close_up(
                Scene(view, names, (seat,), marks=marks), Formatter(names, translate_to_english)
            )
            rows = [find_hexagon(view.columns, spot.rpartition("-")[2])[1] for spot in marks]  # type: ignore[index]
            if sheet is None:
                assert max(rows) - min(rows) >= close_up.MAX_ROWS, "only along a long route of one's own"
                run.play(move.seat, move.words)
                continue
            shown = {one.string for one in sheet.written_texts}
            assert set(marks.values()) <= shown
            own = view.players[seat].row
            fits = max([*rows, own]) - min([*rows, own]) < close_up.MAX_ROWS
            assert not fits or not own or str(own) in shown, "the row of the ship"
            looked += bool(marks)
        run.play(move.seat, move.words)
    assert looked > 2
