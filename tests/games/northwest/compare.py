"""The engine compared with the oracles: positions of random games, placements, steps of the sun, each asked of both."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from engine.games.northwest import travel
from engine.games.northwest.game import Northwest
from engine.games.northwest.ground import Ground, sea_path
from engine.games.northwest.rules import Turn
from engine.games.northwest.seen import view
from engine.games.northwest.state import State
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, moves, sample
from engine.kernel.position import Position, Run, start
from engine.kernel.script import settle
from engine.kernel.text import plain
from tests.games.northwest.accounts import Accounts
from tests.games.northwest.oracle import Chart, Face, Part, Tiles, cell, name_of, square

SEED = "geometry"
VEHICLES = ("ship", "sled")
SMALL = [f"s{n}" for n in range(6)]


class Box(NamedTuple):
    """A game, and the same numbers for the oracle."""

    game: Northwest
    data: Mapping[str, Any]
    tiles: Tiles

    def chart(self, state: State) -> Chart:
        """The oracle's board of a table."""
        return Chart(self.data, self.tiles, state.placed)

    def frozen(self, in_round: int) -> int:
        """How many rows are ice."""
        rows: list[int] = self.data["sun"]["frozen_rows"]
        return rows[(in_round - 1) % len(rows)]


@cache
def box(size: str) -> Box:
    """The game on its own board, or on a "small" one of 7 × 6 squares that is soon full, or on a "narrow" one of 5 × 12."""
    data = tomllib.loads(resources.files("engine.games.northwest").joinpath("components.toml").read_text("utf-8"))
    if size != "whole":
        columns, rows = {"small": (7, 6), "narrow": (5, 12)}[size]
        board = data["board"]
        board["columns"], board["rows"] = columns, rows
        board["zones"] = [{"multiplier": 2, "columns": columns}]
        for printed, at in zip(
            board["printed"], ((columns - 1, 1), (0, rows - 3), (columns - 2, 0), (0, rows - 1)), strict=True
        ):
            printed["cell"] = cell(at)
        data["sun"]["frozen_rows"] = [min(frozen, rows - 1) for frozen in data["sun"]["frozen_rows"]]
    game = registry.reload("northwest", msgspec.json.encode(data))
    assert isinstance(game, Northwest)
    return Box(game, data, Tiles(data))


# ---------------------------------------------------------------- random games
WEIGHTS = {
    "place": 12,
    "move": 8,
    "draw": 4,
    "transfer": 2,
    "explore": 6,
    "discover": 6,
    "end": 2,
    "refresh": 0.3,
    "pass": 0.4,
}
SIZES = ("small", "small", "narrow", "whole")


def compare(positions: int, seed: str) -> None:
    """Look at so many positions of random games. Raises AssertionError at the first where engine and oracle differ."""
    survey(positions, seed)


def survey(positions: int, seed: str) -> Counter[str]:
    """The same, and what came up on the way."""
    seen: Counter[str] = Counter()
    n = left = 0
    while left < positions:
        own = f"{seed} {n}"
        try:
            left += play(random.Random(own), own, positions - left, seen)  # noqa: S311 - a test keeps no secrets
        except Exception as wrong:
            raise AssertionError(f"game {n} of seed {seed!r}, near position {left}") from wrong
        n += 1
    return seen


def play(luck: random.Random, seed: str, most: int, seen: Counter[str]) -> int:
    """A random game of any number of players on a board of any size; how many positions of it were looked at."""
    of = box(luck.choice(SIZES))
    seats, mainland = luck.choice(of.game.seats), luck.choice(["coast", "island"])
    run: Run[State] = Run(
        of.game, start(of.game, seats, settle(of.game.settings, {"mainland": mainland}), seed).position, seed
    )
    tired, homesick, n = luck.random() < 0.2, luck.random() < 0.5, 0
    while run.now.ask and n < most:
        seat = min(run.now.ask)
        menu = run.menu(seat)
        if run.now.state.round == 0:
            run.play(seat, sample(menu, luck.randrange))
            continue
        books = Accounts(of.data, msgspec.to_builtins(run.now.state), of.chart(run.now.state))
        _may_be_done(books, menu)
        if n % 8 == 0:
            seen.update(at_rest(of, books.chart, run.now.state, menu).seen)
        words = choose(menu, luck, tired=tired, homesick=homesick)
        books.act(words)
        if words[0] == "place":
            seen.update(place(of, run, words, luck))
        else:
            run.play(seat, words)
        seen.update([words[0], f"{seats} players", mainland])
        while run.now.ask and any(_asked(run, one, "camp") or _asked(run, one, "draw") for one in run.now.ask):
            one = min(run.now.ask)
            answer = sample(run.menu(one), luck.randrange)
            if answer[0] == "draw":
                books.drawn(one, answer[1])
            run.play(one, answer)
        assert words[0] == "place" or books.table["piles"] == run.now.state.piles
        _booked(of, books, run.now.state)
        n += 1
    if run.now.result is not None:
        lines = Accounts(of.data, msgspec.to_builtins(run.now.state), of.chart(run.now.state))
        assert [set(seats) for seats in run.now.result.ranking] == lines.ranking()
        seen.update(["end", "shared" if len(run.now.result.winners) > 1 else "won", f"round {run.now.state.round}"])
    return n


def choose(menu: Menu, luck: random.Random, *, tired: bool, homesick: bool) -> Words:
    """A move as a player might make one: rather on than home unless homesick, rather laying than passing unless tired."""
    verbs = [option.word for option in menu.open()]
    words: Words = ("pass",)
    for _ in range(5):
        verb = luck.choices(verbs, [WEIGHTS[verb] * (10 if tired and verb == "pass" else 1) for verb in verbs])[0]
        below = menu.then(verb)
        words = (verb, *sample(below, luck.randrange)) if below else (verb,)
        if homesick or verb != "move" or words[2][0] != "b":
            break
    return words


def _may_be_done(books: Accounts, menu: Menu) -> None:
    """What is not a matter of the chart."""
    verbs = _open(menu)
    expected = books.moves()
    for verb in ("draw", "refresh", "explore", "discover"):
        assert set(_offered(menu, verb)) == {move for move in expected if move[0] == verb}, verb
    assert {words[:3] for words in _offered(menu, "transfer")} == {move for move in expected if move[0] == "transfer"}
    for verb in ("end", "pass"):
        assert (verb in verbs) == ((verb,) in expected)


def _booked(of: Box, books: Accounts, state: State) -> None:
    """Whether both have the same in their books; where a sled stands on its tile, and what the bag gave, is looked at elsewhere."""
    table, now = books.table, msgspec.to_builtins(state)
    for key in ("round", "acted", "ended", "taken", "passage_tokens", "greenland_tokens"):
        assert table[key] == now[key], key
    if not state.ended:
        assert (table["to_move"], table["order"], table["passed"]) == (state.to_move, state.order, state.passed)
    for mine, theirs in zip(table["expeditions"], now["expeditions"], strict=True):
        for key in ("ship_available", "ship_resting", "sled_available", "sled_resting", "lost", "sled_lost", "trail",
                    "passage", "greenland", "home", "ship"):  # fmt: skip
            assert mine[key] == theirs[key], key
        assert sorted(mine["hand"]) == sorted(theirs["hand"])
        assert bool(mine["sled"]) == bool(theirs["sled"])
        found = {kind: n for kind, n in mine["tokens"].items() if kind != "cartography"}
        assert found == {kind: n for kind, n in theirs["tokens"].items() if kind != "cartography"}
    after = Accounts(of.data, now, of.chart(state))
    lines = [{line.what: line.points for line in one.score} for one in view(of.game.box, state, None).expeditions]
    assert lines == after.scores()


# ---------------------------------------------------------------- positions
def begin(of: Box, luck: random.Random) -> State:
    """A table for two with no tile laid yet, and few small tiles, so that the piles run out."""
    options = settle(of.game.settings, {"mainland": luck.choice(["coast", "island"])})
    state = start(of.game, 2, options, SEED).position.base
    state.piles = [luck.choice([0, 1, 2, 8]) for _ in SMALL] if luck.random() < 0.8 else [0] * len(SMALL)
    state.cartography = luck.choice([0, 1, 20])
    return state


def scatter(of: Box, chart: Chart, state: State, luck: random.Random) -> None:
    """Put ships, sleds, crew and tiles anywhere, in any round: the board alone stays."""
    state.round, state.acted, state.to_move = luck.choice([1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9]), luck.randint(0, 1), 0
    state.order, state.passed = [0, 1], [1]
    frozen = of.frozen(state.round)
    used = {words.split()[0] for words in state.placed}
    left = [tile for tile in of.tiles.faces if tile[0] == "l" and tile not in used]
    state.bag, state.market = [], []
    for me in state.expeditions:
        ship = _near_a_gap(chart, luck)
        sled = ship if luck.random() < 0.3 else _near_the_line(chart, frozen, luck)
        ground = chart.ground(sled, frozen)
        me.ship, me.sled = chart.first(ship), name_of(luck.choice(ground)) if ground and luck.random() < 0.8 else ""
        me.ship_available, me.ship_resting = luck.choice([(4, 0), (4, 0), (2, 2), (1, 3)])
        me.sled_available, me.sled_resting = luck.choice([(3, 0), (2, 1)]) if me.sled else (0, 0)
        if not me.sled:
            me.ship_resting += 3
        me.hand = [*luck.sample(left, min(2, len(left))), luck.choice(SMALL)]
        me.home, me.sled_lost, me.lost, me.greenland = 0, False, 0, None


def _near_a_gap(chart: Chart, luck: random.Random) -> int:
    """A tile on the board, rather one of the newest: they have room around them."""
    return (
        luck.randrange(len(chart.laid))
        if luck.random() < 0.5
        else max(luck.randrange(len(chart.laid)) for _ in range(3))
    )


def _near_the_line(chart: Chart, frozen: int, luck: random.Random) -> int:
    """A tile on the board, rather one on the edge of the ice: there the ways differ most."""
    edge = sorted({tile for (_, y), tile in chart.owner.items() if y // 2 == frozen - 1})
    return luck.choice(edge) if edge and luck.random() < 0.7 else luck.randrange(len(chart.laid))


# ---------------------------------------------------------------- a position
class Found(NamedTuple):
    """All placements of a position, and what came up there."""

    placements: list[Words]
    seen: set[str]


def at_rest(of: Box, chart: Chart, state: State, menu: Menu) -> Found:
    """Everything a player may do on the ground at the beginning of an action must be what the oracle finds."""
    seen: set[str] = set()
    me, frozen, price = state.expeditions[state.to_move], of.frozen(state.round), 1 + (state.acted > 0)
    ship = chart.number(me.ship)
    part = chart.part_at(me.sled, frozen) if me.sled else None
    sled = chart.number(me.sled.split("-")[0]) if me.sled else None
    assert (part is None) == (not me.sled), "a sled stands in the water"
    works = {"ship": me.ship_available >= price, "sled": part is not None and me.sled_available >= price}

    found = _placed(of, chart, state, menu)
    for tile in set(me.hand):
        fits = {
            vehicle: chart.placements(tile, at) if works[vehicle] and at is not None else set()
            for vehicle, at in (("ship", ship), ("sled", sled))
        }
        theirs = {(face, words[-1]) for face, ways in found.get(tile, {}).items() for words in ways}
        assert theirs == {(face, vehicle) for vehicle, faces in fits.items() for face in faces}, (
            f"{tile} lies elsewhere"
        )
        assert sum(map(len, found.get(tile, {}).values())) == len(theirs), f"{tile} is offered twice in the same way"
        stands = [at for vehicle, at in (("ship", ship), ("sled", sled)) if works[vehicle] and at is not None]
        if stands and not theirs:
            why = chart.why_not(tile, stands)
            assert why in _reason(menu, tile), f"{tile} fits nowhere for another reason"
            seen.add(why)

    sails = {words[2:] for words in _offered(menu, "move") if words[1] == "ship"}
    assert sails == {(chart.first(there),) for there in (chart.sailings(ship, frozen) if works["ship"] else ())}
    drives = [words[2:] for words in _offered(menu, "move") if words[1] == "sled"]
    expected = set()
    if part is not None and sled is not None and works["sled"]:
        for there, arrivals in chart.drives(sled, part, frozen).items():
            several = len(arrivals) > 1
            seen |= {"several arrivals"} if several else set()
            expected |= {(chart.first(there), name_of(land)) if several else (chart.first(there),) for land in arrivals}
    assert len(drives) == len(set(drives))
    assert set(drives) == expected

    lands = chart.ground(ship, frozen)
    same = sled == ship if me.sled else bool(lands) and not me.sled_lost
    assert ("transfer" in _open(menu)) == (same and (me.ship_available >= price or me.sled_available >= price))
    if not me.sled and "transfer" in _open(menu) and me.ship_available > price:
        taken_out = {words[3:] for words in _offered(menu, "transfer") if words[1] == "1" and words[2] == "0"}
        after = of.frozen(state.round + 1)
        asked = len(lands) > 1 or any(fate(chart, land, after)[0] == "lost" for land in lands)
        assert taken_out == {(name_of(land),) if asked else () for land in lands}

    _warnings(of, chart, state, part)
    seen |= set() if chart.water(ship, frozen) else {"held"}
    return Found([words for faces in found.values() for ways in faces.values() for words in ways], seen)


def _open(menu: Menu) -> list[str]:
    return [option.word for option in menu.open()]


def _offered(menu: Menu, verb: str) -> list[Words]:
    """Every complete move that begins with a verb."""
    below = menu.then(verb) if verb in _open(menu) else None
    return [(verb, *words) for words in moves(below)] if below else []


def _reason(menu: Menu, tile: str) -> str:
    """What a player is told of a tile that fits nowhere."""
    below = menu.then("place")
    assert below is not None
    return next(plain(option.why_not) for option in below.options if option.word == tile and option.why_not)


def _placed(of: Box, chart: Chart, state: State, menu: Menu) -> dict[str, dict[Face, list[Words]]]:
    found: dict[str, dict[Face, list[Words]]] = {tile: {} for tile in state.expeditions[state.to_move].hand}
    for words in _offered(menu, "place"):
        _, tile, where, rotation, _ = words
        face = of.tiles.faces[tile][rotation].at(square(where))
        assert chart.first_of(face) == where, "a tile is called by its western or northern square"
        found[tile].setdefault(face, []).append(words)
    return found


def _warnings(of: Box, chart: Chart, state: State, part: Part | None) -> None:
    """What the next step of the sun will do, said beforehand."""
    if state.round >= of.game.components.expedition.rounds:
        return
    turn, after = Turn(of.game.box, state), of.frozen(state.round + 1)
    for number, tile in enumerate(turn.ground.laid):
        assert turn.ship_will_be_held(tile) == (not chart.water(number, after))
    if part is not None:
        assert turn.area is not None
        assert turn.sled_will_be(turn.area) == fate(chart, part, after)[0]


def fate(chart: Chart, part: Part, frozen: int) -> tuple[str, list[Part]]:
    """What the ice does to a sled: it stays where it is, or goes to one of several parts, or is lost."""
    tile = chart.owner[min(part)]
    ground = chart.ground(tile, frozen)
    stays = [land for land in ground if part <= land]
    return ("safe", stays) if stays else ("moved", ground) if ground else ("lost", [])


def everywhere(of: Box, chart: Chart, state: State, in_round: int) -> set[str]:
    """Ships and sleds on every tile and every part of it in a round: where they can go, and what the next sun does to them.

    Returns what came up.
    """
    seen: set[str] = set()
    rules, ground = of.game.box, of.game.box.ground(state)
    ice, after = rules.frozen(in_round), rules.frozen(in_round + 1)
    for number, tile in enumerate(ground.laid):
        assert set(travel.sailings(ground, tile, ice)) == chart.sailings(number, of.frozen(in_round))
        lands = {name_of(part): part for part in chart.ground(number, of.frozen(in_round))}
        areas = {travel.area_name(ground, area): area for area in travel.areas(ground, tile, ice)}
        assert areas.keys() == lands.keys()
        for name, part in lands.items():
            found = {
                there: {travel.area_name(ground, one) for one in arrivals}
                for there, arrivals in travel.drives(ground, areas[name], ice).items()
            }
            expected = chart.drives(number, part, of.frozen(in_round))
            assert found == {there: set(map(name_of, arrivals)) for there, arrivals in expected.items()}
            what, _ = fate(chart, part, of.frozen(in_round + 1))
            assert rules.fate(ground, areas[name], after) == what
            seen |= {what, *("several arrivals" for arrivals in expected.values() if len(arrivals) > 1)}
    return seen


# ---------------------------------------------------------------- a placement
def place(of: Box, run: Run[State], words: Words, luck: random.Random) -> set[str]:
    """Play a placement: the tile, the gaps that close and the islands that are complete must be those of the oracle.

    Returns what it brought about.
    """
    seen: set[str] = set()
    state, seat = run.now.state, run.now.state.to_move
    before, mainland = of.chart(state), state.options["mainland"] == "island"
    me, placed, piles = state.expeditions[seat], list(state.placed), list(state.piles)
    had = me.islands, me.tokens.get("cartography", 0), state.cartography
    asked: list[list[str]] = []
    run.play(seat, words)
    while (menu := _asked(run, seat, "fill")) is not None:
        ways = list(moves(menu))
        asked.append([word for _, word in ways])
        run.play(seat, luck.choice(ways))
    state = run.now.state
    me = state.expeditions[seat]

    laid = " ".join(words[1:4])
    assert state.placed[: len(placed) + 1] == [*placed, laid]
    chart = Chart(of.data, of.tiles, [*placed, laid])
    gaps, fills = chart.gaps(), state.placed[len(placed) + 1 :]
    assert sorted(cell(at) for at in gaps) == sorted(fill.split()[1] for fill in fills), "gaps"
    for n, fill in enumerate(fills):
        tile, where, rotation = fill.split()
        matching = {design for design in chart.designs(square(where)) if piles[int(design[1])]}
        stock = {design for design in SMALL if piles[int(design[1])]}
        choice = matching or stock or {"x"}
        if len(choice) > 1:
            assert sorted(choice) == asked.pop(0)
            seen.add("choices")
        assert tile in choice
        assert (rotation[0] == "j") == (not matching)
        shown = dict(chart.face(fill).quarters)
        for quarter, land in chart.shown_at(square(where)).items():
            assert shown[quarter] == (shown[quarter] and rotation[0] != "j" if land is None else land), (
                f"{fill} does not match"
            )
        if tile != "x":
            piles[int(tile[1])] -= 1
        seen.add("virtual" if tile == "x" else "jokers" if rotation[0] == "j" else "gaps")
        chart = Chart(of.data, of.tiles, [*placed, laid, *fills[: n + 1]])
    assert not asked
    assert state.piles == piles
    assert chart.sea_path()
    known(of, chart, state)

    new = chart.islands(mainland=mainland) - before.islands(mainland=mainland)
    pays = of.data["islands"]["points"]
    points = sum(pays[min(len(island.tiles), len(pays) + 1) - 2] for island in new)
    tokens = min(1 if new else 0, had[2])
    assert (me.islands, me.tokens.get("cartography", 0), state.cartography) == (
        had[0] + points,
        had[1] + tokens,
        had[2] - tokens,
    )
    seen |= {"several islands"} if len(new) > 1 else {"islands"} if new else set()
    return seen


def _asked(run: Run[State], seat: int, verb: str) -> Menu | None:
    """What a seat is asked below a verb that is the only one."""
    if seat in run.now.ask:
        menu = run.menu(seat)
        if [option.word for option in menu.options] == [verb]:
            return menu
    return None


def known(of: Box, chart: Chart, state: State) -> None:
    """The engine's corners must be the quarters that meet there, and its tiles lie where they lie."""
    ground, grid = of.game.box.ground(state), of.game.box.grid
    for at in chart.squares:
        number = grid.numbers[cell(at)]
        told = chart.shown_at(at)
        assert ground.corners_of(number) == "".join(
            {None: "?", True: "1", False: "0"}[told[at[0] * 2 + i, at[1] * 2 + j]] for j in (0, 1) for i in (0, 1)
        )
        assert ground.at.get(number) == chart.owner.get((2 * at[0], 2 * at[1]))
    for way in (*ground.routes, sea_path(grid, ground.land, ground.east, ground.south, *_arrows(ground))):
        if way is not None:  # it must be enough by itself: with land on all other corners ships still get through
            assert not way & ground.land
            corners = (1 << grid.stride * (grid.rows + 1)) - 1
            assert sea_path(grid, corners & ~way, ground.east, ground.south, *_arrows(ground))
    for tile, face in zip(ground.laid, chart.laid, strict=True):
        assert (grid.names[tile.symbol_cell] if tile.symbol else None) == (cell(face.symbol) if face.symbol else None)


def _arrows(ground: Ground) -> tuple[int, int]:
    return ground.laid[0].mask, ground.laid[1].mask


# ---------------------------------------------------------------- the sun
def sun(of: Box, chart: Chart, state: State, luck: random.Random) -> set[str]:
    """End a round: every sled must fare as the oracle says. Returns what happened to them."""
    run = Run(of.game, Position(state), SEED)
    after = of.frozen(state.round + 1)
    fates: dict[int, tuple[str, list[Part]]] = {}
    for seat, me in enumerate(state.expeditions):
        part = chart.part_at(me.sled, of.frozen(state.round)) if me.sled else None
        if part is not None:
            fates[seat] = fate(chart, part, after)
    run.play(0, ("pass",))
    camps: dict[int, str] = {}
    owing = [seat for seat in run.now.ask if _asked(run, seat, "camp") is not None]
    assert owing == [seat for seat, (what, lands) in fates.items() if what == "moved" and len(lands) > 1]
    for seat in owing:
        menu = _asked(run, seat, "camp")
        assert menu is not None
        ways = list(moves(menu))
        assert sorted(word for _, word in ways) == sorted(map(name_of, fates[seat][1]))
        words = luck.choice(ways)
        camps[seat] = words[1]
        run.play(seat, words)
    now = run.now.state
    assert now.round == state.round + 1
    for seat, (what, lands) in fates.items():
        after_it = now.expeditions[seat]
        assert after_it.sled_lost == (what == "lost")
        assert after_it.sled == camps.get(seat, name_of(lands[0]) if lands else "")
    return {what if len(lands) < 2 else "choice" for what, lands in fates.values()}
