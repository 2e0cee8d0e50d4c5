"""The settings of users and servers: the only place that declares them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Optional

import msgspec

from engine.host.model.pace import PACES_H, format_pace
from engine.kernel.script import Setting
from engine.kernel.text import Text, say

SettingOwner = Literal["person", "server"]
DISCORD_LANGUAGE = "own"
"""The language of the user's Discord client, or of the server."""
DIRECT_MESSAGES = "message"
PICTURE_MOTIONS = {"still": say("A still picture"), "moving": say("A short animation")}
PICTURE_TONES = {"day": say("As painted"), "night": say("Dark"), "contrast": say("High contrast")}

CALL_MOMENTS = {
    "always": say("When it is your turn"),
    "reminders": say("In reminders only"),
    "never": say("Never"),
}
CALL_PLACES = {
    "channel": say("By a mention in the channel"),
    DIRECT_MESSAGES: say("By a direct message with the board"),
}
CONFIRMATIONS = {
    "usual": say("Ask before what I cannot take back or what gives something up"),
    "turn": say("Ask also before my turn ends"),
    "each": say("Ask before each move"),
    "never": say("Never ask, except before the end of the game"),
}
"""When a panel asks before it plays a move. The first is the default."""


def list_settings(owner: SettingOwner, languages: Mapping[str, str]) -> tuple[Setting, ...]:
    """Return the settings of a user or a server. `languages` are the bot's languages: code to native name."""
    spoken = {code: Text(name) for code, name in languages.items()}
    return _list_personal_settings(spoken) if owner == "person" else _list_server_settings(spoken)


def _list_personal_settings(spoken: Mapping[str, Text]) -> tuple[Setting, ...]:
    return (
        Setting("language", say("Language"), {DISCORD_LANGUAGE: say("As my Discord"), **spoken}),
        Setting("tone", say("Colours of what only you see"), PICTURE_TONES),
        Setting("picture", say("Picture in your panel"), {"part": say("The part that matters"), "whole": say("Whole")}),
        Setting(
            "words",
            say("Pictures in words, where only you see them"),
            {"no": say("When I press “In words”"), "yes": say("Always, before the picture")},
        ),
        Setting("motion", say("The last turn on boards only you see"), PICTURE_MOTIONS),
        Setting(
            "shortcuts",
            say("Shortcuts to whole moves in your panel"),
            {"yes": say("Show those that come to mind first"), "no": say("Show none")},
        ),
        Setting(
            "help",
            say("Help in your first game"),
            {"yes": say("Explain each new kind of question once"), "no": say("Explain nothing")},
        ),
        Setting("confirm", say("Before a move is played"), CONFIRMATIONS),
        Setting("ping", say("Mention you"), CALL_MOMENTS),
        Setting("calls", say("Where you are called"), CALL_PLACES),
        Setting("statistics", say("Statistics"), {"yes": say("Show me in them"), "no": say("Leave me out of them")}),
    )


def _list_server_settings(spoken: Mapping[str, Text]) -> tuple[Setting, ...]:
    return (
        Setting("language", say("Language"), {DISCORD_LANGUAGE: say("As set in Discord"), **spoken}),
        Setting("pace", say("Pace of new tables"), {str(hours): format_pace(hours) for hours in PACES_H}),
        Setting(
            "opening", say("Who may open tables"), {"everybody": say("Everybody here"), "moderators": say("Moderators")}
        ),
        Setting(
            "closing",
            say("Who may close a table"),
            {
                "opener": say("Its opener, all players together once it has begun, and moderators"),
                "moderators": say("Moderators"),
            },
        ),
        Setting("tone", say("Colours of the public boards"), PICTURE_TONES),
        Setting("motion", say("The last turn on the public boards"), PICTURE_MOTIONS),
        Setting(
            "shortcuts",
            say("Shortcuts to whole moves in the players’ panels"),
            {"yes": say("Whoever wants them"), "no": say("Nobody has them here")},
        ),
    )


class ChosenSettings(msgspec.Struct, frozen=True):
    """A value for every setting of a user or a server.

    `channel_ids` are the channels in which a server's tables may be opened; none means all. `forum_id` is the forum
    in which /play opens a post; None means the channel of the command.
    """

    values: Mapping[str, str]
    channel_ids: tuple[int, ...] = ()
    forum_id: Optional[int] = None
