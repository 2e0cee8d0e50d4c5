"""`python -m render FILE --upto N --seat public|K --out board.png`: one moment of a record as a picture, or with --alt in words.

With --poster it is the poster of the whole game, which must have come to its end.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.chronicle import public_views
from engine.kernel import position, registry
from engine.kernel.position import start
from engine.kernel.record import BadRecord, Record, opening, parse
from engine.kernel.script import settle
from engine.kernel.text import Refusal, Seat, english, say, write
from engine.turns import replayed, since, trails
from render.kit import encode, poster
from render.kit.poster import Finale
from render.kit.scene import Before, Painter, Scene, painter

RECENT = 4


class _CannotDraw(Exception):
    """The moment cannot be drawn; the message says why."""


def main(arguments: list[str] | None = None) -> int:
    """Draw or print; returns 1, with a sentence on standard error, if the moment cannot be drawn."""
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw one moment of a recorded game.")
    parser.add_argument("file", type=Path, help="a record")
    parser.add_argument("--upto", type=int, help="after this many moves; all of them if left out")
    parser.add_argument("--seat", default="public", help="whose view: a seat from 0, or public")
    parser.add_argument("--out", type=Path, default=Path("board.png"), help="the picture to write")
    parser.add_argument("--hand", action="store_true", help="the seat's own hand instead of the board")
    parser.add_argument("--poster", action="store_true", help="the poster of the finished game instead of the board")
    parser.add_argument("--alt", action="store_true", help="print the words instead of drawing")
    args = parser.parse_args(arguments)
    try:
        record = parse(args.file.read_text("utf-8"))
        viewer = _seat(args.seat, record.seats)
        if args.poster:
            _show_poster(finale(record), args)
            return 0
        _show(scene(record, args.upto, viewer), painter(record.game), args)
    except (OSError, BadRecord, Refusal, KeyError, _CannotDraw) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    return 0


def scene(record: Record, upto: int | None, viewer: Seat | None) -> Scene:
    """The moment after `upto` moves as the viewer sees it. Raises if the record does not play that far."""
    if record.sealed:
        raise _CannotDraw("the game still runs, so its record holds no seed and cannot be replayed")
    if upto is not None and not 0 <= upto <= len(record.moves):
        raise _CannotDraw(f"the record holds {len(record.moves)} moves")
    game = registry.load(record.game)
    begun = (
        () if record.origin else start(game, record.seats, settle(game.settings, record.options), record.seed).events
    )
    played = position.replay(game, opening(game, record), record.seed, record.moves[:upto])
    if played.stopped_at is not None:
        raise _CannotDraw(f"move {played.stopped_at + 1} does not play: {played.why}")
    now = position.now(game, played.position, record.seed)
    texts = [event.text for event in (*begun, *played.events) if event.to is None or viewer in event.to]
    names = tuple(write(say("Player {number}", number=seat + 1), ()) for seat in range(record.seats))
    reason, winners = (now.result.reason, now.result.winners) if now.result else (None, ())
    turns = replayed(game, opening(game, record), record.seed, record.moves[:upto])
    before = tuple(
        Before(turn.seat, game.view(turn.state, viewer)) for turn in since(turns, viewer, now.ask.keys(), record.seats)
    )
    return Scene(
        game.view(now.state, viewer),
        names,
        tuple(now.ask),
        tuple(texts[-RECENT:]),
        {},
        reason,
        before,
        winners,
        trails=trails(turns),
    )


def finale(record: Record) -> Finale:
    """What the poster of a recorded game is drawn from. Raises if the record does not play to its end."""
    last = scene(record, None, None)
    game = registry.load(record.game)
    played = position.replay(game, opening(game, record), record.seed, record.moves)
    result = position.now(game, played.position, record.seed).result
    if result is None:
        raise _CannotDraw("the game has not come to its end, so it has no poster")
    views = public_views(game, opening(game, record), record.seed, record.moves)
    pages = poster.pages(poster.poster(record.game), views)
    return Finale(record.game, game.title, last, result, pages, len(record.moves))


def _seat(word: str, seats: int) -> Seat | None:
    if word == "public":
        return None
    if not word.isdigit() or int(word) >= seats:
        raise _CannotDraw(f"--seat is public or a number from 0 to {seats - 1}")
    return int(word)


def _show(moment: Scene, artist: Painter, args: argparse.Namespace) -> None:
    if args.alt:
        print((artist.hand_alt if args.hand else artist.alt)(moment, english))
        return
    image = (artist.hand if args.hand else artist.paint)(moment, english)
    if image is None:
        raise _CannotDraw("this seat holds nothing")
    args.out.write_bytes(encode.png(image, artist.palette()))


def _show_poster(of: Finale, args: argparse.Namespace) -> None:
    drawn = poster.poster(of.game)
    if args.alt:
        print(drawn.alt(of, english))
        return
    image = drawn.paint(of, english)
    args.out.write_bytes(encode.png(image, poster.palette(drawn, image)))


if __name__ == "__main__":
    sys.exit(main())
