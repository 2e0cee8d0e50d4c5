"""Draw pictures of a table: a TableSnapshot becomes PNG bytes and alt text, off the event loop and cached."""

from __future__ import annotations

import io
import logging
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import cast

import discord
import msgspec

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import escape_text, list_names
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.pictures.posters import build_finale
from cogs.pictures.render_process import RenderProcess
from cogs.pictures.render_queue import RenderQueue
from cogs.pictures.render_request import PictureKind, RenderRequest, RenderResult, render_picture
from engine.host.model.table import TableSnapshot
from engine.host.service.history.game_history import GameReplay
from engine.kernel.script import PieceFace
from engine.kernel.text import Text, Translate
from render.kit.cache import painter_caches
from render.kit.scene import EarlierView, PictureShape, Prompt, Scene, load_painter
from render.kit.theme import Tone

log = logging.getLogger("overwinter.pictures")
OWN_CACHE_MB = 24
"""The painters' cache in the bot if a process draws its boards: for films and for stills of past moves."""
MAX_PROCESS_REQUESTS, MAX_PROCESS_BOARDS = 4, 6
"""The pictures under way and the boards for channels being composed at once, if a process draws."""
RUSHED_FROM_WAITING = 6
"""From this many waiting people and due boards on, pictures that people can do without are left out."""
OVERRUN_FROM_WAITING, OVERRUN_DELAY_S = 30, 0.3
"""From this many waiting pictures on, or if a board has been due for so long in a rush, people choose without a picture.

Otherwise they would wait for seconds, and the boards in the channels, by which they can choose instead, would be late.
"""
MAX_PICTURES_KEPT = 24
"""The pictures in the cache, of about 110 kB each, so that a board is drawn once for several people."""


class Picture(RenderResult, frozen=True):
    """A picture or film that can be sent."""

    def create_file(self) -> discord.File:
        """Create a new file to send. A file can be sent only once."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)

    @property
    def gallery_item(self) -> discord.MediaGalleryItem:
        """The gallery item that shows the file."""
        return discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt)


def list_pictures(*pictures: Picture | None) -> list[Picture]:
    """List the pictures without those that were not drawn."""
    return [picture for picture in pictures if picture is not None]


def create_files(*pictures: Picture | None) -> list[discord.File]:
    """Create a new file of each picture that was drawn."""
    return [picture.create_file() for picture in list_pictures(*pictures)]


class PicturePreferences(msgspec.Struct, frozen=True):
    """A person's or a server's preferences for pictures.

    `tone` is the colours, `shows_whole_board` whether a panel shows more than the part that matters, `is_animated` whether
    boards show the latest turns as an animation, and `is_text_first` whether a picture's alt text stands above it.
    """

    tone: Tone
    shows_whole_board: bool = False
    is_animated: bool = False
    is_text_first: bool = False

    def arrange_pictures(self, *pictures: Picture | None) -> list[str | Picture]:
        """Return the blocks of a message that show some pictures, each below its words if this person wants them first."""
        blocks: list[str | Picture] = []
        for picture in pictures:
            if picture is not None and self.is_text_first:
                blocks.append(escape_text(picture.alt))
            if picture is not None:
                blocks.append(picture)
        return blocks


def read_preferences(chosen: Mapping[str, str]) -> PicturePreferences:
    """Read the preferences from the settings of a person or a server."""
    return PicturePreferences(
        cast("Tone", chosen["tone"]),
        chosen.get("picture") == "whole",
        chosen.get("motion") == "moving",
        chosen.get("words") == "yes",
    )


def build_scene(
    snapshot: TableSnapshot,
    translate: Translate,
    marks: dict[str, str] | None = None,
    prompt: Prompt | None = None,
) -> Scene:
    """Build what a painter draws of a snapshot."""
    result = snapshot.table.result
    return Scene(
        snapshot.view,
        list_names(snapshot.table, translate),
        snapshot.waiting_seats,
        tuple(line.text for line in snapshot.recent_lines if result is None or line.text != result.reason),
        marks or {},
        result.reason if result else None,
        tuple(EarlierView(earlier.seat, earlier.view) for earlier in snapshot.earlier_views),
        result.winners if result else (),
        prompt,
        snapshot.trails,
        snapshot.table.id,
    )


def describe_recent_turns(snapshot: TableSnapshot, translate: Translate) -> tuple[Text, ...]:
    """Describe the latest turns, a sentence a turn.

    Return no sentences if the painter fails, since a post must not fail with it.
    """
    if snapshot.view is None:
        return ()
    try:
        return load_painter(snapshot.table.game).list_turn_summaries(build_scene(snapshot, translate))
    except Exception:
        log.exception("table %s: its latest turns could not be told", snapshot.table.id)
        return ()


class PictureService:
    """Draws pictures, and caches the latest by table, viewer, language and colours.

    `megabytes` limits what painters cache. They are threads of this process, or `render_process`.
    """

    def __init__(self, megabytes: float, process: RenderProcess | None = None) -> None:
        painter_caches().resize(megabytes if process is None else min(megabytes, OWN_CACHE_MB))
        self.render_queue = RenderQueue() if process is None else RenderQueue(MAX_PROCESS_REQUESTS, MAX_PROCESS_BOARDS)
        self.render_process = process
        self._picture_cache: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    def forget_pictures(self, table_id: int | None = None) -> None:
        """Drop the pictures of a table, or all, so that they are drawn again."""
        for key in [key for key in self._picture_cache if table_id in (None, key[1])]:
            del self._picture_cache[key]

    async def close(self) -> None:
        """Stop the painters."""
        self.render_queue.close()
        if self.render_process is not None:
            await self.render_process.close()

    @property
    def waiting_count(self) -> int:
        """The number of pictures waiting to be drawn."""
        return self.render_queue.waiting_count

    @property
    def is_rushed(self) -> bool:
        """Whether to leave out pictures that people can do without."""
        return self.render_queue.backlog >= RUSHED_FROM_WAITING

    @property
    def is_overrun(self) -> bool:
        """Whether no picture can be drawn in time."""
        return self.waiting_count >= OVERRUN_FROM_WAITING or (
            self.is_rushed and self.render_queue.board_delay_s >= OVERRUN_DELAY_S
        )

    async def draw_board(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
        *,
        moving: bool = False,
        posted: bool = False,
        min_aspect: float = 0.0,
    ) -> Picture | None:
        """Draw the whole board as the viewer sees it. Return None if it cannot be drawn, since a move must not fail
        with it.

        `moving`: animate the latest turns, if there are any and nothing is to be chosen on the board. `posted`: the
        board is for a channel, so the pictures that people wait for come first.
        """
        if moving and snapshot.earlier_views and not marks and not snapshot.draft_words:
            picture = await self.draw_turn_film(snapshot, translate, tone, posted=posted)
            if picture is not None:
                return picture
        return await self._draw_scene(
            "board", snapshot, marks or {}, translate, tone, prompt, posted=posted, min_aspect=min_aspect
        )

    async def draw_turn_film(
        self, snapshot: TableSnapshot, translate: Language, tone: Tone, *, posted: bool = False
    ) -> Picture | None:
        """Draw the latest turns of a snapshot as an animation. Return None if it cannot be drawn."""
        return await self._draw_scene("moving", snapshot, {}, translate, tone, None, posted=posted)

    async def draw_hand(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        *,
        min_aspect: float = 0.0,
    ) -> Picture | None:
        """Draw the viewer's own hand. Return None if there is none."""
        return await self._draw_scene("hand", snapshot, marks or {}, translate, tone, None, min_aspect=min_aspect)

    async def draw_crop(
        self,
        snapshot: TableSnapshot,
        translate: Language,
        tone: Tone,
        marks: dict[str, str] | None = None,
        prompt: Prompt | None = None,
        *,
        min_aspect: float = 0.0,
    ) -> Picture | None:
        """Draw the part of the board with the marks or the viewer's pieces, or the whole board if the painter has no
        such part.
        """
        part = await self._draw_scene("crop", snapshot, marks or {}, translate, tone, prompt, min_aspect=min_aspect)
        return part or await self.draw_board(snapshot, translate, tone, marks, prompt, min_aspect=min_aspect)

    async def explain_picture(
        self, shape: PictureShape, snapshot: TableSnapshot, translate: Language, marks: dict[str, str] | None = None
    ) -> tuple[str, ...]:
        """List the marks on a picture in words; none if it cannot be drawn."""
        scene = build_scene(snapshot, translate, marks)
        try:
            explained = await self.render(
                RenderRequest(shape, snapshot.table.game, scene, "day", explains=True), translate
            )
        except Exception:
            log.exception("table %s: the marks on its %s could not be told", snapshot.table.id, shape)
            return ()
        return explained.legend if explained else ()

    async def draw_poster(
        self, snapshot: TableSnapshot, replay: GameReplay, translate: Language, tone: Tone, *, posted: bool = False
    ) -> Picture | None:
        """Draw the poster of a finished game. Return None if the game goes on, or the poster cannot be drawn.

        A poster is made from a spectator's snapshot, and drawn once for each language and tone.
        """
        table = snapshot.table
        if snapshot.viewer is not None or table.result is None or replay.table.result is None:
            return None
        names = list_names(table, translate)
        key = ("poster", table.id, table.ended_at, replay.last, names, translate, tone)
        cached = self._find_cached(key)
        if cached is not None:
            return cached
        try:
            finale = await self.render_queue.draw(build_finale, snapshot.view, replay, translate, posted=posted)
            picture = await self.render(RenderRequest("poster", table.game, finale, tone), translate, posted=posted)
        except Exception:
            log.exception("table %s: its poster could not be drawn", table.id)
            return None
        if picture is not None:
            self._cache_picture(key, picture)
        return picture

    async def draw_piece(self, slug: str, face: PieceFace, alt: str, translate: Language, tone: Tone) -> Picture | None:
        """Draw a piece that belongs to no table. Return None if there is no picture of it, or no time to draw it."""
        if self.is_rushed:
            return None
        try:
            picture = await self.render(RenderRequest("piece", slug, Scene(face, ()), tone), translate)
        except Exception:
            log.exception("%s: the piece %s could not be drawn", slug, face.word)
            return None
        return None if picture is None else msgspec.structs.replace(picture, alt=shorten(alt, MAX_ALT_TEXT_CHARS))

    @property
    def process_failure(self) -> str:
        """A sentence for the administrator if the process that should draw has died, else ""."""
        return "" if self.render_process is None else self.render_process.failure

    async def render(self, request: RenderRequest, language: Language, *, posted: bool = False) -> Picture | None:
        """Draw a picture in the render process or in a thread. Return None if the painter has none of this kind.

        Raises every exception that keeps it from being drawn.
        """
        process = self.render_process
        elsewhere = None
        if process is not None and not process.is_hopeless:
            elsewhere = partial(process.draw, request, language.code)
        result = await self.render_queue.draw(render_picture, request, language, posted=posted, elsewhere=elsewhere)
        return None if result is None else Picture(result.data, result.name, result.alt, result.legend)

    def _find_cached(self, key: tuple[object, ...]) -> Picture | None:
        picture = self._picture_cache.get(key)
        if picture is not None:
            self._picture_cache.move_to_end(key)
        return picture

    def _cache_picture(self, key: tuple[object, ...], picture: Picture) -> None:
        self._picture_cache[key] = picture
        while len(self._picture_cache) > MAX_PICTURES_KEPT:
            self._picture_cache.popitem(last=False)

    async def _draw_scene(
        self,
        kind: PictureKind,
        snapshot: TableSnapshot,
        marks: dict[str, str],
        translate: Language,
        tone: Tone,
        prompt: Prompt | None,
        *,
        posted: bool = False,
        min_aspect: float = 0.0,
    ) -> Picture | None:
        table = snapshot.table
        key = (
            kind,
            table.id,
            table.revision,
            snapshot.viewer,
            snapshot.draft_words,
            tuple(sorted(marks.items())),
            msgspec.json.encode(prompt),
            translate,
            tone,
            min_aspect,
        )
        cached = self._find_cached(key)
        if cached is not None:
            return cached
        try:
            scene = build_scene(snapshot, translate, marks, prompt)
            picture = await self.render(
                RenderRequest(kind, table.game, scene, tone, min_aspect), translate, posted=posted
            )
        except Exception:
            log.exception("table %s: its %s could not be drawn", table.id, kind)
            return None
        if picture is not None:
            self._cache_picture(key, picture)
        return picture
