"""A player's proposal to the whole table as a message: another pace, or the end of the game."""

from __future__ import annotations

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN_STYLE, build_button, build_button_rows, build_message
from engine.host.model.pace import format_pace
from engine.host.model.table import Table
from engine.host.model.votes import Proposal
from engine.kernel.text import SeatMention, Text, Translate, say


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
        "\n".join(f"-# {bold(line)}" for line in said),
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
    who, asked = SeatMention(proposal.seat), [SeatMention(seat) for seat in proposal.waiting_seats]
    if not asked:  # those who had to answer have left
        return _format_request(proposal)
    if proposal.kind == "pace":
        return say(
            "{asked}: {seat} asks for another pace: {pace}. If one of you agrees, it counts from the next question on.",
            asked=asked,
            seat=who,
            pace=format_pace(proposal.pace_h),
        )
    if proposal.kind == "unrate":
        return say(
            "{asked}: {seat} asks that this game count no more, so that a computer may play for who is away. All of you must "
            "agree; no answer is a No.",
            asked=asked,
            seat=who,
        )
    if proposal.kind == "rewind":
        return say(
            "{asked}: {seat} asks to take the table back to the board after move {move}, as a moderator. That needs all of you.",
            asked=asked,
            seat=who,
            move=proposal.target,
        )
    if proposal.kind == "reinstate":
        return say(
            "{asked}: {seat} asks, as a moderator, to give {player} the seat again. That needs all of you.",
            asked=asked,
            seat=who,
            player=SeatMention(proposal.target),
        )
    return say(
        "{asked}: {seat} asks to close this table. If all of you agree, the game is abandoned, without a result. Whoever wants "
        "to stop alone can /resign.",
        asked=asked,
        seat=who,
    )


def _format_request(proposal: Proposal) -> Text:
    """Format what was asked, to nobody."""
    who = SeatMention(proposal.seat)
    if proposal.kind == "pace":
        return say("{seat} asks for another pace: {pace}.", seat=who, pace=format_pace(proposal.pace_h))
    return say("{seat} asks to close this table.", seat=who)


def _format_outcome(proposal: Proposal) -> Text:
    who = SeatMention(proposal.seat)
    if proposal.kind == "pace":
        return {
            "carried": say("Agreed: {pace}, from the next question on.", pace=format_pace(proposal.pace_h)),
            "refused": say("The pace stays as it is: nobody else wants {seat}’s.", seat=who),
        }.get(proposal.state, say("{seat}’s wish for another pace was taken back, or has run out.", seat=who))
    if proposal.kind == "unrate":
        if proposal.state == "carried":
            return say("All have agreed: this game counts no more, and computers may play for people: /computer.")
        return say("This game goes on counting: not everybody has agreed.")
    if proposal.kind == "rewind":
        return {
            "carried": say("All have agreed: the table is back at the board after move {move}.", move=proposal.target),
            "refused": say("The game goes on as it is: not everybody wants to take it back."),
        }.get(proposal.state, say("{seat}’s wish to take the table back was withdrawn, or has run out.", seat=who))
    if proposal.kind == "reinstate":
        player = SeatMention(proposal.target)
        return {
            "carried": say("All have agreed: {player} has the seat again.", player=player),
            "refused": say("The seats stay as they are: not everybody wants to give {player} the seat.", player=player),
        }.get(proposal.state, say("{seat}’s wish about a seat was withdrawn, or has run out.", seat=who))
    return {
        "carried": say("All have agreed: this game is abandoned, without a result."),
        "refused": say("The game goes on: not everybody wants to close it. /resign gives up a seat."),
    }.get(proposal.state, say("{seat}’s wish to close the table was taken back, or has run out.", seat=who))
