"""Compare the engine with the oracle on random tables and on every move of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS
from engine.games.paso.game import Paso
from engine.games.paso.hexes import Passage
from engine.games.paso.menus import build_action_menu
from engine.games.paso.rules import TurnOptions
from engine.games.paso.ship_movement import WALK_KIND
from engine.games.paso.state import Piece, Player, State
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, generate_moves, sample_move
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from tests.games.paso import oracle
from tests.games.paso.ledger import MoveLedger
from tests.rules.paso.play import load_game

RANDOM_HAND_CARDS = [effect for effect in TREASURE_EFFECTS if effect != "swap"]
"""Cards in the hands of random tables: all except the one that can be played in thousands of ways."""
WINDOW_ROWS = 6
"""The number of rows with pieces: few, so that the pieces meet."""


def compare_positions(positions: int, seed: str) -> None:
    """Compare a number of positions.

    Raises AssertionError at the first position where engine and oracle differ.
    """
    survey_positions(positions, seed)


def survey_positions(positions: int, seed: str) -> Counter[str]:
    """Compare positions, half of random tables and half of random games, and count the cases that occurred."""
    seen: Counter[str] = Counter()
    for n in range(positions // 2):
        try:
            seen += compare_state(load_game(), create_random_state(load_game(), Dice(f"{seed} {n}")))
        except Exception as wrong:
            raise AssertionError(f"table {n} of seed {seed!r}") from wrong
    left, n = positions - positions // 2, 0
    while left > 0:
        try:
            left -= play_random_game(n, seed, left, seen)
        except Exception as wrong:
            raise AssertionError(f"game {n} of seed {seed!r}, {left} positions before the end") from wrong
        n += 1
    return seen


# ---------------------------------------------------------------- random games
VERB_WEIGHTS = {"advance": 6, "raid": 8, "exit": 2, "fresh": 6, "card": 8, "recover": 2, "drop": 1, "end": 1}


def play_random_game(game_number: int, series: str, max_positions: int, seen_cases: Counter[str]) -> int:
    """Play a random game, in turn for each number of players and with each option.

    Returns the number of positions compared.
    """
    seed, rules = f"{series} {game_number}", load_game()
    luck = Random(seed)  # noqa: S311 - a test keeps no secrets
    seats = rules.meta.seat_counts[game_number % 3]
    values = {one.name: list(one.values) for one in rules.meta.settings}
    options = {name: words[(game_number // 3 + n) % len(words)] for n, (name, words) in enumerate(values.items())}
    if seats < 4:
        options["mode"] = "alone"
    run: GameRun[State] = GameRun(
        rules, begin_game(rules, seats, complete_options(rules.meta.settings, options), seed).position, seed
    )
    seen_cases[f"{seats} players"] += 1
    seen_cases.update(f"{name} {value}" for name, value in options.items())
    weights = VERB_WEIGHTS if game_number % 8 else {**VERB_WEIGHTS, "end": 2_000}  # in some games the ships rarely move
    n = 0
    while run.situation.questions and n < max_positions:
        seat = min(run.situation.questions)
        menu = run.build_menu(seat)
        if run.state.phase == "choose" or "end" not in [option.word for option in menu.list_open_options()]:
            run.play(seat, sample_move(menu, luck.randrange))
            continue
        ledger = MoveLedger(rules.components, run.position.base)
        assert set(generate_moves(menu)) == ledger.list_moves()
        words, turn = _sample_move(menu, luck, weights), run.state.turn
        run.play(seat, words)
        _check_move(ledger, words, run.state, turn)
        seen_cases[" ".join(words[:2]) if words[0] == "card" else words[0]] += 1
        n += 1
    if run.result is not None:
        ledger = MoveLedger(rules.components, run.state)
        assert [set(places) for places in run.result.ranking] == ledger.rank_seats()
        assert set(run.result.winners) == ledger.rank_seats()[0]
        seen_cases["won" if any(player.exited for player in run.state.players) else "still"] += 1
    return n


def _sample_move(menu: Menu, rng: Random, weights: dict[str, int]) -> Words:
    """Sample a move: a verb by its weight, sometimes a run to the north, the other words at random."""
    verbs = [option.word for option in menu.list_open_options()]
    verb = rng.choices(verbs, [weights[verb] for verb in verbs])[0]
    below = menu.next_menu(verb)
    if below is None:
        return (verb,)
    if verb == "advance" and rng.random() < 0.6:
        to = below.list_open_options()[0].word
        ways = below.next_menu(to)
        assert ways is not None
        return (verb, to, *sample_move(ways, rng.randrange))
    return (verb, *sample_move(below, rng.randrange))


def _check_move(ledger: MoveLedger, words: Words, state: State, turn: int) -> None:
    """Compare the state after a move with the ledger's note. Points and cards belong to the turn, which may have ended."""
    note, me = ledger.apply_move(words), state.players[ledger.seat]
    found = {
        "hands": [len(player.hand) for player in state.players],
        "pieces": state.pieces,
        "reserve": me.reserve,
        "ship": me.ship,
        "behind": me.behind,
        "raiding": me.raiding,
        "supply": (state.icebergs, state.waters),
        "stock": len(state.deck) + len(state.discards),
        "laid": len([tile for tile in state.laid if tile[0] == "a"]),
        "tiles": state.laid[: len(note["tiles"])],
        "rows": [25 if player.exited else int(player.ship[1:] or 0) for player in state.players],
        **({"points": state.points, "cards": state.cards} if state.turn == turn else {}),
    }
    assert {name: note[name] for name in found if name in note} == {name: found[name] for name in found if name in note}
    if state.turn == turn:
        for seat, changed in ledger.list_card_effects(words).items():
            assert {name: getattr(state.players[seat], name) for name in changed} == changed, words


# ---------------------------------------------------------------- random tables
def create_random_state(rules: Paso, rng: Dice) -> State:
    """Create a table with pieces at random places, also in positions that no game would lead to."""
    tick = iter(range(1_000_000))

    def below(n: int) -> int:
        return rng.roll_below(n, next(tick), "table")

    seats = 2 + below(3)
    passage = rules.game_box.passages[seats]
    last = below(2) * (passage.last_row - WINDOW_ROWS) + WINDOW_ROWS  # the window is at the beginning or at the end
    laid = last if last == passage.last_row else last + below(3)
    words = [f"{'a' if pile == 'four' else 'b'}{1 + below(24)}{'r' * below(2)}" for pile in passage.piles]
    window = [hex_ for row in range(last - WINDOW_ROWS + 1, last + 1) for hex_ in passage.list_row_hexes(row)]
    slots = passage.slots[: passage.laid_by_row[laid]]
    down = {hex_ for slot in slots for hex_ in slot}
    window = [hex_ for hex_ in window if hex_ in down]
    pieces = [_create_random_piece(passage, window, seats, below) for _ in range(below(14))]
    most = 1 + below(3)  # tokens of a kind in a reserve: now and then there are none at all
    players = [
        Player([below(most) for _ in TOKEN_KINDS], [0] * 10, [""] * seats, shielded=below(6) == 0) for _ in range(seats)
    ]
    state = State(
        options={"mode": "alone", "fresh": ("added", "instead")[below(2)], "gift": "no"},
        players=players,
        laid=words[: len(slots)],
        four=[],
        left=[],
        right=[],
        deck=[],
        roster=[],
        icebergs=below(3),
        waters=below(3),
        first=0,
        to_move=below(seats),
        pieces=[piece for piece in pieces if piece.hexes],
        points=below(8),
        cards=below(3),
        moved=below(2) == 1,
        fresh=below(8) == 0,
        phase="race",
    )
    names = [passage.names[hex_] for hex_ in window]
    covered = [name for piece in state.pieces for name in piece.hexes] or names
    for player in players:
        places = covered if below(3) else names
        ship = places[below(len(places))] if below(5) else ""
        player.ship = "" if any(ship == other.ship for other in players) else ship
        player.behind = covered[below(len(covered))] if player.ship and below(3) else ""
        player.character = ["", *rules.game_box.characters][below(1 + len(rules.game_box.characters))]
        player.left = [covered[below(len(covered))] if below(2) else "" for _ in players]
        player.hand = [RANDOM_HAND_CARDS[below(len(RANDOM_HAND_CARDS))]] if below(2) else []
        player.silenced = below(8) == 0
    me = players[state.to_move]
    here = oracle.SlowOracle(rules.components, state).list_owners_in_sight(oracle.parse_hex(me.ship)) if me.ship else []
    others = [owner for owner in here if owner != state.to_move]
    me.raiding = others[below(len(others))] if others else None
    return state


def _create_random_piece(passage: Passage, window: list[int], seats: int, roll_below: Callable[[int], int]) -> Piece:
    """Create a token on a random path of its shape, or a special tile."""
    start = window[roll_below(len(window))]
    if roll_below(6) == 0:
        return Piece(-1, ("ice", "water")[roll_below(2)], (passage.names[start],))
    path, branch = [start], passage.paths[start]
    kind = branch.kinds[0]
    while branch.next_branches and roll_below(4):
        branch = branch.next_branches[roll_below(len(branch.next_branches))]
        if branch.hex not in window:
            break
        path.append(branch.hex)
    kinds = oracle.list_kinds(tuple(oracle.parse_hex(passage.names[hex_]) for hex_ in path))
    if not kinds:
        return Piece(0, TOKEN_KINDS[kind], ())
    name = "x1" if kinds[0] == "u1" and roll_below(2) else kinds[0]
    return Piece(
        roll_below(seats), next(k for k in TOKEN_KINDS if k == name), tuple(passage.names[hex_] for hex_ in path)
    )


def compare_state(rules: Paso, state: State) -> Counter[str]:
    """Compare the engine with the oracle in one state. Returns the counts of the cases compared."""
    turn, plain = TurnOptions(rules.game_box, state), oracle.SlowOracle(rules.components, state)
    names = turn.passage.names
    ways = [way for found in turn.ways.values() for way in found]
    tokens = [
        oracle.FoundAdvance(
            TOKEN_KINDS[way.kind], tuple(names[hex_] for hex_ in way.path), way.price, way.end_position.raiding
        )
        for way in ways
        if way.kind != WALK_KIND
    ]
    assert len(set(tokens)) == len(tokens)
    assert set(tokens) == plain.list_advances()
    assert {names[way.path[-1]]: way.price for way in ways if way.kind == WALK_KIND} == plain.find_walks()
    raids = {(names[hex_], owner) for hex_, owners in turn.raid_targets.items() for owner in owners}
    assert raids == (set() if state.fresh else plain.list_raids())  # P8.1
    offered, ledger = set(generate_moves(build_action_menu(turn))), MoveLedger(rules.components, state)
    ledger.slow = plain
    assert offered == ledger.list_moves()
    verbs = Counter(f"may {words[0]}" for words in offered)
    if verbs["may recover"] and not ledger.list_open_tokens(ledger.seat):
        verbs["may salvage"] = verbs["may recover"]
    return (
        verbs + Counter({"walks": len(ways) - len(tokens), "raids": len(raids)}) + Counter(one.kind for one in tokens)
    )
