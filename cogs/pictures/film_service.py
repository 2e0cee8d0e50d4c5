"""Draw films of whole games and stills of single moves, in threads of their own so that no board post waits for them."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
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
from render.kit.poster.poster_text import format_date
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.story import MAX_RECENT_EVENTS
from render.kit.text import Formatter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.films")
MAX_TURN_FRAMES, MAX_FRAMES = 90, 120
"""The turns of a game that has a picture for each of them, and the most pictures: a longer game has one for each round."""
MAX_FILM_BYTES = 3_000_000
"""The size of a film, which also phones load fast."""
MAX_FILM_MS, LAST_FRAME_MS = 120_000, 5000
"""The length of a film, and the time of its last picture."""
MIN_FRAME_MS, MAX_FRAME_MS, READING_START_MS, WORD_MS = 800, 2500, 500, 130
"""The limits of the time that a picture is shown, and what it is made of: a start, and a time for each word of news."""
TITLE_MS, BEFORE_POSTER_MS = 1600, 2500
"""The time of the title, and of the last board before a poster."""
MAX_FILMS_KEPT = 2
"""The films kept, so that several friends can ask for the same one."""
PROGRESS_FRAMES = 50
"""The pictures between two reports of progress: a second or two."""
MAX_QUEUED_FILMS = 6
"""The films that may wait while another is being made."""
FILM_WIDTH_PX = TITLE_WIDTH_PX // SHRINK_FACTOR
FilmProgressCallback = Callable[[int, int], None]


class FilmJob:
    """A film being made: the number of pictures done, and the task whose result is the film.

    `changed` is set at the next report of progress or at the end.
    """

    __slots__ = ("changed", "done_frames", "task", "total_frames")

    def __init__(self, work: Coroutine[None, None, Picture]) -> None:
        self.done_frames = self.total_frames = 0
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(work)
        self.task.add_done_callback(lambda _: self.report_progress(self.done_frames, self.total_frames))

    def report_progress(self, done_frames: int, total_frames: int) -> None:
        """Record the progress and wake the tasks that wait for it."""
        self.done_frames, self.total_frames = done_frames, total_frames
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class ShutdownError(Exception):
    """Raised in a film's thread when the bot is closing."""


class FilmService:
    """Makes films, one after the other, and stills."""

    def __init__(self) -> None:
        self._film_threads = ThreadPoolExecutor(1, thread_name_prefix="film", initializer=lower_priority)
        self._still_threads = ThreadPoolExecutor(1, thread_name_prefix="still", initializer=lower_priority)
        self._film_cache: OrderedDict[tuple[object, ...], FilmJob] = OrderedDict()
        self._is_closing = False

    def close(self) -> None:
        """Stop the threads. A film that is being made ends at its next picture."""
        self._is_closing = True
        self._film_threads.shutdown(wait=False, cancel_futures=True)
        self._still_threads.shutdown(wait=False, cancel_futures=True)

    def start_film(self, replay: GameReplay, max_bytes: int, translate: Translate, tone: Tone = "day") -> FilmJob:
        """Return the job of a game's film of at most `max_bytes` bytes, which may run already or be done.

        Raises UserError if too many films are being made. The task raises UserError for a log that no longer plays.
        """
        key = (replay.table.id, replay.table.revision, replay.moves, replay.shown_from, max_bytes, translate, tone)
        cached_job = self._film_cache.get(key)
        if cached_job is not None and not _has_failed(cached_job.task):
            self._film_cache.move_to_end(key)
            return cached_job
        if sum(not job.task.done() for job in self._film_cache.values()) > MAX_QUEUED_FILMS:
            raise UserError(say("Many replays are being drawn just now. Ask again in a minute."))
        loop = asyncio.get_running_loop()

        def report_progress(done_frames: int, total_frames: int) -> None:
            if self._is_closing:
                raise ShutdownError
            if done_frames % PROGRESS_FRAMES == 0:
                loop.call_soon_threadsafe(job.report_progress, done_frames, total_frames)

        async def render() -> Picture:
            return await loop.run_in_executor(
                self._film_threads, render_film, replay, report_progress, max_bytes, translate, tone
            )

        job = FilmJob(render())
        self._film_cache[key] = job
        self._drop_old_films()
        return job

    def _drop_old_films(self) -> None:
        excess = len(self._film_cache) - MAX_FILMS_KEPT
        finished = [key for key, job in self._film_cache.items() if job.task.done()]
        for key in finished[: max(0, excess)]:
            del self._film_cache[key]

    def forget_films(self) -> None:
        """Drop all films, so that they are made again."""
        self._film_cache.clear()

    async def draw_stills(
        self, replay: GameReplay, moves: Collection[int], translate: Translate, tone: Tone
    ) -> list[Picture]:
        """Draw the board after each of these moves, in the order of play. Raises UserError if the log no longer plays."""
        return await asyncio.get_running_loop().run_in_executor(
            self._still_threads, render_stills, replay, moves, translate, tone
        )


def _has_failed(task: asyncio.Task[Picture]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def render_film(
    replay: GameReplay, progress: FilmProgressCallback, max_bytes: int, translate: Translate, tone: Tone = "day"
) -> Picture:
    """Draw the film: a title, the boards with the number of their moves, and the poster of a finished game.

    A film of more than `max_bytes` bytes is made again with half the pictures, at last without title and poster: then it is one
    picture, which may be larger. `progress` is called after each board with the number done and the number in all.
    """
    numbers, has_extras = choose_moves(replay), True
    while True:
        is_smallest = len(numbers) == 1 and not has_extras
        attempt = _FilmAttempt(replay, numbers, translate, tone, has_extras=has_extras)
        data = attempt.render(progress, sys.maxsize if is_smallest else max_bytes)
        if data is not None and (len(data) <= max_bytes or is_smallest):
            return Picture(data, "replay.gif", attempt.describe())
        has_extras = has_extras and len(numbers) > 1
        numbers = thin_out(numbers, max(1, len(numbers) // 2))


def choose_moves(replay: GameReplay) -> list[int]:
    """Choose the moves after which a film shows the board: the ends of turns or, in a long game, of rounds."""
    ends = replay.list_turn_ends()
    if len(ends) > MAX_TURN_FRAMES:
        ends = sorted({ends[0], *ends[:: -len(replay.table.seats)]})
    return thin_out(ends, MAX_FRAMES)


class _FilmAttempt:
    """A film of the boards after the moves `numbers`. `has_extras`: with a title, and the poster of a finished game."""

    def __init__(
        self, replay: GameReplay, numbers: list[int], translate: Translate, tone: Tone, *, has_extras: bool
    ) -> None:
        self._replay = replay
        self._numbers = numbers
        self._translate = translate
        self._has_title = has_extras and replay.is_whole
        self._has_poster = has_extras and replay.table.result is not None
        self._painter = load_painter(replay.table.game)
        self._fmt = Formatter(list_names(replay.table, translate), translate)
        self._film = Film(self._painter.load_palette(), strip_height=STRIP_HEIGHT_PX, tone=tone)
        self._last_scene: Scene | None = None

    def render(self, progress: FilmProgressCallback, max_bytes: int) -> bytes | None:
        """Draw the film. Return None as soon as its boards alone take more than `max_bytes`."""
        if self._has_title:
            self._film.add_frame(_draw_title(self._replay, self._translate), TITLE_MS, self._draw_strip(0))
        for done, frame in enumerate(self._replay.build_frames(set(self._numbers)), 1):
            self._add_board(frame)
            progress(done, len(self._numbers))
            if self._film.size_bytes > max_bytes:
                return None
        if self._has_poster:
            self._add_poster()
        return self._film.finish()

    def describe(self) -> str:
        """Return the alt text of the rendered film."""
        assert self._last_scene is not None
        head = say(
            "A replay of moves {first} to {last}. At the end:", first=self._replay.shown_from, last=self._replay.last
        )
        board = self._painter.describe_board(self._last_scene, self._translate)
        return shorten(f"{write_text(head, (), self._translate)} {board}", MAX_ALT_TEXT_CHARS)

    def _add_board(self, frame: ReplayFrame) -> None:
        scene = _build_scene(frame, self._replay.table, self._translate)
        self._last_scene = msgspec.structs.replace(scene, shows_whole_board=True)
        board = self._painter.draw_board(self._last_scene, self._translate)
        self._film.add_frame(board, self._find_duration_ms(frame), self._draw_strip(frame.move_number))

    def _find_duration_ms(self, frame: ReplayFrame) -> int:
        """Return how long a board is shown: by the words of its news, within the length of a film."""
        if frame.move_number == self._numbers[-1]:
            if self._has_poster:
                return BEFORE_POSTER_MS
            return LAST_FRAME_MS
        word_count = sum(len(self._fmt(text).split()) for text in frame.recent_lines[-MAX_RECENT_EVENTS:])
        share_ms = (MAX_FILM_MS - TITLE_MS - BEFORE_POSTER_MS - LAST_FRAME_MS) // len(self._numbers)
        return max(MIN_FRAME_MS, min(READING_START_MS + WORD_MS * word_count, MAX_FRAME_MS, share_ms))

    def _add_poster(self) -> None:
        assert self._last_scene is not None
        image, palette, _ = draw_poster(self._last_scene.view, self._replay, self._translate)
        self._film.add_last_frame(image, palette, LAST_FRAME_MS, self._draw_strip(self._replay.last))

    def _draw_strip(self, move_number: int) -> Image.Image:
        return draw_strip(FILM_WIDTH_PX, move_number, self._replay.last, self._fmt)


def _draw_title(replay: GameReplay, translate: Translate) -> Image.Image:
    """Draw the title of a film: the game, the players and the day on which it ended."""
    table = replay.table
    lines = []
    if table.ended_at is not None and table.result is not None:
        lines.append(format_date(find_utc_day(table.ended_at)))
    return draw_title(replay.title, list_names(table, translate), lines, translate)


def render_stills(replay: GameReplay, moves: Collection[int], translate: Translate, tone: Tone) -> list[Picture]:
    """Draw the board after each of these moves, in the order of play. The game is played once."""
    painter = load_painter(replay.table.game)
    pictures = []
    for frame in replay.build_frames(moves, turns_before=True):
        scene = _build_scene(frame, replay.table, translate)
        data = encode_png(painter.draw_board(scene, translate), painter.load_palette(), tone)
        alt = shorten(painter.describe_board(scene, translate), MAX_ALT_TEXT_CHARS)
        pictures.append(Picture(data, "board.png", alt))
    return pictures


def thin_out(numbers: Sequence[int], max_count: int) -> list[int]:
    """Return at most `max_count` of the numbers, evenly spread.

    The last is always among them, the first if `max_count` is at least 2.
    """
    if len(numbers) <= max_count:
        return list(numbers)
    if max_count == 1:
        return [numbers[-1]]
    return [numbers[k * (len(numbers) - 1) // (max_count - 1)] for k in range(max_count)]


def _build_scene(frame: ReplayFrame, table: Table, translate: Translate) -> Scene:
    return Scene(
        frame.view,
        list_names(table, translate),
        frame.waiting_seats,
        tuple(text for text in frame.recent_lines if text != frame.reason),
        {},
        frame.reason,
        tuple(EarlierView(earlier.seat, earlier.view) for earlier in frame.earlier_views),
        frame.winners,
        trails=frame.trails,
        table_number=table.id,
    )
