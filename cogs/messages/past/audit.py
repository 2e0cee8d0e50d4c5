"""What an audit says: the seal, the seed, whether they agree, and how anybody can check that without the bot."""

from __future__ import annotations

from discord import ui

from cogs.messages.layout import message, message_url
from cogs.words.text_formatter import TextFormatter
from engine.host.service.past.audit import Audit
from engine.kernel.dice import commitment
from engine.kernel.text import Text, count, say


def audit_message(audit: Audit, title: str, fmt: TextFormatter) -> ui.LayoutView:
    """The findings, from the seal to the last move."""
    lines = [fmt(line) for line in (*_seal(audit), *_moves(audit))]
    by_hand = ""
    if audit.seed is not None and audit.chance:
        how = say("By hand, without the bot: this command prints the seal, and so does every other SHA-256 tool.")
        by_hand = f"{fmt(how)}\n```\n{by_hand_command(audit.seed)}\n```"
    return message(f"### {title}", "\n".join(f"- {line}" for line in lines), by_hand)


def by_hand_command(seed: str) -> str:
    """The command that prints a seed's seal. Seeds hold no quotation marks."""
    return f"printf %s '{seed}' | sha256sum"


def seal_note(seed: str) -> Text:
    """A line for a record: which seal its seed has, and how to check it."""
    return say(
        "The seal of the shuffle was sha256:{seal}. Check: {command}",
        seal=commitment(seed),
        command=by_hand_command(seed),
    )


def _seal(audit: Audit) -> list[Text]:
    if not audit.chance:
        return [say("Nothing is left to chance in this game, so there is no seal.")]
    if audit.table.imported:
        told = say("This game was opened from a record: its seed came with the file and was never sealed here.")
        return [told, *_dealt(audit)]
    if audit.shown is None:
        shown = say("The seal of the shuffle: sha256:{seal}", seal=audit.seal)
    else:
        address = message_url(audit.table.guild, audit.shown.channel, audit.shown.message)
        shown = say(
            "The seal of the shuffle: sha256:{seal} [shown when the game began]({address})",
            seal=audit.seal,
            address=address,
        )
    if audit.seed is not None:
        agrees = say(
            "The seed is {seed}. Its SHA-256 is that seal: it was chosen before the first move.", seed=audit.seed
        )
        return [shown, agrees, *_dealt(audit)]
    if audit.table.status == "closed":
        return [shown, say("The game was closed before its end, so its seed stays untold.")]
    if audit.table.sealed_until is not None:
        return [
            shown,
            say(
                "When the game is over for good the seed is told, at the latest {time}.",
                time=f"<t:{audit.table.sealed_until}:f>",
            ),
        ]
    return [shown, say("When the game is over the seed is told, and /audit checks it against the seal.")]


def _dealt(audit: Audit) -> list[Text]:
    if audit.dealt is None:
        return []
    if audit.dealt:
        return [say("Dealt anew from this seed, the game begins exactly as it did.")]
    return [say("Dealt anew from this seed, the game does not begin as it did. Tell the person who runs the bot.")]


def _moves(audit: Audit) -> list[Text]:
    if audit.seed is None:
        return []
    if audit.stopped_at is not None:
        return [
            say(
                "Played again, move {n} does not lead where the log says. Tell the person who runs the bot.",
                n=audit.stopped_at,
            )
        ]
    first, last = audit.first + 1, audit.first + audit.moves
    if audit.first:
        return [
            say(
                "Moves {first} to {last} were played again and lead where the log says; before them the rules were corrected.",
                first=first,
                last=last,
            )
        ]
    return [
        count(
            "{n} move was played again and leads where the log says.",
            "All {n} moves were played again, and every one leads where the log says.",
            audit.moves,
        )
    ]
