"""The panel: one player's private picture and controls, made from a snapshot and a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.limits import MAX_COMPONENTS, MAX_ROW_BUTTONS, shorten
from cogs.messages.choices import Choice
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_select,
)
from cogs.messages.lists import ChoiceBlock, count_parts
from cogs.messages.presenter import MAX_SHORTCUTS, MoveScreen, list_one_press_moves
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from render.kit.scene import Prompt, load_painter

MAX_WHISPERS = 3
MAX_NOTE_CHARS = 600
"""Characters of a note in the panel."""


class ActionSet(msgspec.Struct, frozen=True):
    """The acts of the controls of a menu, and the label of the last button. `several` is the act of a list of which several are
    picked, `ends` of a move that ends the game; `before` stands in every id before the words."""

    whole: str
    step: str
    pick: str
    group: str
    last_label: Text
    why: str = ""
    ends: str = ""
    before: str = ""
    several: str = ""


MOVE_ACTIONS = ActionSet("play", "step", "pick", "group", say("Play it"), "why", "end", several="many")
ORDER_ACTIONS = ActionSet("order", "ostep", "opick", "ogroup", say("Leave this order"))
MAX_REASONS_SHOWN = 2
"""Refused choices whose reasons are shown at once; beyond that there is "Why not?"."""


PanelMessage = tuple[ui.LayoutView, list[Picture]]
"""A panel with its pictures."""


async def build_panel(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
    *,
    notice: Text | None = None,
    preview: Sequence[Text] = (),
    free: Collection[Words] = (),
    ends: bool = False,
    note: str = "",
    extra_buttons: Sequence[Button] = (),
    actions: ActionSet = MOVE_ACTIONS,
) -> PanelMessage:
    """The message for one step of a move, and the pictures to attach; `extra_buttons` are buttons below the first step."""
    table, fmt = snapshot.table, TextFormatter(snapshot.table, translate=language)
    too_many = picture_service.is_overrun
    pictures = [] if too_many else await _draw_pictures(picture_service, snapshot, screen, language, preferences)
    texts = []
    if screen.path:
        within = TextFormatter(table, translate=language, is_bold=False)
        texts.append("**" + " › ".join(within(label) for label in screen.path) + "**")
    texts.extend(fmt(line) for line in preview)
    texts.append(fmt(screen.prompt))
    if 0 < len(screen.refused_options) <= MAX_REASONS_SHOWN:
        reasons = (
            say("Not now: {option}. {why}", option=option.label, why=option.why_not or say("not now"))
            for option in screen.refused_options
        )
        texts.append("\n".join(f"-# {fmt(reason)}" for reason in reasons))
    if (colours := explain_buttons(screen)) is not None:
        texts.append(f"-# {fmt(colours)}")
    if too_many:
        missing = say("There is too much to draw just now, so the picture is left out; the board is in the channel.")
        texts.append(f"-# {fmt(missing)}")
    if screen.shortcuts:
        texts.append(_format_shortcuts(screen, TextFormatter(table, translate=language, is_bold=False)))
    view = build_message(
        fmt(notice) if notice else "",
        format_whispers(snapshot, fmt),
        "\n".join(texts),
        format_note(note, fmt),
        *pictures,
        *build_controls(
            table,
            root,
            screen,
            language,
            actions,
            free=free,
            ends=ends,
            extra_buttons=extra_buttons if screen.back_prefix is None else (),
        ),
    )
    return view, pictures


def count_shortcut_room(screen: MoveScreen, extra_buttons: Sequence[Button], texts: int) -> int:
    """How many shortcuts a first step has room for within Discord's parts of a message, with so many texts and two pictures."""
    last = len(extra_buttons) + bool(screen.refused_options)
    others = 1 + texts + 2 + count_parts(screen.blocks) + last + -(-last // MAX_ROW_BUTTONS)
    return max(0, min(MAX_SHORTCUTS, MAX_COMPONENTS - others - 1))


async def _draw_pictures(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
) -> list[Picture]:
    """The hand when choices are in it, and at the first step unless much is to be drawn; the board when choices are on it or a
    draft changes it."""
    artist = load_painter(snapshot.table.game)
    marks = screen.marks
    if screen.is_complete and snapshot.draft_words:
        marks = {spot: "" for spot in screen.spots if not artist.is_on_hand(spot)}
    in_hand = {spot: letter for spot, letter in marks.items() if artist.is_on_hand(spot)}
    on_board = {spot: letter for spot, letter in marks.items() if spot not in in_hand}
    tone = preferences.tone
    asked = Prompt(screen.prompt, screen.path, screen.spots) if on_board and not screen.is_complete else None
    shown = (
        [await picture_service.draw_hand(snapshot, language, tone, in_hand)]
        if in_hand or not marks or (screen.back_prefix is None and not picture_service.is_rushed)
        else []
    )
    if on_board or snapshot.draft_words or not any(shown):
        shown.append(
            await picture_service.draw_board(snapshot, language, tone, on_board, asked, moving=preferences.is_animated)
            if preferences.shows_whole_board
            else await picture_service.draw_crop(snapshot, language, tone, on_board, asked)
        )
    return [picture for picture in shown if picture is not None]


def format_whispers(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """The latest lines that only this viewer was told."""
    return "\n".join(f"> {fmt(line.text)}" for line in snapshot.private_lines[-MAX_WHISPERS:])


def format_note(note: str, fmt: TextFormatter) -> str:
    """The viewer's own note, below everything else that is said."""
    if not note:
        return ""
    quoted = "\n".join(f"> {line}" for line in shorten(note, MAX_NOTE_CHARS).splitlines())
    return f"-# {fmt(say('Your note; /note changes it'))}\n{quoted}"


def build_controls(
    table: Table,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    actions: ActionSet = MOVE_ACTIONS,
    *,
    free: Collection[Words] = (),
    ends: bool = False,
    extra_buttons: Sequence[Button] = (),
) -> list[ui.ActionRow[Any]]:
    """The buttons and selects of one step. `free` are whole moves of this step that are played without asking once more;
    `ends`: the move that is complete ends the game. The buttons in `extra_buttons` come last."""
    fmt = TextFormatter(table, translate=language)
    made: list[ui.ActionRow[Any]] = []
    at_once, seen = list_one_press_moves(screen), Counter[Words]()
    for block in screen.blocks:
        if block.kind == "buttons":
            # A whole move at the first step takes one press, since its label says it all.
            made += build_button_rows(
                [
                    build_button(
                        _format_label(choice, table, language),
                        _build_button_id(
                            actions,
                            actions.whole if choice.words in at_once else actions.step,
                            table,
                            root,
                            choice.words,
                        ),
                        GREEN_STYLE if choice.words in free else BLUE_STYLE,
                    )
                    for choice in block.choices
                ]
            )
        else:
            made.append(_build_select(block, seen[block.prefix], table, root, language, actions))
            seen[block.prefix] += 1
    if screen.shortcuts:
        made += build_button_rows(
            [
                build_button(
                    format_plain_label(
                        say("Play {letter}: {what}", letter=one.letter, what=one.label), table, language
                    ),
                    _build_button_id(actions, actions.step, table, root, one.words),
                    GREEN_STYLE if one.words in free else BLUE_STYLE,
                )
                for one in screen.shortcuts
            ]
        )
    last = (
        [
            build_button(
                fmt(actions.last_label),
                _build_button_id(actions, actions.ends if ends else actions.whole, table, root, screen.prefix),
                GREEN_STYLE,
            )
        ]
        if screen.is_complete
        else []
    )
    if screen.back_prefix is not None:
        last.append(
            build_button(fmt(say("Back")), _build_button_id(actions, actions.step, table, root, screen.back_prefix))
        )
    if screen.refused_options and actions.why:
        within = screen.prefix if screen.back_prefix is not None else ()
        last.append(build_button(fmt(say("Why not?")), _build_button_id(actions, actions.why, table, root, within)))
    return made + build_button_rows([*last, *extra_buttons])


def explain_buttons(screen: MoveScreen) -> Text | None:
    """What the colours of a step's buttons mean, and when a list plays; None where there is nothing to choose."""
    kinds = {block.kind for block in screen.blocks}
    pressed, listed = bool(screen.shortcuts) or "buttons" in kinds, kinds - {"buttons"}
    if pressed and "several" in listed:
        return say(
            "Green plays at once, blue asks more. Pick up to as many as a list says: they are done in its order, or in one that "
            "works, at once if you can take that back."
        )
    if "several" in listed:
        return say(
            "Pick up to as many as a list says: they are done in its order, or in one that works, at once if you can take that "
            "back."
        )
    if pressed and listed:
        return say("Green plays at once, blue asks more. A list plays at once what you can take back.")
    if pressed:
        return say("Green plays at once, blue asks more.")
    return say("A list plays at once what you can take back.") if listed else None


def _format_shortcuts(screen: MoveScreen, fmt: TextFormatter) -> str:
    """What each shortcut would play."""
    lines = [f"**{one.letter}** · {' › '.join(fmt(label) for label in one.path)}" for one in screen.shortcuts]
    return "\n".join([f"-# {fmt(say('Shortcuts to moves that come to mind first. They are no advice:'))}", *lines])


def describe_no_room(omitted: Sequence[Text]) -> Text:
    """The notice about picks that had no room behind the others."""
    return say("This is not possible with the rest: {what}. Nothing is played yet; go on from here.", what=omitted)


def _build_select(
    block: ChoiceBlock, nth: int, table: Table, root: Menu, language: Language, actions: ActionSet
) -> ui.ActionRow[Any]:
    """A block as a select, the nth one that goes on from the same words; the value of a choice are its words after these."""
    act = {"groups": actions.group, "several": actions.several}.get(block.kind, actions.pick)
    room = (
        custom_ids.count_free_chars(act, table.id, table.asked_revision)
        - len(custom_ids.make_nth_path("", nth))
        - len(actions.before)
    )
    within = actions.before + custom_ids.make_nth_path(custom_ids.pack_path(root, block.prefix, room), nth)
    return build_select(
        custom_ids.build_select_id(act, table.id, table.asked_revision, within),
        format_plain_label(block.label, table, language),
        [
            (
                " ".join(choice.words[len(block.prefix) : len(choice.words) - choice.silent_steps]),
                _format_label(choice, table, language),
            )
            for choice in block.choices
        ],
        block.lo,
        block.hi,
    )


def _build_button_id(actions: ActionSet, act: str, table: Table, root: Menu, words: Words) -> str:
    room = custom_ids.count_free_chars(act, table.id, table.asked_revision) - len(actions.before)
    return custom_ids.build_button_id(
        act, table.id, table.asked_revision, actions.before + custom_ids.pack_path(root, words, room)
    )


def _format_label(choice: Choice, table: Table, language: Language) -> str:
    text = format_plain_label(choice.label, table, language)
    return f"{choice.letter} · {text}" if choice.letter else text
