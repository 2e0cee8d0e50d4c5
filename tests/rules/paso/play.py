"""A table of La Aventura del Paso del Noroeste in any position, and a way to play on it that reads like play.

    t = table(pieces=["0 s3 c1 c2 d3"], ships={0: "d3", 1: "b2"}, to_move=1)
    t.play("1 raid c2")
    assert t.me(1).raiding == 0

All hexes are water but for those named as land, snow or iceberg, and all rows lie open unless `laid` says how many. A piece is
its owner, its kind and its hexes; "ice c4" and "water c4" are of the supply. Nobody has a character unless one is given. Reserves
are what is not on the board; `reserve` sets single kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.paso.components import EFFECTS, KINDS, Components, Effect
from engine.games.paso.game import Paso
from engine.games.paso.hexes import Passage
from engine.games.paso.rules import Box, Turn
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.view import View
from engine.kernel import registry
from engine.kernel.event import Event
from engine.kernel.position import Position, start
from engine.kernel.script import settle
from engine.kernel.text import write
from tests.rules.playing import Playing

NAMES = ("Ana", "Ben", "Cléo", "Dai")
SEED = "seed"
Changes = Mapping[str, Mapping[str, Any]]
ROWS = 24


@cache
def _page() -> Components:
    text = resources.files("engine.games.paso").joinpath("components.toml").read_bytes()
    return msgspec.toml.decode(text, type=Components)


@cache
def game() -> Paso:
    """The game with its own components."""
    loaded = registry.load("paso")
    assert isinstance(loaded, Paso)
    return loaded


def changed(changes: Changes) -> Paso:
    """The game with some components changed: {"rulings": {"salvage": False}}."""
    raw = msgspec.to_builtins(_page())
    for group, values in changes.items():
        for name, value in values.items():
            assert name in raw[group]
            raw[group][name] = value
    return Paso(msgspec.convert(raw, Components))


class Table(Playing[Paso, State]):
    """A position that moves are played on; printing it shows the state."""

    told: Sequence[str] = ()
    whispered: Mapping[int, Sequence[str]] = {}

    def heard(self, events: tuple[Event, ...]) -> None:
        self.told = [write(event.text, NAMES) for event in events if event.to is None]
        self.whispered = {
            to: [write(event.text, NAMES) for event in events if event.to == (to,)]
            for to in range(len(self.state.players))
        }

    def forbids(self, *lines: str) -> bool:
        """Whether all of these moves are refused."""
        return all(self.refuses(line) for line in lines)

    def asked(self) -> list[int]:
        """Who owes an answer."""
        return sorted(self.now.ask)

    def advances(self) -> dict[str, int]:
        """Every advance that is possible now, by token and hexes ("c3 b1 b2 b3", "walk b1"), with its price."""
        turn, found = Turn(self.box, self.state), {}
        for ways in turn.ways.values():
            for way in ways:
                kind = "walk" if way.kind < 0 else KINDS[way.kind]
                found[" ".join((kind, *(turn.passage.names[hex_] for hex_ in way.path)))] = way.price
        return found

    @property
    def box(self) -> Box:
        return self.rules.box

    @property
    def pieces(self) -> list[str]:
        """The pieces on the board as `table` takes them."""
        return [
            " ".join(([str(piece.owner)] if piece.owner >= 0 else []) + [piece.kind, *piece.hexes])
            for piece in self.state.pieces
        ]

    def me(self, seat: int) -> Player:
        return self.state.players[seat]

    def reserve(self, seat: int, kind: str) -> int:
        return self.me(seat).reserve[_number(kind)]

    def view(self, seat: int | None = None) -> View:
        return self.rules.view(self.state, seat)

    def terrain(self, hex_: str) -> str:
        """The printed terrain of a hex."""
        return next(seen.printed for seen in self.view().hexes if seen.name == hex_)

    def __repr__(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self.state)).decode()


def _number(kind: str) -> int:
    return next(n for n, known in enumerate(KINDS) if known == kind)


def opening(seats: int, seed: str = SEED, **options: str) -> Table:
    """A game from its beginning."""
    return Table(start(game(), seats, settle(game().settings, options), seed).position, game(), seed)


def table(
    seats: int = 2,
    *,
    land: str = "",
    snow: str = "",
    iceberg: str = "",
    chests: str = "",
    laid: int = ROWS,
    pieces: Sequence[str] = (),
    ships: Mapping[int, str] | None = None,
    behind: Mapping[int, str] | None = None,
    raiding: Mapping[int, int] | None = None,
    left: Mapping[tuple[int, int], str] | None = None,
    hands: Mapping[int, str] | None = None,
    characters: Mapping[int, str] | None = None,
    reserve: Mapping[int, Mapping[str, int]] | None = None,
    deck: str | None = None,
    discards: str = "",
    points: int = 4,
    cards: int = 1,
    moved: bool = False,
    to_move: int = 0,
    icebergs: int = 10,
    waters: int = 10,
    sirs: Iterable[int] = (),
    seed: str = SEED,
    changes: Changes | None = None,
    **options: str,
) -> Table:
    """A table in the middle of a game; see the module."""
    terrain = {
        **dict.fromkeys(land.split(), "L"),
        **dict.fromkeys(snow.split(), "S"),
        **dict.fromkeys(iceberg.split(), "I"),
    }
    passage = game().box.passages[seats]
    tiles = {"a": ["WWWW"] * ROWS, "b": ["WW"] * ROWS, "c": ["WW"] * ROWS}
    words = _words(passage)
    for slot, word in zip(passage.slots, words, strict=True):
        names = [passage.names[hex_] for hex_ in slot]
        face = "".join(terrain.get(name, "W") + "*" * (name in chests.split()) for name in names)
        tiles[word[0]][int(word[1:]) - 1] = face
    groups = {"four": tiles["a"], "two": tiles["b"], "two_for_four": tiles["c"]}
    rules = changed({"tiles": groups, **(changes or {})})
    down = passage.laid_by_row[laid]
    rest = list(zip(words[down:], passage.piles[down:], strict=True))[::-1]
    used = [_piece(piece) for piece in pieces]
    players = [Player(_page().tokens.counts(), [0] * 10, [""] * seats) for _ in range(seats)]
    for piece in used:
        if piece.owner >= 0:
            players[piece.owner].reserve[_number(piece.kind)] -= 1
    for seat, player in enumerate(players):
        player.ship = (ships or {}).get(seat, "")
        player.behind = (behind or {}).get(seat, "")
        player.raiding = (raiding or {}).get(seat)
        player.left = [(left or {}).get((seat, other), "") for other in range(seats)]
        player.hand = _cards((hands or {}).get(seat, ""))
        player.character = (characters or {}).get(seat, "")
        for kind, n in (reserve or {}).get(seat, {}).items():
            player.reserve[_number(kind)] = n
    taken = [player.character for player in players]
    team = list(sirs)
    free = [card for card in _page().characters.cards if card.word not in taken]
    state = State(
        options=settle(rules.settings, {"mode": "teams", **options} if team else options),
        players=players,
        laid=words[:down],
        four=[word for word, pile in rest if pile == "four"],
        left=[word for word, pile in rest if pile == "left"],
        right=[word for word, pile in rest if pile == "right"],
        deck=_cards(deck) if deck is not None else ["extra"] * 20,
        roster=[
            [card.word for card in free if not team or card.side == side]
            for side in ("sirs", "explorers")[: 2 if team else 1]
        ],
        icebergs=icebergs,
        waters=waters,
        first=0,
        to_move=to_move,
        sirs=team,
        pieces=used,
        discards=_cards(discards),
        turn=1,
        points=points,
        cards=cards,
        moved=moved,
        advanced=moved,
        phase="race",
    )
    return Table(Position(state), rules, seed)


def _words(passage: Passage) -> list[str]:
    """A tile for every place: the first row's is the first of its pile, and so on."""
    met = {"a": 0, "b": 0, "c": 0}
    words: list[str] = []
    for pile in passage.piles:
        letter = {"four": "a", "left": "b", "right": "c"}[pile]
        met[letter] += 1
        words.append(f"{letter}{met[letter]}")
    return words


def _piece(words: str) -> Piece:
    first, *rest = words.split()
    if first.isdigit():
        return Piece(int(first), KINDS[_number(rest[0])], tuple(rest[1:]))
    return Piece(-1, "ice" if first == "ice" else "water", tuple(rest))


def _cards(words: str) -> list[Effect]:
    return [next(effect for effect in EFFECTS if effect == word) for word in words.split()]
