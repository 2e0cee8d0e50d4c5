"""Texts about computers at a table: their seats in a lobby, and their moves for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN_STYLE, build_button, build_button_rows, build_message, build_select
from engine.host.model.table import Table
from engine.host.service.people.statistics import ComputerScore
from engine.host.service.play.substitutes import SeatReturn
from engine.kernel.text import Text, Translate, count, say
from engine.players.computer_levels import LEVELS

MAX_RETURN_LINES = 15
"""The lines about moves made while a player was away; the log has the rest."""


def format_level(level: str) -> Text:
    """Format a level with how well it plays."""
    return {
        "greenhand": say("Greenhand: for children and a first game"),
        "cadet": say("Cadet: like a sensible beginner"),
        "mate": say("Mate: knows the game"),
        "captain": say("Captain: plays as well as it can"),
    }[level]


def format_short_level(level: str) -> Text:
    """Format a level in one word."""
    return {
        "greenhand": say("greenhand"),
        "cadet": say("cadet"),
        "mate": say("mate"),
        "captain": say("captain"),
    }[level]


def build_computer_select(table: Table, fmt: TextFormatter) -> ui.ActionRow[Any]:
    """Build the select of a lobby that adds a computer."""
    return build_select(
        custom_ids.build_select_id("crew", table.id, table.revision),
        fmt(say("Add a computer")),
        [(level, fmt(format_level(level))) for level in LEVELS],
    )


def build_remove_select(table: Table, fmt: TextFormatter, translate: Translate) -> ui.ActionRow[Any] | None:
    """Build the select that removes a computer from a table, None if the table has none."""
    computers = [
        (str(person.seat), format_name(person, translate, is_label=True))
        for person in table.seats
        if person.is_computer
    ]
    if not computers:
        return None
    select_id = custom_ids.build_select_id("uncrew", table.id, table.revision)
    return build_select(select_id, fmt(say("Take a computer off the table")), computers)


def build_substitute_message(table: Table, translate: Translate) -> ui.LayoutView:
    """Build the message for a player for whom a computer plays."""
    fmt = TextFormatter(table, translate=translate)
    return build_message(
        fmt(say("A computer plays for you until you are back.")),
        *build_button_rows(
            [
                build_button(
                    fmt(say("Take my seat again")),
                    custom_ids.build_button_id("again", table.id, table.asked_revision),
                    GREEN_STYLE,
                )
            ]
        ),
    )


def build_return_text(back: SeatReturn, fmt: TextFormatter) -> list[str]:
    """Format what happened while a computer played for somebody who has their seat again."""
    told = count(
        "Your seat is yours again. The computer has made {n} move for you.",
        "Your seat is yours again. The computer has made {n} moves for you.",
        back.move_count,
    )
    lines = [f"-# {fmt(line.text)}" for line in back.lines[-MAX_RETURN_LINES:]]
    more = ""
    if len(back.lines) > MAX_RETURN_LINES:
        more = fmt(say("{/log} has everything before that."))
    return [fmt(told), "\n".join(lines), more]


def format_level_result(result: ComputerScore) -> Text:
    """Format how often a level of a game has been beaten."""
    done = count(
        "{level} beaten in {beaten} of {n} game",
        "{level} beaten in {beaten} of {n} games",
        result.game_count,
        level=format_short_level(result.level),
        beaten=result.win_count,
    )
    if result.fewest_moves is None:
        return done
    return count("{done}, fastest after {n} move", "{done}, fastest after {n} moves", result.fewest_moves, done=done)


def find_badge(results: Sequence[ComputerScore]) -> Text:
    """Find the strongest level that somebody has beaten."""
    best = max((LEVELS.index(one.level) for one in results if one.win_count), default=None)
    if best is None:
        return say("Against computers")
    level = format_short_level(LEVELS[best])
    return say("{stars} Against computers: has beaten a {level}", stars="★" * (best + 1), level=level)
