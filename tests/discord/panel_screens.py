"""The screens of a panel at any moment of a game, built without Discord, and their size on a phone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import discord
from discord import ui

from cogs.i18n.languages import Language
from cogs.messages.controls import ControlOptions, count_row_height
from cogs.messages.layout import build_button
from cogs.messages.panel import PanelTexts, build_panel
from cogs.messages.presenter import MoveScreen, add_shortcuts, build_screen, ends_turn_only
from cogs.messages.screen_size import (
    SCREEN_SIZES,
    ScreenSize,
    compute_height,
    count_button_rows,
    count_lines,
    find_picture_height,
)
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService, build_scene
from engine.host.model.table import SeatAssignment, Table, TableSnapshot
from engine.host.service.play.likely_moves import find_likely_moves
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from render.kit.scene import PictureShape, Scene

PLAYER_NAMES = ("Ana", "Bartholomew", "Cléo", "Dai")
SMALL_LABELS = ("Rules", "Legend", "More")


class PictureStub:
    """A picture service that draws nothing and remembers the shape, the scene and the marks that a panel asked for."""

    is_overrun = False

    def __init__(self) -> None:
        self.min_aspects: list[float] = []
        self.shape: PictureShape = "board"
        self.scene: Scene | None = None

    async def draw_hand(self, *given: Any, **options: Any) -> Picture:
        return self._draw("hand", *given, **options)

    async def draw_crop(self, *given: Any, **options: Any) -> Picture:
        return self._draw("crop", *given, **options)

    async def draw_board(self, *given: Any, **options: Any) -> Picture:
        return self._draw("board", *given, **options)

    def _draw(
        self,
        shape: PictureShape,
        snapshot: TableSnapshot,
        language: Language,
        _tone: str,
        marks: dict[str, str] | None = None,
        *,
        min_aspect: float = 0.0,
        **_: Any,
    ) -> Picture:
        self.min_aspects.append(min_aspect)
        self.shape, self.scene = shape, build_scene(snapshot, language, marks)
        return Picture(b"", "board.png", "")


class PanelMeasure(NamedTuple):
    """The parts of a panel, and its size by the table of sizes."""

    text: str
    height_px: dict[ScreenSize, int]
    line_count: int
    picture_count: int
    controls: list[ui.Item[Any]]
    small_buttons: list[ui.Button[Any]]


class PanelScreen(NamedTuple):
    """A screen as a player sees it, and its size."""

    screen: MoveScreen
    view: ui.LayoutView
    text: str
    height_px: dict[ScreenSize, int]
    line_count: int
    picture_count: int
    controls: list[ui.Item[Any]]
    small_buttons: list[ui.Button[Any]]
    shape: PictureShape
    scene: Scene

    @property
    def marks(self) -> dict[str, str]:
        return self.scene.marks


def create_table(game: AnyGame, seat_count: int) -> Table:
    """Create the data of a running table."""
    seats = tuple(SeatAssignment(seat, 100 + seat, PLAYER_NAMES[seat]) for seat in range(seat_count))
    return Table(4711, 1, 1, game.slug, game.rules_version, {}, "running", 420, 420, 100, 0, seats)


def find_first_screen(run: GameRun[Any], seat: Seat, root: Menu) -> MoveScreen:
    """Build the first screen of a decision, with its likely moves."""
    likely = [move.words for move in find_likely_moves(run.game, run.position, "seed", seat)]
    return add_shortcuts(root, build_screen(root), likely)


def show_screen(
    run: GameRun[Any], seat: Seat, root: Menu, screen: MoveScreen, language: Language, seat_count: int
) -> PanelScreen:
    """Build the message of a screen and measure it."""
    table = create_table(run.game, seat_count)
    menu = follow_words(root, screen.prefix)
    preview_state = menu.preview_state if menu else None
    view = run.game.build_view(preview_state() if preview_state else run.state, seat)
    snapshot = TableSnapshot(table, seat, view, (seat,), (), (), ())
    small = [build_button(label, f"ow:b:{label.lower()}:1:1:") for label in SMALL_LABELS]
    options = ControlOptions(
        free_moves=screen.whole_moves[:1],
        can_end_turn=root.may_end_after and not ends_turn_only(root, screen.prefix),
        small_buttons=small,
        spare_button=small[0],
    )
    stub = PictureStub()
    message, _ = asyncio.run(
        build_panel(
            cast("PictureService", stub),
            snapshot,
            root,
            screen,
            language,
            PicturePreferences("day"),
            PanelTexts(),
            options,
        )
    )
    assert stub.scene is not None
    return PanelScreen(screen, message, *measure_panel(message, stub), stub.shape, stub.scene)


def measure_panel(message: ui.LayoutView, stub: PictureStub) -> PanelMeasure:
    """Measure a panel."""
    (box,) = message.children
    assert isinstance(box, ui.Container)
    text = "\n".join(part.content for part in box.children if isinstance(part, ui.TextDisplay))
    rows = [part for part in box.children if isinstance(part, ui.ActionRow)]
    pictures = [part for part in box.children if isinstance(part, ui.MediaGallery)]
    small_buttons = [cast("ui.Button[Any]", part) for part in rows[-1].children]
    controls = [part for row in rows[:-1] for part in row.children]
    small_rows = count_button_rows(small_buttons, is_small=True)
    assert small_rows == 1, [button.label for button in small_buttons]
    height_px: dict[ScreenSize, int] = {}
    for size in SCREEN_SIZES:
        picture_px = find_picture_height(stub.min_aspects[-1], size) if stub.min_aspects else 0
        control_rows = sum(count_row_height(row, size) for row in rows[:-1])
        height_px[size] = compute_height(count_lines(text, size), picture_px, control_rows, has_small_row=True)
    return PanelMeasure(text, height_px, count_lines(text), len(pictures), controls, small_buttons)


def list_screens(root: Menu, first: MoveScreen, max_screens: int) -> Iterator[MoveScreen]:
    """List the screens of a decision, first those that are near: the first and the last choice of every block, and groups."""
    todo = [first]
    seen: set[Words] = set()
    while todo and len(seen) < max_screens:
        screen = todo.pop(0)
        if screen.prefix in seen and screen.back_prefix is not None:
            continue
        seen.add(screen.prefix)
        yield screen
        for block in screen.blocks:
            if block.kind == "groups":
                todo += [build_screen(root, screen.prefix, group) for group in (0, len(block.choices) - 1)]
            elif block.kind != "subset":
                alone = [choice for choice in block.choices if choice.is_alone]
                todo += [build_screen(root, choice.words) for choice in [*alone[:1], *alone[1:][-1:]]]


def list_labels(shown: PanelScreen | PanelMeasure, *, with_options: bool = True) -> list[str]:
    """List all labels of a screen: of buttons, of lists and of their options."""
    labels = [button.label or "" for button in shown.small_buttons]
    for control in shown.controls:
        if isinstance(control, ui.Button):
            labels.append(control.label or "")
        elif isinstance(control, ui.Select):
            labels.append(control.placeholder or "")
            labels += [option.label for option in control.options] if with_options else []
    return labels


def list_letters(labels: list[str]) -> set[str]:
    """List the letters with which labels begin."""
    letters: set[str] = set()
    for label in labels:
        head, separator, _ = label.partition(" · ")
        if separator and all(len(part) == 1 and part.isupper() for part in head.split("›")):
            letters.update(head.split("›"))
    return letters


def is_green(control: ui.Item[Any]) -> bool:
    return isinstance(control, ui.Button) and control.style == discord.ButtonStyle.success
