"""Positions: between decisions, in the middle of a decision, and while several seats owe an answer."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import play_random_moves
from engine.kernel.event import Effects
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import (
    GameRun,
    Move,
    MoveResult,
    Position,
    begin_game,
    compute_digest,
    decode_position,
    encode_position,
    play_move,
    replay_moves,
    resolve_situation,
)
from engine.kernel.script import complete_options
from engine.kernel.text import IllegalMoveError, write_plain_text
from tests.kernel.toy_game import State, ToyGame

TOY_GAME = ToyGame()
GAME_SEED = "s"


def start_toy(seats: int = 3, seed: str = GAME_SEED, **options: str) -> MoveResult[State]:
    return begin_game(TOY_GAME, seats, complete_options(TOY_GAME.settings, options), seed)


def play_moves(position: Position[State], *log: str, seed: str = GAME_SEED) -> Position[State]:
    """Return the position after moves such as "0 walk south 2". "1 bid" means the first card in the hand of seat 1."""
    for line in log:
        seat, words = int(line.split()[0]), tuple(line.split()[1:])
        if words == ("bid",):
            words = next(generate_moves(resolve_situation(TOY_GAME, position, seed).build_menu(seat)))
        position = play_move(TOY_GAME, position, seed, seat, words).position
    return position


def list_asked_seats(position: Position[State], seed: str = GAME_SEED) -> list[int]:
    return list(resolve_situation(TOY_GAME, position, seed).questions)


WalkingPosition = tuple[Position[State], int, list[int]]


@pytest.fixture
def walking_position() -> WalkingPosition:
    """Return a position of three seats after the bids, the walker, and the rivals in order."""
    position = play_moves(start_toy().position, "0 bid", "1 bid", "2 bid")
    (walker,) = list_asked_seats(position)
    return position, walker, [seat for seat in range(3) if seat != walker]


def test_turns_that_ask_nobody_are_run_through() -> None:
    played = start_toy()
    assert played.position.base.phase == "bid"
    assert [len(hand) for hand in played.position.base.hands] == [3, 3, 3]
    assert [event.to for event in played.events] == [(0,), (1,), (2,), None]
    assert played.position.move_count == 0
    assert played.is_barrier


def test_simultaneous_question_stays_the_same_until_all_have_answered() -> None:
    position = start_toy().position
    assert list_asked_seats(position) == [0, 1, 2]
    for made, seat in enumerate((2, 0)):
        played = play_move(
            TOY_GAME,
            position,
            GAME_SEED,
            seat,
            next(generate_moves(resolve_situation(TOY_GAME, position, GAME_SEED).build_menu(seat))),
        )
        assert played.events == ()
        assert not played.is_barrier
        position = played.position
        assert resolve_situation(TOY_GAME, position, GAME_SEED).asked_at_move == 0
        assert seat not in list_asked_seats(position)
        assert position.move_count == made + 1
        assert position.base == start_toy().position.base
    assert list_asked_seats(position) == [1]
    position = play_moves(position, "1 bid")
    assert resolve_situation(TOY_GAME, position, GAME_SEED).asked_at_move == 3
    assert position.answers == ()
    assert position.base.phase == "walk"


def test_order_of_simultaneous_answers_does_not_matter() -> None:
    ends = set()
    for order in permutations(("0 bid", "1 bid", "2 bid")):
        ends.add(encode_position(play_moves(start_toy().position, *order)))
    assert len(ends) == 1


def test_simultaneous_answers_reach_the_script_in_the_order_of_the_question() -> None:
    """Otherwise the script would depend on which seat answered first."""
    position = play_moves(start_toy().position, "2 bid", "0 bid")
    events = play_move(
        TOY_GAME,
        position,
        GAME_SEED,
        1,
        next(generate_moves(resolve_situation(TOY_GAME, position, GAME_SEED).build_menu(1))),
    ).events
    assert [write_plain_text(event.text)[:11] for event in events] == ["seat 1 bids", "seat 2 bids", "seat 3 bids"]


def test_who_has_answered_is_not_asked_again() -> None:
    position = play_moves(start_toy().position, "0 bid")
    with pytest.raises(IllegalMoveError, match="It is not your turn"):
        play_moves(position, "0 bid f1")


def test_interrupt_is_a_decision_in_the_middle_of_a_turn(walking_position: WalkingPosition) -> None:
    position, walker, rivals = walking_position
    stopped = play_moves(position, f"{walker} walk south 2")
    assert stopped.base == position.base
    assert stopped.answers == ((walker, ("walk", "south", "2")),)
    assert list_asked_seats(stopped) == rivals[:1]
    assert list_asked_seats(play_moves(stopped, f"{rivals[0]} pass")) == rivals[1:]
    whistled = play_moves(stopped, f"{rivals[0]} pass", f"{rivals[1]} whistle")
    assert whistled.base.places[walker] == 0
    assert whistled.base.whistles[rivals[1]] == 0
    assert whistled.answers == ()


def test_reveal_opens_a_new_decision_and_is_a_barrier(walking_position: WalkingPosition) -> None:
    position, walker, _ = walking_position
    played = play_move(TOY_GAME, position, GAME_SEED, walker, ("peek",))
    assert played.is_barrier
    (event,) = played.events
    assert event.to == (walker,)
    assert write_plain_text(event.text) == f"The top card is {position.base.deck[-1]}."
    assert resolve_situation(TOY_GAME, played.position, GAME_SEED).state.peeker == walker
    dropped = play_moves(played.position, f"{walker} drop")
    assert dropped.base.fire == [position.base.deck[-1]]


def test_a_move_without_chance_is_no_barrier(walking_position: WalkingPosition) -> None:
    position, walker, rivals = walking_position
    walk = play_move(TOY_GAME, position, GAME_SEED, walker, ("walk", "south", "1"))
    assert not walk.is_barrier
    assert not play_move(TOY_GAME, walk.position, GAME_SEED, rivals[0], ("pass",)).is_barrier
    last = play_moves(walk.position, f"{rivals[0]} pass")
    assert play_move(TOY_GAME, last, GAME_SEED, rivals[1], ("pass",)).is_barrier


def test_pick_of_several_is_stored_in_its_one_spelling(walking_position: WalkingPosition) -> None:
    position, walker, _ = walking_position
    first, second = position.base.hands[walker]
    ends = {
        encode_position(play_moves(position, f"{walker} burn {cards}"))
        for cards in (f"{first}+{second}", f"{second}+{first}")
    }
    assert len(ends) == 1


def test_a_whole_move_is_one_answer_with_the_events_of_its_own(walking_position: WalkingPosition) -> None:
    position, walker, _ = walking_position
    played = play_move(TOY_GAME, position, GAME_SEED, walker, ("rest",))
    assert [write_plain_text(event.text) for event in played.events if event.to is None] == ["Round 2 begins."]
    assert played.position.tick == position.move_count + 1


@pytest.mark.parametrize(
    ("seat", "words", "sentence"),
    [
        ("rival", ("rest",), "It is not your turn."),
        (7, ("rest",), "It is not your turn."),
        ("walker", (), "That move is not finished. What do you do?"),
        ("walker", ("walk", "south"), "That move is not finished. How many steps?"),
        ("walker", ("walk", "north", "1"), "You are at the start."),
        ("walker", ("walk", "south", "4"), "“4” is not a choice here. How many steps? (1, 2, 3)"),
        ("walker", ("rest", "long"), "“long” is one word too many: the move is complete before it."),
        ("walker", ("bid", "f1"), "“bid” is not a choice here. What do you do? (walk, burn, peek, rest)"),
    ],
)
def test_illegal_moves_are_refused_and_change_nothing(
    walking_position: WalkingPosition, seat: int | str, words: Words, sentence: str
) -> None:
    position, walker, rivals = walking_position
    before = encode_position(position)
    with pytest.raises(IllegalMoveError) as no:
        play_move(TOY_GAME, position, GAME_SEED, {"walker": walker, "rival": rivals[0], 7: 7}[seat], words)
    assert str(no.value) == sentence
    assert encode_position(position) == before


def test_nobody_moves_after_the_end() -> None:
    position = start_toy(rounds="2").position
    *_, last = play_random_moves(TOY_GAME, position, GAME_SEED)
    over = resolve_situation(TOY_GAME, last.result.position, GAME_SEED)
    assert over.questions == {}
    assert over.result is not None
    with pytest.raises(IllegalMoveError, match="The game is over"):
        play_move(TOY_GAME, last.result.position, GAME_SEED, 0, ("rest",))
    with pytest.raises(IllegalMoveError, match="The game is over"):
        over.build_menu(0)


def test_menu_of_a_seat_that_owes_nothing_is_refused(walking_position: WalkingPosition) -> None:
    position, _, rivals = walking_position
    with pytest.raises(IllegalMoveError, match="It is not your turn"):
        resolve_situation(TOY_GAME, position, GAME_SEED).build_menu(rivals[0])


@given(st.integers(2, 4), st.text("abc", min_size=1))
def test_position_survives_storage_at_every_decision(seats: int, seed: str) -> None:
    position = start_toy(seats, seed).position
    for step in play_random_moves(TOY_GAME, position, seed):
        stored = decode_position(TOY_GAME, encode_position(position))
        assert stored == position
        assert encode_position(stored) == encode_position(position)
        position = play_move(TOY_GAME, stored, seed, step.seat, step.words).position
        assert position == step.result.position


def test_seats_as_keys_survive_storage() -> None:
    """JSON has only string keys, but a state may use seats as keys."""
    position = start_toy().position
    assert list(decode_position(TOY_GAME, encode_position(position)).base.places) == [0, 1, 2]


@given(st.integers(2, 4), st.text("abc", min_size=1), st.integers(1, 40))
def test_a_position_is_the_same_however_seldom_and_late_it_is_asked_for(seats: int, seed: str, seldom: int) -> None:
    steps = list(play_random_moves(TOY_GAME, start_toy(seats, seed).position, seed))
    run, played = GameRun(TOY_GAME, start_toy(seats, seed).position, seed), []
    for n, step in enumerate(steps, 1):
        played.append(run.play(step.seat, step.words))
        if n % seldom == 0:
            assert run.position == step.result.position
            assert run.clone().position == step.result.position
            assert run.answers == [*step.result.position.answers]
    assert [one.position for one in played] == [step.result.position for step in steps]


def test_a_change_from_outside_in_the_middle_of_a_turn_is_not_forgotten() -> None:
    steps = list(play_random_moves(TOY_GAME, start_toy(3, "deal").position, "deal"))
    asked = next(
        n for n, step in enumerate(steps) if step.result.position.answers and steps[n].result.situation.questions
    )
    run = GameRun(TOY_GAME, steps[asked].result.position, "deal").clone()
    run.state.won[0].append("x9")
    for step in steps[asked + 1 :]:
        run.push(step.seat, step.words)
        if run.tick > steps[asked].result.position.tick:
            assert "x9" in run.clone().position.base.won[0]
            break
    else:
        raise AssertionError("the turn never ends")


def test_what_does_not_fit_the_state_is_refused_naming_the_place() -> None:
    raw = encode_position(start_toy().position).replace(b'"round":1', b'"round":"one"')
    with pytest.raises(msgspec.ValidationError, match=r"\$\.base\.round"):
        decode_position(TOY_GAME, raw)


def build_log(seats: int, seed: str) -> list[Move]:
    steps = play_random_moves(TOY_GAME, start_toy(seats, seed).position, seed)
    return [Move(step.seat, step.words, compute_digest(step.result.position, seed)) for step in steps]


def test_replay_is_play() -> None:
    log, position = build_log(4, "long"), start_toy(4, "long").position
    steps = list(play_random_moves(TOY_GAME, position, "long"))
    got = replay_moves(TOY_GAME, position, "long", log)
    assert got.stopped_at is None
    assert got.position == steps[-1].result.position
    assert got.events == tuple(event for step in steps for event in step.result.events)


def test_replay_goes_on_from_any_position() -> None:
    log = build_log(3, "half")
    first = replay_moves(TOY_GAME, start_toy(3, "half").position, "half", log[:6])
    second = replay_moves(TOY_GAME, decode_position(TOY_GAME, encode_position(first.position)), "half", log[6:])
    assert second.position == replay_moves(TOY_GAME, start_toy(3, "half").position, "half", log).position


def test_replay_stops_before_the_first_move_that_fails() -> None:
    log, position = build_log(3, "half"), start_toy(3, "half").position
    log[4] = msgspec.structs.replace(log[4], words=("fly",))
    got = replay_moves(TOY_GAME, position, "half", log)
    assert got.stopped_at == 4
    assert got.failure_reason.startswith("“fly” is not a choice here.")
    assert got.position == replay_moves(TOY_GAME, position, "half", log[:4]).position


def test_replay_stops_where_the_digest_differs() -> None:
    log, position = build_log(3, "half"), start_toy(3, "half").position
    log[2] = msgspec.structs.replace(log[2], digest="00000000")
    got = replay_moves(TOY_GAME, position, "half", log)
    assert (got.stopped_at, got.failure_reason) == (2, "the position after it is not the recorded one")
    assert got.position.move_count == 2
    log[2] = msgspec.structs.replace(log[2], digest="")
    assert replay_moves(TOY_GAME, position, "half", log).stopped_at is None


def test_digest_is_keyed_by_the_seed() -> None:
    """With the log but without the seed, nobody can guess hidden cards and compare the digest."""
    position = start_toy().position
    assert compute_digest(position, "s") == compute_digest(decode_position(TOY_GAME, encode_position(position)), "s")
    assert len({compute_digest(position, seed) for seed in ("s", "t", "s" * 70, "")}) == 4
    assert compute_digest(position, "s") != compute_digest(play_moves(position, "0 bid"), "s")


def test_digest_never_changes() -> None:
    """If the digest changed, no stored record would replay."""
    assert compute_digest(Position(State({}, ["f1"], [["g2"], []], [[], []], [1, 0], {0: 3, 1: 0})), "s") == "d3bcd9be"


class ToyWithExtraDie(ToyGame):
    """Rolls one more die every morning."""

    def _start_round(self, state: State, out: Effects) -> None:
        out.roll_below(6, "wind")
        super()._start_round(state, out)
        out.shuffle(range(10), "leaves")


def test_another_roll_changes_no_other_outcome() -> None:
    """The deck, every draw and the weather of every walk stay the same."""
    position = begin_game(ToyWithExtraDie(), 3, complete_options(TOY_GAME.settings, {}), GAME_SEED).position
    steps = list(play_random_moves(TOY_GAME, start_toy().position, GAME_SEED))
    assert any(step.words[0] == "walk" for step in steps)
    for step in steps:
        position = play_move(ToyWithExtraDie(), position, GAME_SEED, step.seat, step.words).position
        assert position == step.result.position
