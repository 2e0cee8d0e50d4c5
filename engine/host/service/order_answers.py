"""The orders of a table while automatic moves are played: which one answers a question, and which are dropped.

The module does not use the store: its caller loads the orders and saves those that remain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from engine.host.store.standing_orders import StandingOrder
from engine.kernel.answer_rules import KEEP_ORDER_WORD, find_rule_answer, is_order_valid
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canonicalize_move, generate_levels
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat, Text, say


class OrderAnswer(msgspec.Struct, frozen=True):
    """A move that a seat's order makes. `labels` are the labels of its last choice. `is_planned`: it was a move in advance."""

    seat: Seat
    words: Words
    labels: tuple[Text, ...]
    is_planned: bool

    def build_note(self) -> Event:
        """Build the line that tells the seat, and nobody else, that its order has answered."""
        labels = [*self.labels]
        if self.is_planned:
            return Event(say("Your move in advance was played: “{answer}”.", answer=labels), (self.seat,))
        return Event(say("Your standing order has answered for you: “{answer}”.", answer=labels), (self.seat,))


class OrderList:
    """The remaining orders of all seats of a table, and a note to the player about each move in advance that was dropped."""

    def __init__(self, game: AnyGame, orders: Sequence[StandingOrder]) -> None:
        self._game = game
        self.remaining = list(orders)
        self.notes: list[Event] = []

    def drop_expired(self, run: GameRun[Any], left_seats: Collection[Seat]) -> None:
        """Drop the orders of players who have left, and the rules whose span has ended or whose subject is gone."""
        valid: list[StandingOrder] = []
        for order in self.remaining:
            if order.seat in left_seats:
                continue
            if order.is_move or is_order_valid(self._game.list_rules(run.state, order.seat, None), order.words):
                valid.append(order)
        self.remaining = valid

    def drop_after_reveal(self) -> None:
        """Drop the moves in advance because something new was shown, except where the player's rule keeps them."""
        keeping_seats = self._find_keeping_seats()
        for order in self._list_planned():
            if order.seat not in keeping_seats:
                self._drop_planned(order, _explain_reveal(order))

    def take_answer(self, run: GameRun[Any]) -> OrderAnswer | None:
        """Return the answer of an order to an open question, None if no order answers.

        A move in advance is used up by its answer. If none of a seat's orders answers, its moves in advance are dropped, since
        they were planned for other choices.
        """
        for seat in sorted({order.seat for order in self.remaining} & run.situation.questions.keys()):
            answer = self._take_planned_answer(run, seat)
            if answer is not None:
                return answer
            words = find_order_answer(self._game, run, seat, self.remaining)
            if words is not None:
                return OrderAnswer(seat, words, _list_choice_labels(run.build_menu(seat), words), is_planned=False)
            for order in self._list_planned():
                if order.seat == seat:
                    self._drop_planned(order, _explain_other_choices(order))
        return None

    def _take_planned_answer(self, run: GameRun[Any], seat: Seat) -> OrderAnswer | None:
        """Remove and return the seat's next move in advance, if it was chosen from the same choices as it has now.

        For a seat that keeps its moves in advance despite reveals, it is enough that the chosen options still read the same.
        """
        for order in self._list_planned():
            if order.seat != seat:
                continue
            menu = run.build_menu(seat)
            try:
                words = canonicalize_move(menu, order.words)
            except IllegalMoveError:
                return None
            known, now = order.premise.split("-"), compute_premise(menu, words).split("-")
            is_kept = seat in self._find_keeping_seats() and known[-1] == now[-1]
            if known != now and not is_kept:
                return None
            self.remaining.remove(order)
            return OrderAnswer(seat, words, _list_choice_labels(menu, words), is_planned=True)
        return None

    def _find_keeping_seats(self) -> set[Seat]:
        """Find the seats whose rule keeps their moves in advance despite reveals."""
        return {order.seat for order in self.remaining if order.words[0] == KEEP_ORDER_WORD}

    def _list_planned(self) -> list[StandingOrder]:
        return [order for order in self.remaining if order.is_move]

    def _drop_planned(self, order: StandingOrder, note: Text) -> None:
        self.remaining.remove(order)
        self.notes.append(Event(note, (order.seat,)))


def find_order_answer(game: AnyGame, run: GameRun[Any], seat: Seat, orders: Sequence[StandingOrder]) -> Words | None:
    """Return the answer of a seat's rules to its question, None if the rules give no legal answer."""
    rule_words = []
    for order in orders:
        if order.seat == seat and not order.is_move:
            rule_words.append(order.words)
    if not rule_words:
        return None
    menu = run.build_menu(seat)
    answer = find_rule_answer(game.list_rules(run.state, seat, menu), rule_words)
    if answer is None:
        return None
    try:
        return canonicalize_move(menu, answer)
    except IllegalMoveError:
        return None


def compute_premise(menu: Menu, words: Words) -> str:
    """Return two digests of what a legal move rests on, with a hyphen between them.

    The first is of all that it was chosen from: the prompt and options of each menu on its path. The second is of the labels of
    the chosen options only.
    """
    levels: list[Any] = []
    chosen_labels: list[list[Text]] = []
    for level, picked in generate_levels(menu, words):
        levels.append((level.prompt, [(option.word, option.label, option.why_not) for option in level.options]))
        chosen_labels.append([option.label for option in picked])
    return f"{_compute_digest(levels)}-{_compute_digest(chosen_labels)}"


def _compute_digest(part: list[Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(part), digest_size=8).hexdigest()


def explain_undone_order(order: StandingOrder) -> Text:
    """Explain to a player that an undo has deleted an order."""
    words = " ".join(order.words)
    if order.is_move:
        return say("Your move in advance “{words}” went with it: the position is another one now.", words=words)
    return say(
        "Your standing order “{words}” went with it: it would have answered again. {/orders} leaves it anew.",
        words=words,
    )


def _explain_reveal(order: StandingOrder) -> Text:
    return say(
        "Your move in advance “{words}” is dropped, since something new was shown. You are called when it is your turn.",
        words=" ".join(order.words),
    )


def _explain_other_choices(order: StandingOrder) -> Text:
    return say(
        "Your move in advance “{words}” is dropped, since your choices are no longer the same. Please choose now.",
        words=" ".join(order.words),
    )


def _list_choice_labels(menu: Menu, words: Words) -> tuple[Text, ...]:
    """List the labels of the last choice of a move."""
    labels: tuple[Text, ...] = ()
    for _, picked in generate_levels(menu, words):
        labels = tuple(option.label for option in picked)
    return labels
