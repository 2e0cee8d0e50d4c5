"""Votes and offers of a seat as messages."""

from __future__ import annotations

import msgspec
from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    GREY_STYLE,
    RED_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_user_select,
)
from engine.host.model.table import Table
from engine.host.model.votes import SeatOffer, Vote, VoteChoice
from engine.kernel.text import SeatMention, Text, Translate, count, mention_seats, say

CHOICE_STYLES = {
    "stall": BLUE_STYLE,
    "computer": BLUE_STYLE,
    "hand": GREEN_STYLE,
    "drop": RED_STYLE,
    "wait": GREY_STYLE,
}


def build_vote_message(table: Table, vote: Vote, translate: Translate, *, mention: bool = False) -> ui.LayoutView:
    """Build the question with its buttons while the vote is open, then the outcome."""
    mentioned = (*vote.electorate, vote.seat) if mention else False
    fmt = TextFormatter(_with_player(table, vote), translate=translate, mentioned=mentioned)
    if vote.state != "open":
        return build_message(fmt(_format_outcome(table, vote)))
    successor_select = None
    lines = _format_question(vote)
    if vote.successor_id is None:
        lines.append(say("Or name a friend below, to whom you can then hand the seat."))
        select_id = custom_ids.build_select_id("heir", table.id, vote.asked_revision, custom_ids.format_base36(vote.id))
        successor_select = build_user_select(select_id, fmt(say("A friend who would take the seat")))
    return build_message(
        *map(fmt, lines),
        _format_ballots(table, vote, TextFormatter(table, translate=translate)),
        *build_button_rows(_build_ballot_buttons(table, vote, fmt)),
        successor_select,
    )


def _with_player(table: Table, vote: Vote) -> Table:
    """Return the table with its player in the seat of a vote, not the computer that plays there since."""
    seats = list(table.seats)
    seats[vote.seat] = msgspec.structs.replace(seats[vote.seat], computer_level="")
    return msgspec.structs.replace(table, seats=tuple(seats))


def _format_question(vote: Vote) -> list[Text]:
    seat = SeatMention(vote.seat)
    voters = mention_seats(vote.electorate)
    lines = [
        say(
            "{asks}: {seat} has been asked for a move and has not made it. What shall be done?", asks=voters, seat=seat
        ),
        count(
            "{n} vote decides. A move of {seat} ends the question.",
            "{n} votes decide. A move of {seat} ends the question.",
            vote.ballots_needed,
            seat=seat,
        ),
        say("The vote ends {when}; nobody waits longer for the votes that are missing.", when=f"<t:{vote.ends_at}:R>"),
    ]
    if vote.breaks_ties:
        lines.append(say("The table has waited for {seat} once: this time a tie decides against waiting.", seat=seat))
    return lines


def _format_ballots(table: Table, vote: Vote, fmt: TextFormatter) -> str:
    """Format the ballots so far, a line each."""
    heir = format_name(vote.successor_name, fmt.translate)
    lines = []
    for seat, choice in sorted(vote.ballots.items()):
        choice_text = format_choice(choice, heir, is_rated=table.is_rated)
        ballot = say("{seat}: {choice}", seat=SeatMention(seat), choice=choice_text)
        lines.append(f"-# {fmt(ballot)}")
    return "\n".join(lines)


def _build_ballot_buttons(table: Table, vote: Vote, fmt: TextFormatter) -> list[Button]:
    heir = format_name(vote.successor_name, fmt.translate, is_label=True)
    buttons = []
    for choice in vote.choices:
        ballot = f"{custom_ids.format_base36(vote.id)}.{choice}"
        custom_id = custom_ids.build_button_id("ballot", table.id, vote.asked_revision, ballot)
        label = fmt(format_choice(choice, heir, is_rated=table.is_rated))
        buttons.append(build_button(label, custom_id, CHOICE_STYLES[choice]))
    return buttons


def format_choice(choice: VoteChoice, heir: str, *, is_rated: bool) -> Text:
    """Format a choice. `heir` is the name of the friend who would take the seat."""
    if choice == "computer" and is_rated:
        return say("Let a computer play on: they have left, and are last")
    if choice == "hand":
        return say("Hand the seat to {heir}", heir=heir)
    return {
        "stall": say("Play a safe move"),
        "computer": say("Let a computer play until they are back"),
        "drop": say("Drop the seat"),
        "wait": say("Wait"),
    }[choice]


def _format_outcome(table: Table, vote: Vote) -> Text:
    who = SeatMention(vote.seat)
    if vote.state == "computer" and table.is_rated:
        return say(
            "The table has voted: a computer plays for {seat}, who has left the game with its first move, and is rated last.",
            seat=who,
        )
    if vote.state == "drop" and vote.has_computers:
        return say("The table has voted: a computer plays on in the seat of {seat}.", seat=who)
    return {
        "stall": say("The table has voted: a safe move is played for {seat}, who stays in the game.", seat=who),
        "computer": say("The table has voted: a computer plays until {seat} is back.", seat=who),
        "drop": say("The table has voted: the seat of {seat} goes on with safe moves.", seat=who),
        "hand": say("The table has voted: the seat of {seat} is offered to a friend.", seat=who),
        "wait": say("The table has voted, and waits for {seat}.", seat=who),
        "void": say("The move of {seat} came first, or the seat has changed hands: this vote is over.", seat=who),
    }[vote.state]


def build_outcome_message(table: Table, vote: Vote, mark: str, translate: Translate, *, mention: bool) -> ui.LayoutView:
    """Build the message for the player whom a vote was about. A button has the mark."""
    fmt = TextFormatter(_with_player(table, vote), translate=translate, mentioned=[vote.seat] if mention else False)
    look = build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0, mark))
    return build_message(fmt(_format_outcome(table, vote)), *build_button_rows([look]))


def build_offer_message(table: Table, offer: SeatOffer, translate: Translate) -> ui.LayoutView:
    """Build the offer of a seat to a friend."""
    fmt = TextFormatter(table, translate=translate)
    heir, seat = f"<@{offer.successor_id}>", SeatMention(offer.seat)
    if offer.vote_id is None:
        text = say("{heir}, {seat} would like to hand you this seat. Do you play on?", heir=heir, seat=seat)
    else:
        text = say("{heir}, the table offers you the seat of {seat}. Do you play on?", heir=heir, seat=seat)
    rest = custom_ids.format_base36(offer.seat)
    take_id = custom_ids.build_button_id("take", table.id, offer.revision, rest)
    decline_id = custom_ids.build_button_id("decline", table.id, offer.revision, rest)
    buttons = [
        build_button(fmt(say("Take the seat")), take_id, GREEN_STYLE),
        build_button(fmt(say("No, thanks")), decline_id),
    ]
    return build_message(fmt(text), *build_button_rows(buttons))
