"""A player's proposal to the whole table as a message: another pace, or the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN_STYLE, build_button, build_button_rows, build_message
from engine.host.model.pace import format_pace
from engine.host.model.table import Table
from engine.host.model.votes import Proposal, ProposalKind
from engine.kernel.text import SeatMention, Text, Translate, mention_seats, say


class _ProposalTexts(msgspec.Struct, frozen=True):
    """What is said of a kind of proposal: the request, what it takes, and the three outcomes."""

    request: Text
    condition: Text
    carried: Text
    refused: Text
    withdrawn: Text


def build_proposal_message(
    table: Table, proposal: Proposal, translate: Translate, *, mention: bool = False
) -> ui.LayoutView:
    """Build the question with its buttons while it is open, then the outcome.

    `mention`: mention the players who have not answered.
    """
    fmt = TextFormatter(table, translate=translate, mentioned=proposal.waiting_seats if mention else False)
    bold = TextFormatter(table, translate=translate)
    if proposal.state != "open":
        return build_message(fmt(_format_outcome(proposal)))
    lines = [
        f"{fmt(_format_question(proposal))} {fmt(say('Answer until {time}.', time=f'<t:{proposal.expires_at}:f>'))}"
    ]
    said = [say("{seat}: agrees", seat=SeatMention(seat)) for seat in proposal.agreed_seats]
    said += [say("{seat}: would rather not", seat=SeatMention(seat)) for seat in proposal.refused_seats]
    rest = custom_ids.format_base36(proposal.id)
    return build_message(
        *lines,
        bold.format_lines(said, "-# "),
        *build_button_rows(
            [
                build_button(fmt(say("Agree")), custom_ids.build_button_id("second", table.id, 0, rest), GREEN_STYLE),
                build_button(
                    fmt(say("No, leave it as it is")), custom_ids.build_button_id("oppose", table.id, 0, rest)
                ),
            ]
        ),
    )


def _format_question(proposal: Proposal) -> Text:
    texts = _TEXTS_BY_KIND[proposal.kind](proposal)
    if not proposal.waiting_seats:  # those who had to answer have left
        return texts.request
    asked = mention_seats(proposal.waiting_seats)
    return say("{asked}: {request} {condition}", asked=asked, request=texts.request, condition=texts.condition)


def _format_outcome(proposal: Proposal) -> Text:
    texts = _TEXTS_BY_KIND[proposal.kind](proposal)
    return {"carried": texts.carried, "refused": texts.refused}.get(proposal.state, texts.withdrawn)


# ---------------------------------------------------------------- the texts of each kind
def _say_pace(proposal: Proposal) -> _ProposalTexts:
    who, pace = SeatMention(proposal.seat), format_pace(proposal.pace_h)
    return _ProposalTexts(
        request=say("{seat} asks for another pace: {pace}.", seat=who, pace=pace),
        condition=say("If one of you agrees, it counts from the next question on."),
        carried=say("Agreed: {pace}, from the next question on.", pace=pace),
        refused=say("The pace stays as it is: nobody else wants {seat}’s.", seat=who),
        withdrawn=say("{seat}’s wish for another pace was taken back, or has run out.", seat=who),
    )


def _say_unrating(proposal: Proposal) -> _ProposalTexts:
    goes_on = say("This game goes on counting: not everybody has agreed.")
    return _ProposalTexts(
        request=say(
            "{seat} asks that this game count no more, so that a computer may play for who is away.",
            seat=SeatMention(proposal.seat),
        ),
        condition=say("All of you must agree; no answer is a No."),
        carried=say("All have agreed: this game counts no more, and computers may play for people: {/computer}."),
        refused=goes_on,
        withdrawn=goes_on,
    )


def _say_rewind(proposal: Proposal) -> _ProposalTexts:
    who, move = SeatMention(proposal.seat), proposal.target
    return _ProposalTexts(
        request=say(
            "{seat} asks, as a moderator, to take the table back to the board after move {move}.", seat=who, move=move
        ),
        condition=say("That needs all of you."),
        carried=say("All have agreed: the table is back at the board after move {move}.", move=move),
        refused=say("The game goes on as it is: not everybody wants to take it back."),
        withdrawn=say("{seat}’s wish to take the table back was withdrawn, or has run out.", seat=who),
    )


def _say_reinstatement(proposal: Proposal) -> _ProposalTexts:
    who, player = SeatMention(proposal.seat), SeatMention(proposal.target)
    return _ProposalTexts(
        request=say("{seat} asks, as a moderator, to give {player} the seat again.", seat=who, player=player),
        condition=say("That needs all of you."),
        carried=say("All have agreed: {player} has the seat again.", player=player),
        refused=say("The seats stay as they are: not everybody wants to give {player} the seat.", player=player),
        withdrawn=say("{seat}’s wish about a seat was withdrawn, or has run out.", seat=who),
    )


def _say_closing(proposal: Proposal) -> _ProposalTexts:
    who = SeatMention(proposal.seat)
    return _ProposalTexts(
        request=say("{seat} asks to close this table.", seat=who),
        condition=say("If all of you agree, the game is abandoned, without a result. To stop alone, use {/resign}."),
        carried=say("All have agreed: this game is abandoned, without a result."),
        refused=say("The game goes on: not everybody wants to close it. {/resign} gives up a seat."),
        withdrawn=say("{seat}’s wish to close the table was taken back, or has run out.", seat=who),
    )


def _say_resumption(proposal: Proposal) -> _ProposalTexts:
    who = SeatMention(proposal.seat)
    return _ProposalTexts(
        request=say("{seat} asks to go on from the board that is left, without the lost moves.", seat=who),
        condition=say("All of you must agree; the game then counts in no rating."),
        carried=say("All have agreed: the game goes on from here."),
        refused=say("The game waits: not everybody wants to go on without the lost moves. You can also close it."),
        withdrawn=say("{seat}’s wish to go on was taken back, or has run out.", seat=who),
    )


_TEXTS_BY_KIND: Final[Mapping[ProposalKind, Callable[[Proposal], _ProposalTexts]]] = {
    "pace": _say_pace,
    "close": _say_closing,
    "unrate": _say_unrating,
    "rewind": _say_rewind,
    "reinstate": _say_reinstatement,
    "resume": _say_resumption,
}
