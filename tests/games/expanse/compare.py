"""The engine held against the oracle, position by position.

Half of the positions are boards thrown so that ties are common and every tech is met, for what bases pay; the other half are
met in games of random moves with all numbers of players and options, for everything else.
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
from engine.kernel.menu import Menu, Words, sample
from engine.kernel.position import Position, Run, start
from engine.kernel.script import settle
from engine.kernel.text import Seat
from tests.games.expanse import oracle
from tests.games.expanse.oracle import Json

KINDS = {"un": "f", "mcr": "bhf", "opa": "fs", "pg": "f"}
"""Which letters the fleets of a faction are."""
PIECES = ("cp", "spent", "supply", "cubes", "diplomats", "diplomats_left", "fleets", "off", "kept", "samples", "tokens")
BOARDS = 60
"""Thrown boards for each game."""
OPTIONS = [
    {"factions": factions, "free-fleet": free} for factions, free in product(("choose", "random"), ("ask", "strongest"))
]


def compare(positions: int, seed: str) -> None:
    """Hold so many positions against the oracle. Raises AssertionError with the position where the two differ."""
    game = registry.load("expanse")
    assert isinstance(game, Expanse)
    luck = random.Random(seed)  # noqa: S311 - positions to look at, no secrets
    met = 0
    for n in count():
        for seats in (2, 3, 4):
            if met >= positions:
                return
            thrown = _boards(game, luck, seats, min(BOARDS, positions - met))
            met += thrown + _game(game, luck, seats, f"{seed}-{n}-{seats}", positions - met - thrown)


def plain(state: State) -> Json:
    """A position as Json has it."""
    found: Json = msgspec.json.decode(msgspec.json.encode(state))
    return found


# ---------------------------------------------------------------- what bases pay
def _boards(game: Expanse, luck: random.Random, seats: int, n: int) -> int:
    """Boards with pieces anywhere."""
    state = _started(game, luck, seats, f"boards-{luck.random()}").state
    for _ in range(n):
        _throw(game, state, luck)
        same_scores(game, state)
    return n


def _throw(game: Expanse, state: State, luck: random.Random) -> None:
    board = game.board
    state.used = luck.sample(["inner", "belt", "outer", "inner", "belt"], k=luck.choice((0, 1, 2, 3, 3, 4)))
    state.bonus = luck.choice(board.sectors_left(state))
    state.phase = luck.choice(("scoring", "final"))
    tokens = luck.sample(board.bases, k=2) if len(state.used) >= 2 else []
    for side in state.sides:
        side.cp = luck.choice((8, 9, 9, 10))
        side.cubes = {base: n for base in board.places("any", state.seats) if (n := luck.choice((0, 0, 1, 1, 2, 3)))}
        side.fleets = {
            orbital: "".join(sorted(luck.choices(KINDS[side.faction], k=n), key="bhfsr".index))
            for orbital in board.orbitals
            if (n := luck.choice((0, 0, 1, 1, 2)))
        }
        brought = side.faction == "un" and len(state.used) >= oracle.UN_DIPLOMATS
        side.diplomats = dict.fromkeys(luck.sample(board.places("any", state.seats), k=3), 1) if brought else {}
        side.samples = [base for base in tokens if side.faction == "pg"]
    state.holder = luck.randrange(state.seats)
    home = luck.choice(board.orbitals)
    state.sides[state.holder].fleets[home] = state.sides[state.holder].fleets.get(home, "") + "r"
    luck.shuffle(state.initiative)


def same_scores(game: Expanse, state: State) -> None:
    """Control, places, points and ties."""
    board, p = game.board, plain(state)
    for orbital in board.orbitals:
        seat = oracle.controller(p, orbital)
        assert board.controller(state, orbital) == (None if seat is None else oracle.faction(p, seat)), (orbital, p)
    for base in oracle.open_bases(p):
        counts = {oracle.faction(p, seat): n for seat, n in oracle.counted(p, base).items()}
        assert board.totals(state, base) == counts, (base, p)
        first = [oracle.faction(p, seat) for seat in oracle.seats(p) if oracle.place(p, base, seat) == 1]
        assert board.leader(state, base) == (first[0] if first else None), (base, p)
        if len(state.used) < 5 or state.phase == "final":
            expected = {oracle.faction(p, seat): n for seat in oracle.seats(p) if (n := oracle.points(p, base, seat))}
            totals, prizes = board.totals(state, base), scoring.chart(board, state, board.sector[board.orbital[base]])
            assert scoring.pays(board, state, base, totals, prizes) == expected, (base, counts, p)
    assert scoring.poorest(state) == oracle.poorest(p), p
    assert scoring.ranking(state)[0] == oracle.winner(p), p


# ---------------------------------------------------------------- whole games
def _started(game: Expanse, luck: random.Random, seats: int, seed: str) -> Run[State]:
    """A game whose factions have been chosen, some with techs in force and with little influence left beside the map."""
    run: Run[State] = Run(game, start(game, seats, settle(game.settings, luck.choice(OPTIONS)), seed).position, seed)
    while run.state.phase == "factions":
        run.play(min(run.ask), sample(run.menu(min(run.ask)), luck.randrange))
    _laid_out(plain(run.state))
    state = run.position.base
    for _ in range(luck.randrange(4)):
        state.deck.remove("score")
        state.used.append(luck.choice(game.board.sectors_left(state)))
    for side in state.sides:
        side.supply = luck.choice((0, 1, 3, side.supply))
    return Run(game, Position(state, run.tick), seed)


def _laid_out(p: Json) -> None:
    """E1.4, E1.5, E1.8, E1.9: before the first turn."""
    order = [(p["first"] + n) % p["seats"] for n in range(p["seats"])]
    assert p["initiative"] == ([oracle.faction(p, seat) for seat in reversed(order)] if p["seats"] > 2 else [])
    assert p["holder"] == order[-1]
    assert "r" in oracle.fleets(p, p["holder"], oracle.HOME[oracle.faction(p, p["holder"])])
    pile = 15 if p["seats"] == 4 else 12
    drawn = [*p["deck"], *reversed(p["track"])]
    assert len(drawn) == 3 * pile + (5 if p["seats"] > 2 else 0)
    assert [drawn[n : n + pile].count("score") for n in (0, pile, 2 * pile)] == [2, 2, 2]
    assert len(p["track"]) == 5


class Follower:
    """A game of random moves, and what the oracle has said about it so far.

    `offers` are those who are still to be asked whether they take an Event, None where the oracle has lost track; `events` and
    `homes` those still to be asked in a Scoring turn what they play and which fleet comes home.
    """

    def __init__(self, run: Run[State], luck: random.Random) -> None:
        self.run, self.luck = run, luck
        self.offers: list[Seat] | None = []
        self.events: list[Seat] = []
        self.homes: list[Seat] = []

    def move(self) -> None:
        """One move, held against the oracle before and after."""
        run, before = self.run, plain(self.run.state)
        (seat,) = run.ask
        words = sample(run.menu(seat), self.luck.randrange)
        if "done" in words:  # points are spent rather than not
            words = sample(run.menu(seat), self.luck.randrange)
        expected = plain(run.state)
        known = self._walk(words, expected, seat)
        run.play(seat, words)
        after = plain(run.state)
        try:
            if known and len(after["used"]) == len(before["used"]) and after["phase"] != "over":
                _same_pieces(expected, after)
            self._same_offers(words, before, expected, after, seat, known=known)
            self._same_scoring(words, before, after, seat)
        except AssertionError as differs:
            raise AssertionError(f"{differs}\n{seat} {' '.join(words)}\nbefore {before}\nafter {after}") from differs

    def _walk(self, words: Words, p: Json, seat: Seat) -> bool:
        """Whether the oracle would offer the same at every step of a move; whether `p` is then the position behind it."""
        root = self.run.menu(seat)
        at: Menu | None = root
        asking = oracle.turn(p, seat)
        if words[0] == "event":
            asking, at, words = oracle.offer(p, seat, p["offer"]), root.then("event"), words[1:]
        elif words[0] not in ("take", "play"):
            return False
        expected: oracle.Words | None = next(asking)
        for word in words:
            if expected is oracle.ANYTHING:
                return False
            assert at is not None, (words, expected)
            assert {option.word for option in at.open()} == expected, (words, word, expected, p)
            at = at.then(word)
            try:
                expected = asking.send(word)
            except StopIteration:
                expected = None
        return expected is None

    def _same_offers(self, words: Words, before: Json, expected: Json, after: Json, seat: Seat, *, known: bool) -> None:
        """E3.3: whom the Event of a card that was used for its points is offered to."""
        if words[0] == "take":
            used = words[2:3] in (("points",), ("boost",)) and "again" not in words
            card = before["track"][int(words[1]) - 1]
            self.offers = oracle.offered_to(expected, card, seat) if used else []
            if not known:
                self.offers = None
        elif words[0] == "event" and self.offers:
            self.offers = self.offers[1:] if words[1] == "decline" else []
        if after["phase"] == "offer" and self.offers is not None:
            assert self.offers[:1] == [min(self.run.ask)]
        elif known:
            assert not self.offers, "somebody has not been asked"

    def _same_scoring(self, words: Words, before: Json, after: Json, seat: Seat) -> None:
        """E7 to E11, E13: who is asked in a Scoring turn, and what comes of it."""
        verb = self.run.menu(min(self.run.ask)).options[0].word if self.run.ask else ""
        scored = len(after["used"]) > len(before["used"]) or after["phase"] == "over"
        if words[0] == "bonus":
            self.events, self.homes = (oracle.from_the_left(after, seat) for _ in range(2))
        if scored:
            then = {**after, "used": before["used"], "holder": before["holder"]}
            self.events = _asked(self.events, oracle.may_play, then, -1)
        if after["phase"] == "final" and before["phase"] != "final":
            self.events = oracle.from_the_left(after, after["holder"])
        if verb == "scoring":
            self.events = _asked(self.events, oracle.may_play, after, min(self.run.ask))
        if scored and words in (("scoring", "pass"), ("bonus", *words[1:])):
            bonus = after["used"][-1] if after["used"] else ""
            paying = {**before, "bonus": bonus, "phase": "final" if after["phase"] == "over" else "scoring"}
            for one in oracle.seats(after):
                paid = oracle.earned(paying, one)
                assert after["sides"][one]["earned"][-1] == paid, one
                assert after["sides"][one]["cp"] == before["sides"][one]["cp"] + paid, one
                _same_fleets(oracle.side(before, one)["off"], oracle.side(after, one)["off"], after)
        if after["phase"] == "fleets":
            self.homes = _asked(self.homes, oracle.may_build, after, min(self.run.ask))
            assert after["holder"] == before["holder"]
        elif before["phase"] == "fleets" or (scored and after["phase"] != "over"):
            _asked(self.homes, oracle.may_build, after, -1)
            assert after["holder"] == oracle.poorest(after)


def _asked(order: list[Seat], may: Callable[[Json, Seat], bool], p: Json, asked: Seat) -> list[Seat]:
    """Who comes after the one who is asked (-1: nobody is); those before have nothing to say."""
    for n, seat in enumerate(order):
        if seat == asked:
            assert may(p, seat), f"{seat} has nothing to say"
            return order[n + 1 :]
        assert not may(p, seat), f"{seat} should have been asked"
    assert asked == -1, f"{asked} is asked out of turn"
    return []


def _same_pieces(expected: Json, after: Json) -> None:
    """What the players have after a move that the oracle has followed."""
    for mine, theirs in zip(expected["sides"], after["sides"], strict=True):
        for name in PIECES:
            assert mine[name] == theirs[name], (name, mine[name], theirs[name])
    assert expected["initiative"] == after["initiative"]


def _same_fleets(before: str, after: str, p: Json) -> None:
    """E9.2 without a question: the strongest comes home."""
    if p["phase"] != "over" and p["options"].get("free-fleet") != "ask":
        assert after.replace("s", "") == before.replace("s", "")[1:]


def _game(game: Expanse, luck: random.Random, seats: int, seed: str, most: int) -> int:
    """A game to its end, or so many moves of it; how many there were."""
    run = _started(game, luck, seats, seed)
    follower, n = Follower(run, luck), 0
    while run.ask and n < most:
        follower.move()
        n += 1
    if run.result is not None:
        assert run.result.winners == (oracle.winner(plain(run.state)),)
    return n
