"""The texts of the page, in the reader's language. The page fills in names in braces."""

from __future__ import annotations

from typing import Final

from cogs.i18n.languages import Language
from engine.kernel.text import Text, say

PAGE_TEXTS: Final[dict[str, Text]] = {
    "about": say("The local table: the real bot, on a Discord that lives on this machine."),
    "all_commands": say("All commands"),
    "answers": say("{name} used {command}"),
    "asleep": say("The bot is not running. Start it again; this page then goes on by itself."),
    "attach": say("Choose a file"),
    "back_to": say("Back to {place}"),
    "board": say("Board"),
    "cancel": say("Cancel"),
    "choose": say("Choose …"),
    "choose_exactly": say("Choose {n}"),
    "choose_some": say("Choose {least} to {most}"),
    "chosen": say("Chosen: {names}"),
    "close": say("Close"),
    "developer": say("Developer’s page"),
    "developer_open": say("Open the developer’s page in a new tab"),
    "direct": say("Direct messages"),
    "dismiss": say("Dismiss"),
    "earlier": say("Earlier messages"),
    "edited": say("edited"),
    "filter": say("Search"),
    "friends": say("You play as"),
    "gone": say("That has changed in the meantime. Here is how it stands now."),
    "larger": say("Open the picture large"),
    "local": say("Local table"),
    "log": say("Log"),
    "menu": say("Channels and threads"),
    "missing": say("That post is from before the last start of the local table and is no longer there."),
    "move": say("My move"),
    "more": say("More"),
    "needed": say("needed"),
    "newest": say("Newest"),
    "no": say("no"),
    "no_command": say("There is no such command. Choose one from the list."),
    "no_secret": say(
        "This address is not complete. Open the one that the bot printed when it started: its last part is a secret."
    ),
    "nothing": say("Nothing fits. Type something else."),
    "nothing_yet": say("Nobody has written here yet."),
    "options_wrong": say("That does not fit. Choose from the list, or change what you typed."),
    "only_you": say("Only you see this"),
    "optional": say("may be left out"),
    "original": say("Actual size"),
    "play": say("Play"),
    "rules": say("Rules"),
    "run": say("Run"),
    "send": say("Send"),
    "silent": say("The bot has not answered. Try once more; what went wrong is in the window where it runs."),
    "skip_newest": say("Skip to the newest message"),
    "skip_text": say("Skip to the line for writing"),
    "submit": say("OK"),
    "thinking": say("Overwinter is thinking …"),
    "thread": say("Open the thread"),
    "threads": say("Threads"),
    "to_move": say("it is their move"),
    "write": say("Write, or / for commands"),
    "yes": say("yes"),
}


def translate_texts(language: Language) -> dict[str, str]:
    """Return the texts by their keys."""
    return {key: language(text.template, text.many, 0) for key, text in PAGE_TEXTS.items()}
