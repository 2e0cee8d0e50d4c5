"""The race a second time, written from RULES.md and slowly: every payment is tried card by card, every space is looked at.

Nothing of the engine is used here, only the numbers of components.toml. A position is a `Race`; a choice is a tuple: the verb,
then a number or None, then the cards in alphabetical order. "pw" among them is a wild patron.
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

COLOURS = "rgby"
OWN = {"amundsen": {"animal": "d", "astray": "b"}, "scott": {"animal": "h", "astray": "c"}}
MOST_KNOWN_FIRST = ("all", "rival", "own")
EFFECTS = {"s": "supplies", "x": "sacrifice", "w": "weather"}


class Choice(NamedTuple):
    """What a player may do."""

    verb: str
    number: int | None = None
    cards: tuple[str, ...] = ()


@dataclass
class Racer:
    """`at` is the space, 0 the ship; a lost one stands on the "?" just behind it. Cards are (code, who knows it)."""

    at: int = 0
    lost: bool = False
    hand: list[tuple[str, str]] = field(default_factory=list)
    limit: int = 7
    patron: str = ""
    waits_for: int = 0
    bare: bool = False
    """Whether an Equipment Loss lies in front."""

    def codes(self) -> list[str]:
        return [code for code, _ in self.hand]


@dataclass
class Race:
    """A table. The row lies from left to right, the deck from its top; `runs_out` counts how often the deck has run out."""

    racers: dict[str, Racer]
    to_move: str
    row: list[str]
    deck: list[str]
    discards: list[str]
    runs_out: int
    wide: bool = False
    wild_at_pole: bool = True
    removed: list[str] = field(default_factory=list)
    end: str = ""

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
def printed() -> Any:
    """The numbers on the cards and the board."""
    return tomllib.loads(resources.files("engine.games.amundsen").joinpath("components.toml").read_text("utf-8"))


def route(side: str) -> dict[int, str]:
    """The colour of every space."""
    return dict(enumerate(printed()["track"][side]["colours"], 1))


# ---------------------------------------------------------------- paying
def fits(card: str, colour: str, side: str, *, wild: bool) -> bool:
    """Whether a card may be laid on a space of a colour (A4.1, A4.2, A13.4)."""
    if card == "pw":
        return wild
    if card in ("co", "eq"):
        return False
    return card[0] == colour or (wild and card[1] == OWN[side]["animal"])


def payments(slots: str, cards: Iterable[str], side: str, *, wild: bool = True) -> set[tuple[str, ...]]:
    """Every set of cards that fills each of the slots with one card, none left over."""
    if not slots:
        return {()}
    found = set()
    held = list(cards)
    for card in set(held):
        if fits(card, slots[0], side, wild=wild):
            rest = list(held)
            rest.remove(card)
            found |= {tuple(sorted((card, *others))) for others in payments(slots[1:], rest, side, wild=wild)}
    return found


def purse(racer: Racer) -> list[str]:
    """What can be paid with: the hand, and a patron of any colour."""
    return racer.codes() + (["pw"] if racer.patron in ("philanthropist", "politician") else [])


# ---------------------------------------------------------------- what may be done
def choices(race: Race) -> set[Choice]:
    """All that the player to move may do, in the order of the rules."""
    found = takes(race) | advances(race) | last_steps(race) | attacks(race) | returns(race)
    me = race.me
    if "co" in me.codes() and not me.lost:
        found.add(Choice("compass"))
    if "eq" in me.codes():
        found.add(Choice("equipment"))
    if race.runs_out == 2 and any(n > len(race.row) and affords(me, n) for n in (1, 2, 3)):
        found.add(Choice("freeze"))
    return found


def frozen(race: Race) -> bool:
    """Whether the player to move can do nothing, or nothing but freeze (A2.5)."""
    return {choice.verb for choice in choices(race)} <= {"freeze"}


def discards_for(n: int) -> int:
    """What a Take of n cards costs (A3)."""
    return {1: 0, 2: 1, 3: 3}[n]


def affords(me: Racer, n: int) -> bool:
    """Whether hand and limit allow a Take of n cards, whatever lies in the row (A2, A2.1, A3.1)."""
    loose = [card for card in me.codes() if card not in ("co", "eq")]
    return len(loose) >= discards_for(n) and len(me.hand) - discards_for(n) + n <= me.limit


def takes(race: Race) -> set[Choice]:
    """A3: the rightmost cards, for so many discards."""
    loose = sorted(card for card in race.me.codes() if card not in ("co", "eq"))
    return {
        Choice("take", n, given)
        for n in (1, 2, 3)
        if n <= len(race.row) and affords(race.me, n)
        for given in combinations(loose, discards_for(n))
    }


def advances(race: Race) -> set[Choice]:
    """A4: one card for the next space, two for each after it, on to the last space at most."""
    me, ahead = race.me, route(race.to_move)
    found = set()
    if not me.lost:
        slots = ""
        for n in (1, 2, 3, 4):
            if me.at + n not in ahead:
                break
            slots += ahead[me.at + n] * (1 if n == 1 else 2)
            found |= {Choice("advance", n, paid) for paid in payments(slots, purse(me), race.to_move)}
    return found


def last_steps(race: Race) -> set[Choice]:
    """A5: one card of each colour, from the last space, without a Compass."""
    me = race.me
    if me.lost or me.at != max(route(race.to_move)) or "co" in me.codes():
        return set()
    return {Choice("pole", None, paid) for paid in payments(COLOURS, purse(me), race.to_move, wild=race.wild_at_pole)}


def attacks(race: Race) -> set[Choice]:
    """A6: a pair of one's own kind leads astray, one card of either sends somebody lost further back."""
    kinds = {"blizzard": "b", "crevasse": "c"}
    found = set()
    for verb, letter in kinds.items():
        cards = sorted(card for card in race.me.codes() if card[0] in COLOURS and card[1] == letter)
        if race.rival.lost:
            if race.rival.at > 2:  # the first "?" lies behind space 2
                found |= {Choice(verb, None, (card,)) for card in cards}
        elif letter == OWN[race.to_move]["astray"] and race.rival.at >= 2:
            found |= {Choice(verb, None, pair) for pair in combinations(cards, 2)}
    return found


def goals(at: int, side: str) -> dict[str, int]:
    """Where each colour leads from the "?" behind a space; a colour that is missing leads nowhere (A7 to A7.3)."""
    found = {}
    for colour in COLOURS:
        space = at - 1
        while space > 0 and route(side)[space] != colour:
            space -= 1
        if space or at in (2, 3):
            found[colour] = space
    return found


def returns(race: Race) -> set[Choice]:
    """A7: one card leads back to the route."""
    me, side = race.me, race.to_move
    if not me.lost:
        return set()
    return {
        Choice("return", space, (card,))
        for colour, space in goals(me.at, side).items()
        for card in purse(me)
        if fits(card, colour, side, wild=True)
    }


# ---------------------------------------------------------------- what it does
def gives(racer: Racer, card: str) -> tuple[str, str]:
    """Take a card out of a hand: of equal ones the best known (A3.4)."""
    for known in MOST_KNOWN_FIRST:
        if (card, known) in racer.hand:
            racer.hand.remove((card, known))
            return card, known
    raise LookupError(card)


def pays(race: Race, cards: Iterable[str]) -> None:
    """Cards to the discards, a patron out of the game."""
    for card in cards:
        if card == "pw":
            race.me.patron = ""
        else:
            race.discards.append(gives(race.me, card)[0])


def draws(race: Race) -> str | None:
    """The top card. Raises Unknown when the discards have to be shuffled for it (A2.2, A2.3)."""
    if not race.deck and race.runs_out == 0:
        raise Unknown
    card = race.deck.pop(0) if race.deck else None
    if not race.deck and race.runs_out == 1:
        race.runs_out = 2
    return card


class Unknown(Exception):
    """The rest hangs on a shuffle."""


def fills(race: Race) -> None:
    """The row from the left, without the animals that an Army Officer waits for (A3.2, A13.3, A14)."""
    while len(race.row) < (6 if race.wide else 3):
        card = draws(race)
        if card is None:
            return
        taker = next(
            (
                racer
                for side, racer in race.racers.items()
                if racer.waits_for
                and card[0] in COLOURS
                and card[1] == OWN["scott" if side == "amundsen" else "amundsen"]["animal"]
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


def usable(race: Race, given: Iterable[str]) -> set[str]:
    """The effects of discarded cards that could be used now (A3.3, A10 to A12)."""
    me, room = race.me, len(race.me.hand) < race.me.limit
    found = set()
    for card in given:
        effect = EFFECTS.get(card[1])
        if (
            (effect == "supplies" and room and race.rival.hand)
            or (effect == "sacrifice" and race.rival.hand)
            or (effect == "weather" and room and not me.lost and (race.deck or race.runs_out == 0))
        ):
            found.add(effect)
    return found


def take(race: Race, choice: Choice) -> None:
    """A3.2: discards go, cards come, the row slides and is filled."""
    pays(race, choice.cards)
    for _ in range(choice.number or 0):
        race.me.hand.append((race.row.pop(), "all"))
    fills(race)


def sacrifice(race: Race) -> None:
    """A11: the rival's hand lies open, without Good Weather and animals."""
    kept = []
    for card in race.rival.codes():
        if card[0] in COLOURS and card[1] in ("w", OWN[race.rival_side]["animal"]):
            race.discards.append(card)
        else:
            kept.append((card, "all"))
    race.rival.hand = kept


def steal(race: Race, card: str) -> None:
    """A10, A10.1: a card that lay open stays open, another is known to two. `card` is the one that fate has picked."""
    (known,) = {known for code, known in race.rival.hand if code == card} or {""}
    race.rival.hand.remove((card, known))
    race.me.hand.append((card, "all" if known == "all" else "rival"))


def weather_fits(race: Race, card: str) -> bool:
    """Whether the card drawn carries on (A12.1, A12.2)."""
    ahead = route(race.to_move).get(race.me.at + 1)
    return ahead is not None and fits(card, ahead, race.to_move, wild=True)


def act(race: Race, choice: Choice) -> None:
    """Everything but a Take, which has more to it."""
    me, rival = race.me, race.rival
    match choice.verb:
        case "advance":
            pays(race, choice.cards)
            me.at += choice.number or 0
        case "pole":
            pays(race, choice.cards)
            me.at += 1
            race.end = "pole"
        case "blizzard" | "crevasse":
            pays(race, choice.cards)
            if rival.lost:
                rival.at -= 1
            rival.lost = True
        case "return":
            pays(race, choice.cards)
            me.at, me.lost = choice.number or 0, False
        case "compass":
            pays(race, ["co"])
            me.at += 1 if me.at <= printed()["track"][race.to_move]["parallels"]["85"] else -1
        case "equipment":
            gives(me, "eq")
            rival.bare, rival.limit = True, 5
        case "freeze":
            race.end = "frozen"


def next_turn(race: Race) -> None:
    """A1.3, A2.5."""
    if not race.end:
        race.to_move = race.rival_side
        if frozen(race):
            race.end = "frozen"


def everything(race: Race) -> Counter[str]:
    """Every card that lies anywhere."""
    hands = [card for racer in race.racers.values() for card in racer.codes()]
    before = ["eq" for racer in race.racers.values() if racer.bare]
    return Counter([*race.row, *race.deck, *race.discards, *race.removed, *hands, *before])
