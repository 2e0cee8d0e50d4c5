"""The final post: who won and why, the score sheet broken down by rule, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN, Button, button
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.script import Game, Result, ScoreLine
from engine.kernel.text import Seat, Text, Translate, Who, count, say


def final_text(snapshot: TableSnapshot, game: Game[Any, Any], seed: str, translate: Translate) -> list[str]:
    """The texts of the final post, from top to bottom. A game without chance has nothing to say about a seed."""
    table, result = snapshot.table, snapshot.table.result
    assert result is not None
    fmt, bold = (
        TextFormatter(table, translate=translate, mention=True, strong=False),
        TextFormatter(table, translate=translate),
    )
    kept = say("/record has the whole game.")
    if game.kind.chance:
        kept = (
            say("This game was opened from a record. Its seed is {seed}.", seed=f"`{seed}`")
            if table.imported
            else say("The cards were dealt from the seed {seed}. /record has the whole game.", seed=f"`{seed}`")
        )
    return [
        f"### {game.title}",
        f"**{fmt(_ending(result))}** {bold(result.reason)}",
        _sheet(result, bold),
        f"-# {bold(kept)}",
    ]


def final_buttons(table: Table, translate: Translate) -> list[Button]:
    """The buttons of the final post."""
    fmt = TextFormatter(translate=translate)
    return [
        button(fmt(say("Rematch")), custom_ids.button("rematch", table.id, 0), GREEN),
        button(fmt(say("Replay")), custom_ids.button("replay", table.id, 0)),
        button(fmt(say("Look")), custom_ids.button("board", table.id, table.rev)),
        button(fmt(say("Log")), custom_ids.button("log", table.id, 0)),
    ]


def _ending(result: Result) -> Text:
    if not result.winners:
        return say("The game is over, and nobody has won.")
    if len(result.winners) == 1:
        return say("{seat} has won!", seat=Who(result.winners[0]))
    return say("{seats} have won together!", seats=[Who(seat) for seat in result.winners])


def _sheet(result: Result, fmt: TextFormatter) -> str:
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
