"""Votes and offers of a seat as messages."""

from __future__ import annotations

from discord import ui

from cogs.i18n.display_names import clean_label_name
from cogs.i18n.text_formatter import TextFormatter, format_person
from cogs.interactions import custom_ids
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    GREY_STYLE,
    RED_STYLE,
    build_button,
    build_button_rows,
    build_message,
    build_user_select,
)
from engine.host.model.table import Table
from engine.host.model.votes import SeatOffer, Vote, VoteChoice
from engine.kernel.text import SeatMention, Text, Translate, count, say

CHOICE_STYLES = {
    "stall": BLUE_STYLE,
    "computer": BLUE_STYLE,
    "hand": GREEN_STYLE,
    "drop": RED_STYLE,
    "wait": GREY_STYLE,
}


def build_vote_message(table: Table, vote: Vote, translate: Translate, *, mention: bool = False) -> ui.LayoutView:
    """Build the question with its buttons while the vote is open, then the outcome."""
    fmt = TextFormatter(table, translate=translate, mentioned=vote.electorate if mention else False)
    bold = TextFormatter(table, translate=translate)
    who, asks = SeatMention(vote.seat), [SeatMention(seat) for seat in vote.electorate]
    if vote.state != "open":
        return build_message(fmt(_format_outcome(vote)))
    lines = [
        say("{asks}: {seat} has been asked for a move and has not made it. What shall be done?", asks=asks, seat=who),
        count(
            "{n} vote decides. A move of {seat} ends the question.",
            "{n} votes decide. A move of {seat} ends the question.",
            vote.ballots_needed,
            seat=who,
        ),
    ]
    heirs = []
    if vote.successor_id is None:
        lines.append(say("Or name a friend below, to whom you can then hand the seat."))
        which = custom_ids.build_select_id("heir", table.id, vote.asked_revision, custom_ids.format_base36(vote.id))
        heirs = [build_user_select(which, fmt(say("A friend who would take the seat")))]
    cast = [
        say(
            "{seat}: {choice}",
            seat=SeatMention(seat),
            choice=format_choice(choice, format_person(vote.successor_name, translate)),
        )
        for seat, choice in sorted(vote.ballots.items())
    ]
    buttons = [
        build_button(
            fmt(format_choice(choice, clean_label_name(vote.successor_name) or fmt(say("Somebody")))),
            custom_ids.build_button_id(
                "ballot", table.id, vote.asked_revision, f"{custom_ids.format_base36(vote.id)}.{choice}"
            ),
            CHOICE_STYLES[choice],
        )
        for choice in vote.choices
    ]
    told = "\n".join(f"-# {bold(line)}" for line in cast)
    return build_message(*(fmt(line) for line in lines), told, *build_button_rows(buttons), *heirs)


def format_choice(choice: VoteChoice, heir: str) -> Text:
    """Format a choice. `heir` is the name of the friend who would take the seat."""
    if choice == "hand":
        return say("Hand the seat to {heir}", heir=heir)
    return {
        "stall": say("Play a safe move"),
        "computer": say("Let a computer play until they are back"),
        "drop": say("Drop the seat"),
        "wait": say("Wait"),
    }[choice]


def _format_outcome(vote: Vote) -> Text:
    who = SeatMention(vote.seat)
    if vote.state == "drop" and vote.has_computers:
        return say("The table has voted: a computer plays on in {seat}’s seat.", seat=who)
    return {
        "stall": say("The table has voted: a safe move is played for {seat}, who stays in the game.", seat=who),
        "computer": say("The table has voted: a computer plays until {seat} is back.", seat=who),
        "drop": say("The table has voted: {seat}’s seat goes on with safe moves.", seat=who),
        "hand": say("The table has voted: {seat}’s seat is offered to a friend.", seat=who),
        "wait": say("The table has voted, and waits for {seat}.", seat=who),
        "void": say("{seat}’s move came first, or the seat has changed hands: this vote is over.", seat=who),
    }[vote.state]


def build_offer_message(table: Table, offer: SeatOffer, translate: Translate) -> ui.LayoutView:
    """Build the offer of a seat to a friend."""
    fmt = TextFormatter(table, translate=translate)
    heir = f"<@{offer.successor_id}>"
    text = (
        say("{heir}, {seat} would like to hand you this seat. Do you play on?", heir=heir, seat=SeatMention(offer.seat))
        if offer.vote_id is None
        else say("{heir}, the table offers you {seat}’s seat. Do you play on?", heir=heir, seat=SeatMention(offer.seat))
    )
    rest = custom_ids.format_base36(offer.seat)
    return build_message(
        fmt(text),
        *build_button_rows(
            [
                build_button(
                    fmt(say("Take the seat")),
                    custom_ids.build_button_id("take", table.id, offer.revision, rest),
                    GREEN_STYLE,
                ),
                build_button(
                    fmt(say("No, thanks")), custom_ids.build_button_id("decline", table.id, offer.revision, rest)
                ),
            ]
        ),
    )
