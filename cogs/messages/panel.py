"""The panel: one player's private picture and controls, made from a snapshot and a screen, in the space of a phone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.limits import shorten
from cogs.messages.controls import ControlOptions, build_controls
from cogs.messages.layout import Button, build_button_rows, build_message
from cogs.messages.learn.description import build_legend_message
from cogs.messages.presenter import MoveScreen, show_places
from cogs.messages.screen_size import MAX_TEXT_LINES, PHONE, count_lines, find_min_aspect
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from engine.host.model.table import TableSnapshot
from engine.kernel.menu import Menu
from engine.kernel.text import Text, say
from render.kit.scene import PictureShape, choose_spot_picture, load_painter

MAX_WHISPERS = 3
MAX_NOTE_CHARS = 600
"""The length of a note in the panel."""


class PanelTexts(msgspec.Struct, frozen=True):
    """The texts of a panel around its question: a notice above it, the events of the move so far, a line of help, which takes
    the place of what has happened and been chosen, a warning of the move, and the standing, if there is a line left for it."""

    notice: Text | None = None
    preview: Sequence[Text] = ()
    help_line: Text | None = None
    warning: Text | None = None
    standing: Text | None = None


PanelMessage = tuple[ui.LayoutView, list[Picture]]
"""A panel with its pictures."""


async def build_panel(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
    panel_texts: PanelTexts,
    options: ControlOptions,
) -> PanelMessage:
    """Build the message for one step of a move, and the picture to attach."""
    screen, is_hand = _choose_picture(snapshot.table.game, screen)
    if picture_service.is_overrun:
        screen = show_places(screen, lambda _spot: False)
    controls = build_controls(snapshot.table, root, screen, language, options)
    lines = _format_lines(snapshot, screen, language, panel_texts, is_overrun=picture_service.is_overrun)
    text = fit_lines(lines)
    picture = None
    if not picture_service.is_overrun:
        min_aspect = find_min_aspect(text, controls.count_rows)
        picture = await _draw_picture(
            picture_service, snapshot, screen, language, preferences, min_aspect=min_aspect, is_hand=is_hand
        )
    view = build_message(text, *preferences.arrange_pictures(picture), *controls.all_rows)
    return view, [picture] if picture else []


async def build_panel_legend(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
    buttons: Sequence[Button],
) -> PanelMessage:
    """Build the legend of the picture that a step of a move shows, below that picture."""
    screen, is_hand = _choose_picture(snapshot.table.game, screen)
    shapes: list[PictureShape] = ["hand"] if is_hand else []
    shapes += ["board"] if preferences.shows_whole_board else ["crop", "board"]
    marks, legend = _find_shown_marks(snapshot, screen), tuple[str, ...]()
    for shape in shapes:
        legend = legend or await picture_service.explain_picture(shape, snapshot, language, marks)
    picture = await _draw_picture(
        picture_service, snapshot, screen, language, preferences, min_aspect=1.0, is_hand=is_hand
    )
    return build_legend_message(snapshot, legend, picture, language, buttons), [picture] if picture else []


def _format_lines(
    snapshot: TableSnapshot, screen: MoveScreen, language: Language, panel_texts: PanelTexts, *, is_overrun: bool
) -> list[str]:
    """Format the texts of a panel, the most important first."""
    table = snapshot.table
    fmt = TextFormatter(table, translate=language)
    plain = TextFormatter(table, translate=language, is_bold=False)
    lines = [f"**{plain(screen.prompt)}**"]
    if panel_texts.notice is not None:
        notice = fmt(panel_texts.notice)
        together = f"{notice} {lines[0]}"
        lines = [together] if count_lines(together) == count_lines(lines[0]) else [notice, *lines]
    if panel_texts.help_line is not None:
        lines.append(f"💡 {plain(panel_texts.help_line)}")
    elif screen.path:
        lines.append(" › ".join(plain(label) for label in screen.path))
    warning = panel_texts.warning
    if warning is None and screen.loses is not None:
        warning = say("You could still use {loss}.", loss=screen.loses)
    if warning is not None:
        lines.append("⚠ " + fmt(warning))
    lines += [fmt(event) for event in panel_texts.preview]
    if is_overrun:
        missing = say("There is too much to draw just now, so the picture is left out; the board is in the channel.")
        lines.append(f"-# {fmt(missing)}")
    if panel_texts.help_line is None:
        lines += format_whispers(snapshot, fmt).split("\n")[-1:]
    lines = [line for line in lines if line]
    return _add_standing(lines, plain(panel_texts.standing)) if panel_texts.standing is not None else lines


def _add_standing(lines: list[str], standing: str) -> list[str]:
    """Add the standing if all of it fits below the other lines."""
    line = f"-# {standing}"
    if sum(map(count_lines, (*lines, line))) > MAX_TEXT_LINES:
        return lines
    return [*lines, line]


def fit_lines(lines: Sequence[str]) -> str:
    """Join as many lines as a panel has space for, and shorten the one that does not fit."""
    fitted: list[str] = []
    for line in lines:
        room = MAX_TEXT_LINES - sum(map(count_lines, fitted))
        if room <= 0:
            break
        fitted.append(line if count_lines(line) <= room else _close_markup(shorten(line, room * PHONE.line_chars - 4)))
    return "\n".join(fitted)


def _close_markup(line: str) -> str:
    """Close a bold part that was cut off."""
    return line if line.count("**") % 2 == 0 else f"{line}**"


def _choose_picture(slug: str, screen: MoveScreen) -> tuple[MoveScreen, bool]:
    """Choose the picture with most marks, at a tie the board. Return the screen with its letters, and whether it is the hand."""
    if screen.is_complete:
        return screen, False
    painter = load_painter(slug)
    shown = choose_spot_picture(painter, screen.marks)
    return show_places(screen, lambda spot: painter.find_picture(spot) == shown), shown != "board"


async def _draw_picture(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
    *,
    min_aspect: float,
    is_hand: bool,
) -> Picture | None:
    """Draw the hand, or the part of the board, that the choices are on."""
    marks = _find_shown_marks(snapshot, screen)
    if is_hand:
        picture = await picture_service.draw_hand(snapshot, language, preferences.tone, marks, min_aspect=min_aspect)
        if picture is not None:
            return picture
    if preferences.shows_whole_board:
        return await picture_service.draw_board(
            snapshot, language, preferences.tone, marks, moving=preferences.is_animated, min_aspect=min_aspect
        )
    return await picture_service.draw_crop(snapshot, language, preferences.tone, marks, min_aspect=min_aspect)


def _find_shown_marks(snapshot: TableSnapshot, screen: MoveScreen) -> dict[str, str]:
    """Return the marks of the choices, or of a complete move the places on the board."""
    if not screen.is_complete:
        return screen.marks
    painter = load_painter(snapshot.table.game)
    return {spot: "" for spot in screen.spots if painter.find_picture(spot) == "board"}


def format_whispers(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """Format the latest lines that only this viewer was told."""
    return "\n".join(f"> {fmt(line.text)}" for line in snapshot.private_lines[-MAX_WHISPERS:])


def format_note(note: str, fmt: TextFormatter) -> str:
    """Format the viewer's own note."""
    if not note:
        return ""
    quoted = "\n".join(f"> {line}" for line in shorten(note, MAX_NOTE_CHARS).splitlines())
    return f"-# {fmt(say('Your note; {/note} changes it'))}\n{quoted}"


def build_more_message(
    snapshot: TableSnapshot, note: str, screen: MoveScreen, language: Language, buttons: Sequence[Button]
) -> ui.LayoutView:
    """Build the message behind "More": what the colours mean, what the viewer was told, the note, and rarer buttons."""
    fmt = TextFormatter(snapshot.table, translate=language)
    colours = say(
        "Green plays at once, blue asks more, grey ends or turns back. A list plays at once what you can take back."
    )
    lines = [f"**{fmt(screen.prompt)}**", f"-# {fmt(colours)}"]
    return build_message(
        "\n".join(lines), format_whispers(snapshot, fmt), format_note(note, fmt), *build_button_rows(buttons)
    )


def describe_no_room(omitted: Sequence[Text]) -> Text:
    """Describe the picks that were impossible after the others."""
    return say("Nothing is played yet. This is not possible with the rest: {what}.", what=omitted)
