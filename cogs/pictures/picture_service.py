"""Pictures of a table: from a TableSnapshot to PNG bytes and alt text, drawn off the event loop, each once."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import discord
import msgspec

from cogs.interactions.limits import ALT_TEXT, fit
from cogs.words.text_formatter import names_of
from engine.host.model.table import TableSnapshot
from engine.kernel.text import Translate
from render.kit.encode import Tone, png
from render.kit.scene import Scene, painter

log = logging.getLogger("overwinter.pictures")
KEPT = 24
"""Pictures kept, of about 110 kB each: a board looked at by several people is drawn once."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture or film: its bytes (PNG, GIF), file name and the same in words."""

    data: bytes
    name: str
    alt: str

    def file(self) -> discord.File:
        """A fresh file to send; each can be sent once."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)

    @property
    def item(self) -> discord.MediaGalleryItem:
        """The gallery item that shows the file."""
        return discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt)


class PicturePreferences(msgspec.Struct, frozen=True):
    """How somebody likes pictures: their colours, and whether their panel shows the whole board or the part that matters."""

    tone: Tone
    whole: bool = False


def preferences_of(chosen: Mapping[str, str]) -> PicturePreferences:
    """The taste among the settings of a person or a server."""
    return PicturePreferences(cast("Tone", chosen["tone"]), chosen.get("picture") == "whole")


def scene(snapshot: TableSnapshot, translate: Translate, marks: dict[str, str] | None = None) -> Scene:
    """What the painter gets of a sight."""
    result = snapshot.table.result
    return Scene(
        snapshot.view,
        names_of(snapshot.table, translate),
        snapshot.waiting,
        tuple(line.text for line in snapshot.recent),
        marks or {},
        result.reason if result else None,
    )


class PictureService:
    """Draws in two threads and keeps the newest pictures, each in the language and the colours it was asked for in."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="painter")
        self._kept: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    def warm(self, slugs: Iterable[str]) -> None:
        """Prepare what the first picture of a game needs, so that no player waits for it."""
        for slug in slugs:
            self._threads.submit(_warm, slug)

    def forget(self, table_id: int | None = None) -> None:
        """Draw a table, or everything, anew from now on."""
        for key in [key for key in self._kept if table_id in (None, key[1])]:
            del self._kept[key]

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """Pictures that nobody has begun to draw yet."""
        return self._threads._work_queue.qsize()  # noqa: SLF001 - the executor tells nobody else

    async def board(
        self, snapshot: TableSnapshot, translate: Translate, tone: Tone, marks: dict[str, str] | None = None
    ) -> Picture | None:
        """The whole board as the sight's viewer sees it; None when it cannot be drawn: a move never waits for a picture."""
        return await self._drawn("board", snapshot, marks or {}, translate, tone)

    async def hand(
        self, snapshot: TableSnapshot, translate: Translate, tone: Tone, marks: dict[str, str] | None = None
    ) -> Picture | None:
        """The viewer's own hand, None when there is none."""
        return await self._drawn("hand", snapshot, marks or {}, translate, tone)

    async def crop(
        self, snapshot: TableSnapshot, translate: Translate, tone: Tone, marks: dict[str, str] | None = None
    ) -> Picture | None:
        """The part of the board that holds the marks or the viewer's pieces; the whole board where a part would not do."""
        part = await self._drawn("crop", snapshot, marks or {}, translate, tone)
        return part or await self.board(snapshot, translate, tone, marks)

    async def _drawn(
        self, what: str, snapshot: TableSnapshot, marks: dict[str, str], translate: Translate, tone: Tone
    ) -> Picture | None:
        table = snapshot.table
        key = (
            what,
            table.id,
            table.rev,
            snapshot.viewer,
            snapshot.draft,
            tuple(sorted(marks.items())),
            translate,
            tone,
        )
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        loop = asyncio.get_running_loop()
        try:
            shown = scene(snapshot, translate, marks)
            made = await loop.run_in_executor(self._threads, _paint, what, table.game, shown, translate, tone)
        except Exception:
            log.exception("table %s: its %s could not be drawn", table.id, what)
            return None
        if made is not None:
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made


def _warm(slug: str) -> None:
    try:
        painter(slug).palette()
    except Exception:
        log.exception("%s: its painter is not ready", slug)


def _paint(what: str, slug: str, shown: Scene, translate: Translate, tone: Tone) -> Picture | None:
    artist = painter(slug)
    drawn, words = {
        "board": (artist.paint, artist.alt),
        "crop": (artist.crop, artist.alt),
        "hand": (artist.hand, artist.hand_alt),
    }[what]
    image = drawn(shown, translate)
    if image is None:
        return None
    return Picture(png(image, artist.palette(), tone), f"{what}.png", fit(words(shown, translate), ALT_TEXT))
