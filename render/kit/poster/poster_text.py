"""The texts that all posters share: the day, the ranking, and the alt text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say
from render.kit.alt_text import AltText
from render.kit.poster import Finale
from render.kit.poster.facts import rank_totals


def format_date(day: tuple[int, int, int]) -> Text:
    """Format a day."""
    year, month, number = day
    months = (
        say("{day} January {year}", day=number, year=year),
        say("{day} February {year}", day=number, year=year),
        say("{day} March {year}", day=number, year=year),
        say("{day} April {year}", day=number, year=year),
        say("{day} May {year}", day=number, year=year),
        say("{day} June {year}", day=number, year=year),
        say("{day} July {year}", day=number, year=year),
        say("{day} August {year}", day=number, year=year),
        say("{day} September {year}", day=number, year=year),
        say("{day} October {year}", day=number, year=year),
        say("{day} November {year}", day=number, year=year),
        say("{day} December {year}", day=number, year=year),
    )
    return months[month - 1]


def describe_computer_moves(computer_moves: Mapping[Seat, int]) -> Text:
    """Describe how many moves a computer made in each seat that it played."""
    moves = [
        count("{n} move for {seat}", "{n} moves for {seat}", n, seat=SeatMention(seat))
        for seat, n in sorted(computer_moves.items())
    ]
    return say("A computer made {moves}.", moves=list(moves))


def build_poster_alt_text(
    finale: Finale, sentences: Sequence[Text], translate: Translate, *, points: bool = True
) -> str:
    """Build the alt text: sentences, why the game ended, the ranking, and the points half-way."""
    words = AltText(finale.scene.names, translate)
    words.add(0, say("{game}, the end.", game=finale.title))
    for text in sentences:
        words.add(1, text)
    if finale.result.reason not in sentences:
        words.add(1, finale.result.reason)
    if finale.computer_moves:
        words.add(1, describe_computer_moves(finale.computer_moves))
    if not points:
        return words.build_text()
    for place, seat, n in rank_totals(finale):
        words.add(2, say("{place}. {seat}: {points}.", place=place, seat=SeatMention(seat), points=format_number(n)))
    if len(finale.pages) > 2 and finale.pages[0].points:
        half = [
            say("{seat} {n}", seat=SeatMention(seat), n=format_number(n))
            for seat, n in enumerate(finale.pages[len(finale.pages) // 2].points)
        ]
        words.add(3, say("Half-way: {points}.", points=half))
    return words.build_text()


def format_number(n: int) -> str:
    """Format a number with a real minus sign."""
    return str(n).replace("-", "−")
