"""The cogs of the bot, in the order in which they are loaded."""

from __future__ import annotations

COG_MODULES = (
    "cogs.commands.play.opening",
    "cogs.commands.play.lobby",
    "cogs.commands.play.computers",
    "cogs.commands.play.tables",
    "cogs.commands.play.moves",
    "cogs.commands.play.tryout",
    "cogs.commands.play.hints",
    "cogs.commands.play.board",
    "cogs.commands.learn.help",
    "cogs.commands.learn.rules",
    "cogs.commands.learn.cards",
    "cogs.commands.learn.lessons",
    "cogs.commands.learn.practice",
    "cogs.commands.play.undo",
    "cogs.commands.play.lost_channels",
    "cogs.commands.history.finish",
    "cogs.commands.history.history",
    "cogs.commands.history.records",
    "cogs.commands.history.replay",
    "cogs.commands.history.analysis",
    "cogs.commands.play.notes",
    "cogs.commands.deadlines.pace",
    "cogs.commands.deadlines.absence",
    "cogs.commands.play.orders",
    "cogs.commands.deadlines.votes",
    "cogs.commands.deadlines.proposals",
    "cogs.commands.history.statistics",
    "cogs.commands.people.settings",
    "cogs.commands.people.privacy",
    "cogs.commands.people.about",
    "cogs.gateway_events",
)
UPKEEP_MODULE = "cogs.commands.admin"
"""The cog that works from its load on, so it needs the store."""
