"""The texts and controls of an analysis: the page with the curve, and a page for each move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.layout import BLUE_STYLE, Button, build_button, build_button_rows, build_select
from cogs.messages.learn.practice import build_practice_button
from engine.host.service.history.analyses import FinishedAnalysis, MomentLabels
from engine.host.service.history.mistakes import join_labels
from engine.kernel.text import Seat, SeatMention, Text, say
from engine.learning.course import MISTAKES
from engine.players.analysis.game_analysis import (
    MIN_BLUNDER,
    Analysis,
    Moment,
    Turn,
)
from engine.players.analysis.seat_summary import SeatSummary, summarize_seat
from render.analysis import format_percent

MAX_THROWS_SHOWN = 3
"""Throws that are listed."""
MAX_NAMED_PLAN_MOVES = 3
"""Moves behind a better one that are named; the film shows them all."""
MIN_NOTABLE_LUCK = 0.15
"""The least change of a chance that is listed as luck: twice the error of a difference between two estimates."""


def describe_players(found: FinishedAnalysis, fmt: TextFormatter) -> str:
    """Describe how accurate each player was, and what choices and luck changed."""
    lines: list[str] = []
    for person in found.table.seats:
        told = _describe_player(person.seat, summarize_seat(found.analysis, person.seat))
        lines.append(f"- {fmt(told)}")
    return "\n".join(lines)


def _describe_player(seat: Seat, summary: SeatSummary) -> Text:
    sums = {
        "choices": format_percent(round(100 * summary.choices)),
        "luck": format_percent(round(100 * summary.luck)),
    }
    if summary.accuracy is None or summary.best_rate is None:
        return say("{seat}: choices {choices}, luck {luck}", seat=SeatMention(seat), **sums)
    return say(
        "{seat}: accuracy {accuracy} %, the best move in {best} % of the choices; choices {choices}, luck {luck}",
        seat=SeatMention(seat),
        accuracy=round(summary.accuracy),
        best=round(100 * summary.best_rate),
        **sums,
    )


def describe_throws(game: Analysis, fmt: TextFormatter) -> str:
    """Describe the draws and throws that counted most, "" if none did."""
    moments: list[Moment] = []
    for seat in range(len(game.final)):
        moments += game.luckiest_moments(seat)
    effects = {moment.number: game.measure(moment) for moment in moments}
    moments.sort(key=lambda moment: (-abs(effects[moment.number].luck), moment.number))
    notable = [moment for moment in moments[:MAX_THROWS_SHOWN] if abs(effects[moment.number].luck) >= MIN_NOTABLE_LUCK]
    if not notable:
        return ""
    lines = [fmt(say("The draws and throws that counted most:"))]
    for moment in notable:
        effect = effects[moment.number]
        lines.append(f"- {fmt(_describe_change(moment, moment.seat, effect.chosen, effect.after))}")
    return "\n".join(lines)


def describe_method() -> Text:
    """Describe how the figures were made."""
    return say(
        "Chances are estimates of a computer that plays on from each position, with what each seat could know, averaged over a "
        "round, so that it does not matter whose turn it is. It looks twice at the moves that seem to have turned the game. The "
        "captain beats beginners clearly and is no master. Choices: what a "
        "player’s own moves changed. Luck: what cards, dice and finds changed on them. With what the others’ moves changed, both "
        "add up to the line. A move is the best if no other was clearly better in the same worlds; one that lost 10 "
        "points of the chance is a mistake, one that lost 15 a blunder. Accuracy rates every turn by the chance that it lost."
    )


def build_overview_rows(found: FinishedAnalysis, fmt: TextFormatter) -> list[ui.ActionRow[Any]]:
    """Build the controls below the curve: the list of notable moves, the first turning point, mistakes, and the film."""
    table = found.table
    options = [
        (str(number), format_plain_label(label, table, fmt.translate))
        for number, label in list_notable_moves(found.analysis)
    ]
    rows: list[ui.ActionRow[Any]] = []
    if options:
        select_id = custom_ids.build_select_id("apick", table.id, 0)
        rows.append(build_select(select_id, fmt(say("Turning points, mistakes and good moves")), options))
    first = found.first_move + next(iter(found.analysis.find_turning_points()), 0)
    moves_id = custom_ids.build_button_id("amove", table.id, 0, str(first))
    buttons = [build_button(fmt(say("Go through the moves")), moves_id, BLUE_STYLE)]
    if any(found.analysis.list_worst_moves(person.seat) for person in table.reachable_players):
        learn_id = custom_ids.build_button_id("learn", 0, 0, f"{MISTAKES}{table.id}")
        buttons.append(build_button(fmt(say("Learn from my mistakes")), learn_id))
    buttons.append(build_button(fmt(say("Replay")), custom_ids.build_button_id("replay", table.id, 0)))
    return [*rows, *build_button_rows(buttons)]


def list_notable_moves(game: Analysis) -> list[tuple[int, Text]]:
    """List the numbers of turning points, of the worst moves and of the best moves, each with its label."""
    labels: dict[int, Text] = {}
    for number, label in _label_notable_moves(game):
        labels.setdefault(number, label)
    return list(labels.items())[:MAX_SELECT_OPTIONS]


def _label_notable_moves(game: Analysis) -> Iterator[tuple[int, Text]]:
    turns = game.find_turns()
    for index in sorted(turns):
        moment = game.moments[index]
        label = _label_turning_point(moment, turns[index])
        if moment.is_mistake:
            change = _name_change(moment)["change"]
            label = say("{turn}, {grade} ({change})", turn=label, grade=_name_grade(moment), change=change)
        yield moment.number, label
    for seat in range(len(game.final)):
        for moment in game.list_worst_moves(seat):
            yield moment.number, _label_mistake(moment)
    for seat in range(len(game.final)):
        for moment in game.list_best_moves(seat):
            yield moment.number, say("Good move: move {move}, {seat}: {change}", **_name_change(moment))


def _label_turning_point(moment: Moment, turn: Turn) -> Text:
    """Name a turning point by its move, and by whose chance changed how much over the round around it."""
    chances = {"before": _format_share(turn.before), "after": _format_share(turn.after)}
    if turn.seat == moment.seat:
        return say(
            "Turning point: move {move}, {seat}: {before} → {after}",
            move=moment.number + 1,
            seat=SeatMention(turn.seat),
            **chances,
        )
    return say(
        "Turning point: move {move}, {seat}: for {other} {before} → {after}",
        move=moment.number + 1,
        seat=SeatMention(moment.seat),
        other=SeatMention(turn.seat),
        **chances,
    )


def _label_mistake(moment: Moment) -> Text:
    change = _name_change(moment)
    if moment.gain >= MIN_BLUNDER:
        return say("Blunder: move {move}, {seat}: {change}", **change)
    return say("Mistake: move {move}, {seat}: {change}", **change)


def _name_grade(moment: Moment) -> Text:
    return say("a blunder") if moment.gain >= MIN_BLUNDER else say("a mistake")


def _name_change(moment: Moment) -> dict[str, Any]:
    """Return a move and its seat, and what it gained or lost against the best other one, as arguments of a template."""
    change = format_percent(round(-100 * moment.gain))
    return {"move": moment.number + 1, "seat": SeatMention(moment.seat), "change": change}


def describe_moment(found: FinishedAnalysis, index: int, fmt: TextFormatter) -> str:
    """Describe a move: what it changed, what was played, and the best other move."""
    game = found.analysis
    moment, labels = found.describe_moment(index)
    effect = game.measure(moment)
    lines = [_describe_head(game, moment, effect.chosen)]
    turn = game.find_turns().get(index)
    if turn is not None:
        lines += _describe_turn(found, turn)
    if moment.is_mistake and moment.missed is not None:
        lines.append(say("Missed: {what}.", what=moment.missed))
    lines.append(say("Played: {move}.", move=join_labels(labels.played)))
    if labels.alternative:
        lines.append(_describe_alternative(moment, join_labels(labels.alternative), effect.chosen))
        lines += _describe_plan(labels)
    if abs(effect.luck) >= MIN_NOTABLE_LUCK:
        draw = {"before": _format_share(effect.chosen), "after": _format_share(effect.after)}
        lines.append(say("The draw: {before} → {after}.", **draw))
    head, *rest = map(fmt, lines)
    return "\n".join([f"**{head}**", *rest])


def _describe_turn(found: FinishedAnalysis, turn: Turn) -> list[Text]:
    """Describe a turn of the line, and how the game ended if that is part of the turn."""
    change: dict[str, Any] = {
        "seat": SeatMention(turn.seat),
        "before": _format_share(turn.before),
        "after": _format_share(turn.after),
    }
    result = found.table.result
    if turn.last < len(found.analysis.moments) or result is None:
        return [say("A turning point: over the round around this move {seat} went from {before} to {after}.", **change)]
    end = say(
        "A turning point: over the last moves and the end of the game {seat} went from {before} to {after}.", **change
    )
    return [end, result.reason]


def _describe_head(game: Analysis, moment: Moment, chosen: float) -> Text:
    """Describe how a move changed the chance of the seat that it turned, or what the mover missed by it."""
    if moment.is_mistake:
        return say(
            "Move {move}, {seat}: {did} instead of {could}",
            move=moment.number + 1,
            seat=SeatMention(moment.seat),
            did=_format_share(chosen),
            could=_format_other_share(moment, chosen),
        )
    turned = game.find_turned_seat(moment)
    return _describe_change(moment, turned, moment.chances[turned], game.chances_after(moment)[turned])


def _describe_alternative(moment: Moment, alternative: Text, chosen: float) -> Text:
    if moment.is_mistake:
        return say("Better: {move}.", move=alternative)
    if not moment.is_better_than_others:
        return say("About as good: {move}.", move=alternative)
    could = _format_other_share(moment, chosen)
    return say(
        "The next best: {move} ({could} instead of {did}).", move=alternative, could=could, did=_format_share(chosen)
    )


def _format_other_share(moment: Moment, chosen: float) -> str:
    """Format the mover's chance behind the alternative, given the chance behind the move made."""
    return _format_share(min(1.0, max(0.0, chosen + moment.gain)))


def _describe_plan(labels: MomentLabels) -> list[Text]:
    """Name the moves by which the turn would go on behind the alternative."""
    if not labels.plan:
        return []
    moves = [join_labels(move) for move in labels.plan[:MAX_NAMED_PLAN_MOVES]]
    if len(labels.plan) > MAX_NAMED_PLAN_MOVES:
        return [say("Then: {moves} …", moves=moves)]
    return [say("Then: {moves}.", moves=moves)]


def build_moment_rows(found: FinishedAnalysis, index: int, fmt: TextFormatter) -> list[ui.ActionRow[Any]]:
    """Build the controls of a move's page: to the moves and turning points around it, to the curve, and to play on."""
    table, number = found.table, found.first_move + index
    turning = [found.first_move + point for point in found.analysis.find_turning_points()]
    targets = [  # the ids of a message differ, so the same move may be the target of two acts
        (say("Earlier"), "amove", number - 1 if index else None),
        (say("Later"), "amove", number + 1 if index + 1 < len(found.analysis.moments) else None),
        (say("Turning point before"), "aturn", max((other for other in turning if other < number), default=None)),
        (say("Next turning point"), "aturn", min((other for other in turning if other > number), default=None)),
    ]
    buttons: list[Button] = []
    for label, act, target in targets:
        if target is not None:
            buttons.append(build_button(fmt(label), custom_ids.build_button_id(act, table.id, 0, str(target))))
    if found.has_better_move(index):
        line_id = custom_ids.build_button_id("aline", table.id, 0, str(number))
        buttons.append(build_button(fmt(say("See the better line")), line_id, BLUE_STYLE))
    buttons.append(build_practice_button(table, number, fmt.translate))
    overview = build_button(fmt(say("Whole analysis")), custom_ids.build_button_id("aall", table.id, 0))
    return build_button_rows([*buttons, overview])


def describe_better_line(labels: MomentLabels, fmt: TextFormatter) -> str:
    """Describe the film of a line that was not played."""
    lines = [
        say("**Better: {move}**", move=join_labels(labels.alternative)),
        *_describe_plan(labels),
        say(
            "Instead of: {played}. Mates move for everybody after that; what was hidden lies as it lay. Nobody played this.",
            played=join_labels(labels.played),
        ),
    ]
    return "\n".join(map(fmt, lines))


def _describe_change(moment: Moment, seat: Seat, chance_before: float, chance_after: float) -> Text:
    """Describe how a move changed the chance of a seat."""
    chances = {"before": _format_share(chance_before), "after": _format_share(chance_after)}
    if seat == moment.seat:
        return say("Move {move}, {seat}: {before} → {after}", move=moment.number + 1, seat=SeatMention(seat), **chances)
    return say(
        "Move {move}, {seat}: for {other} {before} → {after}",
        move=moment.number + 1,
        seat=SeatMention(moment.seat),
        other=SeatMention(seat),
        **chances,
    )


def _format_share(share: float) -> str:
    return f"{round(100 * share)} %"
