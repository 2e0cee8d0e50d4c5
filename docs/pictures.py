"""Draws the pictures of the README from a golden record: `python -m docs.pictures`."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import registry
from engine.kernel.position import Run, start
from engine.kernel.record import parse
from engine.kernel.script import settle
from engine.kernel.text import english
from render.kit.encode import png
from render.kit.scene import Scene, painter

HERE = Path(__file__).parent
RECORDS = HERE.parent / "tests" / "golden"
NAMES = ("Ana", "Ben", "Cy", "Dee")


def scene(record_name: str, moves: int, *, own: bool) -> tuple[str, Scene]:
    """The game's slug and a moment of a record, as the one who is to move sees it or, without `own`, as everybody does."""
    record = parse((RECORDS / record_name).read_text("utf-8"))
    game = registry.load(record.game)
    options = settle(game.settings, record.options)
    run = Run(game, start(game, record.seats, options, record.seed).position, record.seed)
    recent = [run.play(move.seat, move.words).events for move in record.moves[:moves]]
    texts = tuple(event.text for events in recent[-3:] for event in events if event.to is None)[-4:]
    seat = min(run.now.ask)
    return record.game, Scene(game.view(run.now.state, seat if own else None), NAMES[: record.seats], (seat,), texts)


def main() -> None:
    """Write board.png, hand.png, northwest.png, paso.png and expanse.png to docs/pictures."""
    (HERE / "pictures").mkdir(exist_ok=True)
    slug, board = scene("amundsen/patrons-and-six.record", 46, own=False)
    artist = painter(slug)
    (HERE / "pictures" / "board.png").write_bytes(png(artist.paint(board, english), artist.palette()))
    slug, hand = scene("amundsen/amundsen-at-the-pole.record", 77, own=True)
    held = painter(slug).hand(hand, english)
    assert held is not None
    (HERE / "pictures" / "hand.png").write_bytes(png(held, artist.palette()))
    for name, record, moves in (
        ("northwest", "northwest/tie-broken.record", 150),
        ("paso", "paso/four-through.record", 74),
        ("expanse", "expanse/four-clear.record", 45),
    ):
        slug, chart = scene(record, moves, own=False)
        artist = painter(slug)
        (HERE / "pictures" / f"{name}.png").write_bytes(png(artist.paint(chart, english), artist.palette()))


if __name__ == "__main__":
    main()
