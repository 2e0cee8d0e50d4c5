"""A table of La Aventura del Paso del Noroeste in any position, and a way to play on it that reads like play.

    t = table(pieces=["0 s3 c1 c2 d3"], ships={0: "d3", 1: "b2"}, to_move=1)
    t.play("1 raid c2")
    assert t.me(1).raiding == 0

All hexes are water but for those named as land, snow or iceberg, and all rows lie open unless `laid` says how many. A piece is
its owner, its kind and its hexes; "ice c4" and "water c4" are of the supply. Nobody has a character unless one is given. Reserves
are what is not on the board; `count_reserve` sets single kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS, Components, TreasureEffect
from engine.games.paso.game import Paso
from engine.games.paso.game_box import GameBox
from engine.games.paso.hexes import Passage
from engine.games.paso.rules import TurnOptions
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.view import View
from engine.kernel import registry
from engine.kernel.event import Event
from engine.kernel.position import Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import write_text
from tests.rules.playing import Playing

PLAYER_NAMES = ("Ana", "Ben", "Cléo", "Dai")
SEED = "seed"
ComponentChanges = Mapping[str, Mapping[str, Any]]
ROW_COUNT = 24


@cache
def _load_components() -> Components:
    text = resources.files("engine.games.paso").joinpath("components.toml").read_bytes()
    return msgspec.toml.decode(text, type=Components)


@cache
def load_game() -> Paso:
    """The game with its own components."""
    loaded = registry.load_game("paso")
    assert isinstance(loaded, Paso)
    return loaded


def change_components(changes: ComponentChanges) -> Paso:
    """The game with some components changed: {"rulings": {"salvage": False}}."""
    raw = msgspec.to_builtins(_load_components())
    for group, values in changes.items():
        for name, value in values.items():
            assert name in raw[group]
            raw[group][name] = value
    return Paso(msgspec.convert(raw, Components))


class PlayedTable(Playing[Paso, State]):
    """A position that moves are played on; printing it shows the state."""

    announced: Sequence[str] = ()
    private_texts: Mapping[int, Sequence[str]] = {}

    def record_events(self, events: tuple[Event, ...]) -> None:
        self.announced = [write_text(event.text, PLAYER_NAMES) for event in events if event.to is None]
        self.private_texts = {
            to: [write_text(event.text, PLAYER_NAMES) for event in events if event.to == (to,)]
            for to in range(len(self.state.players))
        }

    def refuses_all(self, *lines: str) -> bool:
        """Whether all of these moves are refused."""
        return all(self.refuses(line) for line in lines)

    def asked_seats(self) -> list[int]:
        """Who owes an answer."""
        return sorted(self.now.questions)

    def list_advances(self) -> dict[str, int]:
        """Every advance that is possible now, by token and hexes ("c3 b1 b2 b3", "walk b1"), with its price."""
        turn, found = TurnOptions(self.game_box, self.state), {}
        for ways in turn.ways.values():
            for way in ways:
                kind = "walk" if way.kind < 0 else TOKEN_KINDS[way.kind]
                found[" ".join((kind, *(turn.passage.names[hex_] for hex_ in way.path)))] = way.price
        return found

    @property
    def game_box(self) -> GameBox:
        return self.rules.game_box

    @property
    def pieces(self) -> list[str]:
        """The pieces on the board as `make_table` takes them."""
        return [
            " ".join(([str(piece.owner)] if piece.owner >= 0 else []) + [piece.kind, *piece.hexes])
            for piece in self.state.pieces
        ]

    def find_player(self, seat: int) -> Player:
        return self.state.players[seat]

    def count_reserve(self, seat: int, kind: str) -> int:
        return self.find_player(seat).reserve[_find_kind_index(kind)]

    def build_view(self, seat: int | None = None) -> View:
        return self.rules.build_view(self.state, seat)

    def find_terrain(self, hex_: str) -> str:
        """The printed terrain of a hex."""
        return next(seen.printed_terrain for seen in self.build_view().hexes if seen.name == hex_)

    def __repr__(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self.state)).decode()


def _find_kind_index(kind: str) -> int:
    return next(n for n, known in enumerate(TOKEN_KINDS) if known == kind)


def start_table(seats: int, seed: str = SEED, **options: str) -> PlayedTable:
    """A game from its beginning."""
    return PlayedTable(
        begin_game(load_game(), seats, complete_options(load_game().settings, options), seed).position,
        load_game(),
        seed,
    )


def make_table(
    seats: int = 2,
    *,
    land: str = "",
    snow: str = "",
    iceberg: str = "",
    chests: str = "",
    laid: int = ROW_COUNT,
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
    changes: ComponentChanges | None = None,
    **options: str,
) -> PlayedTable:
    """A table in the middle of a game; see the module."""
    terrain = {
        **dict.fromkeys(land.split(), "L"),
        **dict.fromkeys(snow.split(), "S"),
        **dict.fromkeys(iceberg.split(), "I"),
    }
    passage = load_game().game_box.passages[seats]
    tiles = {"a": ["WWWW"] * ROW_COUNT, "b": ["WW"] * ROW_COUNT, "c": ["WW"] * ROW_COUNT}
    words = _list_tile_words(passage)
    for slot, word in zip(passage.slots, words, strict=True):
        names = [passage.names[hex_] for hex_ in slot]
        face = "".join(terrain.get(name, "W") + "*" * (name in chests.split()) for name in names)
        tiles[word[0]][int(word[1:]) - 1] = face
    groups = {"four": tiles["a"], "two": tiles["b"], "two_for_four": tiles["c"]}
    rules = change_components({"tiles": groups, **(changes or {})})
    down = passage.laid_by_row[laid]
    rest = list(zip(words[down:], passage.piles[down:], strict=True))[::-1]
    used = [_parse_piece(piece) for piece in pieces]
    players = [Player(_load_components().tokens.list_counts(), [0] * 10, [""] * seats) for _ in range(seats)]
    for piece in used:
        if piece.owner >= 0:
            players[piece.owner].reserve[_find_kind_index(piece.kind)] -= 1
    for seat, player in enumerate(players):
        player.ship = (ships or {}).get(seat, "")
        player.behind = (behind or {}).get(seat, "")
        player.raiding = (raiding or {}).get(seat)
        player.left = [(left or {}).get((seat, other), "") for other in range(seats)]
        player.hand = _parse_cards((hands or {}).get(seat, ""))
        player.character = (characters or {}).get(seat, "")
        for kind, n in (reserve or {}).get(seat, {}).items():
            player.reserve[_find_kind_index(kind)] = n
    taken = [player.character for player in players]
    team = list(sirs)
    free = [card for card in _load_components().characters.cards if card.word not in taken]
    state = State(
        options=complete_options(rules.settings, {"mode": "teams", **options} if team else options),
        players=players,
        laid=words[:down],
        four=[word for word, pile in rest if pile == "four"],
        left=[word for word, pile in rest if pile == "left"],
        right=[word for word, pile in rest if pile == "right"],
        deck=_parse_cards(deck) if deck is not None else ["extra"] * 20,
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
        discards=_parse_cards(discards),
        turn=1,
        points=points,
        cards=cards,
        moved=moved,
        advanced=moved,
        phase="race",
    )
    return PlayedTable(Position(state), rules, seed)


def _list_tile_words(passage: Passage) -> list[str]:
    """A tile for every place: the first row's is the first of its pile, and so on."""
    met = {"a": 0, "b": 0, "c": 0}
    words: list[str] = []
    for pile in passage.piles:
        letter = {"four": "a", "left": "b", "right": "c"}[pile]
        met[letter] += 1
        words.append(f"{letter}{met[letter]}")
    return words


def _parse_piece(words: str) -> Piece:
    first, *rest = words.split()
    if first.isdigit():
        return Piece(int(first), TOKEN_KINDS[_find_kind_index(rest[0])], tuple(rest[1:]))
    return Piece(-1, "ice" if first == "ice" else "water", tuple(rest))


def _parse_cards(words: str) -> list[TreasureEffect]:
    return [next(effect for effect in TREASURE_EFFECTS if effect == word) for word in words.split()]
