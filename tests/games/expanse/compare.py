"""Compare the engine with the oracle, position by position.

Half of the positions are random boards with many ties and every tech, for the income of bases. The other half are
positions of random games with all numbers of players and options, for everything else.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count, product

import msgspec

from engine.games.expanse import scoring
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, sample_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import Seat
from tests.games.expanse import oracle
from tests.games.expanse.oracle import Json

FLEET_KINDS = {"un": "f", "mcr": "bhf", "opa": "fs", "pg": "f"}
"""The letters of each faction's fleets."""
COMPARED_FIELDS = (
    "cp",
    "spent",
    "supply",
    "cubes",
    "diplomats",
    "diplomats_left",
    "fleets",
    "off",
    "kept",
    "samples",
    "tokens",
)
BOARDS_PER_GAME = 60
"""Random boards for each game."""
OPTION_SETS = [
    {"factions": factions, "free-fleet": free} for factions, free in product(("choose", "random"), ("ask", "strongest"))
]


def compare_positions(positions: int, seed: str) -> None:
    """Compare a number of positions with the oracle. Raises AssertionError with the position of the first difference."""
    game = registry.load_game("expanse")
    assert isinstance(game, Expanse)
    luck = random.Random(seed)  # noqa: S311 - positions to look at, no secrets
    met = 0
    for n in count():
        for seats in (2, 3, 4):
            if met >= positions:
                return
            thrown = _compare_random_boards(game, luck, seats, min(BOARDS_PER_GAME, positions - met))
            met += thrown + _compare_game(game, luck, seats, f"{seed}-{n}-{seats}", positions - met - thrown)


def convert_to_json(state: State) -> Json:
    """Convert a position to JSON."""
    found: Json = msgspec.json.decode(msgspec.json.encode(state))
    return found


# ---------------------------------------------------------------- income of bases
def _compare_random_boards(game: Expanse, rng: random.Random, seats: int, n: int) -> int:
    """Compare boards with pieces at random places."""
    state = _start_game(game, rng, seats, f"boards-{rng.random()}").state
    for _ in range(n):
        _scatter_pieces(game, state, rng)
        check_scores(game, state)
    return n


def _scatter_pieces(game: Expanse, state: State, rng: random.Random) -> None:
    board = game.board
    state.used = rng.sample(["inner", "belt", "outer", "inner", "belt"], k=rng.choice((0, 1, 2, 3, 3, 4)))
    state.bonus = rng.choice(board.list_open_sectors(state))
    state.phase = rng.choice(("scoring", "final"))
    tokens = rng.sample(board.bases, k=2) if len(state.used) >= 2 else []
    for side in state.sides:
        side.cp = rng.choice((8, 9, 9, 10))
        side.cubes = {base: n for base in board.list_bases("any", state.seats) if (n := rng.choice((0, 0, 1, 1, 2, 3)))}
        side.fleets = {
            orbital: "".join(sorted(rng.choices(FLEET_KINDS[side.faction], k=n), key="bhfsr".index))
            for orbital in board.orbitals
            if (n := rng.choice((0, 0, 1, 1, 2)))
        }
        brought = side.faction == "un" and len(state.used) >= oracle.UN_DIPLOMAT_TECH
        side.diplomats = dict.fromkeys(rng.sample(board.list_bases("any", state.seats), k=3), 1) if brought else {}
        side.samples = [base for base in tokens if side.faction == "pg"]
    state.holder = rng.randrange(state.seats)
    home = rng.choice(board.orbitals)
    state.sides[state.holder].fleets[home] = state.sides[state.holder].fleets.get(home, "") + "r"
    rng.shuffle(state.initiative)


def check_scores(game: Expanse, state: State) -> None:
    """Compare control, places, points and ties."""
    board, p = game.board, convert_to_json(state)
    for orbital in board.orbitals:
        seat = oracle.find_controller(p, orbital)
        assert board.find_controller(state, orbital) == (None if seat is None else oracle.find_faction(p, seat)), (
            orbital,
            p,
        )
    for base in oracle.list_open_bases(p):
        counts = {oracle.find_faction(p, seat): n for seat, n in oracle.count_influence(p, base).items()}
        assert board.compute_totals(state, base) == counts, (base, p)
        first = [oracle.find_faction(p, seat) for seat in oracle.list_seats(p) if oracle.find_place(p, base, seat) == 1]
        assert board.find_leader(state, base) == (first[0] if first else None), (base, p)
        if len(state.used) < 5 or state.phase == "final":
            expected = {
                oracle.find_faction(p, seat): n
                for seat in oracle.list_seats(p)
                if (n := oracle.compute_points(p, base, seat))
            }
            totals, prizes = (
                board.compute_totals(state, base),
                scoring.find_place_points(board, state, board.sector_by_orbital[board.orbital_by_base[base]]),
            )
            assert scoring.compute_payouts(board, state, base, totals, prizes) == expected, (base, counts, p)
    assert scoring.find_poorest_seat(state) == oracle.find_poorest(p), p
    assert scoring.rank_players(state)[0] == oracle.find_winner(p), p


# ---------------------------------------------------------------- whole games
def _start_game(game: Expanse, rng: random.Random, seats: int, seed: str) -> GameRun[State]:
    """Start a game whose factions are chosen. In some games techs are in force and little influence is left in the supply."""
    run: GameRun[State] = GameRun(
        game, begin_game(game, seats, complete_options(game.settings, rng.choice(OPTION_SETS)), seed).position, seed
    )
    while run.state.phase == "factions":
        run.play(min(run.questions), sample_move(run.build_menu(min(run.questions)), rng.randrange))
    _check_setup(convert_to_json(run.state))
    state = run.position.base
    for _ in range(rng.randrange(4)):
        state.deck.remove("score")
        state.used.append(rng.choice(game.board.list_open_sectors(state)))
    for side in state.sides:
        side.supply = rng.choice((0, 1, 3, side.supply))
    return GameRun(game, Position(state, run.tick), seed)


def _check_setup(p: Json) -> None:
    """Check the setup before the first turn (E1.4, E1.5, E1.8, E1.9)."""
    order = [(p["first"] + n) % p["seats"] for n in range(p["seats"])]
    assert p["initiative"] == ([oracle.find_faction(p, seat) for seat in reversed(order)] if p["seats"] > 2 else [])
    assert p["holder"] == order[-1]
    assert "r" in oracle.find_fleets(p, p["holder"], oracle.HOME_BY_FACTION[oracle.find_faction(p, p["holder"])])
    pile = 15 if p["seats"] == 4 else 12
    drawn = [*p["deck"], *reversed(p["track"])]
    assert len(drawn) == 3 * pile + (5 if p["seats"] > 2 else 0)
    assert [drawn[n : n + pile].count("score") for n in (0, pile, 2 * pile)] == [2, 2, 2]
    assert len(p["track"]) == 5


class GameFollower:
    """A random game, and the oracle's predictions for it so far.

    `offer_count` are the seats that are still to be offered an Event, None if the oracle cannot tell. `event_count`
    and `free_fleet_count` are the seats of a Scoring turn that are still to be asked which Event they play and which
    fleet they build.
    """

    def __init__(self, run: GameRun[State], rng: random.Random) -> None:
        self.run, self.luck = run, rng
        self.offer_count: list[Seat] | None = []
        self.event_count: list[Seat] = []
        self.free_fleet_count: list[Seat] = []

    def play_move(self) -> None:
        """Play a random move, and compare with the oracle before and after it."""
        run, before = self.run, convert_to_json(self.run.state)
        (seat,) = run.questions
        words = sample_move(run.build_menu(seat), self.luck.randrange)
        if "done" in words:  # prefer to spend points
            words = sample_move(run.build_menu(seat), self.luck.randrange)
        expected = convert_to_json(run.state)
        known = self._follow_move(words, expected, seat)
        run.play(seat, words)
        after = convert_to_json(run.state)
        try:
            if known and len(after["used"]) == len(before["used"]) and after["phase"] != "over":
                _check_pieces(expected, after)
            self._check_offers(words, before, expected, after, seat, known=known)
            self._check_scoring(words, before, after, seat)
        except AssertionError as differs:
            raise AssertionError(f"{differs}\n{seat} {' '.join(words)}\nbefore {before}\nafter {after}") from differs

    def _follow_move(self, words: Words, p: Json, seat: Seat) -> bool:
        """Follow a move with the oracle, which must offer the same at every step. Return whether `p` is then the new position."""
        root = self.run.build_menu(seat)
        at: Menu | None = root
        asking = oracle.ask_turn(p, seat)
        if words[0] == "event":
            asking, at, words = oracle.ask_offer(p, seat, p["offer"]), root.next_menu("event"), words[1:]
        elif words[0] not in ("take", "play"):
            return False
        expected: oracle.Words | None = next(asking)
        for word in words:
            if expected is oracle.ANY_WORD:
                return False
            assert at is not None, (words, expected)
            assert {option.word for option in at.list_open_options()} == expected, (words, word, expected, p)
            at = at.next_menu(word)
            try:
                expected = asking.send(word)
            except StopIteration:
                expected = None
        return expected is None

    def _check_offers(
        self, words: Words, before: Json, expected: Json, after: Json, seat: Seat, *, known: bool
    ) -> None:
        """Check who is offered the Event of a card that was used for its points (E3.3)."""
        if words[0] == "take":
            used = words[2:3] in (("points",), ("boost",)) and "again" not in words
            card = before["track"][int(words[1]) - 1]
            self.offer_count = oracle.list_offered_seats(expected, card, seat) if used else []
            if not known:
                self.offer_count = None
        elif words[0] == "event" and self.offer_count:
            self.offer_count = self.offer_count[1:] if words[1] == "decline" else []
        if after["phase"] == "offer" and self.offer_count is not None:
            assert self.offer_count[:1] == [min(self.run.questions)]
        elif known:
            assert not self.offer_count, "somebody has not been asked"

    def _check_scoring(self, words: Words, before: Json, after: Json, seat: Seat) -> None:
        """Check who is asked in a Scoring turn, and the results (E7 to E11, E13)."""
        verb = self.run.build_menu(min(self.run.questions)).options[0].word if self.run.questions else ""
        scored = len(after["used"]) > len(before["used"]) or after["phase"] == "over"
        if words[0] == "bonus":
            self.event_count, self.free_fleet_count = (oracle.list_from_left(after, seat) for _ in range(2))
        if scored:
            then = {**after, "used": before["used"], "holder": before["holder"]}
            self.event_count = _check_asked(self.event_count, oracle.may_play, then, -1)
        if after["phase"] == "final" and before["phase"] != "final":
            self.event_count = oracle.list_from_left(after, after["holder"])
        if verb == "scoring":
            self.event_count = _check_asked(self.event_count, oracle.may_play, after, min(self.run.questions))
        if scored and words in (("scoring", "pass"), ("bonus", *words[1:])):
            bonus = after["used"][-1] if after["used"] else ""
            paying = {**before, "bonus": bonus, "phase": "final" if after["phase"] == "over" else "scoring"}
            for one in oracle.list_seats(after):
                paid = oracle.compute_earnings(paying, one)
                assert after["sides"][one]["earned"][-1] == paid, one
                assert after["sides"][one]["cp"] == before["sides"][one]["cp"] + paid, one
                _check_free_fleets(oracle.find_side(before, one)["off"], oracle.find_side(after, one)["off"], after)
        if after["phase"] == "fleets":
            self.free_fleet_count = _check_asked(
                self.free_fleet_count, oracle.may_build, after, min(self.run.questions)
            )
            assert after["holder"] == before["holder"]
        elif before["phase"] == "fleets" or (scored and after["phase"] != "over"):
            _check_asked(self.free_fleet_count, oracle.may_build, after, -1)
            assert after["holder"] == oracle.find_poorest(after)


def _check_asked(order: list[Seat], may_answer: Callable[[Json, Seat], bool], p: Json, asked: Seat) -> list[Seat]:
    """Return the seats after the asked one (-1: nobody is asked). The seats before it must have nothing to answer."""
    for n, seat in enumerate(order):
        if seat == asked:
            assert may_answer(p, seat), f"{seat} has nothing to say"
            return order[n + 1 :]
        assert not may_answer(p, seat), f"{seat} should have been asked"
    assert asked == -1, f"{asked} is asked out of turn"
    return []


def _check_pieces(expected: Json, after: Json) -> None:
    """Check the players' pieces after a move that the oracle has followed."""
    for mine, theirs in zip(expected["sides"], after["sides"], strict=True):
        for name in COMPARED_FIELDS:
            assert mine[name] == theirs[name], (name, mine[name], theirs[name])
    assert expected["initiative"] == after["initiative"]


def _check_free_fleets(before: str, after: str, p: Json) -> None:
    """Check the free fleet that is built without a question: the strongest one (E9.2)."""
    if p["phase"] != "over" and p["options"].get("free-fleet") != "ask":
        assert after.replace("s", "") == before.replace("s", "")[1:]


def _compare_game(game: Expanse, rng: random.Random, seats: int, seed: str, max_moves: int) -> int:
    """Compare a game to its end or up to `max_moves` moves, and return the number of moves."""
    run = _start_game(game, rng, seats, seed)
    follower, n = GameFollower(run, rng), 0
    while run.questions and n < max_moves:
        follower.play_move()
        n += 1
    if run.result is not None:
        assert run.result.winners == (oracle.find_winner(convert_to_json(run.state)),)
    return n
