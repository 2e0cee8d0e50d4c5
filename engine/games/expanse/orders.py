"""Answers in advance: to Events that are offered, and to the Event step of Scoring turns (E17).

Their spans are turn-12 (this turn), mine-14 (until the player's own turn 14), game, and certain cards until the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.state import Card, State
from engine.kernel.answer_rules import KEEP_AFTER_REVEAL, WHOLE_GAME, AnswerRule, RuleAnswer, RuleSpan
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.text import Seat, Text, say

_OFFER_LABELS: Final[dict[RuleAnswer, Text]] = {
    "no": say("Decline Events offered to me"),
    "ask": say("Ask me about Events offered"),
}
_SCORING_LABELS: Final[dict[RuleAnswer, Text]] = {
    "no": say("No Event in Scoring turns"),
    "ask": say("Ask me in Scoring turns"),
}
_MAX_SELECT_OPTIONS: Final = 25
"""The limit of Discord for a select menu."""


def list_rules(board: Board, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:
    """List the rules of a seat, none before and after the game; `menu` is its current decision."""
    if state.phase in ("factions", "over"):
        return ()
    verbs = () if menu is None else menu.open_words
    spans = (
        RuleSpan(f"turn-{state.turn}", say("This turn")),
        RuleSpan(f"mine-{_find_next_turn(state, seat)}", say("Until my turn")),
        WHOLE_GAME,
    )
    # The moves that answer the current decision, if it is one of these questions.
    offer_moves: dict[RuleAnswer, Words] = {}
    if "event" in verbs:
        offer_moves["no"] = ("event", "decline")
    scoring_moves: dict[RuleAnswer, Words] = {}
    if "scoring" in verbs:
        scoring_moves["no"] = ("scoring", "pass")
    card_spans = _list_card_spans(board, state, seat)
    return (
        AnswerRule("offer", _OFFER_LABELS, (*spans, *card_spans), offer_moves, subject=state.offer),
        AnswerRule("scoring", _SCORING_LABELS, spans, scoring_moves),
        KEEP_AFTER_REVEAL,
    )


def _list_card_spans(board: Board, state: State, seat: Seat) -> list[RuleSpan]:
    """List the spans for certain cards, each with as many cards as fit a list."""
    options = [Option(card, board.name_card(card)) for card in list_coming_cards(board, state, seat)]
    spans: list[RuleSpan] = []
    for word, label in (("cards", say("Certain cards")), ("more", say("Certain other cards"))):
        page, options = options[:_MAX_SELECT_OPTIONS], options[_MAX_SELECT_OPTIONS:]
        if page:
            spans.append(RuleSpan(word, label, tuple(page)))
    return spans


def list_coming_cards(board: Board, state: State, seat: Seat) -> list[Card]:
    """List the cards with the seat's faction that may still be offered, those on the Track first."""
    faction = state.sides[seat].faction
    seen = {*state.discards, *state.track}
    for side in state.sides:
        seen.update(side.kept)
    unseen = [word for word, card in board.cards.items() if state.seats in card.sets and word not in seen]
    coming = []
    for card in (*state.track, *unseen):
        if card in board.cards and faction in board.cards[card].factions:
            coming.append(card)
    return coming


def _find_next_turn(state: State, seat: Seat) -> int:
    """Return the number of this seat's next turn after this one."""
    return state.turn + ((seat - state.active) % state.seats or state.seats)
