"""Votes and offers of a seat as messages."""

from __future__ import annotations

from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE, GREEN, GREY, RED, button, message, person_select, rows
from cogs.words.display_names import label_name
from cogs.words.text_formatter import TextFormatter, somebody
from engine.host.model.table import Table
from engine.host.model.votes import Choice, Offer, Vote
from engine.kernel.text import Text, Translate, Who, count, say

STYLES = {"stall": BLUE, "computer": BLUE, "hand": GREEN, "drop": RED, "wait": GREY}


def vote_message(table: Table, vote: Vote, translate: Translate, *, mention: bool = False) -> ui.LayoutView:
    """A vote: the question with its buttons while it is open, then the outcome."""
    fmt = TextFormatter(table, translate=translate, mention=vote.electorate if mention else False)
    bold = TextFormatter(table, translate=translate)
    who, asks = Who(vote.seat), [Who(seat) for seat in vote.electorate]
    if vote.state != "open":
        return message(fmt(_outcome(vote)))
    lines = [
        say("{asks}: {seat} has been asked for a move and has not made it. What shall be done?", asks=asks, seat=who),
        count(
            "{n} vote decides. A move of {seat} ends the question.",
            "{n} votes decide. A move of {seat} ends the question.",
            vote.need,
            seat=who,
        ),
    ]
    heirs = []
    if vote.heir is None:
        lines.append(say("Or name a friend below, to whom you can then hand the seat."))
        which = custom_ids.select("heir", table.id, vote.asked, custom_ids.base36(vote.id))
        heirs = [person_select(which, fmt(say("A friend who would take the seat")))]
    cast = [
        say("{seat}: {choice}", seat=Who(seat), choice=name(choice, somebody(vote.heir_name, translate)))
        for seat, choice in sorted(vote.ballots.items())
    ]
    buttons = [
        button(
            fmt(name(choice, label_name(vote.heir_name) or fmt(say("Somebody")))),
            custom_ids.button("ballot", table.id, vote.asked, f"{custom_ids.base36(vote.id)}.{choice}"),
            STYLES[choice],
        )
        for choice in vote.choices
    ]
    told = "\n".join(f"-# {bold(line)}" for line in cast)
    return message(*(fmt(line) for line in lines), told, *rows(buttons), *heirs)


def name(choice: Choice, heir: str) -> Text:
    """A choice in words; `heir` is the name of the friend."""
    if choice == "hand":
        return say("Hand the seat to {heir}", heir=heir)
    return {
        "stall": say("Play a safe move"),
        "computer": say("Let a computer play until they are back"),
        "drop": say("Drop the seat"),
        "wait": say("Wait"),
    }[choice]


def _outcome(vote: Vote) -> Text:
    who = Who(vote.seat)
    if vote.state == "drop" and vote.crewed:
        return say("The table has voted: a computer plays on in {seat}’s seat.", seat=who)
    return {
        "stall": say("The table has voted: a safe move is played for {seat}, who stays in the game.", seat=who),
        "computer": say("The table has voted: a computer plays until {seat} is back.", seat=who),
        "drop": say("The table has voted: {seat}’s seat goes on with safe moves.", seat=who),
        "hand": say("The table has voted: {seat}’s seat is offered to a friend.", seat=who),
        "wait": say("The table has voted, and waits for {seat}.", seat=who),
        "void": say("{seat}’s move came first, or the seat has changed hands: this vote is over.", seat=who),
    }[vote.state]


def offer_message(table: Table, offer: Offer, translate: Translate) -> ui.LayoutView:
    """The offer of a seat to a friend."""
    fmt = TextFormatter(table, translate=translate)
    heir = f"<@{offer.heir}>"
    text = (
        say("{heir}, {seat} would like to hand you this seat. Do you play on?", heir=heir, seat=Who(offer.seat))
        if offer.vote is None
        else say("{heir}, the table offers you {seat}’s seat. Do you play on?", heir=heir, seat=Who(offer.seat))
    )
    rest = custom_ids.base36(offer.seat)
    return message(
        fmt(text),
        *rows(
            [
                button(fmt(say("Take the seat")), custom_ids.button("take", table.id, offer.rev, rest), GREEN),
                button(fmt(say("No, thanks")), custom_ids.button("decline", table.id, offer.rev, rest)),
            ]
        ),
    )
