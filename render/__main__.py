"""`python -m render FILE --upto N --seat public|K --out board.png`: one moment of a record as a picture, or with --alt in words.

With --poster it is the poster of the whole game, which must have come to its end.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.kernel import position, registry
from engine.kernel.event import Event
from engine.kernel.position import begin_game
from engine.kernel.record import GameRecord, RecordError, build_opening, parse_record
from engine.kernel.script import complete_options
from engine.kernel.text import Seat, UserError, say, translate_to_english, write_text
from engine.replay_frames import iterate_public_views
from engine.turn_log import find_newest_trails, list_turns_since, replay_turns
from render.kit import encode, poster
from render.kit.poster import Finale
from render.kit.scene import EarlierView, Painter, Scene, load_painter

RECENT_EVENT_COUNT = 4


class _RenderError(Exception):
    """Raised if the moment cannot be drawn; the message says why."""


def main(arguments: list[str] | None = None) -> int:
    """Draw or print; return 1, with a sentence on standard error, if the moment cannot be drawn."""
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
        record = parse_record(args.file.read_text("utf-8"))
        viewer = _parse_seat(args.seat, record.seat_count)
        if args.poster:
            _draw_poster(build_finale(record), args)
            return 0
        _draw_moment(build_scene(record, args.upto, viewer), load_painter(record.game), args)
    except (OSError, RecordError, UserError, KeyError, _RenderError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    return 0


def build_scene(record: GameRecord, upto: int | None, viewer: Seat | None) -> Scene:
    """Build the scene after `upto` moves as the viewer sees it. Raises if the record does not play that far."""
    if record.is_sealed:
        raise _RenderError("the game still runs, so its record holds no seed and cannot be replayed")
    if upto is not None and not 0 <= upto <= len(record.moves):
        raise _RenderError(f"the record holds {len(record.moves)} moves")
    game = registry.load_game(record.game)
    begun: tuple[Event, ...] = ()
    if not record.origin:
        begun = begin_game(game, record.seat_count, complete_options(game.settings, record.options), record.seed).events
    played = position.replay_moves(game, build_opening(game, record), record.seed, record.moves[:upto])
    if played.stopped_at is not None:
        raise _RenderError(f"move {played.stopped_at + 1} does not play: {played.failure_reason}")
    now = position.resolve_situation(game, played.position, record.seed)
    texts = []
    for event in (*begun, *played.events):
        if event.to is None or viewer in event.to:
            texts.append(event.text)
    names = tuple(write_text(say("Player {number}", number=seat + 1), ()) for seat in range(record.seat_count))
    reason, winners = (now.result.reason, now.result.winners) if now.result else (None, ())
    turns = replay_turns(game, build_opening(game, record), record.seed, record.moves[:upto])
    before = tuple(
        EarlierView(turn.seat, game.build_view(turn.state, viewer))
        for turn in list_turns_since(turns, viewer, now.questions.keys(), record.seat_count)
    )
    return Scene(
        game.build_view(now.state, viewer),
        names,
        tuple(now.questions),
        tuple(texts[-RECENT_EVENT_COUNT:]),
        {},
        reason,
        before,
        winners,
        trails=find_newest_trails(turns),
    )


def build_finale(record: GameRecord) -> Finale:
    """Build the finale of a recorded game for its poster. Raises if the record does not play to its end."""
    last = build_scene(record, None, None)
    game = registry.load_game(record.game)
    played = position.replay_moves(game, build_opening(game, record), record.seed, record.moves)
    result = position.resolve_situation(game, played.position, record.seed).result
    if result is None:
        raise _RenderError("the game has not come to its end, so it has no poster")
    views = iterate_public_views(game, build_opening(game, record), record.seed, record.moves)
    pages = poster.build_pages(poster.load_poster(record.game), views)
    return Finale(record.game, game.title, last, result, pages, len(record.moves))


def _parse_seat(word: str, seats: int) -> Seat | None:
    if word == "public":
        return None
    if not word.isdigit() or int(word) >= seats:
        raise _RenderError(f"--seat is public or a number from 0 to {seats - 1}")
    return int(word)


def _draw_moment(moment: Scene, artist: Painter, args: argparse.Namespace) -> None:
    if args.alt:
        print((artist.describe_hand if args.hand else artist.describe_board)(moment, translate_to_english))
        return
    image = (artist.draw_hand if args.hand else artist.draw_board)(moment, translate_to_english)
    if image is None:
        raise _RenderError("this seat holds nothing")
    args.out.write_bytes(encode.encode_png(image, artist.load_palette()))


def _draw_poster(finale: Finale, args: argparse.Namespace) -> None:
    drawn = poster.load_poster(finale.game)
    if args.alt:
        print(drawn.describe_poster(finale, translate_to_english))
        return
    image = drawn.draw_poster(finale, translate_to_english)
    args.out.write_bytes(encode.encode_png(image, poster.build_palette(drawn, image)))


if __name__ == "__main__":
    sys.exit(main())
