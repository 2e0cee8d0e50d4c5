"""Texts of an audit: the seal, the seed, whether they agree, and how anybody can check that without the bot."""

from __future__ import annotations

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.layout import build_message, build_message_url
from engine.host.service.history.audit import Audit
from engine.kernel.dice import compute_commitment
from engine.kernel.text import Text, count, say


def build_audit_message(audit: Audit, title: str, fmt: TextFormatter) -> ui.LayoutView:
    """Build the findings, from the seal to the last move."""
    findings = fmt.format_lines([*_format_seal(audit), *_format_moves(audit)], "- ")
    by_hand = ""
    if audit.seed is not None and audit.has_chance:
        how = say("By hand, without the bot: this command prints the seal, and so does every other SHA-256 tool.")
        by_hand = f"{fmt(how)}\n```\n{format_check_command(audit.seed)}\n```"
    return build_message(f"### {title}", findings, by_hand)


def format_check_command(seed: str) -> str:
    """Format the shell command that prints a seed's seal. Seeds contain no quotation marks."""
    return f"printf %s '{seed}' | sha256sum"


def format_seal_note(seed: str) -> Text:
    """Format a line for a record: the seal of its seed, and how to check it."""
    return say(
        "The seal of the shuffle was sha256:{seal}. Check: {command}",
        seal=compute_commitment(seed),
        command=format_check_command(seed),
    )


def _format_seal(audit: Audit) -> list[Text]:
    """Format the sentences about seal and seed."""
    if not audit.has_chance:
        return [say("Nothing is left to chance in this game, so there is no seal.")]
    if audit.table.is_imported:
        return [
            say("This game was opened from a record: its seed came with the file and was never sealed here."),
            *_format_deal(audit),
        ]
    return [
        say(
            "All chance follows from one secret number, the seed, chosen before the first move. Its seal, a fingerprint from which "
            "nobody can find the seed, was shown then, so nobody can change the shuffle later."
        ),
        _describe_seal(audit),
        _describe_seed(audit),
        *_format_deal(audit),
    ]


def _describe_seal(audit: Audit) -> Text:
    """Describe the seal, with a link to the message that showed it first if that is known."""
    post = audit.commitment_post
    if post is None:
        return say("The seal of the shuffle: sha256:{seal}", seal=audit.seed_commitment)
    return say(
        "The seal of the shuffle: sha256:{seal} [shown when the game began]({address})",
        seal=audit.seed_commitment,
        address=build_message_url(audit.table.guild_id, post.channel_id, post.message_id),
    )


def _describe_seed(audit: Audit) -> Text:
    """Describe the seed, or when it is told."""
    if audit.seed is not None:
        return say(
            "The seed is {seed}. Its SHA-256 is that seal: it was chosen before the first move.", seed=audit.seed
        )
    if audit.table.status == "closed":
        return say("The game was closed before its end, so its seed stays untold.")
    if audit.table.seals_open_at is not None:
        return say(
            "When the game is over for good the seed is told, at the latest {time}.",
            time=f"<t:{audit.table.seals_open_at}:f>",
        )
    return say("When the game is over the seed is told, and {/audit} checks it against the seal.")


def _format_deal(audit: Audit) -> list[Text]:
    """Format whether the seed deals the game as it began; no sentence if that was not examined."""
    if audit.deal_matches is None:
        return []
    if audit.deal_matches:
        return [say("Dealt anew from this seed, the game begins exactly as it did.")]
    return [say("Dealt anew from this seed, the game does not begin as it did. Tell the person who runs the bot.")]


def _format_moves(audit: Audit) -> list[Text]:
    """Format whether the moves lead where the log says; no sentence while the seed is secret."""
    if audit.seed is None:
        return []
    if audit.failed_move is not None:
        return [
            say(
                "Played again, move {n} does not lead where the log says. Tell the person who runs the bot.",
                n=audit.failed_move,
            )
        ]
    first, last = audit.first_move + 1, audit.first_move + audit.move_count
    if audit.first_move:
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
            audit.move_count,
        )
    ]
