"""The panel: one player's own picture and controls, seen by nobody else. Built from a Sight and a Screen, remembers nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from discord import ui

from cogs import ids
from cogs.layout import BLUE, GREEN, GREY, button, message, rows, select
from cogs.pictures import Picture, Studio
from cogs.presenter import Choice, Screen
from cogs.words import Reader, plain_label
from engine.host.table import Sight
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from render.scene import painter

WHISPERS = 3
REFUSED = 6
"""Reasons shown below the choices."""


async def panel(
    studio: Studio,
    sight: Sight,
    root: Menu,
    screen: Screen,
    *,
    notice: Text | None = None,
    preview: Sequence[Text] = (),
    final: Collection[Words] = (),
) -> tuple[ui.LayoutView, list[Picture]]:
    """The message for one step of a move, and the pictures to attach."""
    table, read = sight.table, Reader(sight.table)
    pictures = await _pictures(studio, sight, screen)
    texts = []
    if screen.path:
        texts.append("**" + " › ".join(plain_label(label, table) for label in screen.path) + "**")
    texts.extend(read(line) for line in preview)
    texts.append(read(screen.prompt))
    if screen.refused:
        reasons = (
            say("Not now: {option}. {why}", option=option.label, why=option.why_not or say("not now"))
            for option in screen.refused[:REFUSED]
        )
        texts.append("\n".join(f"-# {read(reason)}" for reason in reasons))
    view = message(
        read(notice) if notice else "",
        whispered(sight),
        "\n".join(texts),
        *pictures,
        *_controls(sight, root, screen, final),
    )
    return view, pictures


async def _pictures(studio: Studio, sight: Sight, screen: Screen) -> list[Picture]:
    """The hand where the choice begins or is among it, the board where the choice is among its places."""
    marks = {spot: choice.letter for choice in screen.choices if choice.letter for spot in choice.spots}
    artist = painter(sight.table.game)
    in_hand = {spot: letter for spot, letter in marks.items() if artist.on_hand(spot)}
    shown = [await studio.hand(sight, in_hand)] if in_hand or screen.back is None or not marks else []
    if len(in_hand) < len(marks) or not any(shown):
        shown.append(await studio.board(sight, marks))
    return [picture for picture in shown if picture is not None]


def whispered(sight: Sight) -> str:
    """What only this viewer heard of late."""
    read = Reader(sight.table)
    return "\n".join(f"> {read(line.text)}" for line in sight.whispers[-WHISPERS:])


def _controls(sight: Sight, root: Menu, screen: Screen, final: Collection[Words]) -> list[ui.ActionRow[Any]]:
    table = sight.table
    read = Reader(table)

    def button_id(act: str, words: tuple[str, ...]) -> str:
        return ids.button(act, table.id, table.asked, ids.pack(root, words, ids.room(act, table.id, table.asked)))

    def select_id(act: str) -> str:
        return ids.select(
            act, table.id, table.asked, ids.pack(root, screen.prefix, ids.room(act, table.id, table.asked))
        )

    def label(choice: Choice) -> str:
        text = plain_label(choice.label, table)
        return f"{choice.letter} · {text}" if choice.letter else text

    controls: list[ui.ActionRow[Any]] = []
    if screen.kind == "buttons":
        # A whole move offered at the first step is played by its one press, since its label says it all; what was put
        # together over several steps, or ends the game, is shown and asked about first.
        controls = rows(
            [
                button(
                    label(choice),
                    button_id(
                        "play" if choice.done and screen.back is None and choice.words not in final else "step",
                        choice.words,
                    ),
                    BLUE if choice.done else GREY,
                )
                for choice in screen.choices
            ]
        )
    elif screen.kind in ("select", "subset"):
        controls = [
            select(
                select_id("pick"),
                plain_label(screen.prompt, table),
                [(choice.words[len(screen.prefix)], label(choice)) for choice in screen.choices],
                screen.lo,
                screen.hi,
            )
        ]
    elif screen.kind == "groups":
        controls = [
            select(
                select_id("group"),
                plain_label(screen.prompt, table),
                [(choice.words[0], label(choice)) for choice in screen.choices],
            )
        ]
    last = [button(read(say("Play it")), button_id("play", screen.prefix), GREEN)] if screen.kind == "done" else []
    if screen.back is not None:
        last.append(button(read(say("Back")), button_id("step", screen.back)))
    if screen.refused:
        last.append(button(read(say("Why not?")), button_id("why", screen.prefix)))
    return controls + rows(last)
