"""Pictures of a table: a TableSnapshot becomes PNG bytes and alt text, off the event loop and cached."""

from __future__ import annotations

import io
import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import cast

import discord
import msgspec

from cogs.interactions.limits import ALT_TEXT, fit
from cogs.pictures.easel import Easel
from cogs.pictures.posters import draw_poster
from cogs.words.text_formatter import names_of
from engine.host.model.table import TableSnapshot
from engine.host.service.past.history import GameReplay
from engine.kernel.text import Text, Translate
from render.kit.encode import png
from render.kit.film.turn import moving as animated
from render.kit.kept import memory
from render.kit.scene import Before, Prompt, Scene, painter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.pictures")
LARGEST = 4_000_000
"""Bytes of an animated board; a larger one is shown as a still. Those of our games take a tenth of that."""
KEPT = 24
"""Pictures in the cache, of about 110 kB each, so that a board is drawn once for several people."""


class Picture(msgspec.Struct, frozen=True):
    """A picture or film: its bytes (PNG, GIF), file name and alt text."""

    data: bytes
    name: str
    alt: str

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
    """Draws on the easel and caches the latest pictures by table, viewer, language and colours.

    `megabytes` is what painters keep in this process, so as not to draw it again.
    """

    def __init__(self, megabytes: float) -> None:
        memory().bound(megabytes)
        self.easel = Easel()
        self._kept: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    def forget(self, table_id: int | None = None) -> None:
        """Drop the pictures of a table, or all, so that they are drawn again."""
        for key in [key for key in self._kept if table_id in (None, key[1])]:
            del self._kept[key]

    def close(self) -> None:
        """Stop the threads."""
        self.easel.close()

    @property
    def waiting(self) -> int:
        """Pictures waiting to be drawn."""
        return self.easel.waiting

    async def board(
        self,
        snapshot: TableSnapshot,
        translate: Translate,
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
        translate: Translate,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
    ) -> Picture | None:
        """The viewer's own hand, None when there is none."""
        return await self._drawn("hand", snapshot, marks or {}, translate, tone, prompt)

    async def crop(
        self,
        snapshot: TableSnapshot,
        translate: Translate,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
    ) -> Picture | None:
        """The part of the board with the marks or the viewer's pieces; the whole board if the painter has no such part."""
        part = await self._drawn("crop", snapshot, marks or {}, translate, tone, prompt)
        return part or await self.board(snapshot, translate, tone, marks, prompt)

    async def poster(
        self, snapshot: TableSnapshot, replay: GameReplay, translate: Translate, tone: Tone, *, posted: bool = False
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
            made = await self.easel.draw(_poster, snapshot, replay, translate, tone, posted=posted)
        except Exception:
            log.exception("table %s: its poster could not be drawn", table.id)
            return None
        self._keep(key, made)
        return made

    def _keep(self, key: tuple[object, ...], made: Picture) -> None:
        self._kept[key] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _drawn(
        self,
        what: str,
        snapshot: TableSnapshot,
        marks: dict[str, str],
        translate: Translate,
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
            made = await self.easel.draw(_paint, what, table.game, shown, translate, tone, posted=posted)
        except Exception:
            log.exception("table %s: its %s could not be drawn", table.id, what)
            return None
        if made is not None:
            self._keep(key, made)
        return made


def _poster(snapshot: TableSnapshot, replay: GameReplay, translate: Translate, tone: Tone) -> Picture:
    image, colours, words = draw_poster(snapshot.view, replay, translate)
    return Picture(png(image, colours, tone), "poster.png", fit(words, ALT_TEXT))


def _paint(what: str, slug: str, shown: Scene, translate: Translate, tone: Tone) -> Picture | None:
    artist = painter(slug)
    if what == "moving":
        data = animated(artist, shown, translate, tone)
        return Picture(data, "board.gif", fit(artist.alt(shown, translate), ALT_TEXT)) if len(data) < LARGEST else None
    drawn, words = {
        "board": (artist.paint, artist.alt),
        "crop": (artist.crop, artist.alt),
        "hand": (artist.hand, artist.hand_alt),
    }[what]
    image = drawn(shown, translate)
    if image is None:
        return None
    return Picture(png(image, artist.palette(), tone), f"{what}.png", fit(words(shown, translate), ALT_TEXT))
