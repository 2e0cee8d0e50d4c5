"""The question where a ship shall end, and by which token and way (P4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final

from engine.games.paso.components import KINDS
from engine.games.paso.hexes import FAR, Passage
from engine.games.paso.names import points, token_name
from engine.games.paso.rules import Turn
from engine.games.paso.voyage import WALK, Way
from engine.kernel.menu import Lazy, Menu, Option, Word, once
from engine.kernel.text import Text, count, say

BACK: Final = "back"
"""The word for all hexes behind the ship, which are seldom wanted."""
_BACK: Final = say("That hex is behind your ship: choose “back” first (P4.8).")
_TO: Final = say("Where shall your ship end?")
_WAY: Final = say("Which way, with which token?")
_THRIFT: Final = attrgetter("price", "kind", "path")


def destinations(
    turn: Turn, name: str, ways: dict[int, list[Way]], prompt: Text = _TO, worth: int | None = None
) -> Menu:
    """Where the ship can end, the furthest first, all that lies behind it under one word; and the hexes near it where it cannot
    end, with the reason. `worth` is what a token must cost exactly (P10.12)."""
    names, passage = turn.passage.names, turn.passage
    row, rows = turn.row, passage.rows
    reached = sorted(ways, key=passage.ranks.__getitem__)
    ahead = [hex_ for hex_ in reached if rows[hex_] >= row]
    behind = reached[len(ahead) :]

    def shown() -> list[Option]:
        return [
            *(_destination(names[at], rows[at], min([way.price for way in ways[at]]), len(ways[at])) for at in ahead),
            *([_back(len(behind))] if behind else []),
            *_out_of_reach(turn, ways, row, worth),
        ]

    def below(word: Word) -> Menu:
        return _behind(turn, ways, behind) if word == BACK else _with(turn, ways[passage.numbers[word]])

    words = [names[hex_] for hex_ in ahead] + ([BACK] if behind else [])
    return Menu(name, prompt, Lazy(words, shown), once(below))


@cache
def _destination(name: str, row: int, price: int, ways: int) -> Option:
    label = (
        say("{hex}: from {price}, {n} ways", hex=name, price=points(price), n=ways)
        if ways > 1
        else say("{hex}: {price}", hex=name, price=points(price))
    )
    return Option(name, label, _row(row), spot=f"to-{price}-{name}")


@cache
def _back(n: int) -> Option:
    return Option(
        BACK, count("Back: {n} hex behind your ship", "Back: {n} hexes behind your ship", n), say("Behind you")
    )


@cache
def _row(row: int) -> Text:
    return say("Row {row}", row=row)


def _out_of_reach(turn: Turn, ways: dict[int, list[Way]], row: int, worth: int | None) -> list[Option]:
    """Hexes near the ship that are not offered, the nearest first and of these the foremost; last what lies behind."""
    passage, at, terrain = turn.passage, turn.stand.at, turn.board.land.terrain
    near = passage.near[at] if at is not None else range(passage.width * FAR)
    names, rows = passage.names, passage.rows
    return [
        *[
            _refused(names[hex_], rows[hex_], turn.why_not_to(hex_, worth))
            for hex_ in near
            if terrain[hex_] and hex_ not in ways
        ],
        *[_refused(names[hex_], rows[hex_], _BACK) for hex_ in near if hex_ in ways and rows[hex_] < row],
    ]


def _refused(name: str, row: int, why: Text) -> Option:
    return Option(name, say("{hex}", hex=name), _row(row), why)


def _with(turn: Turn, ways: Sequence[Way]) -> Menu:
    """The tokens and paths that lead to one hex, the cheapest first; a single one without its price, which the hex has told."""
    thrifty = sorted(ways, key=_THRIFT)
    words = [way_word(way, _hexes(turn.passage, way)) for way in thrifty]
    return Menu("with", _WAY, Lazy(words, lambda: [_way(turn, way, priced=len(ways) > 1) for way in thrifty]))


def _behind(turn: Turn, ways: dict[int, list[Way]], behind: Sequence[int]) -> Menu:
    """All ways that lead back, each named with the hex it ends on."""
    passage, names = turn.passage, turn.passage.names
    thrifty = [(names[hex_], passage.rows[hex_], way) for hex_ in behind for way in sorted(ways[hex_], key=_THRIFT)]

    def shown() -> list[Option]:
        options = [(name, row, _way(turn, way, priced=True)) for name, row, way in thrifty]
        return [Option(f"{one.word}-{name}", one.label, _row(row), spot=one.spot) for name, row, one in options]

    words = [f"{way_word(way, _hexes(passage, way))}-{name}" for name, _, way in thrifty]
    return Menu("with", _WAY, Lazy(words, shown))


def _hexes(passage: Passage, way: Way) -> list[str]:
    return [passage.names[hex_] for hex_ in way.path]


def way_of(ways: dict[int, list[Way]], passage: Passage, to: Word, with_: Word) -> Way:
    """The way that an answer names: `to` is where it ends, or "back"; then `with_` ends with that."""
    if to == BACK:
        with_, _, to = with_.rpartition("-")
    end = passage.numbers[to]
    if with_ == "walk":
        return next(way for way in ways[end] if way.kind == WALK)
    kind, *on = with_.split("-")
    path = (*map(passage.numbers.__getitem__, on), end)
    return next(way for way in ways[end] if way.path == path and KINDS[way.kind] == kind)


def way_word(way: Way, names: Sequence[str]) -> Word:
    """How moves name a way to a hex: the token and the hexes on the way there, or "walk"."""
    return "walk" if way.kind == WALK else "-".join((KINDS[way.kind], *names[:-1]))


def _way(turn: Turn, way: Way, *, priced: bool) -> Option:
    names = _hexes(turn.passage, way)
    spot = "-".join(("way", str(way.price), "walk" if way.kind == WALK else KINDS[way.kind], *names))
    label = _travel(turn, way, names)
    if priced:
        label = say("{price}: {way}", price=points(way.price), way=label)
    return Option(way_word(way, names), label, spot=spot)


def _travel(turn: Turn, way: Way, names: Sequence[str]) -> Text:
    """A way in words: the token, the hexes, what stays of such tokens in the reserve and what is found."""
    if way.kind == WALK:
        return say("along the route by {path}", path=names)
    token, left = token_name(KINDS[way.kind]), turn.me.reserve[way.kind] - 1
    finds = not (turn.can("water-chests") or turn.can("shore-chests"))
    if finds and any(turn.board.chest(hex_) for hex_ in way.path):
        return say("{token} token by {path} ({left} left), finds a treasure", token=token, path=names, left=left)
    return say("{token} token by {path} ({left} left)", token=token, path=names, left=left)
