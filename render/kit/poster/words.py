"""What all posters say alike: the day, the ranking, and the poster in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text, Translate, Who, say
from render.kit.alt_text import AltText
from render.kit.poster import Finale
from render.kit.poster.facts import totals


def date(day: tuple[int, int, int]) -> Text:
    """A day as it is written."""
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


def alt(of: Finale, told: Sequence[Text], translate: Translate, *, points: bool = True) -> str:
    """The poster in words: its sentences, why the game ended, the ranking, and how far everybody was half-way."""
    words = AltText(of.scene.names, translate)
    words.add(0, say("{game}, the end.", game=of.title))
    for text in told:
        words.add(1, text)
    if of.result.reason not in told:
        words.add(1, of.result.reason)
    if not points:
        return words.text()
    for place, seat, n in totals(of):
        words.add(2, say("{place}. {seat}: {points}.", place=place, seat=Who(seat), points=number(n)))
    if len(of.pages) > 2 and of.pages[0].points:
        half = [
            say("{seat} {n}", seat=Who(seat), n=number(n)) for seat, n in enumerate(of.pages[len(of.pages) // 2].points)
        ]
        words.add(3, say("Half-way: {points}.", points=half))
    return words.text()


def number(n: int) -> str:
    """A number with a real minus sign."""
    return str(n).replace("-", "−")
