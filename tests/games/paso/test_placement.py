"""Tokens, steps and raids compared with the oracle, which tries all paths, on random tables; the rule text judges."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games.paso.components import KINDS
from engine.games.paso.game import Paso
from engine.games.paso.reach import reach
from engine.games.paso.rules import Turn
from engine.games.paso.state import Piece, State
from engine.games.paso.voyage import WALK
from engine.kernel.dice import Dice
from tests.games.paso import oracle
from tests.games.paso.compare import compared, random_state
from tests.rules.paso.play import Table, game, table

THOUGHT_OF, TURNS = 1_000, 220


@pytest.mark.slow
@settings(max_examples=THOUGHT_OF, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.integers(0, 10**9))
def test_a_table_hypothesis_thinks_of(seed: int) -> None:
    compared(game(), random_state(game(), Dice(str(seed))))


def test_every_token_in_every_direction() -> None:
    """On open water each token lies in all its directions, and a ship travels it from both ends."""
    passage = game().box.passages[4]
    directions = {"s4": 3, "l4": 6, "j4": 6, "z4": 3, "n4": 3, "s3": 3, "c3": 6, "s2": 3, "u1": 1}
    lies: dict[str, set[frozenset[oracle.Hex]]] = {kind: set() for kind in oracle.ORDER}
    travelled: Counter[str] = Counter()
    start = passage.numbers["d12"]
    todo = [((start,), passage.paths[start])]
    while todo:
        path, branch = todo.pop()
        for number in branch.kinds:
            kind, hexes = KINDS[number], tuple(oracle.hex_of(passage.names[hex_]) for hex_ in path)
            assert kind in oracle.kinds_of(hexes)
            lies[kind].add(oracle.cornered(tuple(map(oracle.axial, hexes))))
            travelled[kind] += 1
        todo += [((*path, further.hex), further) for further in branch.further]
    assert {kind: len(found) for kind, found in lies.items()} == directions
    assert travelled == {"s4": 6, "l4": 12, "j4": 12, "z4": 6, "n4": 6, "s3": 6, "c3": 12, "s2": 6, "u1": 1}


def test_the_reach_of_a_turn_is_what_playing_it_out_reaches() -> None:
    """Every sequence of advances is played to its end; the hand keeps the turn from ending by itself."""
    start = table(
        iceberg="a3 b3 d4",
        land="c2",
        pieces=["0 s2 b1 b2", "1 u1 c3", "1 u1 c4", "0 x1 c3"],
        ships={0: "b2", 1: "c4"},
        raiding={},
        left={(0, 1): "c3"},
        reserve={0: {"u1": 1, "s3": 0, "c3": 0}},
        hands={0: "catch-up"},
        points=3,
    )
    reached: dict[str, int] = {}
    todo = [start]
    while todo:
        t = todo.pop()
        paid, ship = start.state.points - t.state.points, t.me(0).ship
        reached[ship] = min(paid, reached.get(ship, paid))
        if "advance" not in t.offers("0"):
            continue
        for to in t.offers("0 advance"):
            todo += [Table(t.position, t.rules).play(f"0 advance {to} {way}") for way in t.offers(f"0 advance {to}")]
    del reached["b2"]
    assert start.reach() == reached
    assert {"c3", "b1"} <= set(reached)


def played_out(rules: Paso, state: State) -> dict[str, int] | None:
    """Every sequence of advances, each token laid before the next is chosen; None where there are too many."""
    begun, start = len(state.pieces), state.players[state.to_move].ship
    best: dict[str, int] = {}
    met: dict[tuple[object, ...], int] = {}
    todo = [(state, 0)]
    while todo:
        at, paid = todo.pop()
        turn, me = Turn(rules.box, at), at.players[at.to_move]
        names = turn.passage.names
        key = (me.ship, me.raiding, *me.left, *me.reserve, frozenset((p.kind, p.hexes) for p in at.pieces[begun:]))
        if met.get(key, 99) <= paid:
            continue
        met[key] = paid
        if len(met) > 3_000:
            return None
        if me.ship not in {"", start}:
            best[me.ship] = min(best.get(me.ship, 99), paid)
        for way in [way for found in turn.ways.values() for way in found]:
            path, left = (
                tuple(names[hex_] for hex_ in way.path),
                [names[hex_] if hex_ >= 0 else "" for hex_ in way.stand.left],
            )
            reserve, pieces = [*me.reserve], [*at.pieces]
            if way.kind != WALK:
                reserve[way.kind] -= 1
                pieces.append(Piece(at.to_move, KINDS[way.kind], path))
            sailed = msgspec.structs.replace(me, reserve=reserve, ship=path[-1], raiding=way.stand.raiding, left=left)
            players = [sailed if player is me else player for player in at.players]
            after = msgspec.structs.replace(at, players=players, pieces=pieces, points=at.points - way.price)
            todo.append((after, paid + way.price))
    return best


@pytest.mark.slow
def test_the_reach_of_random_turns_is_what_playing_them_out_reaches() -> None:
    """Also for Hudson, who sails his own route for nothing, over ships, and back along a long token; and with few tokens and
    many points, when what was laid on the way stands in the way, or helps."""
    held: Counter[str] = Counter()
    for n in range(TURNS):
        state = random_state(game(), Dice(f"reach-{n}"))
        me = state.players[state.to_move]
        state.points = min(state.points, 3 + 2 * (n % 2))
        if n % 5 == 0:
            me.character = "hudson"
        if n % 2:
            me.reserve = [min(kept, 1) for kept in me.reserve]
            me.reserve[KINDS.index("u1")] = 0
        wanted = played_out(game(), state)
        if wanted is None:
            continue
        turn = Turn(game().box, state)
        found = reach(turn.sailor, turn.stand, turn.me.reserve, state.points)
        assert {turn.passage.names[hex_]: price for hex_, price in found.items()} == wanted, n
        held["hexes"] += len(wanted)
        held[turn.me.character] += 1
    assert held["hexes"] > 1_000, held
    assert held["hudson"] > 20, held
