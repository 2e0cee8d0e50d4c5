"""Films of whole games and stills of single moves, made in threads of their own so that no board post waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from cogs.interactions.limits import ALT_TEXT, fit
from cogs.pictures.picture_service import Picture
from cogs.pictures.posters import day_of, draw_poster
from cogs.pictures.priority import step_back
from cogs.words.text_formatter import names_of
from engine.host.model.table import Table
from engine.host.service.past.history import Frame, GameReplay
from engine.kernel.text import Refusal, Translate, say, write
from render.kit.encode import png
from render.kit.film import SCALE, Film
from render.kit.film.parts import FOOT, WIDTH, foot, title
from render.kit.poster import Page, distinct, poster
from render.kit.poster.words import date
from render.kit.scene import Before, Scene, painter
from render.kit.text import Formatter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.films")
FRAMES = 300
"""Pictures in one film; a longer game is sampled evenly."""
BYTES = 8_000_000
"""Most bytes of a film: Discord takes files of 10 MB. A larger one is made again with half the pictures."""
SECONDS, QUICKEST, SLOWEST, LAST = 90, 200, 1200, 5000
"""The length of a film in seconds; the least and most milliseconds a picture is shown, and those of the last picture."""
TITLE, BEFORE_POSTER = 1600, 2500
"""Milliseconds for the title, and for the last board where a poster follows."""
KEPT = 2
"""Films kept, so that several friends can ask for the same one."""
STEP = 50
"""Pictures between two reports of progress: a second or two."""
QUEUE = 6
"""Films that may wait while another is being made."""
FILM_WIDE = WIDTH // SCALE
Progress = Callable[[int, int], None]


class RenderJob:
    """A film being made: `done` of `of` pictures, the task whose result it is, and an event set at the next step or at the end."""

    __slots__ = ("changed", "done", "of", "task")

    def __init__(self, work: Coroutine[None, None, Picture]) -> None:
        self.done = self.of = 0
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(work)
        self.task.add_done_callback(lambda _: self.step(self.done, self.of))

    def step(self, done: int, of: int) -> None:
        """Record the progress and wake those who wait for it."""
        self.done, self.of = done, of
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class Closing(Exception):
    """The bot is closing, so the film is given up."""


class FilmService:
    """Makes films, one after the other, and stills."""

    def __init__(self) -> None:
        self._films = ThreadPoolExecutor(1, thread_name_prefix="film", initializer=step_back)
        self._stills = ThreadPoolExecutor(1, thread_name_prefix="still", initializer=step_back)
        self._kept: OrderedDict[tuple[object, ...], RenderJob] = OrderedDict()
        self._closing = False

    def close(self) -> None:
        """Stop the threads; a film that is being made is given up at its next picture."""
        self._closing = True
        self._films.shutdown(wait=False, cancel_futures=True)
        self._stills.shutdown(wait=False, cancel_futures=True)

    def film(self, replay: GameReplay, most: int, translate: Translate, tone: Tone = "day") -> RenderJob:
        """The job of a game's film of at most `most` bytes, running or done.

        Raises Refusal when too many films are being made; the task raises Refusal for a log that no longer plays.
        """
        key = (replay.table.id, replay.table.rev, most, translate, tone)
        kept = self._kept.get(key)
        if kept is not None and not _failed(kept.task):
            self._kept.move_to_end(key)
            return kept
        if sum(not job.task.done() for job in self._kept.values()) > QUEUE:
            raise Refusal(say("Many replays are being drawn just now. Ask again in a minute."))
        loop = asyncio.get_running_loop()

        def progress(done: int, of: int) -> None:
            if self._closing:
                raise Closing
            if done % STEP == 0:
                loop.call_soon_threadsafe(job.step, done, of)

        async def work() -> Picture:
            return await loop.run_in_executor(self._films, render_film, replay, progress, most, translate, tone)

        job = RenderJob(work())
        self._kept[key] = job
        over = [key for key, held in self._kept.items() if held.task.done()][: max(0, len(self._kept) - KEPT)]
        for old in over:
            del self._kept[old]
        return job

    def forget(self) -> None:
        """Drop all films, so that they are made again."""
        self._kept.clear()

    async def still(self, replay: GameReplay, move: int, translate: Translate, tone: Tone) -> Picture:
        """The board after a move. Raises Refusal where the log no longer plays up to it."""
        return await asyncio.get_running_loop().run_in_executor(
            self._stills, render_still, replay, move, translate, tone
        )


def _failed(task: asyncio.Task[Picture]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def render_film(replay: GameReplay, progress: Progress, most: int, translate: Translate, tone: Tone = "day") -> Picture:
    """Draw the film: a title, the boards with the number of their moves, and at the end of a finished game its poster.

    `progress` is called after each board with the number done and the number in all.
    """
    artist = painter(replay.table.game)
    palette = artist.palette()
    fmt = Formatter(names_of(replay.table, translate), translate)
    wanted, extras = FRAMES, True
    while True:
        numbers = spread(replay.first, replay.last, wanted)
        each = min(max(1000 * SECONDS // len(numbers), QUICKEST), SLOWEST)
        film = Film(palette, foot=FOOT, tone=tone)
        shown: Scene | None = None
        ends = extras and replay.table.result is not None
        kept: list[Page] = []
        drawn = poster(replay.table.game)
        if extras:
            film.add(_title(replay, translate), TITLE, foot(FILM_WIDE, 0, replay.last, fmt))
        for done, frame in enumerate(replay.frames(set(numbers)), 1):
            shown = _scene(frame, replay.table, translate)
            if ends and (frame.rests or frame.move in (replay.first, replay.last)):
                kept.append(drawn.page(frame.view))
            ms = each if frame.move < numbers[-1] else BEFORE_POSTER if ends else LAST
            film.add(artist.paint(shown, translate), ms, foot(FILM_WIDE, frame.move, replay.last, fmt))
            progress(done, len(numbers))
            if film.size > most:
                break
        else:
            if shown is not None and ends:
                whole = len(numbers) == replay.last - replay.first + 1
                end, colours, _ = draw_poster(shown.view, replay, translate, distinct(kept) if whole else ())
                film.end(end, colours, LAST, foot(FILM_WIDE, replay.last, replay.last, fmt))
            data = film.finish()
            if shown is not None and (len(data) <= most or (wanted == 1 and not extras)):
                told = say("A replay of moves {first} to {last}. At the end:", first=replay.first, last=replay.last)
                alt = f"{write(told, (), translate)} {artist.alt(shown, translate)}"
                return Picture(data, "replay.gif", fit(alt, ALT_TEXT))
        extras = extras and wanted > 1
        wanted = max(1, len(numbers) // 2)


def _title(replay: GameReplay, translate: Translate) -> Image.Image:
    """The title of a film: the game, who plays, the day on which it ended."""
    table = replay.table
    told = [date(day_of(table.ended_at))] if table.ended_at is not None and table.result is not None else []
    return title(replay.title, names_of(table, translate), told, translate)


def render_still(replay: GameReplay, move: int, translate: Translate, tone: Tone) -> Picture:
    """Draw the board after a move."""
    artist = painter(replay.table.game)
    shown = _scene(next(replay.frames({move}, turns=True)), replay.table, translate)
    data = png(artist.paint(shown, translate), artist.palette(), tone)
    return Picture(data, "board.png", fit(artist.alt(shown, translate), ALT_TEXT))


def spread(first: int, last: int, most: int) -> list[int]:
    """At most `most` numbers from `first` to `last`, evenly: the last always, the first where there is room for two."""
    total = last - first + 1
    if total <= most:
        return list(range(first, last + 1))
    if most == 1:
        return [last]
    return [first + i * (total - 1) // (most - 1) for i in range(most)]


def _scene(frame: Frame, table: Table, translate: Translate) -> Scene:
    before = tuple(Before(one.seat, one.view) for one in frame.before)
    names, recent = names_of(table, translate), tuple(text for text in frame.recent if text != frame.reason)
    return Scene(
        frame.view,
        names,
        frame.waiting,
        recent,
        {},
        frame.reason,
        before,
        frame.winners,
        trails=frame.trails,
        table=table.id,
    )
