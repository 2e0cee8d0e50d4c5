"""The toy game: a small game with all features that are difficult for a kernel.

A round has a dawn (cards are dealt, nobody is asked), a bid (all players pick a card in secret at the same time) and
a walk by the winner: a move of several words, a pick of several cards, a look at the deck that opens a new decision,
a roll for the weather, and a rival who may interrupt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, Optional

import msgspec

from engine.kernel.answer_rules import KEEP_AFTER_REVEAL, AnswerRule, RuleAnswer, RuleSpan
from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu, Option, Words, generate_moves
from engine.kernel.script import (
    Game,
    GameMeta,
    GameResult,
    ScoreLine,
    Setting,
    ShuffleFunction,
    TurnScript,
    Verb,
    ask_one,
)
from engine.kernel.text import Seat, SeatMention, Text, count, say

CAMP_SPACE = 8


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Literal["rules", "house"]
    suits: str
    ranks: int

    def __post_init__(self) -> None:
        if self.ranks < 5:
            raise ValueError("a suit needs 5 ranks")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Cards


TOY_COMPONENTS = Components(Cards("house", "fgh", 9))


class State(msgspec.Struct):
    """A state of the game. `deck` is drawn from its end; `whistles` let a rival interrupt; `peeker` has seen the top card."""

    options: dict[str, str]
    deck: list[str]
    hands: list[list[str]]
    won: list[list[str]]
    whistles: list[int]
    places: dict[int, int]
    fire: list[str] = []
    tired: Optional[int] = None
    peeker: Optional[int] = None
    phase: Literal["dawn", "bid", "walk", "over"] = "dawn"
    walker: int = 0
    round: int = 0


class View(msgspec.Struct, frozen=True):
    viewer: Optional[int]
    hands: list[list[str]]
    won: list[list[str]]
    whistles: list[int]
    places: dict[int, int]
    fire: list[str]
    deck: int
    top: str
    phase: str
    round: int


SETTINGS = (
    Setting("weather", say("Weather"), {"yes": say("On"), "no": say("Off")}),
    Setting("rounds", say("Rounds"), {"4": say("Four"), "2": say("Two"), "6": say("Six")}),
)
VERBS = (
    Verb("bid", say("Bid a card"), ("card",)),
    Verb("walk", say("Walk"), ("where", "steps")),
    Verb("burn", say("Burn cards"), ("cards",)),
    Verb("peek", say("Look at the deck")),
    Verb("rest", say("Rest")),
    Verb("keep", say("Keep it")),
    Verb("drop", say("Drop it")),
    Verb("whistle", say("Stop the walker")),
    Verb("pass", say("Pass")),
)


class ToyGame(Game[State, View]):
    """The rules of the toy game."""

    meta = GameMeta(
        slug="toy",
        title="Toy",
        blurb=say("Walk to the camp before the cards run out."),
        kind=GameKind(has_hidden_information=True, has_chance=True, has_simultaneous_moves=True),
        rules_version=1,
        seat_counts=range(2, 5),
        settings=SETTINGS,
        verbs=VERBS,
    )
    state_type = State

    def __init__(self, components: Components = TOY_COMPONENTS) -> None:
        self.components: Components = components
        self.cards = components.cards

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        deck = out.shuffle(
            [f"{suit}{rank}" for suit in self.cards.suits for rank in range(1, self.cards.ranks + 1)], "deck"
        )
        none: list[list[str]] = [[] for _ in range(seat_count)]
        return State(
            dict(options), deck, none, [[] for _ in none], [1] * seat_count, dict.fromkeys(range(seat_count), 0)
        )

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        if state.phase == "dawn":
            self._start_round(state, out)
        elif state.phase == "bid":
            yield from self._bid_cards(state, out)
        else:
            yield from self._walk_to_camp(state, out)

    def find_result(self, state: State) -> GameResult | None:
        if state.phase != "over":
            return None
        places = sorted(set(state.places.values()), reverse=True)
        ranking = tuple(tuple(seat for seat, place in state.places.items() if place == at) for at in places)
        scores: dict[Seat, tuple[ScoreLine, ...]] = {
            seat: (ScoreLine(say("Steps"), at),) for seat, at in state.places.items()
        }
        return GameResult(
            ranking[0],
            ranking,
            say("The camp is reached.") if places[0] >= CAMP_SPACE else say("The cards are out."),
            scores,
        )

    def build_view(self, state: State, seat: Seat | None) -> View:
        hands = [hand if holder == seat else ["?"] * len(hand) for holder, hand in enumerate(state.hands)]
        top = state.deck[-1] if seat is not None and state.peeker == seat else ""
        deck = len(state.deck)
        return View(
            seat, hands, state.won, state.whistles, state.places, state.fire, deck, top, state.phase, state.round
        )

    def map_piece_places(self, view: View) -> Mapping[str, str]:
        return {f"walker-{seat}": str(place) for seat, place in view.places.items()}

    def count_pieces(self, state: State) -> Mapping[str, int]:
        return Counter([*state.deck, *state.fire, *(card for pile in [*state.hands, *state.won] for card in pile)])

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        known = [state.deck.pop()] if seat is not None and state.peeker == seat else []
        others = [holder for holder in range(len(state.hands)) if holder != seat]
        pool = shuffle([*state.deck, *(card for holder in others for card in state.hands[holder])])
        for holder in others:
            state.hands[holder] = [pool.pop() for _ in state.hands[holder]]
        state.deck = pool + known

    def safe_move(self, seat: Seat, menu: Menu) -> Words:
        words = [option.word for option in menu.list_open_options()]
        return next(((word,) for word in ("pass", "rest") if word in words), next(generate_moves(menu)))

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        if state.phase != "bid":
            return False
        state.walker, state.phase = seat, "walk"
        return True

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:
        spans = (
            RuleSpan(str(state.round), say("Until this round ends")),
            RuleSpan(str(state.round + 1), say("Until the next round ends")),
        )
        moves: dict[RuleAnswer, Words] = {}
        if menu is not None and {"whistle", "pass"} <= {option.word for option in menu.options}:
            moves["no"] = ("pass",)
        labels: dict[RuleAnswer, Text] = {"no": say("Never whistle"), "ask": say("Ask me about whistles")}
        return AnswerRule("whistle", labels, spans, moves), KEEP_AFTER_REVEAL

    def _start_round(self, state: State, out: Effects) -> None:
        """Deal the cards of a round. It asks nobody."""
        state.round += 1
        state.peeker = None
        state.phase = "bid"
        for seat, hand in enumerate(state.hands):
            while len(hand) < 3 and state.deck:
                hand.append(state.deck.pop())
            out.reveal(say("You hold {cards}.", cards=list(hand)), seat)
        out.announce(say("Round {n} begins.", n=state.round))

    def _bid_cards(self, state: State, out: Effects) -> TurnScript[None]:
        answers = yield {seat: partial(self._build_bid_menu, hand) for seat, hand in enumerate(state.hands)}
        for seat, (_, card) in answers.items():
            state.hands[seat].remove(card)
            out.reveal(say("{seat} bids {card}.", seat=SeatMention(seat), card=card))
        best = max(answers, key=lambda seat: (int(answers[seat][1][1:]), -seat))
        state.won[best] += [card for _, card in answers.values()]
        state.walker, state.phase = best, "walk"

    def _walk_to_camp(self, state: State, out: Effects) -> TurnScript[None]:
        walker = state.walker
        words = yield from ask_one(walker, partial(self._build_walk_menu, state))
        was_tired, state.tired = state.tired, None
        match words:
            case ("walk", where, steps):
                stopped = yield from self._ask_for_whistles(state, out)
                if stopped:
                    out.announce(say("{seat} is stopped.", seat=SeatMention(walker)))
                else:
                    wind = out.roll_below(3, "weather") if state.options["weather"] == "yes" else 1
                    state.places[walker] += max(0, int(steps) - (1 if wind == 0 else 0)) * (
                        1 if where == "south" else -1
                    )
                    out.announce(
                        count("{seat} walks {n} step.", "{seat} walks {n} steps.", int(steps), seat=SeatMention(walker))
                    )
            case ("burn", cards):
                for card in cards.split("+"):
                    state.hands[walker].remove(card)
                    state.fire.append(card)
            case ("peek",):
                state.peeker = walker
                out.reveal(say("The top card is {card}.", card=state.deck[-1]), walker)
                answer = yield from ask_one(walker, self._build_peek_menu)
                if answer == ("drop",):
                    state.fire.append(state.deck.pop())
                    state.peeker = None
                    out.reveal(say("{card} is dropped.", card=state.fire[-1]))
            case _:
                state.tired = walker
        if was_tired is not None and state.tired is None:
            out.announce(say("Everybody is awake."))
        last = state.round == int(state.options["rounds"]) or len(state.deck) < 3 * len(state.hands)
        state.phase = "over" if last or max(state.places.values()) >= CAMP_SPACE else "dawn"

    def _ask_for_whistles(self, state: State, out: Effects) -> TurnScript[bool]:
        """Ask the rivals in order until one whistles, also the rivals without a whistle."""
        for seat in range(len(state.hands)):
            if seat != state.walker:
                answer = yield from ask_one(seat, partial(self._build_whistle_menu, state.whistles[seat]))
                if answer == ("whistle",):
                    state.whistles[seat] -= 1
                    out.announce(say("{seat} whistles.", seat=SeatMention(seat)))
                    return True
        return False

    def _build_bid_menu(self, hand: list[str]) -> Menu:
        cards = Menu(
            "card",
            say("Which card?"),
            tuple(Option(card, say("Card {card}", card=card)) for card in hand),
            is_secret=True,
        )
        return Menu("verb", say("Bid a card."), (Option("bid", say("Bid")),), lambda _: cards)

    def _build_walk_menu(self, state: State) -> Menu:
        steps = Menu(
            "steps", say("How many steps?"), tuple(Option(str(n), count("{n} step", "{n} steps", n)) for n in (1, 2, 3))
        )
        one_step = Menu("steps", say("How many steps?"), steps.options[:1])
        home = say("You are at the start.") if state.places[state.walker] == 0 else None
        where = Menu(
            "where",
            say("Which way?"),
            (
                Option("south", say("South"), spot="s"),
                Option("north", say("North"), why_not=home, spot="n"),
            ),
            lambda word: steps if word == "south" else one_step,
        )
        hand = tuple(Option(card, say("Card {card}", card=card)) for card in state.hands[state.walker])
        cards = Menu("cards", say("Which cards?"), hand, max_picks=2, is_secret=True)
        below = {"walk": where, "burn": cards}
        tired = say("You have rested just now.") if state.tired == state.walker else None
        blind = None if state.deck else say("The deck is empty.")
        return Menu(
            "verb",
            say("What do you do?"),
            (
                Option("walk", say("Walk")),
                Option("burn", say("Burn cards")),
                Option("peek", say("Look at the deck"), why_not=blind),
                Option("rest", say("Rest"), why_not=tired),
            ),
            below.get,
        )

    def _build_peek_menu(self) -> Menu:
        return Menu(
            "verb",
            say("Keep the card?"),
            (Option("keep", say("Keep it")), Option("drop", say("Drop it"))),
            is_secret=True,
        )

    def _build_whistle_menu(self, whistles: int) -> Menu:
        none = None if whistles else say("You have no whistle left.")
        return Menu(
            "verb",
            say("Stop the walker?"),
            (Option("whistle", say("Whistle"), why_not=none), Option("pass", say("Pass"))),
        )


def load(components: Components) -> ToyGame:
    """Load the game in the way that a game package does."""
    return ToyGame(components)
