"""A table of The Expanse Board Game in any position, and a way to play on it that reads like play.

    t = table(4, fleets="earth un ff; earth mcr b", influence="luna un 2; luna opa", track="nauvoo drummer score", move="un")
    t.play("un take 1 points move earth f mars done")
    assert t.fleets("mars") == "un f"

UN sits on seat 0, MCR on 1, OPA on 2, ProtoGen on 3. Without `fleets` and `influence` the pieces stand as at the start; with
either, the map holds what is named and nothing else, the rest lies beside it. A fleet is a letter (f fleet, b Battleship,
h Battleship turned over, s Scrap Ship, r the Rocinante); influence is a number, "d" for a Diplomat among the cubes ("2d").
Every position is made of all pieces and cards of its game: cards that are not named lie in the deck under the named ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec

from engine.games.expanse.board import sort_fleets
from engine.games.expanse.components import FACTIONS, Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE, Side, State
from engine.games.expanse.view import SeenBase, SeenOrbital, View
from engine.kernel.event import Event
from engine.kernel.position import Position, start
from engine.kernel.script import settle
from engine.kernel.text import write
from tests.rules.playing import Playing, changed

NAMES = ("Una", "Marc", "Opal", "Petra")


def game(*changes: tuple[str, str]) -> Expanse:
    """The game with its own components, some of them changed."""
    return changed(Expanse, *changes)


class Table(Playing[Expanse, State]):
    """A position that moves are played on; printing it shows the board."""

    names = NAMES
    told: Sequence[tuple[tuple[int, ...] | None, str]] = ()

    def heard(self, events: tuple[Event, ...]) -> None:
        self.told = [(event.to, write(event.text, NAMES)) for event in events]

    def rebuilt(self) -> Self:
        """Everybody who is asked builds the first fleet that is offered for nothing (E9.2)."""
        while self.state.phase == "fleets":
            who = self.asked()[0]
            self.play(f"{who} choose {self.offers(f'{who} choose')[0]}")
        return self

    def prompt(self, line: str) -> str:
        menu = self.menu(line)
        assert menu is not None
        return write(menu.prompt, NAMES)

    def asked(self) -> list[Faction]:
        """Who owes an answer."""
        return [self.state.sides[seat].faction for seat in sorted(self.now.ask)]

    def seat(self, who: str) -> int:
        if who.isdecimal():
            return int(who)
        return next(
            (seat for seat, side in enumerate(self.position.base.sides) if side.faction == who),
            FACTIONS.index(next(one for one in FACTIONS if one == who)),
        )

    def side(self, faction: str) -> Side:
        return self.state.sides[self.seat(faction)]

    def cubes(self, faction: str, base: str) -> int:
        """Cubes of a faction on a base, Diplomats among them."""
        side = self.side(faction)
        return side.cubes.get(base, 0) + side.diplomats.get(base, 0)

    def influence(self, base: str) -> str:
        """What lies on a base: "un 2, mcr 1d"."""
        return ", ".join(
            f"{side.faction} {side.cubes.get(base, 0) or ''}{'d' * side.diplomats.get(base, 0)}"
            for side in self.state.sides
            if base in side.cubes or base in side.diplomats
        )

    def fleets(self, orbital: str) -> str:
        """What lies in an Orbital: "un ff, mcr b"."""
        return ", ".join(
            f"{side.faction} {side.fleets[orbital]}" for side in self.state.sides if orbital in side.fleets
        )

    def off(self, faction: str) -> str:
        """The fleets beside the map."""
        return self.side(faction).off

    def supply(self, faction: str) -> int:
        """The cubes beside the map."""
        return self.side(faction).supply

    def cp(self, faction: str) -> int:
        return self.side(faction).cp

    def kept(self, faction: str) -> str:
        return " ".join(self.side(faction).kept)

    def track(self) -> str:
        return " ".join(self.state.track)

    def discards(self) -> str:
        return " ".join(self.state.discards)

    def initiative(self) -> str:
        """From the top down."""
        return " ".join(self.state.initiative)

    def seen(self, by: str | None) -> View:
        return self.rules.view(self.state, None if by is None else self.seat(by))

    def base(self, word: str, by: str | None = None) -> SeenBase:
        return next(base for base in self.seen(by).bases if base.word == word)

    def orbital(self, word: str, by: str | None = None) -> SeenOrbital:
        return next(orbital for orbital in self.seen(by).orbitals if orbital.word == word)

    def news(self, to: str | None = None) -> list[str]:
        """What the last move told everybody, or one faction alone."""
        return [text for seats, text in self.told if seats == (None if to is None else (self.seat(to),))]

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


def table(
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
    asked: bool = True,
    order: str = "un mcr opa pg",
    seed: str = "seed",
    rules: Expanse | None = None,
) -> Table:
    """A table in the middle of a game.

    `track` from space 1 on ("score" is a SCORE card; filled up to five with cards that stand under no name in the test), `deck`
    from the top, `initiative` from the top down, `used` the Bonus Sectors so far (so many Tech cards are in force), `samples` bases
    with Protomolecule tokens, `holder` who has the Rocinante (its last player, else), `short` whose cubes that are not on the map
    do not exist: they have none left to place. `asked`: about the free fleet of a Scoring turn, which else comes by itself.
    `order`: who sits where.
    """
    rules = rules or game()
    board, data = rules.board, rules.board.components
    start_as_printed = fleets is None and influence is None
    sides = []
    playing = [_faction(word) for word in order.split()][:seats]
    for faction in playing:
        mat = data.factions[faction]
        lying = _placed(fleets or "", faction) if not start_as_printed else dict(mat.fleets)
        held = _placed(influence or "", faction)
        cubes = {base: int(n.rstrip("d") or 0) if n else 1 for base, n in held.items()}
        if start_as_printed:
            cubes = {base: 1 for base in mat.influence if seats > 2 or base not in board.closed}
        every = "".join(mat.fleets.values()) + mat.off
        beside = every
        for letter in "".join(lying.values()).replace("h", "b").replace("r", ""):
            assert letter in beside, f"{faction} has no {letter} left"
            beside = beside.replace(letter, "", 1)
        diplomats = {base: n.count("d") for base, n in held.items() if "d" in n}
        tokens = [base for base in samples.split() if faction == "pg"]
        sides.append(
            Side(
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
    turn_of = playing.index(_faction(move))
    flying = [seat for seat, side in enumerate(sides) if "r" in "".join(side.fleets.values())]
    seat = flying[0] if flying else playing.index(_faction(holder)) if holder else (turn_of - 1) % seats
    if not flying:
        home = data.factions[sides[seat].faction].home
        sides[seat].fleets[home] = sort_fleets(sides[seat].fleets.get(home, "") + "r")
    named = [*track.split(), *deck.split(), *discards.split(), *(card for side in sides for card in side.kept)]
    rest = [card for card, one in board.cards.items() if seats in one.sets and card not in named]
    missing = [card for card in named if card != SCORE and seats not in board.cards[card].sets]
    assert not missing, f"not in a game for {seats}: {missing}"
    row = track.split()
    while len(row) < len(data.track.prices):
        row.append(rest.pop())
    scores = 6 - named.count(SCORE) - len(used)
    assert scores >= 0, "there are six SCORE cards"
    state = State(
        {"factions": "choose", **({"free-fleet": "ask"} if asked else {})},
        seats,
        turn_of,
        deck=[*([SCORE] * scores), *rest, *reversed(deck.split())],
        box=[],
        sides=sides,
        phase="turn",
        track=row,
        discards=[*discards.split(), *([SCORE] * len(used))],
        initiative=[_faction(word) for word in initiative.split()]
        or ([side.faction for side in reversed(sides)] if seats > 2 else []),
        holder=seat,
        used=list(used),
    )
    return Table(Position(state, 10), rules, seed)


def opening(seats: int = 4, seed: str = "seed", rules: Expanse | None = None, **options: str) -> Table:
    """A game from its beginning."""
    rules = rules or game()
    begun = start(rules, seats, settle(rules.settings, options), seed)
    made = Table(begun.position, rules, seed)
    made.told = [(event.to, write(event.text, NAMES)) for event in begun.events]
    return made


def scored(t: Table, sector: str = "outer") -> Table:
    """The one whose turn it is takes the SCORE card in space 1; nobody plays an Event."""
    who = t.asked()[0]
    t.play(f"{who} take 1", f"{who} bonus {sector}")
    while t.state.phase == "scoring":
        t.play(f"{t.asked()[0]} scoring pass")
    return t.rebuilt()


def paid(t: Table, base: str) -> dict[str, int]:
    """What a base has paid in the last Scoring turn."""
    return {str(who): n for one in t.seen(None).last if one.base == base for who, n in one.points.items()}


def same(one: msgspec.Struct, other: msgspec.Struct) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _faction(word: str) -> Faction:
    return next(one for one in FACTIONS if one == word)


def _placed(line: str, faction: str) -> dict[str, str]:
    """What is named of a faction: "earth un ff; luna opa" gives "ff" on earth for the UN, "" on luna for the OPA."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in line.split(";"))):
        place, owner, *what = part.split()
        if owner == faction:
            found[place] = found.get(place, "") + "".join(what)
    return found
