"""Draw the pictures of the README from golden records: `python -m docs.pictures`."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import registry
from engine.kernel.position import GameRun, begin_game
from engine.kernel.record import parse_record
from engine.kernel.script import complete_options
from engine.kernel.text import translate_to_english
from render.kit.encode import encode_png
from render.kit.scene import Scene, load_painter

DOCS_FOLDER = Path(__file__).parent
RECORDS_FOLDER = DOCS_FOLDER.parent / "tests" / "golden"
PLAYER_NAMES = ("Ana", "Ben", "Cy", "Dee")


def build_scene(record_name: str, moves: int, *, shows_own_hand: bool) -> tuple[str, Scene]:
    """Return the game's slug and a moment of a record as the seat to move sees it.

    Without `shows_own_hand`, return the spectator's view of the moment.
    """
    record = parse_record((RECORDS_FOLDER / record_name).read_text("utf-8"))
    game = registry.load_game(record.game)
    options = complete_options(game.settings, record.options)
    run = GameRun(game, begin_game(game, record.seat_count, options, record.seed).position, record.seed)
    recent = [run.play(move.seat, move.words).events for move in record.moves[:moves]]
    texts = tuple(event.text for events in recent[-3:] for event in events if event.to is None)[-4:]
    seat = min(run.situation.questions)
    return record.game, Scene(
        game.build_view(run.situation.state, seat if shows_own_hand else None),
        PLAYER_NAMES[: record.seat_count],
        (seat,),
        texts,
    )


def write_pictures() -> None:
    """Write board.png, hand.png, northwest.png, paso.png and expanse.png to docs/pictures."""
    (DOCS_FOLDER / "pictures").mkdir(exist_ok=True)
    slug, board = build_scene("amundsen/patrons-and-six.record", 46, shows_own_hand=False)
    artist = load_painter(slug)
    (DOCS_FOLDER / "pictures" / "board.png").write_bytes(
        encode_png(artist.draw_board(board, translate_to_english), artist.load_palette())
    )
    slug, hand = build_scene("amundsen/amundsen-at-the-pole.record", 77, shows_own_hand=True)
    held = load_painter(slug).draw_hand(hand, translate_to_english)
    assert held is not None
    (DOCS_FOLDER / "pictures" / "hand.png").write_bytes(encode_png(held, artist.load_palette()))
    for name, record, moves in (
        ("northwest", "northwest/tie-broken.record", 150),
        ("paso", "paso/four-through.record", 74),
        ("expanse", "expanse/four-clear.record", 45),
    ):
        slug, chart = build_scene(record, moves, shows_own_hand=False)
        artist = load_painter(slug)
        (DOCS_FOLDER / "pictures" / f"{name}.png").write_bytes(
            encode_png(artist.draw_board(chart, translate_to_english), artist.load_palette())
        )


if __name__ == "__main__":
    write_pictures()
