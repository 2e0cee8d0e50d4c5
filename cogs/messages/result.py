"""The final post: who won and why, the score sheet by rule, and what to do next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE_STYLE, GREEN_STYLE, Button, build_button
from engine.host.model.table import Table, TableSnapshot, mention_people
from engine.kernel.script import Game, GameResult, ScoreLine
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, mention_seats, say
from render.kit.poster.poster_text import describe_computer_moves


def format_final_post(
    snapshot: TableSnapshot, game: Game[Any, Any], seed: str, translate: Translate, called: Collection[Seat]
) -> list[str]:
    """Format the texts of the final post, from top to bottom. The `called` seats are mentioned, the others named."""
    table, result = snapshot.table, snapshot.table.result
    assert result is not None
    plain = TextFormatter(table, translate=translate, mentioned=called, is_bold=False)
    bold = TextFormatter(table, translate=translate)
    call = ""
    if called:
        seats = mention_people(table.reachable_players)
        fmt = TextFormatter(table, translate=translate, mentioned=called)
        call = fmt(say("{seats}: your game has ended.", seats=seats))
    return [
        f"### {game.title}",
        call,
        f"**{plain(describe_ending(result))}** {bold(result.reason)}",
        format_score_sheet(result, bold),
        format_computer_moves(table, bold),
        f"-# {bold(_format_seed_note(table, game, seed))}",
    ]


def format_computer_moves(table: Table, fmt: TextFormatter) -> str:
    """Format how many moves a computer made in each seat that it played, "" if it played none."""
    if not table.computer_moves:
        return ""
    return fmt(describe_computer_moves(table.computer_moves))


def _format_seed_note(table: Table, game: Game[Any, Any], seed: str) -> Text:
    """Format where the hidden parts of the game can be seen. A game without chance has nothing to say about a seed."""
    if table.seals_open_at is not None:
        return say(
            "Until {time} the last move can be taken back. Then, or when all have pressed “It is over”, everything hidden is "
            "told, and the game counts.",
            time=f"<t:{table.seals_open_at}:f>",
        )
    if not game.kind.has_chance:
        return say("{/record} has the whole game.")
    if table.is_imported:
        return say("This game was opened from a record. Its seed is {seed}.", seed=f"`{seed}`")
    return say("The cards were dealt from the seed {seed}. {/record} has the whole game.", seed=f"`{seed}`")


def build_final_buttons(table: Table, translate: Translate) -> list[Button]:
    """Build the buttons of the final post."""
    fmt = TextFormatter(translate=translate)
    again = [
        build_button(fmt(say("Take back")), custom_ids.build_button_id("undo", table.id, table.revision)),
        build_button(fmt(say("It is over")), custom_ids.build_button_id("over", table.id, 0), BLUE_STYLE),
    ]
    analysis = [build_button(fmt(say("Analysis")), custom_ids.build_button_id("analysis", table.id, 0))]
    return [
        build_button(fmt(say("Rematch")), custom_ids.build_button_id("rematch", table.id, 0), GREEN_STYLE),
        build_button(fmt(say("Replay")), custom_ids.build_button_id("replay", table.id, 0)),
        build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, table.revision)),
        build_button(fmt(say("In words")), custom_ids.build_button_id("words", table.id, 0)),
        build_button(fmt(say("Log")), custom_ids.build_button_id("log", table.id, 0)),
        build_button(fmt(say("Record")), custom_ids.build_button_id("record", table.id, 0)),
        *(again if table.seals_open_at is not None else analysis),
    ]


def describe_ending(result: GameResult) -> Text:
    """Describe who has won."""
    if not result.winners:
        return say("The game is over, and nobody has won.")
    if len(result.winners) == 1:
        return say("{seat} has won!", seat=SeatMention(result.winners[0]))
    return say("{seats} have won together!", seats=mention_seats(result.winners))


def format_score_sheet(result: GameResult, fmt: TextFormatter) -> str:
    """Format every seat in order of rank with its points, and the lines of its score sheet."""
    lines: list[str] = []
    place = 1
    for tied in result.ranking:
        for seat in tied:
            sheet = result.scores.get(seat, ())
            lines.append(f"{place}. {fmt(_format_total(seat, sheet))}")
            lines += [f"  - {fmt(line.label)}: {line.points:+d}" for line in sheet if len(sheet) > 1]
        place += len(tied)
    return "\n".join(lines)


def _format_total(seat: Seat, sheet: Sequence[ScoreLine]) -> Text:
    """Format the sum of a score sheet. A single line is shown as it is."""
    if not sheet:
        return say("{seat}", seat=SeatMention(seat))
    if len(sheet) == 1:
        return say("{seat}: {what} {n}", seat=SeatMention(seat), what=sheet[0].label, n=sheet[0].points)
    return count("{seat}: {n} point", "{seat}: {n} points", sum(line.points for line in sheet), seat=SeatMention(seat))
