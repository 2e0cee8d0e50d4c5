"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.games.expanse import flow, menus, orders, scoring
from engine.games.expanse.board import Board
from engine.games.expanse.build_view import build_view
from engine.games.expanse.card_catalogue import list_cards
from engine.games.expanse.components import Components
from engine.games.expanse.meta import META
from engine.games.expanse.state import SCORE_CARD, State
from engine.games.expanse.view import View
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, Text, say


class Expanse(Game[State, View]):
    """The Expanse Board Game with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.board = Board(components)
        self.parts = self.board.components

    def list_cards(self) -> tuple[CardInfo, ...]:
        """The Action cards, the SCORE card, the crew of the Rocinante, the mats and the Tech cards."""
        return list_cards(self.board)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """The table laid out up to the choice of factions, or up to the first turn."""
        return flow.set_up_table(self.board, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """The choice of a faction, or one player's turn with all that follows from it."""
        return flow.play_turn(self.board, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """After the final scoring (E13)."""
        if state.phase != "over":
            return None
        order = scoring.rank_players(state)
        return GameResult(
            (order[0],),
            tuple((seat,) for seat in order),
            _describe_reason(self.board, state, order),
            _list_score_lines(self.board, state),
            roles={seat: self.board.faction_names[side.faction] for seat, side in enumerate(state.sides)},
        )

    def build_view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        winners = scoring.rank_players(state)[:1] if state.phase == "over" else ()
        return build_view(self.board, state, seat, winners)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Every card, cube, token and fleet, wherever it lies; those of a faction from when it is chosen."""
        found: Counter[str] = Counter([*state.deck, *state.box, *state.track, *state.discards])
        if state.offer:
            found[state.offer] += 1
        chosen = {side.faction for side in state.sides}
        for faction in self.board.list_factions(state.seats):
            data = self.board.components.factions[faction]
            if faction not in chosen:
                found[f"{faction} cubes"] += data.cubes
                found[f"{faction} diplomats"] += data.diplomats
                found[f"{faction} tokens"] += data.tokens
                found.update(f"{faction} {letter}" for held in (*data.fleets.values(), data.off) for letter in held)
        for side in state.sides:
            found.update(side.kept)
            found[f"{side.faction} cubes"] += side.supply + sum(side.cubes.values())
            found[f"{side.faction} diplomats"] += side.diplomats_left + sum(side.diplomats.values())
            found[f"{side.faction} tokens"] += side.tokens + side.tokens_gone + len(side.samples)
            fleets = "".join((*side.fleets.values(), side.off)).replace("h", "b")
            found.update(f"{side.faction} {letter}" for letter in fleets if letter != "r")
            found["rocinante"] += fleets.count("r")
        if not found["rocinante"] and state.phase == "factions":
            found["rocinante"] = 1
        return {piece: n for piece, n in sorted(found.items()) if n}

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """The Action cards that nobody has seen, the SCORE cards within each pile, and for those who do not know it the Bonus
        Sector (E1.12)."""
        _resample_cards(self.board, state, shuffle)
        if state.bonus and seat not in state.knows:
            state.bonus = shuffle(self.board.list_open_sectors(state))[0]

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Declines, passes and stops where that is possible; takes the first card for its points and spends none. The Bonus
        Sector is left to the dice: any rule to choose it by would tell everybody which one it is."""

        def pick(level: Menu) -> Word:
            words = [option.word for option in level.list_open_options()]
            return next((word for word in _HARMLESS_WORDS if word in words), words[0])

        return compose_move(menu, pick)

    def order_menu(self, state: State, seat: Seat) -> Menu | None:
        """What a seat may say in advance about Events that are offered to it (E17)."""
        return orders.build_order_menu(self.board, state, seat)

    def answer_by_order(self, state: State, seat: Seat, order: Words, menu: Menu) -> Words | None:  # noqa: ARG002 - the state says what is offered
        """Declines an offer that the order is about."""
        return orders.answer_by_order(state, order)

    def is_order_expired(self, state: State, seat: Seat, order: Words) -> bool:  # noqa: ARG002 - an order says by itself how long it lasts
        """Whether the turn to which it lasts has passed."""
        return orders.is_order_expired(state, order)

    def do_orders_conflict(self, order: Words, other: Words) -> bool:
        """Whether one is to be asked about certain cards only, the other to be asked about all but certain ones."""
        return orders.do_orders_conflict(order, other)


_HARMLESS_WORDS: Final = ("decline", "pass", "stop", "done", "none", "no", "points", menus.DICE_WORD)


def _resample_cards(board: Board, state: State, shuffle: ShuffleFunction) -> None:
    """Deal the unseen cards afresh: Action cards among all their places, SCORE cards within their pile."""
    known = [state.deck.pop()] if state.known else []
    size = board.components.deck.pile[state.seats] + board.components.deck.score
    pool = shuffle([card for card in (*state.deck, *state.box) if card != SCORE_CARD])
    deck: list[str] = []
    for start in range(0, len(state.deck), size):
        deck += shuffle([card == SCORE_CARD for card in state.deck[start : start + size]])
    state.deck[:] = [*(SCORE_CARD if score else pool.pop() for score in deck), *known]
    state.box[:] = pool


def _describe_reason(board: Board, state: State, order: list[Seat]) -> Text:
    best, cp = SeatMention(order[0]), state.sides[order[0]].cp
    name = board.faction_names[state.sides[order[0]].faction]
    if state.sides[order[1]].cp < cp:
        return say("{winner} wins with {faction} and {cp} CP.", winner=best, faction=name, cp=cp)
    if state.initiative:
        return say(
            "{winner} wins with {faction} and {cp} CP, tied, but higher on the Initiative Track.",
            winner=best,
            faction=name,
            cp=cp,
        )
    return say(
        "{winner} wins with {faction} and {cp} CP, tied, but holding the Rocinante.", winner=best, faction=name, cp=cp
    )


def _list_score_lines(board: Board, state: State) -> dict[Seat, tuple[ScoreLine, ...]]:
    start = board.components.numbers.cp
    return {
        seat: (
            ScoreLine(say("Start"), start),
            *(ScoreLine(say("Scoring turn {n}", n=n), cp) for n, cp in enumerate(side.earned[:-1], 1)),
            ScoreLine(say("Final scoring"), side.earned[-1]),
            ScoreLine(say("Events"), side.gained),
            ScoreLine(say("Cards and keeping"), -side.spent),
        )
        for seat, side in enumerate(state.sides)
    }
