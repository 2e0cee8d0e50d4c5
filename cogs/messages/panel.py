"""The panel: one player's private picture and controls, made from a snapshot and a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.limits import BUTTONS_IN_ROW, COMPONENTS, fit
from cogs.messages.choices import Choice
from cogs.messages.layout import BLUE, GREEN, Button, button, message, rows, select
from cogs.messages.lists import Block, parts
from cogs.messages.presenter import SHORTCUTS, Screen, at_one_press
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from render.kit.scene import Prompt, painter

WHISPERS = 3
NOTE = 600
"""Characters of a note in the panel."""


class ActionSet(msgspec.Struct, frozen=True):
    """The acts of the controls of a menu, and the label of the last button. `several` is the act of a list of which several are
    picked, `ends` of a move that ends the game; `before` stands in every id before the words."""

    whole: str
    step: str
    pick: str
    group: str
    last: Text
    why: str = ""
    ends: str = ""
    before: str = ""
    several: str = ""


MOVE = ActionSet("play", "step", "pick", "group", say("Play it"), "why", "end", several="many")
ORDER = ActionSet("order", "ostep", "opick", "ogroup", say("Leave this order"))
REASONS = 2
"""Refused choices whose reasons are shown at once; beyond that there is "Why not?"."""


Panel = tuple[ui.LayoutView, list[Picture]]
"""A panel with its pictures."""


async def panel(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    root: Menu,
    screen: Screen,
    language: Language,
    preferences: PicturePreferences,
    *,
    notice: Text | None = None,
    preview: Sequence[Text] = (),
    free: Collection[Words] = (),
    ends: bool = False,
    note: str = "",
    more: Sequence[Button] = (),
    acts: ActionSet = MOVE,
) -> Panel:
    """The message for one step of a move, and the pictures to attach; `more` are buttons below the first step."""
    table, fmt = snapshot.table, TextFormatter(snapshot.table, translate=language)
    too_many = picture_service.overrun
    pictures = [] if too_many else await _pictures(picture_service, snapshot, screen, language, preferences)
    texts = []
    if screen.path:
        within = TextFormatter(table, translate=language, strong=False)
        texts.append("**" + " › ".join(within(label) for label in screen.path) + "**")
    texts.extend(fmt(line) for line in preview)
    texts.append(fmt(screen.prompt))
    if 0 < len(screen.refused) <= REASONS:
        reasons = (
            say("Not now: {option}. {why}", option=option.label, why=option.why_not or say("not now"))
            for option in screen.refused
        )
        texts.append("\n".join(f"-# {fmt(reason)}" for reason in reasons))
    if (colours := meaning(screen)) is not None:
        texts.append(f"-# {fmt(colours)}")
    if too_many:
        missing = say("There is too much to draw just now, so the picture is left out; the board is in the channel.")
        texts.append(f"-# {fmt(missing)}")
    if screen.shortcuts:
        texts.append(_shortcuts(screen, TextFormatter(table, translate=language, strong=False)))
    view = message(
        fmt(notice) if notice else "",
        whispered(snapshot, fmt),
        "\n".join(texts),
        noted(note, fmt),
        *pictures,
        *controls(table, root, screen, language, acts, free=free, ends=ends, more=more if screen.back is None else ()),
    )
    return view, pictures


def room_for_shortcuts(screen: Screen, more: Sequence[Button], texts: int) -> int:
    """How many shortcuts a first step has room for within Discord's parts of a message, with so many texts and two pictures."""
    last = len(more) + bool(screen.refused)
    others = 1 + texts + 2 + parts(screen.blocks) + last + -(-last // BUTTONS_IN_ROW)
    return max(0, min(SHORTCUTS, COMPONENTS - others - 1))


async def _pictures(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: Screen,
    language: Language,
    preferences: PicturePreferences,
) -> list[Picture]:
    """The hand when choices are in it, and at the first step unless much is to be drawn; the board when choices are on it or a
    draft changes it."""
    artist = painter(snapshot.table.game)
    marks = screen.marks
    if screen.done and snapshot.draft:
        marks = {spot: "" for spot in screen.spots if not artist.on_hand(spot)}
    in_hand = {spot: letter for spot, letter in marks.items() if artist.on_hand(spot)}
    on_board = {spot: letter for spot, letter in marks.items() if spot not in in_hand}
    tone = preferences.tone
    asked = Prompt(screen.prompt, screen.path, screen.spots) if on_board and not screen.done else None
    shown = (
        [await picture_service.hand(snapshot, language, tone, in_hand)]
        if in_hand or not marks or (screen.back is None and not picture_service.rushed)
        else []
    )
    if on_board or snapshot.draft or not any(shown):
        shown.append(
            await picture_service.board(snapshot, language, tone, on_board, asked, moving=preferences.moving)
            if preferences.whole
            else await picture_service.crop(snapshot, language, tone, on_board, asked)
        )
    return [picture for picture in shown if picture is not None]


def whispered(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """The latest lines that only this viewer was told."""
    return "\n".join(f"> {fmt(line.text)}" for line in snapshot.whispers[-WHISPERS:])


def noted(note: str, fmt: TextFormatter) -> str:
    """The viewer's own note, below everything else that is said."""
    if not note:
        return ""
    quoted = "\n".join(f"> {line}" for line in fit(note, NOTE).splitlines())
    return f"-# {fmt(say('Your note; /note changes it'))}\n{quoted}"


def controls(
    table: Table,
    root: Menu,
    screen: Screen,
    language: Language,
    acts: ActionSet = MOVE,
    *,
    free: Collection[Words] = (),
    ends: bool = False,
    more: Sequence[Button] = (),
) -> list[ui.ActionRow[Any]]:
    """The buttons and selects of one step. `free` are whole moves of this step that are played without asking once more;
    `ends`: the move that is complete ends the game. The buttons in `more` come last."""
    fmt = TextFormatter(table, translate=language)
    made: list[ui.ActionRow[Any]] = []
    at_once, seen = at_one_press(screen), Counter[Words]()
    for block in screen.blocks:
        if block.kind == "buttons":
            # A whole move at the first step takes one press, since its label says it all.
            made += rows(
                [
                    button(
                        _label(choice, table, language),
                        _button_id(
                            acts, acts.whole if choice.words in at_once else acts.step, table, root, choice.words
                        ),
                        GREEN if choice.words in free else BLUE,
                    )
                    for choice in block.choices
                ]
            )
        else:
            made.append(_select(block, seen[block.prefix], table, root, language, acts))
            seen[block.prefix] += 1
    if screen.shortcuts:
        made += rows(
            [
                button(
                    plain_label(say("Play {letter}: {what}", letter=one.letter, what=one.label), table, language),
                    _button_id(acts, acts.step, table, root, one.words),
                    GREEN if one.words in free else BLUE,
                )
                for one in screen.shortcuts
            ]
        )
    last = (
        [button(fmt(acts.last), _button_id(acts, acts.ends if ends else acts.whole, table, root, screen.prefix), GREEN)]
        if screen.done
        else []
    )
    if screen.back is not None:
        last.append(button(fmt(say("Back")), _button_id(acts, acts.step, table, root, screen.back)))
    if screen.refused and acts.why:
        within = screen.prefix if screen.back is not None else ()
        last.append(button(fmt(say("Why not?")), _button_id(acts, acts.why, table, root, within)))
    return made + rows([*last, *more])


def meaning(screen: Screen) -> Text | None:
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


def _shortcuts(screen: Screen, fmt: TextFormatter) -> str:
    """What each shortcut would play."""
    lines = [f"**{one.letter}** · {' › '.join(fmt(label) for label in one.path)}" for one in screen.shortcuts]
    return "\n".join([f"-# {fmt(say('Shortcuts to moves that come to mind first. They are no advice:'))}", *lines])


def no_room(left: Sequence[Text]) -> Text:
    """The notice about picks that had no room behind the others."""
    return say("This is not possible with the rest: {what}. Nothing is played yet; go on from here.", what=left)


def _select(block: Block, nth: int, table: Table, root: Menu, language: Language, acts: ActionSet) -> ui.ActionRow[Any]:
    """A block as a select, the nth one that goes on from the same words; the value of a choice are its words after these."""
    act = {"groups": acts.group, "several": acts.several}.get(block.kind, acts.pick)
    room = custom_ids.room(act, table.id, table.asked) - len(custom_ids.another("", nth)) - len(acts.before)
    within = acts.before + custom_ids.another(custom_ids.pack(root, block.prefix, room), nth)
    return select(
        custom_ids.select(act, table.id, table.asked, within),
        plain_label(block.label, table, language),
        [
            (
                " ".join(choice.words[len(block.prefix) : len(choice.words) - choice.silent]),
                _label(choice, table, language),
            )
            for choice in block.choices
        ],
        block.lo,
        block.hi,
    )


def _button_id(acts: ActionSet, act: str, table: Table, root: Menu, words: Words) -> str:
    room = custom_ids.room(act, table.id, table.asked) - len(acts.before)
    return custom_ids.button(act, table.id, table.asked, acts.before + custom_ids.pack(root, words, room))


def _label(choice: Choice, table: Table, language: Language) -> str:
    text = plain_label(choice.label, table, language)
    return f"{choice.letter} · {text}" if choice.letter else text
