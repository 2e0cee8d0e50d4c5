"""The question where a ship shall end, and by which token and way (P4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final

from engine.games.paso.components import TOKEN_KINDS
from engine.games.paso.hexes import MAX_TOKEN_HEXES, Passage
from engine.games.paso.names import format_points, name_token
from engine.games.paso.rules import TurnOptions
from engine.games.paso.ship_movement import WALK_KIND, Way
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Text, count, say

BACK_WORD: Final = "back"
"""The word for all hexes behind the ship, which are seldom wanted."""
_HEX_BEHIND: Final = say("That hex is behind your ship: choose “back” first (P4.8).")
_ASK_DESTINATION: Final = say("Where shall your ship end?")
_ASK_WAY: Final = say("Which way, with which token?")
_PRICE_ORDER: Final = attrgetter("price", "kind", "path")


def build_destination_menu(
    turn: TurnOptions,
    name: str,
    ways: dict[int, list[Way]],
    prompt: Text = _ASK_DESTINATION,
    exact_price: int | None = None,
) -> Menu:
    """Where the ship can end, the furthest first, all that lies behind it under one word; and the hexes near it where it cannot
    end, with the reason. `exact_price` is what a token must cost exactly (P10.12)."""
    names, passage = turn.passage.names, turn.passage
    row, rows = turn.row, passage.rows
    reached = sorted(ways, key=passage.ranks.__getitem__)
    ahead = [hex_ for hex_ in reached if rows[hex_] >= row]
    behind = reached[len(ahead) :]

    def shown() -> list[Option]:
        return [
            *(
                _build_destination_option(names[at], rows[at], min([way.price for way in ways[at]]), len(ways[at]))
                for at in ahead
            ),
            *([_build_back_option(len(behind))] if behind else []),
            *_list_unreachable_options(turn, ways, row, exact_price),
        ]

    def below(word: Word) -> Menu:
        return (
            _build_back_menu(turn, ways, behind)
            if word == BACK_WORD
            else _build_way_menu(turn, ways[passage.hex_by_name[word]])
        )

    words = [names[hex_] for hex_ in ahead] + ([BACK_WORD] if behind else [])
    return Menu(name, prompt, LazyOptions(words, shown), cache_menus(below))


@cache
def _build_destination_option(name: str, row: int, price: int, way_count: int) -> Option:
    label = (
        say("{hex}: from {price}, {n} ways", hex=name, price=format_points(price), n=way_count)
        if way_count > 1
        else say("{hex}: {price}", hex=name, price=format_points(price))
    )
    return Option(name, label, _format_row(row), spot=f"to-{price}-{name}")


@cache
def _build_back_option(n: int) -> Option:
    return Option(
        BACK_WORD, count("Back: {n} hex behind your ship", "Back: {n} hexes behind your ship", n), say("Behind you")
    )


@cache
def _format_row(row: int) -> Text:
    return say("Row {row}", row=row)


def _list_unreachable_options(
    turn: TurnOptions, ways: dict[int, list[Way]], row: int, exact_price: int | None
) -> list[Option]:
    """Hexes near the ship that are not offered, the nearest first and of these the foremost; last what lies behind."""
    passage, at, terrain = turn.passage, turn.position.hex, turn.board.land.terrain
    near = passage.hexes_in_reach[at] if at is not None else range(passage.width * MAX_TOKEN_HEXES)
    names, rows = passage.names, passage.rows
    return [
        *[
            _build_refused_option(names[hex_], rows[hex_], turn.explain_no_destination(hex_, exact_price))
            for hex_ in near
            if terrain[hex_] and hex_ not in ways
        ],
        *[
            _build_refused_option(names[hex_], rows[hex_], _HEX_BEHIND)
            for hex_ in near
            if hex_ in ways and rows[hex_] < row
        ],
    ]


def _build_refused_option(name: str, row: int, reason: Text) -> Option:
    return Option(name, say("{hex}", hex=name), _format_row(row), reason)


def _build_way_menu(turn: TurnOptions, ways: Sequence[Way]) -> Menu:
    """The tokens and paths that lead to one hex, the cheapest first; a single one without its price, which the hex has told."""
    thrifty = sorted(ways, key=_PRICE_ORDER)
    words = [format_way(way, _name_hexes(turn.passage, way)) for way in thrifty]
    return Menu(
        "with",
        _ASK_WAY,
        LazyOptions(words, lambda: [_build_way_option(turn, way, shows_price=len(ways) > 1) for way in thrifty]),
    )


def _build_back_menu(turn: TurnOptions, ways: dict[int, list[Way]], hexes_behind: Sequence[int]) -> Menu:
    """All ways that lead back, each named with the hex it ends on."""
    passage, names = turn.passage, turn.passage.names
    thrifty = [
        (names[hex_], passage.rows[hex_], way) for hex_ in hexes_behind for way in sorted(ways[hex_], key=_PRICE_ORDER)
    ]

    def shown() -> list[Option]:
        options = [(name, row, _build_way_option(turn, way, shows_price=True)) for name, row, way in thrifty]
        return [Option(f"{one.word}-{name}", one.label, _format_row(row), spot=one.spot) for name, row, one in options]

    words = [f"{format_way(way, _name_hexes(passage, way))}-{name}" for name, _, way in thrifty]
    return Menu("with", _ASK_WAY, LazyOptions(words, shown))


def _name_hexes(passage: Passage, way: Way) -> list[str]:
    return [passage.names[hex_] for hex_ in way.path]


def find_way(ways: dict[int, list[Way]], passage: Passage, destination: Word, way_name: Word) -> Way:
    """The way that an answer names: `destination` is where it ends, or "back"; then `way_name` ends with that."""
    if destination == BACK_WORD:
        way_name, _, destination = way_name.rpartition("-")
    end = passage.hex_by_name[destination]
    if way_name == "walk":
        return next(way for way in ways[end] if way.kind == WALK_KIND)
    kind, *on = way_name.split("-")
    path = (*map(passage.hex_by_name.__getitem__, on), end)
    return next(way for way in ways[end] if way.path == path and TOKEN_KINDS[way.kind] == kind)


def format_way(way: Way, names: Sequence[str]) -> Word:
    """How moves name a way to a hex: the token and the hexes on the way there, or "walk"."""
    return "walk" if way.kind == WALK_KIND else "-".join((TOKEN_KINDS[way.kind], *names[:-1]))


def _build_way_option(turn: TurnOptions, way: Way, *, shows_price: bool) -> Option:
    names = _name_hexes(turn.passage, way)
    spot = "-".join(("way", str(way.price), "walk" if way.kind == WALK_KIND else TOKEN_KINDS[way.kind], *names))
    label = _describe_way(turn, way, names)
    if shows_price:
        label = say("{price}: {way}", price=format_points(way.price), way=label)
    return Option(format_way(way, names), label, spot=spot)


def _describe_way(turn: TurnOptions, way: Way, names: Sequence[str]) -> Text:
    """A way in words: the token, the hexes, what stays of such tokens in the reserve and what is found."""
    if way.kind == WALK_KIND:
        return say("along the route by {path}", path=names)
    token, left = name_token(TOKEN_KINDS[way.kind]), turn.player.reserve[way.kind] - 1
    finds = not (turn.has_ability("water-chests") or turn.has_ability("shore-chests"))
    if finds and any(turn.board.find_chest(hex_) for hex_ in way.path):
        return say("{token} token by {path} ({left} left), finds a treasure", token=token, path=names, left=left)
    return say("{token} token by {path} ({left} left)", token=token, path=names, left=left)
