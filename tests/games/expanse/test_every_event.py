"""Every Event and crew member on random tables, for every user and choice.

It ends, no piece appears or disappears, and no other table changes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from engine.commands import play_random_moves, start_game
from engine.games.expanse.effects import carry_out_event
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.games.expanse.steps import Choice, MoveEnd, MovePause, Step, WorkingCopy, create_working_copy, follow_words
from engine.kernel.event import Effects
from engine.kernel.position import resolve_situation
from tests.rules.expanse.play import load_game

MAX_STEPS = 60
"""The number of choices after which an Event counts as endless."""


def play_to_tables(rules: Expanse, seats: int) -> list[State]:
    """Return five moments of a random game, from its first turn to its end."""
    position = start_game(rules, seats, {"factions": "random"}, f"events-{seats}").position
    found = [position]
    found += [step.result.position for step in islice(play_random_moves(rules, position, f"events-{seats}"), 400)]
    kept = found[:: max(1, len(found) // 5)][:5]
    return [resolve_situation(rules, one, f"events-{seats}").state for one in kept]


def carry_out(step: Step, rng: random.Random, out: Effects) -> WorkingCopy:
    for _ in range(MAX_STEPS):
        if isinstance(step, MoveEnd):
            return step.work
        if isinstance(step, MovePause):
            step = step.resume(step.work, out)
            continue
        assert step.words, "somebody is asked and can choose nothing"
        step = follow_words(step, (rng.choice(step.words),))
    raise AssertionError("it does not come to an end")


def convert_to_json(state: State) -> Any:
    return msgspec.json.encode(state)


def check_table(rules: Expanse, state: State) -> None:
    """Check the properties of a table that no Event may break."""
    for side in state.sides:
        assert side.supply >= 0
        assert side.diplomats_left >= 0
        assert min((*side.cubes.values(), *side.diplomats.values(), 1)) > 0
        assert "" not in side.fleets.values()
        if state.seats == 2:
            assert not rules.board.closed_bases & {*side.cubes, *side.diplomats}
    assert "".join("".join(side.fleets.values()) for side in state.sides).count("r") == 1
    assert "r" in "".join(state.sides[state.holder].fleets.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_keeps_all_pieces(seats: int) -> None:
    rules = load_game()
    board = rules.board
    luck = random.Random(seats)  # noqa: S311 - choices to look at, no secrets
    events = {word: card.effects for word, card in board.cards.items() if seats in card.sets}
    events |= {word: crew.effects for word, crew in board.components.crew.items()}
    for state in play_to_tables(rules, seats):
        before, pieces = convert_to_json(state), rules.count_pieces(state)
        for word, effects in events.items():
            for seat in range(seats) if word not in board.components.crew else (state.holder,):
                out = Effects("dice", 1)
                after = carry_out(
                    carry_out_event(effects, create_working_copy(board, state, seat).fork(), MoveEnd), luck, out
                )
                assert rules.count_pieces(after.state) == pieces, word
                check_table(rules, after.state)
                assert convert_to_json(state) == before, f"{word} has changed the table that it was given"
                assert after.log, f"{word} tells nothing"


def test_an_immune_faction_alone_chooses_among_its_own() -> None:
    """If the UN loses influence to another player's Event, it was asked or had only one piece to lose."""
    rules = load_game()
    board = rules.board
    luck = random.Random("immune")  # noqa: S311
    for state in play_to_tables(rules, 4):
        un = next(seat for seat, side in enumerate(state.sides) if side.faction == "un")
        for word in ("riot", "slingshot", "strike", "weapons", "transponder", "manifest"):
            for seat in range(4):
                if seat == un:
                    continue
                step: Step = carry_out_event(
                    board.cards[word].effects, create_working_copy(board, state, seat).fork(), MoveEnd
                )
                while isinstance(step, Choice):
                    words = step.words
                    word_chosen = luck.choice(words)
                    held = sum(step.work.state.sides[un].cubes.values())
                    next_step = follow_words(step, (word_chosen,))
                    left = sum(next_step.work.state.sides[un].cubes.values())
                    if left < held and step.seat != un:
                        # The Orbital is chosen before, so a faction with one base to give there gives it without a question.
                        named = not set(words) <= {*board.orbitals, "stop"} and word_chosen in board.bases
                        assert not named, "the actor named the UN, never one of its bases"
                    step = next_step


def test_dice_are_not_thrown_by_events() -> None:
    """The deck is the only chance in this game: an Event leads to the same table every time."""
    rules = load_game()
    state = play_to_tables(rules, 4)[2]
    for card in rules.board.cards.values():
        ends = [
            carry_out(
                carry_out_event(card.effects, create_working_copy(rules.board, state, 0).fork(), MoveEnd),
                random.Random("same"),  # noqa: S311
                Effects("dice", 1),
            )
            for _ in range(2)
        ]
        assert convert_to_json(ends[0].state) == convert_to_json(ends[1].state)


def list_choices(step: Step, max_choices: int) -> Iterator[Choice]:
    """Yield at most `max_choices` choices of an Event, breadth first, as far as no hidden information is needed."""
    todo = [step]
    while todo and max_choices:
        at = todo.pop(0)
        if isinstance(at, Choice):
            max_choices -= 1
            yield at
            todo += [follow_words(at, (word,)) for word in at.words]


@pytest.mark.parametrize("seats", [2, 4])
def test_no_event_leads_into_a_dead_end(seats: int) -> None:
    rules = load_game()
    board = rules.board
    for state in play_to_tables(rules, seats)[1::2]:
        for word, card in board.cards.items():
            if seats in card.sets:
                for seat in range(seats):
                    for choice in list_choices(
                        carry_out_event(card.effects, create_working_copy(board, state, seat).fork(), MoveEnd), 60
                    ):
                        assert choice.words, word
                        assert list(choice.words) == [option.word for option in choice if option.why_not is None], word
                        shown = [option.word for option in choice]
                        assert len(set(shown)) == len(shown), word
