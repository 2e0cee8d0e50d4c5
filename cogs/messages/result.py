"""The final post: who won and why, the score sheet broken down by rule, and what to do next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE, GREEN, Button, button
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.script import Game, Result, ScoreLine
from engine.kernel.text import Seat, Text, Translate, Who, count, say


def final_text(
    snapshot: TableSnapshot, game: Game[Any, Any], seed: str, translate: Translate, called: Collection[Seat]
) -> list[str]:
    """The texts of the final post, from top to bottom; the seats that are `called` are mentioned, the others named. A game without
    chance has nothing to say about a seed."""
    table, result = snapshot.table, snapshot.table.result
    assert result is not None
    fmt, bold = (
        TextFormatter(table, translate=translate, mention=called, strong=False),
        TextFormatter(table, translate=translate),
    )
    kept = say("/record has the whole game.")
    if table.sealed_until is not None:
        kept = say(
            "Until {time} the last move can be taken back. Then, or when all have pressed “It is over”, everything hidden is "
            "told, and the game counts.",
            time=f"<t:{table.sealed_until}:f>",
        )
    elif game.kind.chance:
        kept = (
            say("This game was opened from a record. Its seed is {seed}.", seed=f"`{seed}`")
            if table.imported
            else say("The cards were dealt from the seed {seed}. /record has the whole game.", seed=f"`{seed}`")
        )
    return [
        f"### {game.title}",
        TextFormatter(table, translate=translate, mention=called)(
            say("{seats}: your game has ended.", seats=[Who(person.seat) for person in table.played])
        )
        if called
        else "",
        f"**{fmt(ending(result))}** {bold(result.reason)}",
        sheet(result, bold),
        f"-# {bold(kept)}",
    ]


def final_buttons(table: Table, translate: Translate) -> list[Button]:
    """The buttons of the final post."""
    fmt = TextFormatter(translate=translate)
    again = [
        button(fmt(say("Take back")), custom_ids.button("undo", table.id, table.rev)),
        button(fmt(say("It is over")), custom_ids.button("over", table.id, 0), BLUE),
    ]
    analysis = [button(fmt(say("Analysis")), custom_ids.button("analysis", table.id, 0))]
    return [
        button(fmt(say("Rematch")), custom_ids.button("rematch", table.id, 0), GREEN),
        button(fmt(say("Replay")), custom_ids.button("replay", table.id, 0)),
        button(fmt(say("Look")), custom_ids.button("board", table.id, table.rev)),
        button(fmt(say("Log")), custom_ids.button("log", table.id, 0)),
        button(fmt(say("Record")), custom_ids.button("record", table.id, 0)),
        *(again if table.sealed_until is not None else analysis),
    ]


def ending(result: Result) -> Text:
    """Who has won."""
    if not result.winners:
        return say("The game is over, and nobody has won.")
    if len(result.winners) == 1:
        return say("{seat} has won!", seat=Who(result.winners[0]))
    return say("{seats} have won together!", seats=[Who(seat) for seat in result.winners])


def sheet(result: Result, fmt: TextFormatter) -> str:
    """Every seat in order of rank with its points, and the lines of its score sheet."""
    lines: list[str] = []
    place = 1
    for tied in result.ranking:
        for seat in tied:
            sheet = result.scores.get(seat, ())
            lines.append(f"{place}. {fmt(_total(seat, sheet))}")
            lines += [f"  - {fmt(line.label)}: {line.points:+d}" for line in sheet if len(sheet) > 1]
        place += len(tied)
    return "\n".join(lines)


def _total(seat: Seat, sheet: Sequence[ScoreLine]) -> Text:
    """The sum of a score sheet; a single line is shown as it is."""
    if not sheet:
        return say("{seat}", seat=Who(seat))
    if len(sheet) == 1:
        return say("{seat}: {what} {n}", seat=Who(seat), what=sheet[0].label, n=sheet[0].points)
    return count("{seat}: {n} point", "{seat}: {n} points", sum(line.points for line in sheet), seat=Who(seat))
