"""A table of Amundsen vs Scott in any position, and a way to play on it that reads like play.

    t = table(amundsen="ra ya yd", scott="gc", spaces=(2, 5), row="ga ra rb")
    t.play("amundsen take 1")
    assert t.hand("amundsen") == "ra ya yd rb"

Amundsen sits on seat 0 and Scott on seat 1. A card is its code; "ra?" lies face down for the rival, "ra!" is known to both
players but to nobody else. Every position is made of the game's 55 cards: what is not named lies under the named deck cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import SIDES, Card, Explorer, Held, Known, Side, State
from engine.games.amundsen.view import View
from engine.kernel.event import Event
from engine.kernel.position import Position, start
from engine.kernel.script import settle
from engine.kernel.text import write
from tests.rules.playing import Playing, changed

NAMES = ("Ana", "Ben")
KNOWN: dict[str, Known] = {"?": "own", "!": "rival"}


def game(*changes: tuple[str, str]) -> Amundsen:
    """The game with its own components, some of them changed."""
    return changed(Amundsen, *changes)


class Table(Playing[Amundsen, State]):
    """A position that moves are played on; printing it shows the board."""

    told: Sequence[tuple[tuple[int, ...] | None, str]] = ()

    def seat(self, who: str) -> int:
        return SIDES.index(who)

    def heard(self, events: tuple[Event, ...]) -> None:
        self.told = [(event.to, write(event.text, NAMES)) for event in events]

    def asked(self) -> list[Side]:
        """Who owes an answer."""
        return [SIDES[seat] for seat in sorted(self.now.ask)]

    def space(self, side: Side) -> int | str:
        """Where a pawn stands: a number on the route, "q5" on the “?” behind space 5."""
        explorer = self.state.explorers[side]
        return f"q{explorer.space}" if explorer.lost else explorer.space

    def hand(self, side: Side) -> str:
        """A hand as its owner holds it, without marks."""
        return " ".join(held.card for held in self.state.explorers[side].hand)

    def row(self) -> str:
        return " ".join(self.state.row)

    def discards(self) -> str:
        return " ".join(self.state.discards)

    def seen(self, by: Side | None) -> View:
        return self.rules.view(self.state, None if by is None else SIDES.index(by))

    def hand_seen(self, side: Side, by: Side | None) -> str:
        """A hand as somebody sees it; “--” is a card from behind."""
        explorer = next(seen for seen in self.seen(by).explorers if seen.side == side)
        return " ".join(seen.card or "--" for seen in explorer.hand)

    def news(self, to: Side | None = None) -> list[str]:
        """What the last move told everybody, or one side alone."""
        return [text for seats, text in self.told if seats == (None if to is None else (SIDES.index(to),))]

    def __repr__(self) -> str:
        state = self.state
        lines = [
            f"turn {state.turn}, {state.to_move} to move, deck {len(state.deck)}, shuffles {state.shuffles} {state.ended}",
            f"row {self.row()} · discards {self.discards()}",
        ]
        for side, explorer in state.explorers.items():
            hand = " ".join(held.card + {"all": "", "own": "?", "rival": "!"}[held.known] for held in explorer.hand)
            lines.append(f"{side} on {self.space(side)} of limit {explorer.limit} {explorer.patron}: {hand}")
        return "\n".join(lines)


def table(
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
) -> Table:
    """A table in the middle of a race. A row of more than three cards makes it the advanced game.

    `deck` names cards from the top; `rest_discarded`: there are no others in it, the rest lies among the discards;
    `gone`: the deck has run out for the second time. A hand limit below 7 stands for an Equipment Loss.
    """
    rules = rules or game()
    rest = Counter(cards.deck(rules.components.deck))
    hands = [_cards(amundsen, rest), _cards(scott, rest)]
    top = [held.card for held in _cards(deck, rest)]
    thrown = [held.card for held in _cards(discards, rest)]
    settled = settle(rules.settings, {name.replace("_", "-"): value for name, value in options.items()})
    if row is not None and len(row.split()) > 3:
        settled["row"] = "6"
    lying = (
        [held.card for held in _cards(row, rest)]
        if row is not None
        else [_filler(rest) for _ in range(int(settled["row"]))]
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
    return Table(Position(state, 10), rules, seed)


def opening(seed: str = "seed", **options: str) -> Table:
    """A game from its beginning."""
    rules = game()
    settled = settle(rules.settings, {name.replace("_", "-"): value for name, value in options.items()})
    begun = start(rules, 2, settled, seed)
    made = Table(begun.position, rules, seed)
    made.told = [(event.to, write(event.text, NAMES)) for event in begun.events]
    return made


def same(one: msgspec.Struct, other: msgspec.Struct) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _cards(codes: str, rest: Counter[Card]) -> list[Held]:
    held = []
    for code in codes.split():
        card, known = code[:2], KNOWN.get(code[2:], "all")
        assert rest[card], f"there is no {card} left for this position"
        rest[card] -= 1
        held.append(Held(card, known))
    return held


def _filler(rest: Counter[Card]) -> Card:
    card = next(card for card in ("ra", "ya", "ga", "rc", "gb") if rest[card])
    rest[card] -= 1
    return card
