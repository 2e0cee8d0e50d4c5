"""The health report for the person who runs the bot. Figures only: no names, nothing from inside a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

import discord
import msgspec

from cogs.interactions.metrics import Figures, Incident
from cogs.messages.layout import message
from cogs.words.text_formatter import TextFormatter
from engine import __version__
from engine.kernel.text import Text, Translate, say

KINDS = 15
"""Kinds of interactions in the report, the slowest first."""


class UpkeepFailure(msgspec.Struct, frozen=True):
    """A part of the nightly work that has been failing since a moment, and the type of the last exception."""

    what: Text
    since: datetime
    kind: str


class Health(msgspec.Struct, frozen=True):
    """The figures: latency in seconds, tables by status, the length of each queue, times of interactions, latest incidents."""

    started: datetime
    latency: float
    tables: dict[str, int]
    posts: int
    pictures: int
    writes: int
    handlers: int
    refused: int
    upkeep: Sequence[UpkeepFailure]
    unwiped_since: datetime | None
    """Since when erased data waits to be wiped from the file, if that is overdue."""
    newest_backup: datetime | None
    figures: Sequence[Figures]
    incidents: Sequence[Incident]


def health_message(health: Health, translate: Translate) -> discord.ui.LayoutView:
    """What to look at when somebody says that the bot is slow."""
    fmt = TextFormatter(translate=translate)
    lines: list[Text] = [
        say("Overwinter {version}, running since {when}.", version=__version__, when=_ago(health.started)),
        say("Gateway latency: {latency}.", latency=_ms(health.latency)),
        say("Tables: {states}.", states=[f"{state} {n}" for state, n in health.tables.items()] or "0"),
        say(
            "Waiting: {posts} posts, {pictures} pictures, {writes} writes, {handlers} commands under way.",
            posts=health.posts,
            pictures=health.pictures,
            writes=health.writes,
            handlers=health.handlers,
        ),
    ]
    if health.refused:
        lines.append(say("Not allowed to post for {n} tables.", n=health.refused))
    if health.newest_backup is not None:
        lines.append(say("Newest backup: {when}.", when=_ago(health.newest_backup)))
    else:
        lines.append(say("There is no backup yet."))
    if health.unwiped_since is not None:
        lines.append(
            say(
                "Erased data waits to be wiped from the file, since {when}. If it stays so, the log has the reason.",
                when=_ago(health.unwiped_since),
            )
        )
    lines += [
        say(
            "Nightly work that fails: {what}, since {when} ({kind}). The log has the reason.",
            what=one.what,
            when=_ago(one.since),
            kind=one.kind,
        )
        for one in health.upkeep
    ]
    return message(
        "\n".join(fmt(line) for line in lines),
        _table(health.figures),
        "\n".join(f"{_ago(one.at)} `{one.id}` {one.kind}: {one.where}" for one in reversed(health.incidents))
        or fmt(say("Nothing has gone wrong.")),
    )


def _ago(when: datetime) -> str:
    return f"<t:{int(when.timestamp())}:R>"


def _table(figures: Sequence[Figures]) -> str:
    """Milliseconds, median and worst, until the acknowledgement and until the end."""
    if not figures:
        return ""
    rows = [f"{'ms, median / worst':<26} {'times':>5} {'answered':>11} {'done':>11}"]
    for one in figures[:KINDS]:
        answered, done = (_pair(one.ack_median, one.ack_worst), _pair(one.whole_median, one.whole_worst))
        rows.append(f"{one.name[:26]:<26} {one.n:>5} {answered:>11} {done:>11}")
    return "```\n" + "\n".join(rows) + "\n```"


def _pair(middle: float, worst: float) -> str:
    return f"{middle * 1000:.0f} / {worst * 1000:.0f}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if math.isfinite(seconds) else "–"
