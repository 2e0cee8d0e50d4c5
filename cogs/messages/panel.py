"""The panel: one player's private picture and controls, made from a snapshot and a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.limits import fit
from cogs.messages.layout import BLUE, GREEN, GREY, Button, button, message, rows, select
from cogs.messages.presenter import Choice, Screen, at_one_press
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.menu import Menu
from engine.kernel.text import Text, say
from render.kit.scene import painter

WHISPERS = 3
NOTE = 600
"""Characters of a note in the panel."""


class ActionSet(msgspec.Struct, frozen=True):
    """The acts of the controls of a menu, and the label of the last button. `ends` is the act of a move that ends the game."""

    whole: str
    step: str
    pick: str
    group: str
    last: Text
    why: str = ""
    ends: str = ""


MOVE = ActionSet("play", "step", "pick", "group", say("Play it"), "why", "end")
ORDER = ActionSet("order", "ostep", "opick", "ogroup", say("Leave it"))
REASONS = 2
"""Refused choices whose reasons are shown at once; beyond that there is "Why not?"."""


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
    ends: bool = False,
    note: str = "",
    more: Sequence[Button] = (),
) -> tuple[ui.LayoutView, list[Picture]]:
    """The message for one step of a move, and the pictures to attach; `more` are buttons below the first step."""
    table, fmt = snapshot.table, TextFormatter(snapshot.table, translate=language)
    pictures = await _pictures(picture_service, snapshot, screen, language, preferences)
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
    view = message(
        fmt(notice) if notice else "",
        whispered(snapshot, fmt),
        "\n".join(texts),
        noted(note, fmt),
        *pictures,
        *controls(table, root, screen, language, ends=ends, more=more if screen.back is None else ()),
    )
    return view, pictures


async def _pictures(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: Screen,
    language: Language,
    preferences: PicturePreferences,
) -> list[Picture]:
    """The hand at the first step or when choices are in it; the board when choices are on it or a draft changes it."""
    artist = painter(snapshot.table.game)
    marks = {spot: choice.letter for choice in screen.choices if choice.letter for spot in choice.spots}
    if screen.kind == "done" and snapshot.draft:
        marks = {spot: "" for spot in screen.spots if not artist.on_hand(spot)}
    in_hand = {spot: letter for spot, letter in marks.items() if artist.on_hand(spot)}
    on_board = {spot: letter for spot, letter in marks.items() if spot not in in_hand}
    tone = preferences.tone
    shown = (
        [await picture_service.hand(snapshot, language, tone, in_hand)]
        if in_hand or screen.back is None or not marks
        else []
    )
    if on_board or snapshot.draft or not any(shown):
        board = picture_service.board if preferences.whole else picture_service.crop
        shown.append(await board(snapshot, language, tone, on_board))
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
    ends: bool = False,
    more: Sequence[Button] = (),
) -> list[ui.ActionRow[Any]]:
    """The buttons and selects of one step. `ends`: the move that is complete ends the game. The buttons in `more` come last."""
    fmt = TextFormatter(table, translate=language)

    def button_id(act: str, words: tuple[str, ...]) -> str:
        return custom_ids.button(
            act, table.id, table.asked, custom_ids.pack(root, words, custom_ids.room(act, table.id, table.asked))
        )

    def select_id(act: str) -> str:
        return custom_ids.select(
            act,
            table.id,
            table.asked,
            custom_ids.pack(root, screen.prefix, custom_ids.room(act, table.id, table.asked)),
        )

    def label(choice: Choice) -> str:
        text = plain_label(choice.label, table, language)
        return f"{choice.letter} · {text}" if choice.letter else text

    made: list[ui.ActionRow[Any]] = []
    if screen.kind == "buttons":
        # Where some choices lead on, those that end the move ("End your turn") are grey.
        goes_on = any(not choice.done for choice in screen.choices)
        # A whole move at the first step takes one press, since its label says it all; a move of several steps, or one
        # that turns out to end the game, is shown and confirmed first.
        at_once = at_one_press(screen)
        made = rows(
            [
                button(
                    label(choice),
                    button_id(
                        acts.whole if choice.words in at_once else acts.step,
                        choice.words,
                    ),
                    GREY if choice.done and goes_on else BLUE,
                )
                for choice in screen.choices
            ]
        )
    elif screen.kind in ("select", "subset"):
        made = [
            select(
                select_id(acts.pick),
                plain_label(screen.prompt, table, language),
                [(choice.words[len(screen.prefix)], label(choice)) for choice in screen.choices],
                screen.lo,
                screen.hi,
            )
        ]
    elif screen.kind == "groups":
        made = [
            select(
                select_id(acts.group),
                plain_label(screen.prompt, table, language),
                [(choice.words[0], label(choice)) for choice in screen.choices],
            )
        ]
    last = (
        [button(fmt(acts.last), button_id(acts.ends if ends else acts.whole, screen.prefix), GREEN)]
        if screen.kind == "done"
        else []
    )
    if screen.back is not None:
        last.append(button(fmt(say("Back")), button_id(acts.step, screen.back)))
    if screen.refused and acts.why:
        last.append(button(fmt(say("Why not?")), button_id(acts.why, screen.prefix)))
    return made + rows([*last, *more])
