"""What somebody wants for a whole table, as a message: another pace, or the end of the game."""

from __future__ import annotations

from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN, button, message, rows
from cogs.words.text_formatter import TextFormatter
from engine.host.model.pace import pace_name
from engine.host.model.table import Table
from engine.host.model.votes import Motion
from engine.kernel.text import Text, Translate, Who, say


def motion_message(table: Table, motion: Motion, translate: Translate, *, mention: bool = False) -> ui.LayoutView:
    """The question with its buttons while it is open, then the outcome. It mentions those it waits for, if at all."""
    fmt = TextFormatter(table, translate=translate, mention=motion.waits_for if mention else False)
    bold = TextFormatter(table, translate=translate)
    if motion.state != "open":
        return message(fmt(_outcome(motion)))
    lines = [f"{fmt(_question(motion))} {fmt(say('Answer until {time}.', time=f'<t:{motion.expires}:f>'))}"]
    said = [say("{seat}: agrees", seat=Who(seat)) for seat in motion.agreed]
    said += [say("{seat}: would rather not", seat=Who(seat)) for seat in motion.refused]
    rest = custom_ids.base36(motion.id)
    return message(
        *lines,
        "\n".join(f"-# {bold(line)}" for line in said),
        *rows(
            [
                button(fmt(say("Agree")), custom_ids.button("second", table.id, 0, rest), GREEN),
                button(fmt(say("No, leave it as it is")), custom_ids.button("oppose", table.id, 0, rest)),
            ]
        ),
    )


def _question(motion: Motion) -> Text:
    who, asked = Who(motion.seat), [Who(seat) for seat in motion.waits_for]
    if motion.kind == "pace":
        return say(
            "{asked}: {seat} asks for another pace: {pace}. If one of you agrees, it counts from the next question on.",
            asked=asked,
            seat=who,
            pace=pace_name(motion.value),
        )
    return say(
        "{asked}: {seat} asks to close this table. If all of you agree, the game is abandoned, without a result. Whoever wants "
        "to stop alone can /resign.",
        asked=asked,
        seat=who,
    )


def _outcome(motion: Motion) -> Text:
    who = Who(motion.seat)
    if motion.kind == "pace":
        return {
            "carried": say("Agreed: {pace}, from the next question on.", pace=pace_name(motion.value)),
            "refused": say("The pace stays as it is: nobody else wants {seat}’s.", seat=who),
        }.get(motion.state, say("{seat}’s wish for another pace was taken back, or has run out.", seat=who))
    return {
        "carried": say("All have agreed: this game is abandoned, without a result."),
        "refused": say("The game goes on: not everybody wants to close it. /resign gives up a seat."),
    }.get(motion.state, say("{seat}’s wish to close the table was taken back, or has run out.", seat=who))
