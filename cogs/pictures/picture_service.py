"""Pictures of a table: a TableSnapshot becomes PNG bytes and alt text, off the event loop and cached."""

from __future__ import annotations

import io
import logging
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import cast

import discord
import msgspec

from cogs.pictures.easel import Easel
from cogs.pictures.order import Drawn, Order, What, draw
from cogs.pictures.posters import finale
from cogs.pictures.process import PainterProcess
from cogs.words.languages import Language
from cogs.words.text_formatter import names_of
from engine.host.model.table import TableSnapshot
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Text, Translate
from render.kit.cache import painter_caches
from render.kit.scene import Before, Prompt, Scene, painter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.pictures")
ASIDE = 24
"""Megabytes that the bot itself keeps of what it draws where a process draws boards for it: films and what belongs to the past."""
ORDERS, BOARDS = 4, 6
"""Where a process draws: pictures that it has been asked for at once, and boards for channels that are looked up and worded
meanwhile."""
LONG = 6
"""People who wait for a picture, and boards that are due, from which on pictures are left out that people can do without."""
LONGEST, LATE = 30, 0.3
"""Pictures that wait from which on people choose without one: they would wait for seconds, and others would not be let in. And
seconds for which a board has been due, in a rush, from which on they do: then the board in the channel, by which they choose, is in
time, however fast the machine is."""
KEPT = 24
"""Pictures in the cache, of about 110 kB each, so that a board is drawn once for several people."""


class Picture(Drawn, frozen=True):
    """A picture or film, to be sent."""

    def file(self) -> discord.File:
        """A new file to send; a file can be sent only once."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)

    @property
    def item(self) -> discord.MediaGalleryItem:
        """The gallery item that shows the file."""
        return discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt)


class PicturePreferences(msgspec.Struct, frozen=True):
    """The colours of somebody's pictures, whether their panel shows the whole board or only the part that matters, and whether
    boards show the latest turns as an animation."""

    tone: Tone
    whole: bool = False
    moving: bool = False


def preferences_of(chosen: Mapping[str, str]) -> PicturePreferences:
    """The preferences in the settings of a person or a server."""
    return PicturePreferences(
        cast("Tone", chosen["tone"]), chosen.get("picture") == "whole", chosen.get("motion") == "moving"
    )


def scene(
    snapshot: TableSnapshot,
    translate: Translate,
    marks: dict[str, str] | None = None,
    prompt: Prompt | None = None,
) -> Scene:
    """What a painter gets of a snapshot."""
    result = snapshot.table.result
    return Scene(
        snapshot.view,
        names_of(snapshot.table, translate),
        snapshot.waiting,
        tuple(line.text for line in snapshot.recent if result is None or line.text != result.reason),
        marks or {},
        result.reason if result else None,
        tuple(Before(one.seat, one.view) for one in snapshot.before),
        result.winners if result else (),
        prompt,
        snapshot.trails,
        snapshot.table.id,
    )


def happened(snapshot: TableSnapshot, translate: Translate) -> tuple[Text, ...]:
    """What was done in the latest turns, a sentence a turn; nothing where it cannot be told: a post never waits for that."""
    if snapshot.view is None:
        return ()
    try:
        return painter(snapshot.table.game).news(scene(snapshot, translate))
    except Exception:
        log.exception("table %s: its latest turns could not be told", snapshot.table.id)
        return ()


class PictureService:
    """Has pictures drawn, and caches the latest by table, viewer, language and colours.

    `megabytes` is what painters keep, so as not to draw it again. They are threads of this process, or `process`.
    """

    def __init__(self, megabytes: float, process: PainterProcess | None = None) -> None:
        painter_caches().resize(megabytes if process is None else min(megabytes, ASIDE))
        self.easel = Easel() if process is None else Easel(ORDERS, BOARDS)
        self.process = process
        self._kept: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    def forget(self, table_id: int | None = None) -> None:
        """Drop the pictures of a table, or all, so that they are drawn again."""
        for key in [key for key in self._kept if table_id in (None, key[1])]:
            del self._kept[key]

    async def close(self) -> None:
        """Stop the painters."""
        self.easel.close()
        if self.process is not None:
            await self.process.close()

    @property
    def waiting(self) -> int:
        """Pictures waiting to be drawn."""
        return self.easel.waiting

    @property
    def rushed(self) -> bool:
        """Whether pictures that people can do without are better left out."""
        return self.easel.behind >= LONG

    @property
    def overrun(self) -> bool:
        """Whether no picture can be drawn in time."""
        return self.waiting >= LONGEST or (self.rushed and self.easel.late >= LATE)

    async def board(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
        *,
        moving: bool = False,
        posted: bool = False,
    ) -> Picture | None:
        """The whole board as the viewer sees it; None when it cannot be drawn: a move never waits for a picture.

        `moving`: with the latest turns as an animation, where there are any and nothing is to be chosen on it. `posted`: for a
        channel, after what people wait for.
        """
        if moving and snapshot.before and not marks and not snapshot.draft:
            picture = await self._drawn("moving", snapshot, {}, translate, tone, None, posted=posted)
            if picture is not None:
                return picture
        return await self._drawn("board", snapshot, marks or {}, translate, tone, prompt, posted=posted)

    async def hand(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
    ) -> Picture | None:
        """The viewer's own hand, None when there is none."""
        return await self._drawn("hand", snapshot, marks or {}, translate, tone, prompt)

    async def crop(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
    ) -> Picture | None:
        """The part of the board with the marks or the viewer's pieces; the whole board if the painter has no such part."""
        part = await self._drawn("crop", snapshot, marks or {}, translate, tone, prompt)
        return part or await self.board(snapshot, translate, tone, marks, prompt)

    async def poster(
        self, snapshot: TableSnapshot, replay: GameReplay, translate: Language, tone: Tone, *, posted: bool = False
    ) -> Picture | None:
        """The poster of a finished game; None while it goes on, and when it cannot be drawn.

        It is made from a spectator's snapshot, whoever looks, and drawn once for each language and colours.
        """
        table = snapshot.table
        if snapshot.viewer is not None or table.result is None or replay.table.result is None:
            return None
        names = names_of(table, translate)
        key = ("poster", table.id, table.ended_at, replay.last, names, translate, tone)
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        try:
            of = await self.easel.draw(finale, snapshot.view, replay, translate, posted=posted)
            made = await self.paint(Order("poster", table.game, of, tone), translate, posted=posted)
        except Exception:
            log.exception("table %s: its poster could not be drawn", table.id)
            return None
        if made is not None:
            self._keep(key, made)
        return made

    async def paint(self, order: Order, language: Language, *, posted: bool = False) -> Picture | None:
        """Have a picture drawn, by the process or in a thread; None where the painter has none of this kind. Raises whatever keeps
        it from being drawn."""
        process = self.process
        elsewhere = None if process is None or process.hopeless else partial(process.draw, order, language.code)
        drawn = await self.easel.draw(draw, order, language, posted=posted, elsewhere=elsewhere)
        return None if drawn is None else Picture(drawn.data, drawn.name, drawn.alt)

    def _keep(self, key: tuple[object, ...], made: Picture) -> None:
        self._kept[key] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _drawn(
        self,
        what: What,
        snapshot: TableSnapshot,
        marks: dict[str, str],
        translate: Language,
        tone: Tone,
        prompt: Prompt | None,
        *,
        posted: bool = False,
    ) -> Picture | None:
        table = snapshot.table
        key = (
            what,
            table.id,
            table.rev,
            snapshot.viewer,
            snapshot.draft,
            tuple(sorted(marks.items())),
            msgspec.json.encode(prompt),
            translate,
            tone,
        )
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        try:
            shown = scene(snapshot, translate, marks, prompt)
            made = await self.paint(Order(what, table.game, shown, tone), translate, posted=posted)
        except Exception:
            log.exception("table %s: its %s could not be drawn", table.id, what)
            return None
        if made is not None:
            self._keep(key, made)
        return made
