"""The menus of an advance: where the ship ends, and by which token and way (P4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final

from msgspec import structs

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
    """Build the menu of the hexes where the ship can end, the furthest first.

    One option stands for all hexes behind the ship. Hexes near the ship where it cannot end have a reason. `exact_price` is the
    price that a token must have (P10.12).
    """
    passage, names, rows = turn.passage, turn.passage.names, turn.passage.rows
    destinations = sorted(ways, key=passage.ranks.__getitem__)
    ahead = [hex_ for hex_ in destinations if rows[hex_] >= turn.row]
    behind = destinations[len(ahead) :]

    def list_options() -> list[Option]:
        options: list[Option] = []
        for hex_ in ahead:
            min_price = min([way.price for way in ways[hex_]])
            options.append(_build_destination_option(names[hex_], rows[hex_], min_price, len(ways[hex_])))
        if behind:
            options.append(Option(BACK_WORD, _describe_back(turn, ways, behind), say("Behind you")))
        options += _list_unreachable_options(turn, ways, exact_price)
        return options

    def build_next_menu(word: Word) -> Menu:
        if word == BACK_WORD:
            return _build_back_menu(turn, ways, behind)
        return _build_way_menu(turn, ways[passage.hex_by_name[word]])

    words = [names[hex_] for hex_ in ahead]
    if behind:
        words.append(BACK_WORD)
    return Menu(name, prompt, LazyOptions(words, list_options), cache_menus(build_next_menu))


@cache
def _build_destination_option(name: str, row: int, price: int, way_count: int) -> Option:
    if way_count > 1:
        label = say("{hex}: from {price}, {n} ways", hex=name, price=format_points(price), n=way_count)
    else:
        label = say("{hex}: {price}", hex=name, price=format_points(price))
    return Option(name, label, _format_row(row), spot=f"to-{price}-{name}")


def describe_only_back(turn: TurnOptions) -> Text | None:
    """Describe the advances of a ship that can only sail back. Return None if it can end in its own row or ahead."""
    if any(turn.passage.rows[hex_] >= turn.row for hex_ in turn.ways):
        return None
    return _describe_back(turn, turn.ways, [*turn.ways])


def _describe_back(turn: TurnOptions, ways: dict[int, list[Way]], behind: Sequence[int]) -> Text:
    """Describe the ways to the hexes behind the ship: a single one with its end, its price and the rows lost."""
    if len(behind) > 1 or len(ways[behind[0]]) > 1:
        return count("Back: {n} hex behind your ship", "Back: {n} hexes behind your ship", len(behind))
    (way,) = ways[behind[0]]
    return count(
        "Back to {hex}: {price}, {n} row lost",
        "Back to {hex}: {price}, {n} rows lost",
        _count_rows_lost(turn, way),
        hex=turn.passage.names[behind[0]],
        price=format_points(way.price),
    )


def _count_rows_lost(turn: TurnOptions, way: Way) -> int:
    return turn.row - turn.passage.rows[way.path[-1]]


@cache
def _format_row(row: int) -> Text:
    return say("Row {row}", row=row)


def _list_unreachable_options(turn: TurnOptions, ways: dict[int, list[Way]], exact_price: int | None) -> list[Option]:
    """Return the hexes near the ship that are not offered, the nearest first; last those behind the ship.

    Among equally near hexes the foremost comes first.
    """
    passage, ship_hex, terrain = turn.passage, turn.position.hex, turn.board.land.terrain
    near: Sequence[int] = range(passage.width * MAX_TOKEN_HEXES)
    if ship_hex is not None:
        near = passage.hexes_in_reach[ship_hex]
    unreachable: list[Option] = []
    behind: list[Option] = []
    for hex_ in near:
        name, row = passage.names[hex_], passage.rows[hex_]
        if hex_ not in ways:
            if terrain[hex_]:
                why_not = turn.explain_no_destination(hex_, exact_price)
                unreachable.append(_build_refused_option(name, row, why_not))
        elif row < turn.row:
            behind.append(_build_refused_option(name, row, _HEX_BEHIND))
    return unreachable + behind


def _build_refused_option(name: str, row: int, why_not: Text) -> Option:
    return Option(name, say("{hex}", hex=name), _format_row(row), why_not)


def _build_way_menu(turn: TurnOptions, ways: Sequence[Way]) -> Menu:
    """Build the menu of the ways to one hex, the cheapest first.

    A single way has no price in its label, because the option of the hex shows it.
    """
    by_price = sorted(ways, key=_PRICE_ORDER)
    words = [format_way(way, _name_hexes(turn.passage, way)) for way in by_price]

    def list_options() -> list[Option]:
        if len(ways) == 1:
            return [_build_way_option(turn, by_price[0], shows_price=False)]
        kinds = Counter(way.kind for way in ways)
        first_steps = Counter((way.kind, way.path[0]) for way in ways)
        options: list[Option] = []
        for way in by_price:
            hexes = _name_hexes(turn.passage, way)[:-1] if kinds[way.kind] > 1 else []
            if first_steps[way.kind, way.path[0]] == 1:
                hexes = hexes[:1]
            label = _shorten_way(turn, way, hexes)
            options.append(structs.replace(_build_way_option(turn, way, shows_price=True), whole_label=label))
        return options

    return Menu("with", _ASK_WAY, LazyOptions(words, list_options))


def _build_back_menu(turn: TurnOptions, ways: dict[int, list[Way]], hexes_behind: Sequence[int]) -> Menu:
    """Build the menu of all ways to the hexes behind the ship, each named with the hex where it ends.

    A single way has no price in its label, as in `_build_way_menu`.
    """
    passage = turn.passage
    ways_behind = [way for hex_ in hexes_behind for way in sorted(ways[hex_], key=_PRICE_ORDER)]
    words: list[Word] = []
    for way in ways_behind:
        names = _name_hexes(passage, way)
        words.append(f"{format_way(way, names)}-{names[-1]}")

    def list_options() -> list[Option]:
        options: list[Option] = []
        alike = Counter((way.kind, way.path[-1]) for way in ways_behind)
        for word, way in zip(words, ways_behind, strict=True):
            option = _build_way_option(turn, way, shows_price=False)
            hexes = _name_hexes(passage, way)[:-1] if alike[way.kind, way.path[-1]] > 1 else []
            label = option.label if len(words) == 1 else _describe_way_back(turn, way, hexes)
            row = passage.rows[way.path[-1]]
            options.append(Option(word, label, _format_row(row), spot=option.spot))
        return options

    return Menu("with", _ASK_WAY, LazyOptions(words, list_options))


def _describe_way_back(turn: TurnOptions, way: Way, hexes: Sequence[str]) -> Text:
    """Describe a way in the list of all ways behind the ship: where it ends, its price, the rows lost, and the token with the
    hexes that tell it from others."""
    end, price, n = turn.passage.names[way.path[-1]], format_points(way.price), _count_rows_lost(turn, way)
    if way.kind == WALK_KIND:
        return count("{hex}: {price}, {n} row lost", "{hex}: {price}, {n} rows lost", n, hex=end, price=price)
    token = name_token(TOKEN_KINDS[way.kind])
    if hexes:
        token = say("{token} by {path}", token=token, path=[*hexes])
    return count(
        "{hex}: {price}, {n} row lost, {token}",
        "{hex}: {price}, {n} rows lost, {token}",
        n,
        hex=end,
        price=price,
        token=token,
    )


def _name_hexes(passage: Passage, way: Way) -> list[str]:
    return [passage.names[hex_] for hex_ in way.path]


def find_way(ways: dict[int, list[Way]], passage: Passage, destination: Word, way_word: Word) -> Way:
    """Return the way that an answer names.

    `destination` is the name of the last hex, or `BACK_WORD`; then `way_word` ends with the name of that hex.
    """
    if destination == BACK_WORD:
        way_word, _, destination = way_word.rpartition("-")
    end = passage.hex_by_name[destination]
    if way_word == "walk":
        return next(way for way in ways[end] if way.kind == WALK_KIND)
    kind, *names = way_word.split("-")
    path = (*map(passage.hex_by_name.__getitem__, names), end)
    return next(way for way in ways[end] if way.path == path and TOKEN_KINDS[way.kind] == kind)


def format_way(way: Way, names: Sequence[str]) -> Word:
    """Format a way as a word of a move: the token and its hexes but the last, or "walk"."""
    if way.kind == WALK_KIND:
        return "walk"
    return "-".join((TOKEN_KINDS[way.kind], *names[:-1]))


def _build_way_option(turn: TurnOptions, way: Way, *, shows_price: bool) -> Option:
    names = _name_hexes(turn.passage, way)
    spot = "-".join(("way", str(way.price), "walk" if way.kind == WALK_KIND else TOKEN_KINDS[way.kind], *names))
    label = _describe_way(turn, way, names)
    if shows_price:
        label = say("{price}: {way}", price=format_points(way.price), way=label)
    return Option(format_way(way, names), label, spot=spot)


def _describe_way(turn: TurnOptions, way: Way, names: Sequence[str]) -> Text:
    """Describe a way: the token, the hexes, the tokens of this kind left in the reserve, and whether it finds a treasure."""
    if way.kind == WALK_KIND:
        return say("along the route by {path}", path=names)
    token, left = name_token(TOKEN_KINDS[way.kind]), turn.player.reserve[way.kind] - 1
    if _finds_treasure(turn, way):
        return say("{token} token by {path} ({left} left), finds a treasure", token=token, path=names, left=left)
    return say("{token} token by {path} ({left} left)", token=token, path=names, left=left)


def _shorten_way(turn: TurnOptions, way: Way, hexes: Sequence[str]) -> Text:
    """Describe a way in a list of whole advances: the hex where it ends, the price, the token, and the hexes that tell it
    from others with the same token."""
    end, price = turn.passage.names[way.path[-1]], format_points(way.price)
    if way.kind == WALK_KIND:
        return say("{hex}: {price}, along the route", hex=end, price=price)
    what = name_token(TOKEN_KINDS[way.kind])
    if hexes:
        what = say("{token} by {path}", token=what, path=[*hexes])
    if _finds_treasure(turn, way):
        what = say("{token}, treasure", token=what)
    return say("{hex}: {price}, {token}", hex=end, price=price, token=what)


def _finds_treasure(turn: TurnOptions, way: Way) -> bool:
    if turn.has_ability("water-chests") or turn.has_ability("shore-chests"):
        return False
    return any(turn.board.find_chest(hex_) for hex_ in way.path)
