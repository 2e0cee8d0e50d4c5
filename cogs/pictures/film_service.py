"""Films of whole games and stills of single moves, made in threads of their own so that no board post waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from cogs.i18n.text_formatter import list_names
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.pictures.background import lower_priority
from cogs.pictures.picture_service import Picture
from cogs.pictures.posters import draw_poster, find_utc_day
from engine.host.model.table import Table
from engine.host.service.history.game_history import GameReplay, ReplayFrame
from engine.kernel.text import Translate, UserError, say, write_text
from render.kit.encode import encode_png
from render.kit.film import SHRINK_FACTOR, Film
from render.kit.film.parts import STRIP_HEIGHT_PX, TITLE_WIDTH_PX, draw_strip, draw_title
from render.kit.poster import PosterPage, drop_repeated_pages, load_poster
from render.kit.poster.poster_text import format_date
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.text import Formatter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.films")
MAX_FRAMES = 300
"""Pictures in one film; a longer game is sampled evenly."""
MAX_FILM_BYTES = 8_000_000
"""Most bytes of a film: Discord takes files of 10 MB. A larger one is made again with half the pictures."""
FILM_DURATION_S, MIN_FRAME_MS, MAX_FRAME_MS, LAST_FRAME_MS = 90, 200, 1200, 5000
"""The length of a film in seconds; the least and most milliseconds a picture is shown, and those of the last picture."""
TITLE_MS, BEFORE_POSTER_MS = 1600, 2500
"""Milliseconds for the title, and for the last board where a poster follows."""
MAX_FILMS_KEPT = 2
"""Films kept, so that several friends can ask for the same one."""
PROGRESS_FRAMES = 50
"""Pictures between two reports of progress: a second or two."""
MAX_QUEUED_FILMS = 6
"""Films that may wait while another is being made."""
FILM_WIDTH_PX = TITLE_WIDTH_PX // SHRINK_FACTOR
FilmProgressCallback = Callable[[int, int], None]


class FilmJob:
    """A film being made: `done_frames` of `total_frames` pictures, the task whose result it is, and an event set at the
    next step or at the end."""

    __slots__ = ("changed", "done_frames", "task", "total_frames")

    def __init__(self, work: Coroutine[None, None, Picture]) -> None:
        self.done_frames = self.total_frames = 0
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(work)
        self.task.add_done_callback(lambda _: self.report_progress(self.done_frames, self.total_frames))

    def report_progress(self, done_frames: int, total_frames: int) -> None:
        """Record the progress and wake those who wait for it."""
        self.done_frames, self.total_frames = done_frames, total_frames
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class ShutdownError(Exception):
    """The bot is closing, so the film is given up."""


class FilmService:
    """Makes films, one after the other, and stills."""

    def __init__(self) -> None:
        self._film_threads = ThreadPoolExecutor(1, thread_name_prefix="film", initializer=lower_priority)
        self._still_threads = ThreadPoolExecutor(1, thread_name_prefix="still", initializer=lower_priority)
        self._film_cache: OrderedDict[tuple[object, ...], FilmJob] = OrderedDict()
        self._is_closing = False

    def close(self) -> None:
        """Stop the threads; a film that is being made is given up at its next picture."""
        self._is_closing = True
        self._film_threads.shutdown(wait=False, cancel_futures=True)
        self._still_threads.shutdown(wait=False, cancel_futures=True)

    def start_film(self, replay: GameReplay, max_bytes: int, translate: Translate, tone: Tone = "day") -> FilmJob:
        """The job of a game's film of at most `max_bytes` bytes, running or done.

        Raises Refusal when too many films are being made; the task raises Refusal for a log that no longer plays.
        """
        key = (replay.table.id, replay.table.revision, max_bytes, translate, tone)
        kept = self._film_cache.get(key)
        if kept is not None and not _log_failure(kept.task):
            self._film_cache.move_to_end(key)
            return kept
        if sum(not job.task.done() for job in self._film_cache.values()) > MAX_QUEUED_FILMS:
            raise UserError(say("Many replays are being drawn just now. Ask again in a minute."))
        loop = asyncio.get_running_loop()

        def progress(done: int, of: int) -> None:
            if self._is_closing:
                raise ShutdownError
            if done % PROGRESS_FRAMES == 0:
                loop.call_soon_threadsafe(job.report_progress, done, of)

        async def work() -> Picture:
            return await loop.run_in_executor(
                self._film_threads, render_film, replay, progress, max_bytes, translate, tone
            )

        job = FilmJob(work())
        self._film_cache[key] = job
        over = [key for key, held in self._film_cache.items() if held.task.done()][
            : max(0, len(self._film_cache) - MAX_FILMS_KEPT)
        ]
        for old in over:
            del self._film_cache[old]
        return job

    def forget_films(self) -> None:
        """Drop all films, so that they are made again."""
        self._film_cache.clear()

    async def draw_still(self, replay: GameReplay, move: int, translate: Translate, tone: Tone) -> Picture:
        """The board after a move. Raises Refusal where the log no longer plays up to it."""
        return await asyncio.get_running_loop().run_in_executor(
            self._still_threads, render_still, replay, move, translate, tone
        )


def _log_failure(task: asyncio.Task[Picture]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def render_film(
    replay: GameReplay, progress: FilmProgressCallback, max_bytes: int, translate: Translate, tone: Tone = "day"
) -> Picture:
    """Draw the film: a title, the boards with the number of their moves, and at the end of a finished game its poster.

    `progress` is called after each board with the number done and the number in all.
    """
    artist = load_painter(replay.table.game)
    palette = artist.load_palette()
    fmt = Formatter(list_names(replay.table, translate), translate)
    wanted, extras = MAX_FRAMES, True
    while True:
        numbers = spread_numbers(replay.first, replay.last, wanted)
        each = min(max(1000 * FILM_DURATION_S // len(numbers), MIN_FRAME_MS), MAX_FRAME_MS)
        film = Film(palette, strip_height=STRIP_HEIGHT_PX, tone=tone)
        shown: Scene | None = None
        ends = extras and replay.table.result is not None
        kept: list[PosterPage] = []
        drawn = load_poster(replay.table.game)
        if extras:
            film.add_frame(_draw_title(replay, translate), TITLE_MS, draw_strip(FILM_WIDTH_PX, 0, replay.last, fmt))
        for done, frame in enumerate(replay.build_frames(set(numbers)), 1):
            shown = _build_scene(frame, replay.table, translate)
            if ends and (frame.ends_turn or frame.move_number in (replay.first, replay.last)):
                kept.append(drawn.create_page(frame.view))
            ms = each if frame.move_number < numbers[-1] else BEFORE_POSTER_MS if ends else LAST_FRAME_MS
            film.add_frame(
                artist.draw_board(shown, translate), ms, draw_strip(FILM_WIDTH_PX, frame.move_number, replay.last, fmt)
            )
            progress(done, len(numbers))
            if film.size_bytes > max_bytes:
                break
        else:
            if shown is not None and ends:
                whole = len(numbers) == replay.last - replay.first + 1
                end, colours, _ = draw_poster(shown.view, replay, translate, drop_repeated_pages(kept) if whole else ())
                film.add_last_frame(
                    end, colours, LAST_FRAME_MS, draw_strip(FILM_WIDTH_PX, replay.last, replay.last, fmt)
                )
            data = film.finish()
            if shown is not None and (len(data) <= max_bytes or (wanted == 1 and not extras)):
                told = say("A replay of moves {first} to {last}. At the end:", first=replay.first, last=replay.last)
                alt = f"{write_text(told, (), translate)} {artist.describe_board(shown, translate)}"
                return Picture(data, "replay.gif", shorten(alt, MAX_ALT_TEXT_CHARS))
        extras = extras and wanted > 1
        wanted = max(1, len(numbers) // 2)


def _draw_title(replay: GameReplay, translate: Translate) -> Image.Image:
    """The title of a film: the game, who plays, the day on which it ended."""
    table = replay.table
    told = (
        [format_date(find_utc_day(table.ended_at))] if table.ended_at is not None and table.result is not None else []
    )
    return draw_title(replay.title, list_names(table, translate), told, translate)


def render_still(replay: GameReplay, move: int, translate: Translate, tone: Tone) -> Picture:
    """Draw the board after a move."""
    artist = load_painter(replay.table.game)
    shown = _build_scene(next(replay.build_frames({move}, turns_before=True)), replay.table, translate)
    data = encode_png(artist.draw_board(shown, translate), artist.load_palette(), tone)
    return Picture(data, "board.png", shorten(artist.describe_board(shown, translate), MAX_ALT_TEXT_CHARS))


def spread_numbers(start: int, end: int, max_count: int) -> list[int]:
    """At most `max_count` numbers from `start` to `end`, evenly: the last always, the first where there is room for two."""
    total = end - start + 1
    if total <= max_count:
        return list(range(start, end + 1))
    if max_count == 1:
        return [end]
    return [start + i * (total - 1) // (max_count - 1) for i in range(max_count)]


def _build_scene(frame: ReplayFrame, table: Table, translate: Translate) -> Scene:
    before = tuple(EarlierView(one.seat, one.view) for one in frame.earlier_views)
    names, recent = list_names(table, translate), tuple(text for text in frame.recent_lines if text != frame.reason)
    return Scene(
        frame.view,
        names,
        frame.waiting_seats,
        recent,
        {},
        frame.reason,
        before,
        frame.winners,
        trails=frame.trails,
        table_number=table.id,
    )
