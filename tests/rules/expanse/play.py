"""Make a table of The Expanse Board Game in any position, and play on it with lines of text.

    t = make_table(4, fleets="earth un ff; earth mcr b", influence="luna un 2", track="nauvoo drummer score", move="un")
    t.play("un take 1 points move earth f mars done")
    assert t.write_fleets("mars") == "un f"

UN sits on seat 0, MCR on 1, OPA on 2, ProtoGen on 3. Without `fleets` and `influence` the pieces stand as at the
start. With either, the map has only the named pieces, and all others are off the map. A fleet is a letter (f fleet,
b Battleship, h Battleship turned over, s Scrap Ship, r the Rocinante). Influence is a number; "d" adds a Diplomat ("2d").
Every position has all pieces and cards of its game: cards that are not named are in the deck under the named ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec

from engine.games.expanse.board import sort_fleets
from engine.games.expanse.components import FACTIONS, Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE_CARD, FactionState, State
from engine.games.expanse.view import View, VisibleBase, VisibleOrbital
from engine.kernel.event import Event
from engine.kernel.position import Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import write_text
from tests.rules.playing import Playing, load_changed_game

PLAYER_NAMES = ("Una", "Marc", "Opal", "Petra")


def load_game(*changes: tuple[str, str]) -> Expanse:
    """Load the game with its own components, some of them changed."""
    return load_changed_game(Expanse, *changes)


class PlayedTable(Playing[Expanse, State]):
    """A position that moves are played on; printing it shows the board."""

    names = PLAYER_NAMES
    announced: Sequence[tuple[tuple[int, ...] | None, str]] = ()

    def record_events(self, events: tuple[Event, ...]) -> None:
        self.announced = [(event.to, write_text(event.text, PLAYER_NAMES)) for event in events]

    def build_free_fleets(self) -> Self:
        """Let every faction that is asked build the first free fleet on offer (E9.2)."""
        while self.state.phase == "fleets":
            who = self.asked_factions()[0]
            self.play(f"{who} choose {self.list_words(f'{who} choose')[0]}")
        return self

    def write_prompt(self, line: str) -> str:
        menu = self.menu(line)
        assert menu is not None
        return write_text(menu.prompt, PLAYER_NAMES)

    def asked_factions(self) -> list[Faction]:
        """List the factions that owe an answer."""
        return [self.state.sides[seat].faction for seat in sorted(self.now.questions)]

    def parse_seat(self, who: str) -> int:
        if who.isdecimal():
            return int(who)
        return next(
            (seat for seat, side in enumerate(self.position.base.sides) if side.faction == who),
            FACTIONS.index(next(one for one in FACTIONS if one == who)),
        )

    def find_side(self, faction: str) -> FactionState:
        return self.state.sides[self.parse_seat(faction)]

    def count_influence(self, faction: str, base: str) -> int:
        """Count the cubes of a faction on a base, including Diplomats."""
        side = self.find_side(faction)
        return side.cubes.get(base, 0) + side.diplomats.get(base, 0)

    def write_influence(self, base: str) -> str:
        """Write the influence on a base: "un 2, mcr 1d"."""
        return ", ".join(
            f"{side.faction} {side.cubes.get(base, 0) or ''}{'d' * side.diplomats.get(base, 0)}"
            for side in self.state.sides
            if base in side.cubes or base in side.diplomats
        )

    def write_fleets(self, orbital: str) -> str:
        """Write the fleets in an Orbital: "un ff, mcr b"."""
        return ", ".join(
            f"{side.faction} {side.fleets[orbital]}" for side in self.state.sides if orbital in side.fleets
        )

    def fleets_off_map(self, faction: str) -> str:
        """Return the fleets off the map."""
        return self.find_side(faction).off

    def supply(self, faction: str) -> int:
        """Return the number of cubes off the map."""
        return self.find_side(faction).supply

    def cp(self, faction: str) -> int:
        return self.find_side(faction).cp

    def kept(self, faction: str) -> str:
        return " ".join(self.find_side(faction).kept)

    def track(self) -> str:
        return " ".join(self.state.track)

    def discards(self) -> str:
        return " ".join(self.state.discards)

    def initiative(self) -> str:
        """Return the factions from the top of the track down."""
        return " ".join(self.state.initiative)

    def build_view(self, viewer: str | None) -> View:
        return self.rules.build_view(self.state, None if viewer is None else self.parse_seat(viewer))

    def find_base(self, word: str, viewer: str | None = None) -> VisibleBase:
        return next(base for base in self.build_view(viewer).bases if base.word == word)

    def find_orbital(self, word: str, viewer: str | None = None) -> VisibleOrbital:
        return next(orbital for orbital in self.build_view(viewer).orbitals if orbital.word == word)

    def list_announced(self, faction: str | None = None) -> list[str]:
        """List the events of the last move for all players, or for one faction only."""
        return [
            text
            for seats, text in self.announced
            if seats == (None if faction is None else (self.parse_seat(faction),))
        ]

    def __repr__(self) -> str:
        state = self.state
        head = f"turn {state.turn}, {state.phase}, seat {state.active} to move, offer {state.offer or '-'}, used {state.used}"
        where = f"track {self.track()}, deck {len(state.deck)}, initiative {self.initiative()}"
        sides = (
            f"{side.faction}: {side.cp} CP, supply {side.supply}, off {side.off or '-'}, kept {side.kept}, "
            f"fleets {side.fleets}, cubes {side.cubes} {side.diplomats or ''}"
            for side in state.sides
        )
        lines = (head, where, *sides)
        return "\n".join(lines)


def make_table(
    seats: int = 4,
    *,
    fleets: str | None = None,
    influence: str | None = None,
    track: str = "",
    deck: str = "",
    discards: str = "",
    kept: dict[str, str] | None = None,
    cp: dict[str, int] | None = None,
    move: str = "un",
    initiative: str = "",
    used: Sequence[str] = (),
    samples: str = "",
    holder: str = "",
    short: Sequence[str] = (),
    is_asked: bool = True,
    order: str = "un mcr opa pg",
    seed: str = "seed",
    rules: Expanse | None = None,
) -> PlayedTable:
    """Make a table in the middle of a game.

    `track` is the row of cards from space 1 on ("score" is a SCORE card); it is filled up to five with cards that
    the test does not name. `deck` and `initiative` are from the top down. `used` are the Bonus Sectors so far, one
    for each Tech card in force. `samples` are the bases with Protomolecule tokens. `holder` controls the Rocinante,
    by default its last player. The factions in `short` have no cubes off the map. `is_asked` sets whether the free
    fleet of a Scoring turn is a question or automatic. `order` are the factions by seat.
    """
    rules = rules or load_game()
    board, data = rules.board, rules.board.components
    start_as_printed = fleets is None and influence is None
    sides = []
    playing = [_parse_faction(word) for word in order.split()][:seats]
    for faction in playing:
        mat = data.factions[faction]
        lying = _parse_placed(fleets or "", faction) if not start_as_printed else dict(mat.fleets)
        held = _parse_placed(influence or "", faction)
        cubes = {base: int(n.rstrip("d") or 0) if n else 1 for base, n in held.items()}
        if start_as_printed:
            cubes = {base: 1 for base in mat.influence if seats > 2 or base not in board.closed_bases}
        every = "".join(mat.fleets.values()) + mat.off
        beside = every
        for letter in "".join(lying.values()).replace("h", "b").replace("r", ""):
            assert letter in beside, f"{faction} has no {letter} left"
            beside = beside.replace(letter, "", 1)
        diplomats = {base: n.count("d") for base, n in held.items() if "d" in n}
        tokens = [base for base in samples.split() if faction == "pg"]
        sides.append(
            FactionState(
                faction,
                (cp or {}).get(faction, data.numbers.cp),
                0 if faction in short else mat.cubes - sum(cubes.values()),
                mat.diplomats - sum(diplomats.values()),
                mat.tokens - len(tokens),
                sort_fleets(beside),
                cubes={base: n for base, n in cubes.items() if n},
                diplomats=diplomats,
                samples=tokens,
                fleets={orbital: sort_fleets(letters) for orbital, letters in lying.items()},
                kept=(kept or {}).get(faction, "").split(),
            )
        )
        assert sides[-1].supply >= 0, f"{faction} has {mat.cubes} cubes only"
    turn_of = playing.index(_parse_faction(move))
    flying = [seat for seat, side in enumerate(sides) if "r" in "".join(side.fleets.values())]
    seat = flying[0] if flying else playing.index(_parse_faction(holder)) if holder else (turn_of - 1) % seats
    if not flying:
        home = data.factions[sides[seat].faction].home
        sides[seat].fleets[home] = sort_fleets(sides[seat].fleets.get(home, "") + "r")
    named = [*track.split(), *deck.split(), *discards.split(), *(card for side in sides for card in side.kept)]
    rest = [card for card, one in board.cards.items() if seats in one.sets and card not in named]
    missing = [card for card in named if card != SCORE_CARD and seats not in board.cards[card].sets]
    assert not missing, f"not in a game for {seats}: {missing}"
    row = track.split()
    while len(row) < len(data.track.prices):
        row.append(rest.pop())
    scores = 6 - named.count(SCORE_CARD) - len(used)
    assert scores >= 0, "there are six SCORE cards"
    state = State(
        {"factions": "choose", **({"free-fleet": "ask"} if is_asked else {})},
        seats,
        turn_of,
        deck=[*([SCORE_CARD] * scores), *rest, *reversed(deck.split())],
        box=[],
        sides=sides,
        phase="turn",
        track=row,
        discards=[*discards.split(), *([SCORE_CARD] * len(used))],
        initiative=[_parse_faction(word) for word in initiative.split()]
        or ([side.faction for side in reversed(sides)] if seats > 2 else []),
        holder=seat,
        used=list(used),
    )
    return PlayedTable(Position(state, 10), rules, seed)


def start_table(seats: int = 4, seed: str = "seed", rules: Expanse | None = None, **options: str) -> PlayedTable:
    """Start a game."""
    rules = rules or load_game()
    begun = begin_game(rules, seats, complete_options(rules.settings, options), seed)
    made = PlayedTable(begun.position, rules, seed)
    made.announced = [(event.to, write_text(event.text, PLAYER_NAMES)) for event in begun.events]
    return made


def score_turn(table: PlayedTable, sector: str = "outer") -> PlayedTable:
    """Let the active faction take the SCORE card in space 1; nobody plays an Event."""
    who = table.asked_factions()[0]
    table.play(f"{who} take 1", f"{who} bonus {sector}")
    while table.state.phase == "scoring":
        table.play(f"{table.asked_factions()[0]} scoring pass")
    return table.build_free_fleets()


def find_payouts(table: PlayedTable, base: str) -> dict[str, int]:
    """Return the points that a base paid in the last Scoring turn."""
    return {str(who): n for one in table.build_view(None).last if one.base == base for who, n in one.points.items()}


def are_same(line: msgspec.Struct, other_line: msgspec.Struct) -> bool:
    return msgspec.json.encode(line) == msgspec.json.encode(other_line)


def _parse_faction(word: str) -> Faction:
    return next(one for one in FACTIONS if one == word)


def _parse_placed(line: str, faction: str) -> dict[str, str]:
    """Parse the pieces of a faction: "earth un ff; luna opa" gives "ff" on earth for the UN, "" on luna for the OPA."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in line.split(";"))):
        place, owner, *what = part.split()
        if owner == faction:
            found[place] = found.get(place, "") + "".join(what)
    return found
