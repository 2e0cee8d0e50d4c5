"""What is said about computers at the table: their seats in a lobby, and what they have played for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN, button, message, rows, select
from cogs.words.text_formatter import TextFormatter, name_of
from engine.host.model.table import Table
from engine.host.service.people.statistics import AgainstComputers
from engine.host.service.play.crew import Returned
from engine.kernel.text import Text, Translate, count, say
from engine.players.computer_levels import LEVELS

LINES = 15
"""Lines that somebody reads who has been away, at most; the log has the rest."""


def level_name(level: str) -> Text:
    """A level in words, with how well it plays."""
    return {
        "cadet": say("Cadet: like a sensible beginner"),
        "mate": say("Mate: knows the game"),
        "captain": say("Captain: plays as well as it can"),
    }[level]


def short_level(level: str) -> Text:
    """A level in one word."""
    return {"cadet": say("cadet"), "mate": say("mate"), "captain": say("captain")}[level]


def computer_select(table: Table, fmt: TextFormatter) -> ui.ActionRow[Any]:
    """The select of a lobby that adds a computer."""
    return select(
        custom_ids.select("crew", table.id, table.rev),
        fmt(say("Add a computer")),
        [(level, fmt(level_name(level))) for level in LEVELS],
    )


def remove_select(table: Table, fmt: TextFormatter, translate: Translate) -> ui.ActionRow[Any] | None:
    """The select that takes a computer off a table, None where there is none."""
    own = [(str(person.seat), name_of(person, translate)) for person in table.seats if person.own]
    return (
        select(custom_ids.select("uncrew", table.id, table.rev), fmt(say("Take a computer off the table")), own)
        if own
        else None
    )


def covered_message(table: Table, translate: Translate) -> ui.LayoutView:
    """What somebody sees at whose seat a computer plays."""
    fmt = TextFormatter(table, translate=translate)
    return message(
        fmt(say("A computer plays for you until you are back.")),
        *rows([button(fmt(say("Take my seat again")), custom_ids.button("again", table.id, table.asked), GREEN)]),
    )


def returned_text(back: Returned, fmt: TextFormatter) -> list[str]:
    """What somebody reads who has their seat again: what happened meanwhile."""
    told = count(
        "Your seat is yours again. The computer has made {n} move for you.",
        "Your seat is yours again. The computer has made {n} moves for you.",
        back.moves,
    )
    lines = [f"-# {fmt(line.text)}" for line in back.lines[-LINES:]]
    more = fmt(say("/log has everything before that.")) if len(back.lines) > LINES else ""
    return [fmt(told), "\n".join(lines), more]


def against_line(one: AgainstComputers) -> Text:
    """How a level of a game has been beaten."""
    done = count(
        "{level} beaten in {beaten} of {n} game",
        "{level} beaten in {beaten} of {n} games",
        one.games,
        level=short_level(one.level),
        beaten=one.beaten,
    )
    if one.moves is None:
        return done
    return count("{done}, fastest after {n} move", "{done}, fastest after {n} moves", one.moves, done=done)


def badge(found: Sequence[AgainstComputers]) -> Text:
    """The strongest level that somebody has beaten."""
    best = max((LEVELS.index(one.level) for one in found if one.beaten), default=None)
    if best is None:
        return say("Against computers")
    level = short_level(LEVELS[best])
    return say("{stars} Against computers: has beaten a {level}", stars="★" * (best + 1), level=level)
