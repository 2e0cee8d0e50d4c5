"""What people and servers can choose for themselves: declared here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Optional

import msgspec

from engine.host.model.pace import PACES, pace_name
from engine.kernel.script import Setting
from engine.kernel.text import Text, say

Whose = Literal["person", "server"]
OWN = "own"
"""The language that somebody's Discord, or a server's, speaks."""
MOTION = {"still": say("A still picture"), "moving": say("A short animation")}
TONES = {"day": say("As painted"), "night": say("Dark"), "contrast": say("High contrast")}


def settings_of(whose: Whose, languages: Mapping[str, str]) -> tuple[Setting, ...]:
    """What can be chosen. `languages` are those the bot speaks, each by its code with its own name for itself."""
    spoken = {code: Text(name) for code, name in languages.items()}
    if whose == "person":
        return (
            Setting("language", say("Language"), {OWN: say("As my Discord"), **spoken}),
            Setting("tone", say("Colours of what only you see"), TONES),
            Setting(
                "picture", say("Picture in your panel"), {"part": say("The part that matters"), "whole": say("Whole")}
            ),
            Setting("motion", say("The last turn on boards only you see"), MOTION),
            Setting(
                "shortcuts",
                say("Shortcuts to whole moves in your panel"),
                {"yes": say("Show those that come to mind first"), "no": say("Show none")},
            ),
            Setting(
                "ping",
                say("Mention you"),
                {
                    "always": say("When it is your turn"),
                    "reminders": say("In reminders only"),
                    "never": say("Never"),
                },
            ),
            Setting(
                "statistics", say("Statistics"), {"yes": say("Show me in them"), "no": say("Leave me out of them")}
            ),
        )
    return (
        Setting("language", say("Language"), {OWN: say("As set in Discord"), **spoken}),
        Setting("pace", say("Pace of new tables"), {str(hours): pace_name(hours) for hours in PACES}),
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
        Setting("tone", say("Colours of the public boards"), TONES),
        Setting("motion", say("The last turn on the public boards"), MOTION),
        Setting(
            "shortcuts",
            say("Shortcuts to whole moves in the players’ panels"),
            {"yes": say("Whoever wants them"), "no": say("Nobody has them here")},
        ),
    )


class Chosen(msgspec.Struct, frozen=True):
    """A value for every setting of a person or a server; `channels` are those in which a server's tables may be opened,
    none: all. `forum` is the forum in which /play opens a post, None: in its own channel."""

    values: Mapping[str, str]
    channels: tuple[int, ...] = ()
    forum: Optional[int] = None
