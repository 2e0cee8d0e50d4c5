"""An independent and slow implementation of the race from RULES.md: it tries every payment card by card and every space.

It uses nothing of the engine, only the numbers of components.toml. A position is a `Race`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any, NamedTuple

COLOUR_LETTERS = "rgby"
SIDE_SYMBOLS = {"amundsen": {"animal": "d", "astray": "b"}, "scott": {"animal": "h", "astray": "c"}}
KNOWN_ORDER = ("all", "rival", "own")
EFFECT_NAMES = {"s": "supplies", "x": "sacrifice", "w": "weather"}


class OracleMove(NamedTuple):
    """A move of a player: a verb, a number or None, and the cards in alphabetical order. The card "pw" is a wild patron."""

    verb: str
    number: int | None = None
    cards: tuple[str, ...] = ()


@dataclass
class Racer:
    """An explorer on `space`, 0 for the ship. A lost explorer stands on the "?" just behind it. Cards are (code, who knows it)."""

    space: int = 0
    is_lost: bool = False
    hand: list[tuple[str, str]] = field(default_factory=list)
    limit: int = 7
    patron: str = ""
    waits_for: int = 0
    has_lost_equipment: bool = False
    """Whether an Equipment Loss card lies in front of the explorer."""

    def list_codes(self) -> list[str]:
        return [code for code, _ in self.hand]


@dataclass
class Race:
    """The complete state of a race.

    The row is ordered from left to right, the deck from its top; `run_out_count` counts how often the deck has run out.
    """

    racers: dict[str, Racer]
    to_move: str
    row: list[str]
    deck: list[str]
    discards: list[str]
    run_out_count: int
    has_wide_row: bool = False
    are_wilds_allowed_at_pole: bool = True
    removed: list[str] = field(default_factory=list)
    end_reason: str = ""

    @property
    def me(self) -> Racer:
        return self.racers[self.to_move]

    @property
    def rival_side(self) -> str:
        return "scott" if self.to_move == "amundsen" else "amundsen"

    @property
    def rival(self) -> Racer:
        return self.racers[self.rival_side]


@cache
def load_components() -> Any:
    """Load the numbers on the cards and the board."""
    return tomllib.loads(resources.files("engine.games.amundsen").joinpath("components.toml").read_text("utf-8"))


def list_route_colours(side: str) -> dict[int, str]:
    """Return the colour of every space."""
    return dict(enumerate(load_components()["track"][side]["colours"], 1))


# ---------------------------------------------------------------- payment
def fits_colour(card: str, colour: str, side: str, *, wild: bool) -> bool:
    """Return whether a card may pay for a space of a colour (A4.1, A4.2, A13.4)."""
    if card == "pw":
        return wild
    if card in ("co", "eq"):
        return False
    return card[0] == colour or (wild and card[1] == SIDE_SYMBOLS[side]["animal"])


def list_payments(slots: str, cards: Iterable[str], side: str, *, wild: bool = True) -> set[tuple[str, ...]]:
    """List every set of cards that fills each of the slots with one card and leaves none over."""
    if not slots:
        return {()}
    found = set()
    held = list(cards)
    for card in set(held):
        if fits_colour(card, slots[0], side, wild=wild):
            rest = list(held)
            rest.remove(card)
            found |= {tuple(sorted((card, *others))) for others in list_payments(slots[1:], rest, side, wild=wild)}
    return found


def list_payment_cards(racer: Racer) -> list[str]:
    """List the cards for payment: the hand, and a patron of any colour."""
    return racer.list_codes() + (["pw"] if racer.patron in ("philanthropist", "politician") else [])


# ---------------------------------------------------------------- legal moves
def list_choices(race: Race) -> set[OracleMove]:
    """List the legal moves of the player to move."""
    found = list_takes(race) | list_advances(race) | list_last_steps(race) | list_attacks(race) | list_returns(race)
    me = race.me
    if "co" in me.list_codes() and not me.is_lost:
        found.add(OracleMove("compass"))
    if "eq" in me.list_codes():
        found.add(OracleMove("equipment"))
    if race.run_out_count == 2 and any(n > len(race.row) and can_afford_take(me, n) for n in (1, 2, 3)):
        found.add(OracleMove("freeze"))
    return found


def is_frozen(race: Race) -> bool:
    """Return whether the player to move has no move except to freeze (A2.5)."""
    return {choice.verb for choice in list_choices(race)} <= {"freeze"}


def count_discards(n: int) -> int:
    """Return the number of discards for a Take of n cards (A3)."""
    return {1: 0, 2: 1, 3: 3}[n]


def can_afford_take(me: Racer, n: int) -> bool:
    """Return whether hand and limit allow a Take of n cards, for any row (A2, A2.1, A3.1)."""
    loose = [card for card in me.list_codes() if card not in ("co", "eq")]
    return len(loose) >= count_discards(n) and len(me.hand) - count_discards(n) + n <= me.limit


def list_takes(race: Race) -> set[OracleMove]:
    """List the Takes of the rightmost cards, with their discards (A3)."""
    loose = sorted(card for card in race.me.list_codes() if card not in ("co", "eq"))
    return {
        OracleMove("take", n, given)
        for n in (1, 2, 3)
        if n <= len(race.row) and can_afford_take(race.me, n)
        for given in combinations(loose, count_discards(n))
    }


def list_advances(race: Race) -> set[OracleMove]:
    """List the advances: one card for the next space, two for each after it, up to the last space (A4)."""
    me, ahead = race.me, list_route_colours(race.to_move)
    found = set()
    if not me.is_lost:
        slots = ""
        for n in (1, 2, 3, 4):
            if me.space + n not in ahead:
                break
            slots += ahead[me.space + n] * (1 if n == 1 else 2)
            found |= {
                OracleMove("advance", n, paid) for paid in list_payments(slots, list_payment_cards(me), race.to_move)
            }
    return found


def list_last_steps(race: Race) -> set[OracleMove]:
    """List the last steps: one card of each colour, from the last space, without a Compass (A5)."""
    me = race.me
    if me.is_lost or me.space != max(list_route_colours(race.to_move)) or "co" in me.list_codes():
        return set()
    return {
        OracleMove("pole", None, paid)
        for paid in list_payments(
            COLOUR_LETTERS, list_payment_cards(me), race.to_move, wild=race.are_wilds_allowed_at_pole
        )
    }


def list_attacks(race: Race) -> set[OracleMove]:
    """List the attacks: a pair of one's own kind makes the rival lost, one card of either sends a lost rival further back (A6)."""
    kinds = {"blizzard": "b", "crevasse": "c"}
    found = set()
    for verb, letter in kinds.items():
        cards = sorted(card for card in race.me.list_codes() if card[0] in COLOUR_LETTERS and card[1] == letter)
        if race.rival.is_lost:
            if race.rival.space > 2:  # the first "?" lies behind space 2
                found |= {OracleMove(verb, None, (card,)) for card in cards}
        elif letter == SIDE_SYMBOLS[race.to_move]["astray"] and race.rival.space >= 2:
            found |= {OracleMove(verb, None, pair) for pair in combinations(cards, 2)}
    return found


def find_return_spaces(lost_behind: int, side: str) -> dict[str, int]:
    """Map each colour to the space where it leads from the "?" behind a space, if it leads anywhere (A7 to A7.3)."""
    found = {}
    for colour in COLOUR_LETTERS:
        space = lost_behind - 1
        while space > 0 and list_route_colours(side)[space] != colour:
            space -= 1
        if space or lost_behind in (2, 3):
            found[colour] = space
    return found


def list_returns(race: Race) -> set[OracleMove]:
    """List the cards that lead back to the route (A7)."""
    me, side = race.me, race.to_move
    if not me.is_lost:
        return set()
    return {
        OracleMove("return", space, (card,))
        for colour, space in find_return_spaces(me.space, side).items()
        for card in list_payment_cards(me)
        if fits_colour(card, colour, side, wild=True)
    }


# ---------------------------------------------------------------- effects
def remove_card(racer: Racer, card: str) -> tuple[str, str]:
    """Take a card out of a hand; among equal cards the best known one (A3.4)."""
    for known in KNOWN_ORDER:
        if (card, known) in racer.hand:
            racer.hand.remove((card, known))
            return card, known
    raise LookupError(card)


def pay_cards(race: Race, cards: Iterable[str]) -> None:
    """Move the cards to the discards, and a patron out of the game."""
    for card in cards:
        if card == "pw":
            race.me.patron = ""
        else:
            race.discards.append(remove_card(race.me, card)[0])


def draw_card(race: Race) -> str | None:
    """Draw the top card. Raises UnknownShuffleError if the discards must be shuffled for it (A2.2, A2.3)."""
    if not race.deck and race.run_out_count == 0:
        raise UnknownShuffleError
    card = race.deck.pop(0) if race.deck else None
    if not race.deck and race.run_out_count == 1:
        race.run_out_count = 2
    return card


class UnknownShuffleError(Exception):
    """Raised where the result depends on a shuffle."""


def fill_row(race: Race) -> None:
    """Fill the row from the left, without the animals that an Army Officer waits for (A3.2, A13.3, A14)."""
    while len(race.row) < (6 if race.has_wide_row else 3):
        card = draw_card(race)
        if card is None:
            return
        taker = next(
            (
                racer
                for side, racer in race.racers.items()
                if racer.waits_for
                and card[0] in COLOUR_LETTERS
                and card[1] == SIDE_SYMBOLS["scott" if side == "amundsen" else "amundsen"]["animal"]
            ),
            None,
        )
        if taker is None:
            race.row.insert(0, card)
            continue
        race.removed.append(card)
        taker.waits_for -= 1
        if not taker.waits_for:
            taker.patron = ""


def list_usable_effects(race: Race, given: Iterable[str]) -> set[str]:
    """List the effects of discarded cards that could be used now (A3.3, A10 to A12)."""
    me, room = race.me, len(race.me.hand) < race.me.limit
    found = set()
    for card in given:
        effect = EFFECT_NAMES.get(card[1])
        if (
            (effect == "supplies" and room and race.rival.hand)
            or (effect == "sacrifice" and race.rival.hand)
            or (effect == "weather" and room and not me.is_lost and (race.deck or race.run_out_count == 0))
        ):
            found.add(effect)
    return found


def take_cards(race: Race, choice: OracleMove) -> None:
    """Discard and take cards, move the row together and fill it (A3.2)."""
    pay_cards(race, choice.cards)
    for _ in range(choice.number or 0):
        race.me.hand.append((race.row.pop(), "all"))
    fill_row(race)


def use_sacrifice(race: Race) -> None:
    """Discard the Good Weather cards and animals of the rival, and reveal the other cards of the hand (A11)."""
    kept = []
    for card in race.rival.list_codes():
        if card[0] in COLOUR_LETTERS and card[1] in ("w", SIDE_SYMBOLS[race.rival_side]["animal"]):
            race.discards.append(card)
        else:
            kept.append((card, "all"))
    race.rival.hand = kept


def steal_card(race: Race, card: str) -> None:
    """Steal the randomly chosen `card`: an open card stays open, another one is known to both players (A10, A10.1)."""
    known = next(known for code, known in race.rival.hand if code == card)
    race.rival.hand.remove((card, known))
    race.me.hand.append((card, "all" if known == "all" else "rival"))


def does_weather_fit(race: Race, card: str) -> bool:
    """Return whether the drawn card continues the advance (A12.1, A12.2)."""
    ahead = list_route_colours(race.to_move).get(race.me.space + 1)
    return ahead is not None and fits_colour(card, ahead, race.to_move, wild=True)


def perform_choice(race: Race, choice: OracleMove) -> None:
    """Make a move other than a Take, which needs more steps."""
    me, rival = race.me, race.rival
    match choice.verb:
        case "advance":
            pay_cards(race, choice.cards)
            me.space += choice.number or 0
        case "pole":
            pay_cards(race, choice.cards)
            me.space += 1
            race.end_reason = "pole"
        case "blizzard" | "crevasse":
            pay_cards(race, choice.cards)
            if rival.is_lost:
                rival.space -= 1
            rival.is_lost = True
        case "return":
            pay_cards(race, choice.cards)
            me.space, me.is_lost = choice.number or 0, False
        case "compass":
            pay_cards(race, ["co"])
            me.space += 1 if me.space <= load_components()["track"][race.to_move]["parallels"]["85"] else -1
        case "equipment":
            remove_card(me, "eq")
            rival.has_lost_equipment, rival.limit = True, 5
        case "freeze":
            race.end_reason = "frozen"


def start_next_turn(race: Race) -> None:
    """Pass the turn to the next player (A1.3, A2.5)."""
    if not race.end_reason:
        race.to_move = race.rival_side
        if is_frozen(race):
            race.end_reason = "frozen"


def count_all_cards(race: Race) -> Counter[str]:
    """Count the cards in every place."""
    hands = [card for racer in race.racers.values() for card in racer.list_codes()]
    in_front = ["eq" for racer in race.racers.values() if racer.has_lost_equipment]
    return Counter([*race.row, *race.deck, *race.discards, *race.removed, *hands, *in_front])
