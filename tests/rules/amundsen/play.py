"""A table of Amundsen vs Scott in any position, and a way to play on it that reads like play.

    t = table(amundsen="ra ya yd", scott="gc", spaces=(2, 5), row="ga ra rb")
    t.play("amundsen take 1")
    assert t.hand("amundsen") == "ra ya yd rb"

Amundsen sits on seat 0 and Scott on seat 1. A card is its code; "ra?" lies face down for the rival, "ra!" is known to both
players but to nobody else. Every position is made of the game's 55 cards: what is not named lies under the named deck cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import resources

import msgspec
import pytest

from engine.games.amundsen import cards
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import SIDES, Card, Explorer, Held, Side, State
from engine.games.amundsen.view import View
from engine.kernel import registry
from engine.kernel.menu import Menu, walk
from engine.kernel.position import Now, Position, now, play, start
from engine.kernel.script import Result, settle
from engine.kernel.text import Illegal, write

NAMES = ("Ana", "Ben")
KNOWN = {"?": "own", "!": "rival"}


def game(*changes: tuple[str, str]) -> Amundsen:
    """The game with its own components, some of them changed."""
    page = resources.files("engine.games.amundsen").joinpath("components.toml").read_text("utf-8")
    for old, new in changes:
        assert old in page
        page = page.replace(old, new)
    loaded = registry.load("amundsen", page)
    assert isinstance(loaded, Amundsen)
    return loaded


class Table:
    """A position that moves are played on; printing it shows the board."""

    def __init__(self, position: Position[State], seed: str, rules: Amundsen) -> None:
        self.position = position
        self.seed = seed
        self.rules = rules
        self.told: list[tuple[tuple[int, ...] | None, str]] = []
        self.barrier = False

    # -------------------------------------------------------------- playing
    def play(self, *lines: str) -> Table:
        """Each line is a move: who, then the words."""
        for line in lines:
            who, *words = line.split()
            played = play(self.rules, self.position, self.seed, SIDES.index(who), tuple(words))
            assert Counter(self.rules.inventory(played.position.base)) == Counter(
                cards.deck(self.rules.components.deck)
            ), self
            self.position = played.position
            self.told = [(event.to, write(event.text, NAMES)) for event in played.events]
            self.barrier = played.barrier
        return self

    def refuses(self, line: str) -> str:
        """The sentence with which a move is refused."""
        who, *words = line.split()
        with pytest.raises(Illegal) as no:
            play(self.rules, self.position, self.seed, SIDES.index(who), tuple(words))
        return write(no.value.text, NAMES)

    # -------------------------------------------------------------- what may be done
    def offers(self, line: str) -> list[str]:
        """What may come after a side and the words so far."""
        return [option.word for option in self._menu(line).open()]

    def shows(self, line: str) -> dict[str, str]:
        """All that is shown there: the labels of what may come and the reasons against what may not."""
        return {option.word: write(option.why_not or option.label, NAMES) for option in self._menu(line).options}

    def spots(self, line: str) -> dict[str, str]:
        """Where the painter marks what may come."""
        return {option.word: option.spot for option in self._menu(line).open()}

    def asked(self) -> list[Side]:
        """Who owes an answer."""
        return [SIDES[seat] for seat in sorted(self.now.ask)]

    def menu(self, side: Side) -> Menu:
        """A side's decision."""
        return self.now.menu(SIDES.index(side))

    def _menu(self, line: str) -> Menu:
        who, *words = line.split()
        found = walk(self.now.menu(SIDES.index(who)), words)
        assert found is not None, f"nothing follows {line!r}"
        return found

    # -------------------------------------------------------------- what lies there
    @property
    def now(self) -> Now[State]:
        return now(self.rules, self.position, self.seed)

    @property
    def state(self) -> State:
        return self.now.state

    @property
    def result(self) -> Result | None:
        return self.now.result

    @property
    def reason(self) -> str:
        assert self.result is not None, self
        return write(self.result.reason, NAMES)

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
    return Table(Position(state, 10), seed, rules)


def opening(seed: str = "seed", **options: str) -> Table:
    """A game from its beginning."""
    rules = game()
    settled = settle(rules.settings, {name.replace("_", "-"): value for name, value in options.items()})
    begun = start(rules, 2, settled, seed)
    made = Table(begun.position, seed, rules)
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
