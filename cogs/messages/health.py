"""The health report for the person who runs the bot. Figures only: no names, nothing from inside a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

import discord
import msgspec

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.metrics import Incident, InteractionTimes
from cogs.messages.layout import build_message
from engine import __version__
from engine.kernel.text import Text, Translate, say

MAX_KINDS_SHOWN = 15
"""The kinds of interactions in the report, the slowest first."""


class UpkeepFailure(msgspec.Struct, frozen=True):
    """A part of the upkeep that fails, since when, and the type of the last exception."""

    part: Text
    failing_since: datetime
    error_type: str


class HealthReport(msgspec.Struct, frozen=True):
    """The figures of the report.

    `latency_s` is the gateway's delay, `tables` has counts by status, `posts` to `handlers` are lengths of queues, and
    `refused` counts tables that cannot be posted.
    """

    started_at: datetime
    latency_s: float
    tables: dict[str, int]
    posts: int
    pictures: int
    writes: int
    handlers: int
    refused: int
    upkeep: Sequence[UpkeepFailure]
    unwiped_since: datetime | None
    """The moment since which erased data has been waiting to be wiped from the file, if that is overdue."""
    newest_backup_at: datetime | None
    figures: Sequence[InteractionTimes]
    incidents: Sequence[Incident]


def build_health_message(health: HealthReport, translate: Translate) -> discord.ui.LayoutView:
    """Build the report, which shows where to look if the bot is slow."""
    fmt = TextFormatter(translate=translate)
    lines: list[Text] = [
        say("Overwinter {version}, running since {when}.", version=__version__, when=_format_ago(health.started_at)),
        say("Gateway latency: {latency}.", latency=_format_ms(health.latency_s)),
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
    if health.newest_backup_at is not None:
        lines.append(say("Newest backup: {when}.", when=_format_ago(health.newest_backup_at)))
    else:
        lines.append(say("There is no backup yet."))
    if health.unwiped_since is not None:
        lines.append(
            say(
                "Erased data waits to be wiped from the file, since {when}. If it stays so, the log has the reason.",
                when=_format_ago(health.unwiped_since),
            )
        )
    lines += [
        say(
            "Upkeep that fails: {what}, since {when} ({kind}). The log has the reason.",
            what=one.part,
            when=_format_ago(one.failing_since),
            kind=one.error_type,
        )
        for one in health.upkeep
    ]
    return build_message(
        fmt.format_lines(lines),
        _format_times(health.figures),
        "\n".join(
            f"{_format_ago(one.occurred_at)} `{one.id}` {one.kind}: {one.place}" for one in reversed(health.incidents)
        )
        or fmt(say("Nothing has gone wrong.")),
    )


def _format_ago(moment: datetime) -> str:
    return f"<t:{int(moment.timestamp())}:R>"


def _format_times(figures: Sequence[InteractionTimes]) -> str:
    """Format milliseconds until the acknowledgement and until the end, median and worst, as a table."""
    if not figures:
        return ""
    rows = [f"{'ms, median / worst':<26} {'times':>5} {'answered':>11} {'done':>11}"]
    for one in figures[:MAX_KINDS_SHOWN]:
        answered, done = (
            _format_pair(one.ack_median_s, one.ack_worst_s),
            _format_pair(one.total_median_s, one.total_worst_s),
        )
        rows.append(f"{one.name[:26]:<26} {one.count:>5} {answered:>11} {done:>11}")
    return "```\n" + "\n".join(rows) + "\n```"


def _format_pair(middle: float, worst: float) -> str:
    return f"{middle * 1000:.0f} / {worst * 1000:.0f}"


def _format_ms(seconds: float) -> str:
    if math.isfinite(seconds):
        return f"{seconds * 1000:.0f} ms"
    return "–"
