"""Make a table of La Aventura del Paso del Noroeste in any position, and play on it with lines of text.

    t = make_table(pieces=["0 s3 c1 c2 d3"], ships={0: "d3", 1: "b2"}, to_move=1)
    t.play("1 raid c2")
    assert t.find_player(1).raiding == 0

All hexes are water except those named as land, snow or iceberg, and all rows are open unless `laid` gives their number. A
piece is its owner, its kind and its hexes; "ice c4" and "water c4" are from the supply. Players have no character
unless one is given. Reserves hold the tokens that are not on the board; `reserve` sets single kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.paso.components import TEAM_SIDES, TOKEN_KINDS, TREASURE_EFFECTS, Components, TreasureEffect
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
    """Load the game with its own components."""
    loaded = registry.load_game("paso")
    assert isinstance(loaded, Paso)
    return loaded


def change_components(changes: ComponentChanges) -> Paso:
    """Create the game with some components changed: {"rulings": {"salvage": False}}."""
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
        """Check whether all of these moves are refused."""
        return all(self.read_refusal(line) for line in lines)

    def asked_seats(self) -> list[int]:
        """Return the seats that are asked."""
        return sorted(self.now.questions)

    def list_advances(self) -> dict[str, int]:
        """Map every possible advance to its price, by token and hexes: "c3 b1 b2 b3", "walk b1"."""
        turn = TurnOptions(self.game_box, self.state)
        prices: dict[str, int] = {}
        for ways in turn.ways.values():
            for way in ways:
                kind = "walk" if way.kind < 0 else TOKEN_KINDS[way.kind]
                names = [turn.passage.names[hex_] for hex_ in way.path]
                prices[" ".join((kind, *names))] = way.price
        return prices

    @property
    def game_box(self) -> GameBox:
        return self.rules.game_box

    @property
    def pieces(self) -> list[str]:
        """The pieces on the board as `make_table` takes them."""
        pieces: list[str] = []
        for piece in self.state.pieces:
            words = [piece.kind, *piece.hexes]
            if piece.owner >= 0:
                words.insert(0, str(piece.owner))
            pieces.append(" ".join(words))
        return pieces

    def find_player(self, seat: int) -> Player:
        return self.state.players[seat]

    def count_reserve(self, seat: int, kind: str) -> int:
        return self.find_player(seat).reserve[_find_kind_index(kind)]

    def build_view(self, seat: int | None = None) -> View:
        return self.rules.build_view(self.state, seat)

    def find_terrain(self, hex_: str) -> str:
        """Return the printed terrain of a hex."""
        return next(visible.printed_terrain for visible in self.build_view().hexes if visible.name == hex_)

    def __repr__(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self.state)).decode()


def _find_kind_index(kind: str) -> int:
    return next(n for n, known in enumerate(TOKEN_KINDS) if known == kind)


def start_table(seats: int, seed: str = SEED, **options: str) -> PlayedTable:
    """Start a game."""
    game = load_game()
    position = begin_game(game, seats, complete_options(game.settings, options), seed).position
    return PlayedTable(position, game, seed)


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
    """Make a table in the middle of a game; the module explains the parameters."""
    terrain = {
        **dict.fromkeys(land.split(), "L"),
        **dict.fromkeys(snow.split(), "S"),
        **dict.fromkeys(iceberg.split(), "I"),
    }
    passage = load_game().game_box.passages[seats]
    rules = change_components({"tiles": _create_tiles(passage, terrain, chests.split()), **(changes or {})})
    words = _list_tile_words(passage)
    laid_count = passage.laid_by_row[laid]
    piles: dict[str, list[str]] = {"four": [], "left": [], "right": []}
    for word, pile in reversed([*zip(words, passage.piles, strict=True)][laid_count:]):
        piles[pile].append(word)
    parsed_pieces = [_parse_piece(piece) for piece in pieces]
    players = [Player(_load_components().tokens.list_counts(), [0] * 10, [""] * seats) for _ in range(seats)]
    for piece in parsed_pieces:
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
    team = list(sirs)
    state = State(
        options=complete_options(rules.settings, {"mode": "teams", **options} if team else options),
        players=players,
        laid=words[:laid_count],
        four=piles["four"],
        left=piles["left"],
        right=piles["right"],
        deck=_parse_cards(deck) if deck is not None else ["extra"] * 20,
        roster=_list_free_characters(players, is_team_game=bool(team)),
        icebergs=icebergs,
        waters=waters,
        first=0,
        to_move=to_move,
        sirs=team,
        pieces=parsed_pieces,
        discards=_parse_cards(discards),
        turn=1,
        points=points,
        cards=cards,
        moved=moved,
        advanced=moved,
        phase="race",
    )
    return PlayedTable(Position(state), rules, seed)


def _create_tiles(passage: Passage, terrain: Mapping[str, str], chests: Sequence[str]) -> dict[str, list[str]]:
    """Create the faces of the tiles from the terrain of the hexes by name; all other hexes are water."""
    tiles = {"a": ["WWWW"] * ROW_COUNT, "b": ["WW"] * ROW_COUNT, "c": ["WW"] * ROW_COUNT}
    for slot, word in zip(passage.slots, _list_tile_words(passage), strict=True):
        face = ""
        for hex_ in slot:
            name = passage.names[hex_]
            face += terrain.get(name, "W")
            if name in chests:
                face += "*"
        tiles[word[0]][int(word[1:]) - 1] = face
    return {"four": tiles["a"], "two": tiles["b"], "two_for_four": tiles["c"]}


def _list_tile_words(passage: Passage) -> list[str]:
    """List a tile for every slot: the first slot of a pile has its first tile, and so on."""
    counts = {"a": 0, "b": 0, "c": 0}
    words: list[str] = []
    for pile in passage.piles:
        letter = {"four": "a", "left": "b", "right": "c"}[pile]
        counts[letter] += 1
        words.append(f"{letter}{counts[letter]}")
    return words


def _list_free_characters(players: Sequence[Player], *, is_team_game: bool) -> list[list[str]]:
    """List the characters that no player has: one deck, or in the team game one for each side."""
    taken = [player.character for player in players]
    free = [card for card in _load_components().characters.cards if card.word not in taken]
    if not is_team_game:
        return [[card.word for card in free]]
    return [[card.word for card in free if card.side == side] for side in TEAM_SIDES]


def _parse_piece(words: str) -> Piece:
    first_word, *other_words = words.split()
    if first_word.isdigit():
        kind, *hexes = other_words
        return Piece(int(first_word), TOKEN_KINDS[_find_kind_index(kind)], tuple(hexes))
    return Piece(-1, "ice" if first_word == "ice" else "water", tuple(other_words))


def _parse_cards(words: str) -> list[TreasureEffect]:
    return [next(effect for effect in TREASURE_EFFECTS if effect == word) for word in words.split()]
