"""Make a table of Amundsen vs Scott in any position, and play on it with lines of text.

    t = make_table(amundsen="ra ya yd", scott="gc", spaces=(2, 5), row="ga ra rb")
    t.play("amundsen take 1")
    assert t.list_hand("amundsen") == "ra ya yd rb"

Amundsen sits on seat 0 and Scott on seat 1. A card is its code; "ra?" is face down for the rival; both
players but no spectators know "ra!". Every position has the game's 55 cards: the deck has the cards that are not named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import SIDES, Card, Explorer, HeldCard, KnownTo, Side, State
from engine.games.amundsen.view import View
from engine.kernel.event import Event
from engine.kernel.position import Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import write_text
from tests.rules.playing import Playing, load_changed_game

PLAYER_NAMES = ("Ana", "Ben")
KNOWN_BY_MARK: dict[str, KnownTo] = {"?": "own", "!": "rival"}


def load_game(*changes: tuple[str, str]) -> Amundsen:
    """Load the game with its own components, some of them changed."""
    return load_changed_game(Amundsen, *changes)


class PlayedTable(Playing[Amundsen, State]):
    """A position that moves are played on; printing it shows the board."""

    announced: Sequence[tuple[tuple[int, ...] | None, str]] = ()

    def parse_seat(self, seat_word: str) -> int:
        return SIDES.index(seat_word)

    def record_events(self, events: tuple[Event, ...]) -> None:
        self.announced = [(event.to, write_text(event.text, PLAYER_NAMES)) for event in events]

    def asked_sides(self) -> list[Side]:
        """List the sides that owe an answer."""
        return [SIDES[seat] for seat in sorted(self.now.questions)]

    def describe_space(self, side: Side) -> int | str:
        """Describe a pawn's place: a number on the route, "q5" on the “?” behind space 5."""
        explorer = self.state.explorers[side]
        return f"q{explorer.space}" if explorer.lost else explorer.space

    def list_hand(self, side: Side) -> str:
        """List a hand as its owner holds it, without marks."""
        return " ".join(held.card for held in self.state.explorers[side].hand)

    def list_row(self) -> str:
        return " ".join(self.state.row)

    def list_discards(self) -> str:
        return " ".join(self.state.discards)

    def build_view(self, by: Side | None) -> View:
        return self.rules.build_view(self.state, None if by is None else SIDES.index(by))

    def describe_visible_hand(self, side: Side, by: Side | None) -> str:
        """Describe a hand as another side sees it; “--” is the back of a card."""
        explorer = next(seen for seen in self.build_view(by).explorers if seen.side == side)
        return " ".join(seen.card or "--" for seen in explorer.hand)

    def list_announced(self, to: Side | None = None) -> list[str]:
        """List the events of the last move for all players, or for one side only."""
        return [text for seats, text in self.announced if seats == (None if to is None else (SIDES.index(to),))]

    def __repr__(self) -> str:
        state = self.state
        lines = [
            f"turn {state.turn}, {state.to_move} to move, deck {len(state.deck)}, shuffles {state.shuffles} {state.ended}",
            f"row {self.list_row()} · discards {self.list_discards()}",
        ]
        for side, explorer in state.explorers.items():
            hand = " ".join(held.card + {"all": "", "own": "?", "rival": "!"}[held.known] for held in explorer.hand)
            lines.append(f"{side} on {self.describe_space(side)} of limit {explorer.limit} {explorer.patron}: {hand}")
        return "\n".join(lines)


def make_table(
    amundsen: str = "",
    scott: str = "",
    *,
    spaces: tuple[int, int] = (0, 0),
    lost: Iterable[Side] = (),
    row: str | None = None,
    deck: str = "",
    discards: str = "",
    gone: bool = False,
    rest_discarded: bool = False,
    shuffles: int = 0,
    to_move: Side = "amundsen",
    patrons: dict[Side, str] | None = None,
    officers: dict[Side, int] | None = None,
    limits: tuple[int, int] = (7, 7),
    seed: str = "seed",
    rules: Amundsen | None = None,
    **options: str,
) -> PlayedTable:
    """Make a table in the middle of a race. A row of more than three cards makes it the advanced game.

    `deck` names cards from the top. If `rest_discarded` is set, the deck has no other cards, and the rest is among
    the discards. If `gone` is set, the deck has run out for the second time. A hand limit below 7 stands for an
    Equipment Loss.
    """
    rules = rules or load_game()
    rest = Counter(cards.build_deck(rules.components.deck))
    hands = [_parse_cards(amundsen, rest), _parse_cards(scott, rest)]
    top = [held.card for held in _parse_cards(deck, rest)]
    thrown = [held.card for held in _parse_cards(discards, rest)]
    settled = complete_options(rules.settings, {name.replace("_", "-"): value for name, value in options.items()})
    if row is not None and len(row.split()) > 3:
        settled["row"] = "6"
    lying = (
        [held.card for held in _parse_cards(row, rest)]
        if row is not None
        else [_list_filler(rest) for _ in range(int(settled["row"]))]
    )
    left = sorted(rest.elements())
    below = [] if gone or rest_discarded else left
    explorers = {}
    for seat, side in enumerate(SIDES):
        patron, waits_for = (patrons or {}).get(side, ""), (officers or {}).get(side, 0)
        short = limits[seat] < 7
        explorers[side] = Explorer(
            seat, limits[seat], spaces[seat], side in lost, hands[seat], patron, waits_for, short
        )
        if short:
            left.remove("eq")
    state = State(
        settled,
        deck=[*below, *reversed(top)],
        row=lying,
        discards=[*thrown, *(left if gone or rest_discarded else [])],
        explorers=explorers,
        to_move=to_move,
        shuffles=2 if gone else shuffles,
    )
    if gone:
        assert not top, "a deck that is gone has no cards"
    return PlayedTable(Position(state, 10), rules, seed)


def start_table(seed: str = "seed", **options: str) -> PlayedTable:
    """Start a game."""
    rules = load_game()
    settled = complete_options(rules.settings, {name.replace("_", "-"): value for name, value in options.items()})
    begun = begin_game(rules, 2, settled, seed)
    made = PlayedTable(begun.position, rules, seed)
    made.announced = [(event.to, write_text(event.text, PLAYER_NAMES)) for event in begun.events]
    return made


def are_same(table: msgspec.Struct, other: msgspec.Struct) -> bool:
    return msgspec.json.encode(table) == msgspec.json.encode(other)


def _parse_cards(codes: str, rest: Counter[Card]) -> list[HeldCard]:
    held = []
    for code in codes.split():
        card, known = code[:2], KNOWN_BY_MARK.get(code[2:], "all")
        assert rest[card], f"there is no {card} left for this position"
        rest[card] -= 1
        held.append(HeldCard(card, known))
    return held


def _list_filler(rest: Counter[Card]) -> Card:
    card = next(card for card in ("ra", "ya", "ga", "rc", "gb") if rest[card])
    rest[card] -= 1
    return card
