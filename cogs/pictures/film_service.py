"""Films of whole games and stills of single moves, made in threads of their own so that no board post waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor

from cogs.interactions.limits import ALT_TEXT, fit
from cogs.pictures.picture_service import Picture
from cogs.pictures.priority import step_back
from cogs.words.text_formatter import names_of
from engine.host.model.table import Table
from engine.host.service.past.history import Frame, GameReplay
from engine.kernel.text import Refusal, Translate, say, write
from render.kit.encode import png
from render.kit.film import Film
from render.kit.scene import Before, Scene, painter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.films")
FRAMES = 300
"""Pictures in one film; a longer game is sampled evenly."""
BYTES = 8_000_000
"""Most bytes of a film: Discord takes files of 10 MB. A larger one is made again with half the pictures."""
SECONDS, QUICKEST, SLOWEST, LAST = 90, 200, 1200, 5000
"""The length of a film in seconds; the least and most milliseconds a picture is shown, and those of the last picture."""
KEPT = 2
"""Films kept, so that several friends can ask for the same one."""
STEP = 50
"""Pictures between two reports of progress: a second or two."""
QUEUE = 6
"""Films that may wait while another is being made."""
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

    def film(self, replay: GameReplay, most: int, translate: Translate) -> RenderJob:
        """The job of a game's film of at most `most` bytes, running or done.

        Raises Refusal when too many films are being made; the task raises Refusal for a log that no longer plays.
        """
        key = (replay.table.id, replay.table.rev, most, translate)
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
            return await loop.run_in_executor(self._films, render_film, replay, progress, most, translate)

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


def render_film(replay: GameReplay, progress: Progress, most: int, translate: Translate) -> Picture:
    """Draw the film; `progress` is called after each picture with the number done and the number in all."""
    artist = painter(replay.table.game)
    palette = artist.palette()
    wanted = FRAMES
    while True:
        numbers = spread(replay.first, replay.last, wanted)
        each = min(max(1000 * SECONDS // len(numbers), QUICKEST), SLOWEST)
        film = Film(palette)
        shown: Scene | None = None
        for done, frame in enumerate(replay.frames(set(numbers)), 1):
            shown = _scene(frame, replay.table, translate)
            film.add(artist.paint(shown, translate), LAST if frame.move == numbers[-1] else each)
            progress(done, len(numbers))
            if film.size > most:
                break
        else:
            data = film.finish()
            if shown is not None and (len(data) <= most or wanted == 1):
                told = say("A replay of moves {first} to {last}. At the end:", first=replay.first, last=replay.last)
                alt = f"{write(told, (), translate)} {artist.alt(shown, translate)}"
                return Picture(data, "replay.gif", fit(alt, ALT_TEXT))
        wanted = max(1, len(numbers) // 2)


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
    return Scene(frame.view, names, frame.waiting, recent, {}, frame.reason, before, frame.winners)
