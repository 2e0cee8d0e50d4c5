"""How the bot is doing, as a message for the person who runs it. Figures only: no names, no games' contents."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import discord

from cogs.interactions.metrics import Figures
from cogs.messages.layout import message
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine import __version__
from engine.kernel.text import Text, say

if TYPE_CHECKING:
    from cogs.client import Overwinter

KINDS = 15
"""Kinds of interactions in the report, the slowest first."""


async def report(bot: Overwinter, language: Language) -> discord.ui.LayoutView:
    """Everything worth a look when somebody says that the bot is slow."""
    fmt = TextFormatter(translate=language)
    states = await bot.tables.by_status()
    lines: list[Text] = [
        say(
            "Overwinter {version}, running since {when}.",
            version=__version__,
            when=f"<t:{int(bot.started.timestamp())}:R>",
        ),
        say("Gateway latency: {latency}.", latency=_ms(bot.latency)),
        say("Tables: {states}.", states=[f"{state} {n}" for state, n in states.items()] or "0"),
        say(
            "Waiting: {posts} posts, {pictures} pictures, {writes} writes, {handlers} commands under way.",
            posts=bot.posts.waiting,
            pictures=bot.picture_service.waiting,
            writes=bot.store.writing,
            handlers=bot.metrics.running - 1,
        ),
    ]
    if bot.posts.refused:
        lines.append(say("Not allowed to post for {n} tables.", n=bot.posts.refused))
    kept = bot.backups.kept()
    if kept:
        lines.append(say("Newest backup: {when}.", when=f"<t:{int(kept[-1][0].timestamp())}:R>"))
    else:
        lines.append(say("There is no backup yet."))
    return message(
        "\n".join(fmt(line) for line in lines),
        _table(bot.metrics.figures()),
        "\n".join(
            f"<t:{int(one.at.timestamp())}:R> `{one.id}` {one.kind}: {one.where}"
            for one in reversed(bot.metrics.incidents)
        )
        or fmt(say("Nothing has gone wrong.")),
    )


def _table(figures: list[Figures]) -> str:
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
