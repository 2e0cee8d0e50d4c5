"""Compare the engine with the oracles in positions of random games: moves, placements, and steps of the sun."""

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
from engine.games.northwest.board import TileBoard, find_sea_path
from engine.games.northwest.build_view import build_view
from engine.games.northwest.game import Northwest
from engine.games.northwest.rules import TurnOptions
from engine.games.northwest.state import State
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, generate_moves, sample_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import write_plain_text
from tests.games.northwest.board_oracle import (
    ConnectedQuarters,
    OracleBoard,
    TileFace,
    TileFaces,
    name_part,
    name_square,
    parse_square,
)
from tests.games.northwest.bookkeeping_oracle import BookkeepingOracle

GAME_SEED = "geometry"
VEHICLE_NAMES = ("ship", "sled")
SMALL_DESIGNS = [f"s{n}" for n in range(6)]


class ComparedGame(NamedTuple):
    """A game, and the same components for the oracles."""

    game: Northwest
    data: Mapping[str, Any]
    tiles: TileFaces

    def build_chart(self, state: State) -> OracleBoard:
        """Build the oracle's board of a table."""
        return OracleBoard(self.data, self.tiles, state.placed)

    def count_frozen_rows(self, in_round: int) -> int:
        """Count the rows of ice in a round."""
        rows: list[int] = self.data["sun"]["frozen_rows"]
        return rows[(in_round - 1) % len(rows)]


@cache
def load_compared_game(size: str) -> ComparedGame:
    """Load the game with its own board, or with a "small" one of 7 × 6 squares that is soon full, or a "narrow" one of 5 × 12."""
    data = tomllib.loads(resources.files("engine.games.northwest").joinpath("components.toml").read_text("utf-8"))
    if size != "whole":
        columns, rows = {"small": (7, 6), "narrow": (5, 12)}[size]
        board = data["board"]
        board["columns"], board["rows"] = columns, rows
        widths = (2, columns - 3, 1)
        board["zones"] = [{"multiplier": 3 - n, "columns": width} for n, width in enumerate(widths)]
        for printed, at in zip(
            board["printed"], ((columns - 1, 1), (0, rows - 3), (columns - 2, 0), (0, rows - 1)), strict=True
        ):
            printed["cell"] = name_square(at)
        data["sun"]["frozen_rows"] = [min(frozen, rows - 1) for frozen in data["sun"]["frozen_rows"]]
    game = registry.reload_game("northwest", msgspec.json.encode(data))
    assert isinstance(game, Northwest)
    return ComparedGame(game, data, TileFaces(data))


# ---------------------------------------------------------------- random games
VERB_WEIGHTS = {
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
BOARD_SIZES = ("small", "small", "narrow", "whole")


def compare_positions(positions: int, seed: str) -> None:
    """Compare a number of positions of random games. Raises AssertionError at the first difference."""
    survey_positions(positions, seed)


def survey_positions(positions: int, seed: str) -> Counter[str]:
    """Compare a number of positions of random games, and count the cases that occurred."""
    seen: Counter[str] = Counter()
    n = left = 0
    while left < positions:
        own = f"{seed} {n}"
        try:
            left += play_random_game(random.Random(own), own, positions - left, seen)  # noqa: S311 - a test keeps no secrets
        except Exception as wrong:
            raise AssertionError(f"game {n} of seed {seed!r}, near position {left}") from wrong
        n += 1
    return seen


def play_random_game(rng: random.Random, seed: str, max_positions: int, seen_cases: Counter[str]) -> int:
    """Play a random game with any number of players and any board size. Returns the number of positions compared."""
    of = load_compared_game(rng.choice(BOARD_SIZES))
    seats, mainland = rng.choice(of.game.seat_counts), rng.choice(["coast", "island"])
    run: GameRun[State] = GameRun(
        of.game,
        begin_game(of.game, seats, complete_options(of.game.settings, {"mainland": mainland}), seed).position,
        seed,
    )
    tired, homesick, n = rng.random() < 0.2, rng.random() < 0.5, 0
    while run.situation.questions and n < max_positions:
        seat = min(run.situation.questions)
        menu = run.build_menu(seat)
        if run.situation.state.round == 0:
            run.play(seat, sample_move(menu, rng.randrange))
            continue
        books = BookkeepingOracle(
            of.data, msgspec.to_builtins(run.situation.state), of.build_chart(run.situation.state)
        )
        _compare_choices(books, menu)
        if n % 8 == 0:
            seen_cases.update(compare_actions(of, books.chart, run.situation.state, menu).seen_cases)
        words = choose_move(menu, rng, tired=tired, homesick=homesick)
        books.perform_move(words)
        if words[0] == "place":
            seen_cases.update(compare_placement(of, run, words, rng))
        else:
            run.play(seat, words)
        seen_cases.update([words[0], f"{seats} players", mainland])
        while run.situation.questions and any(
            _find_question(run, one, "camp") or _find_question(run, one, "draw") for one in run.situation.questions
        ):
            one = min(run.situation.questions)
            answer = sample_move(run.build_menu(one), rng.randrange)
            if answer[0] == "draw":
                books.add_to_reserve(one, answer[1])
            run.play(one, answer)
        assert words[0] == "place" or books.table["piles"] == run.situation.state.piles
        _compare_books(of, books, run.situation.state)
        n += 1
    if run.situation.result is not None:
        lines = BookkeepingOracle(
            of.data, msgspec.to_builtins(run.situation.state), of.build_chart(run.situation.state)
        )
        assert [set(seats) for seats in run.situation.result.ranking] == lines.rank_players()
        seen_cases.update(
            ["end", "shared" if len(run.situation.result.winners) > 1 else "won", f"round {run.situation.state.round}"]
        )
    return n


def choose_move(menu: Menu, rng: random.Random, *, tired: bool, homesick: bool) -> Words:
    """Choose a plausible move: onward unless `homesick`, and a placement rather than a pass unless `tired`."""
    verbs = [option.word for option in menu.list_open_options()]
    words: Words = ("pass",)
    for _ in range(5):
        verb = rng.choices(verbs, [VERB_WEIGHTS[verb] * (10 if tired and verb == "pass" else 1) for verb in verbs])[0]
        below = menu.next_menu(verb)
        words = (verb, *sample_move(below, rng.randrange)) if below else (verb,)
        if homesick or verb != "move" or words[2][0] != "b":
            break
    return words


def _compare_choices(books: BookkeepingOracle, menu: Menu) -> None:
    """Compare the moves that do not depend on the board."""
    verbs = _list_open_words(menu)
    expected = books.list_moves()
    for verb in ("draw", "refresh", "explore", "discover"):
        assert set(_list_offered_moves(menu, verb)) == {move for move in expected if move[0] == verb}, verb
    assert {words[:3] for words in _list_offered_moves(menu, "transfer")} == {
        move for move in expected if move[0] == "transfer"
    }
    for verb in ("end", "pass"):
        assert (verb in verbs) == ((verb,) in expected)


def _compare_books(compared: ComparedGame, books: BookkeepingOracle, state: State) -> None:
    """Compare the accounts. The tile of a sled and the draws from the bag are compared elsewhere."""
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
    after = BookkeepingOracle(compared.data, now, compared.build_chart(state))
    lines = [
        {line.item: line.points for line in one.score}
        for one in build_view(compared.game.game_box, state, None).expeditions
    ]
    assert lines == after.compute_scores()


# ---------------------------------------------------------------- positions
def start_empty_table(compared: ComparedGame, rng: random.Random) -> State:
    """Start a table for two with no tile laid yet, and few small tiles, so that the piles run out."""
    options = complete_options(compared.game.settings, {"mainland": rng.choice(["coast", "island"])})
    state = begin_game(compared.game, 2, options, GAME_SEED).position.base
    state.piles = [rng.choice([0, 1, 2, 8]) for _ in SMALL_DESIGNS] if rng.random() < 0.8 else [0] * len(SMALL_DESIGNS)
    state.cartography = rng.choice([0, 1, 20])
    return state


def scatter_pieces(compared: ComparedGame, chart: OracleBoard, state: State, rng: random.Random) -> None:
    """Put ships, sleds, crew and tiles in random places and set a random round; the board stays."""
    state.round, state.acted, state.to_move = rng.choice([1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9]), rng.randint(0, 1), 0
    state.order, state.passed = [0, 1], [1]
    frozen = compared.count_frozen_rows(state.round)
    used = {words.split()[0] for words in state.placed}
    left = [tile for tile in compared.tiles.faces if tile[0] == "l" and tile not in used]
    state.bag, state.market = [], []
    for me in state.expeditions:
        ship = _choose_tile_near_gap(chart, rng)
        sled = ship if rng.random() < 0.3 else _choose_tile_near_ice(chart, frozen, rng)
        ground = chart.list_areas(sled, frozen)
        me.ship, me.sled = chart.name_tile(ship), name_part(rng.choice(ground)) if ground and rng.random() < 0.8 else ""
        me.ship_available, me.ship_resting = rng.choice([(4, 0), (4, 0), (2, 2), (1, 3)])
        me.sled_available, me.sled_resting = rng.choice([(3, 0), (2, 1)]) if me.sled else (0, 0)
        if not me.sled:
            me.ship_resting += 3
        me.hand = [*rng.sample(left, min(2, len(left))), rng.choice(SMALL_DESIGNS)]
        me.home, me.sled_lost, me.lost, me.greenland = 0, False, 0, None


def _choose_tile_near_gap(chart: OracleBoard, rng: random.Random) -> int:
    """Choose a tile on the board, preferably a new one with space around it."""
    return (
        rng.randrange(len(chart.laid)) if rng.random() < 0.5 else max(rng.randrange(len(chart.laid)) for _ in range(3))
    )


def _choose_tile_near_ice(chart: OracleBoard, frozen: int, rng: random.Random) -> int:
    """Choose a tile on the board, preferably one on the edge of the ice, where the sea paths differ most."""
    edge = sorted({tile for (_, y), tile in chart.owner.items() if y // 2 == frozen - 1})
    return rng.choice(edge) if edge and rng.random() < 0.7 else rng.randrange(len(chart.laid))


# ---------------------------------------------------------------- a position
class FoundPlacements(NamedTuple):
    """All placements of a position, and the cases that occurred."""

    placements: list[Words]
    seen_cases: set[str]


def compare_actions(compared: ComparedGame, chart: OracleBoard, state: State, menu: Menu) -> FoundPlacements:
    """Compare the placements, moves and transfers at the start of an action with the oracle's."""
    seen: set[str] = set()
    me, frozen, price = state.expeditions[state.to_move], compared.count_frozen_rows(state.round), 1 + (state.acted > 0)
    ship = chart.find_tile(me.ship)
    part = chart.find_part(me.sled, frozen) if me.sled else None
    sled = chart.find_tile(me.sled.split("-")[0]) if me.sled else None
    assert (part is None) == (not me.sled), "a sled stands in the water"
    works = {"ship": me.ship_available >= price, "sled": part is not None and me.sled_available >= price}

    found = _compare_placements(compared, chart, state, menu)
    for tile in set(me.hand):
        fits = {
            vehicle: chart.list_placements(tile, at) if works[vehicle] and at is not None else set()
            for vehicle, at in (("ship", ship), ("sled", sled))
        }
        theirs = {(face, words[-1]) for face, ways in found.get(tile, {}).items() for words in ways}
        assert theirs == {(face, vehicle) for vehicle, faces in fits.items() for face in faces}, (
            f"{tile} lies elsewhere"
        )
        assert sum(map(len, found.get(tile, {}).values())) == len(theirs), f"{tile} is offered twice in the same way"
        stands = [at for vehicle, at in (("ship", ship), ("sled", sled)) if works[vehicle] and at is not None]
        if stands and not theirs:
            why = chart.find_rule_against(tile, stands)
            assert why in _find_reason(menu, tile), f"{tile} fits nowhere for another reason"
            seen.add(why)

    sails = {words[2:] for words in _list_offered_moves(menu, "move") if words[1] == "ship"}
    assert sails == {
        (chart.name_tile(there),) for there in (chart.find_sailings(ship, frozen) if works["ship"] else ())
    }
    drives = [words[2:] for words in _list_offered_moves(menu, "move") if words[1] == "sled"]
    expected = set()
    if part is not None and sled is not None and works["sled"]:
        for there, arrivals in chart.find_drives(sled, part, frozen).items():
            several = len(arrivals) > 1
            seen |= {"several arrivals"} if several else set()
            expected |= {
                (chart.name_tile(there), name_part(land)) if several else (chart.name_tile(there),) for land in arrivals
            }
    assert len(drives) == len(set(drives))
    assert set(drives) == expected

    lands = chart.list_areas(ship, frozen)
    same = sled == ship if me.sled else bool(lands) and not me.sled_lost
    assert ("transfer" in _list_open_words(menu)) == (
        same and (me.ship_available >= price or me.sled_available >= price)
    )
    if not me.sled and "transfer" in _list_open_words(menu) and me.ship_available > price:
        taken_out = {
            words[3:] for words in _list_offered_moves(menu, "transfer") if words[1] == "1" and words[2] == "0"
        }
        after = compared.count_frozen_rows(state.round + 1)
        asked = len(lands) > 1 or any(find_sled_fate(chart, land, after)[0] == "lost" for land in lands)
        assert taken_out == {(name_part(land),) if asked else () for land in lands}

    _compare_warnings(compared, chart, state, part)
    seen |= set() if chart.find_water(ship, frozen) else {"held"}
    return FoundPlacements([words for faces in found.values() for ways in faces.values() for words in ways], seen)


def _list_open_words(menu: Menu) -> list[str]:
    return [option.word for option in menu.list_open_options()]


def _list_offered_moves(menu: Menu, verb: str) -> list[Words]:
    """List every complete move that begins with a verb."""
    below = menu.next_menu(verb) if verb in _list_open_words(menu) else None
    return [(verb, *words) for words in generate_moves(below)] if below else []


def _find_reason(menu: Menu, tile: str) -> str:
    """Find the reason that a player reads for a tile that fits nowhere."""
    below = menu.next_menu("place")
    assert below is not None
    return next(write_plain_text(option.why_not) for option in below.options if option.word == tile and option.why_not)


def _compare_placements(
    compared: ComparedGame, chart: OracleBoard, state: State, menu: Menu
) -> dict[str, dict[TileFace, list[Words]]]:
    found: dict[str, dict[TileFace, list[Words]]] = {tile: {} for tile in state.expeditions[state.to_move].hand}
    for words in _list_offered_moves(menu, "place"):
        _, tile, where, rotation, _ = words
        face = compared.tiles.faces[tile][rotation].move_to(parse_square(where))
        assert chart.find_first_square(face) == where, "a tile is called by its western or northern square"
        found[tile].setdefault(face, []).append(words)
    return found


def _compare_warnings(compared: ComparedGame, chart: OracleBoard, state: State, part: ConnectedQuarters | None) -> None:
    """Compare the warnings about the next step of the sun with the oracle."""
    if state.round >= compared.game.components.expedition.rounds:
        return
    turn, after = TurnOptions(compared.game.game_box, state), compared.count_frozen_rows(state.round + 1)
    for number, tile in enumerate(turn.board.placed_tiles):
        assert turn.will_hold_ship(tile) == (not chart.find_water(number, after))
    if part is not None:
        assert turn.area is not None
        assert turn.predict_sled_fate(turn.area) == find_sled_fate(chart, part, after)[0]


def find_sled_fate(chart: OracleBoard, part: ConnectedQuarters, frozen: int) -> tuple[str, list[ConnectedQuarters]]:
    """Find the effect of the ice on a sled: it stays, or moves to one of several parts, or is lost."""
    tile = chart.owner[min(part)]
    ground = chart.list_areas(tile, frozen)
    stays = [land for land in ground if part <= land]
    return ("safe", stays) if stays else ("moved", ground) if ground else ("lost", [])


def compare_movement(compared: ComparedGame, chart: OracleBoard, state: State, in_round: int) -> set[str]:
    """Compare the moves of ships and sleds on every tile and part in a round, and the effect of the next step of the sun.

    Returns the cases that occurred.
    """
    seen: set[str] = set()
    rules, ground = compared.game.game_box, compared.game.game_box.find_board(state)
    ice, after = rules.find_frozen_cells(in_round), rules.find_frozen_cells(in_round + 1)
    for number, tile in enumerate(ground.placed_tiles):
        assert set(travel.find_sailings(ground, tile, ice)) == chart.find_sailings(
            number, compared.count_frozen_rows(in_round)
        )
        lands = {name_part(part): part for part in chart.list_areas(number, compared.count_frozen_rows(in_round))}
        areas = {travel.name_area(ground, area): area for area in travel.list_areas(ground, tile, ice)}
        assert areas.keys() == lands.keys()
        for name, part in lands.items():
            found = {
                there: {travel.name_area(ground, one) for one in arrivals}
                for there, arrivals in travel.find_drives(ground, areas[name], ice).items()
            }
            expected = chart.find_drives(number, part, compared.count_frozen_rows(in_round))
            assert found == {there: set(map(name_part, arrivals)) for there, arrivals in expected.items()}
            what, _ = find_sled_fate(chart, part, compared.count_frozen_rows(in_round + 1))
            assert rules.find_sled_fate(ground, areas[name], after) == what
            seen |= {what, *("several arrivals" for arrivals in expected.values() if len(arrivals) > 1)}
    return seen


# ---------------------------------------------------------------- a placement
def compare_placement(compared: ComparedGame, run: GameRun[State], words: Words, rng: random.Random) -> set[str]:
    """Play a placement, and compare its tile, the closed gaps and the complete islands with the oracle.

    Returns the cases that occurred.
    """
    seen: set[str] = set()
    state, seat = run.situation.state, run.situation.state.to_move
    before, mainland = compared.build_chart(state), state.options["mainland"] == "island"
    me, placed, piles = state.expeditions[seat], list(state.placed), list(state.piles)
    had = me.islands, me.tokens.get("cartography", 0), state.cartography
    asked: list[list[str]] = []
    run.play(seat, words)
    while (menu := _find_question(run, seat, "fill")) is not None:
        ways = list(generate_moves(menu))
        asked.append([word for _, word in ways])
        run.play(seat, rng.choice(ways))
    state = run.situation.state
    me = state.expeditions[seat]

    laid = " ".join(words[1:4])
    assert state.placed[: len(placed) + 1] == [*placed, laid]
    chart = OracleBoard(compared.data, compared.tiles, [*placed, laid])
    gaps, fills = chart.find_gaps(), state.placed[len(placed) + 1 :]
    assert sorted(name_square(at) for at in gaps) == sorted(fill.split()[1] for fill in fills), "gaps"
    for n, fill in enumerate(fills):
        tile, where, rotation = fill.split()
        matching = {design for design in chart.find_matching_designs(parse_square(where)) if piles[int(design[1])]}
        stock = {design for design in SMALL_DESIGNS if piles[int(design[1])]}
        choice = matching or stock or {"x"}
        if len(choice) > 1:
            assert sorted(choice) == asked.pop(0)
            seen.add("choices")
        assert tile in choice
        assert (rotation[0] == "j") == (not matching)
        shown = dict(chart.parse_placement(fill).quarters)
        for quarter, land in chart.find_shown_quarters(parse_square(where)).items():
            assert shown[quarter] == (shown[quarter] and rotation[0] != "j" if land is None else land), (
                f"{fill} does not match"
            )
        if tile != "x":
            piles[int(tile[1])] -= 1
        seen.add("virtual" if tile == "x" else "jokers" if rotation[0] == "j" else "gaps")
        chart = OracleBoard(compared.data, compared.tiles, [*placed, laid, *fills[: n + 1]])
    assert not asked
    assert state.piles == piles
    assert chart.has_sea_path()
    compare_corners(compared, chart, state)

    new = chart.find_islands(mainland=mainland) - before.find_islands(mainland=mainland)
    pays = compared.data["islands"]["points"]
    points = sum(pays[min(len(island.tiles), len(pays) + 1) - 2] for island in new)
    tokens = min(1 if new else 0, had[2])
    assert (me.islands, me.tokens.get("cartography", 0), state.cartography) == (
        had[0] + points,
        had[1] + tokens,
        had[2] - tokens,
    )
    seen |= {"several islands"} if len(new) > 1 else {"islands"} if new else set()
    return seen


def _find_question(run: GameRun[State], seat: int, verb: str) -> Menu | None:
    """Find the question of a seat below its only verb."""
    if seat in run.situation.questions:
        menu = run.build_menu(seat)
        if [option.word for option in menu.options] == [verb]:
            return menu
    return None


def compare_corners(compared: ComparedGame, chart: OracleBoard, state: State) -> None:
    """Check that the engine's corners equal the quarters that meet there, and that both have the same tiles."""
    ground, grid = compared.game.game_box.find_board(state), compared.game.game_box.grid
    for at in chart.squares:
        number = grid.cell_numbers[name_square(at)]
        told = chart.find_shown_quarters(at)
        assert ground.describe_corners(number) == "".join(
            {None: "?", True: "1", False: "0"}[told[at[0] * 2 + i, at[1] * 2 + j]] for j in (0, 1) for i in (0, 1)
        )
        assert ground.tile_by_cell.get(number) == chart.owner.get((2 * at[0], 2 * at[1]))
    for way in (
        *ground.known_routes,
        find_sea_path(grid, ground.land_corners, ground.east, ground.south, *_compare_arrows(ground)),
    ):
        if way is not None:  # the path must suffice alone: with land on all other corners ships still get through
            assert not way & ground.land_corners
            corners = (1 << grid.stride * (grid.rows + 1)) - 1
            assert find_sea_path(grid, corners & ~way, ground.east, ground.south, *_compare_arrows(ground))
    for tile, face in zip(ground.placed_tiles, chart.laid, strict=True):
        assert (grid.cell_names[tile.symbol_cell] if tile.symbol else None) == (
            name_square(face.symbol) if face.symbol else None
        )


def _compare_arrows(ground: TileBoard) -> tuple[int, int]:
    return ground.placed_tiles[0].mask, ground.placed_tiles[1].mask


# ---------------------------------------------------------------- the sun
def compare_sun_step(compared: ComparedGame, chart: OracleBoard, state: State, rng: random.Random) -> set[str]:
    """End a round and compare the fate of every sled with the oracle. Returns the cases that occurred."""
    run = GameRun(compared.game, Position(state), GAME_SEED)
    after = compared.count_frozen_rows(state.round + 1)
    fates: dict[int, tuple[str, list[ConnectedQuarters]]] = {}
    for seat, me in enumerate(state.expeditions):
        part = chart.find_part(me.sled, compared.count_frozen_rows(state.round)) if me.sled else None
        if part is not None:
            fates[seat] = find_sled_fate(chart, part, after)
    run.play(0, ("pass",))
    camps: dict[int, str] = {}
    owing = [seat for seat in run.situation.questions if _find_question(run, seat, "camp") is not None]
    assert owing == [seat for seat, (what, lands) in fates.items() if what == "moved" and len(lands) > 1]
    for seat in owing:
        menu = _find_question(run, seat, "camp")
        assert menu is not None
        ways = list(generate_moves(menu))
        assert sorted(word for _, word in ways) == sorted(map(name_part, fates[seat][1]))
        words = rng.choice(ways)
        camps[seat] = words[1]
        run.play(seat, words)
    now = run.situation.state
    assert now.round == state.round + 1
    for seat, (what, lands) in fates.items():
        after_it = now.expeditions[seat]
        assert after_it.sled_lost == (what == "lost")
        assert after_it.sled == camps.get(seat, name_part(lands[0]) if lands else "")
    return {what if len(lands) < 2 else "choice" for what, lands in fates.values()}
