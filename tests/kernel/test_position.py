"""Positions: a game at rest, in the middle of a decision, and while several seats owe an answer."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import random_play
from engine.kernel.event import Effects
from engine.kernel.menu import Words, moves
from engine.kernel.position import Move, Played, Position, Run, decode, digest, encode, now, play, replay, start
from engine.kernel.script import settle
from engine.kernel.text import Illegal, plain
from tests.kernel.toy import State, Toy

TOY = Toy()
SEED = "s"


def begun(seats: int = 3, seed: str = SEED, **options: str) -> Played[State]:
    return start(TOY, seats, settle(TOY.settings, options), seed)


def after(position: Position[State], *log: str, seed: str = SEED) -> Position[State]:
    """The position after moves such as "0 walk south 2"; "1 bid" stands for the first card in the hand of seat 1."""
    for line in log:
        seat, words = int(line.split()[0]), tuple(line.split()[1:])
        if words == ("bid",):
            words = next(moves(now(TOY, position, seed).menu(seat)))
        position = play(TOY, position, seed, seat, words).position
    return position


def asked(position: Position[State], seed: str = SEED) -> list[int]:
    return list(now(TOY, position, seed).ask)


Walking = tuple[Position[State], int, list[int]]


@pytest.fixture
def walking() -> Walking:
    """Three seats; the bids are in. The position, who walks, and the rivals in order."""
    position = after(begun().position, "0 bid", "1 bid", "2 bid")
    (walker,) = asked(position)
    return position, walker, [seat for seat in range(3) if seat != walker]


def test_turns_that_ask_nobody_are_run_through() -> None:
    played = begun()
    assert played.position.base.phase == "bid"
    assert [len(hand) for hand in played.position.base.hands] == [3, 3, 3]
    assert [event.to for event in played.events] == [(0,), (1,), (2,), None]
    assert played.position.moves == 0
    assert played.barrier


def test_simultaneous_question_stays_the_same_until_all_have_answered() -> None:
    position = begun().position
    assert asked(position) == [0, 1, 2]
    for made, seat in enumerate((2, 0)):
        played = play(TOY, position, SEED, seat, next(moves(now(TOY, position, SEED).menu(seat))))
        assert played.events == ()
        assert not played.barrier
        position = played.position
        assert now(TOY, position, SEED).asked == 0
        assert seat not in asked(position)
        assert position.moves == made + 1
        assert position.base == begun().position.base
    assert asked(position) == [1]
    position = after(position, "1 bid")
    assert now(TOY, position, SEED).asked == 3
    assert position.answers == ()
    assert position.base.phase == "walk"


def test_order_of_simultaneous_answers_does_not_matter() -> None:
    ends = set()
    for order in permutations(("0 bid", "1 bid", "2 bid")):
        ends.add(encode(after(begun().position, *order)))
    assert len(ends) == 1


def test_simultaneous_answers_reach_the_script_in_the_order_of_the_question() -> None:
    """Else a script that goes through them would go another way for whoever was quicker."""
    position = after(begun().position, "2 bid", "0 bid")
    events = play(TOY, position, SEED, 1, next(moves(now(TOY, position, SEED).menu(1)))).events
    assert [plain(event.text)[:11] for event in events] == ["seat 1 bids", "seat 2 bids", "seat 3 bids"]


def test_who_has_answered_is_not_asked_again() -> None:
    position = after(begun().position, "0 bid")
    with pytest.raises(Illegal, match="It is not your turn"):
        after(position, "0 bid f1")


def test_interrupt_is_a_decision_in_the_middle_of_a_turn(walking: Walking) -> None:
    position, walker, rivals = walking
    stopped = after(position, f"{walker} walk south 2")
    assert stopped.base == position.base
    assert stopped.answers == ((walker, ("walk", "south", "2")),)
    assert asked(stopped) == rivals[:1]
    assert asked(after(stopped, f"{rivals[0]} pass")) == rivals[1:]
    whistled = after(stopped, f"{rivals[0]} pass", f"{rivals[1]} whistle")
    assert whistled.base.places[walker] == 0
    assert whistled.base.whistles[rivals[1]] == 0
    assert whistled.answers == ()


def test_reveal_opens_a_new_decision_and_is_a_barrier(walking: Walking) -> None:
    position, walker, _ = walking
    played = play(TOY, position, SEED, walker, ("peek",))
    assert played.barrier
    (event,) = played.events
    assert event.to == (walker,)
    assert plain(event.text) == f"The top card is {position.base.deck[-1]}."
    assert now(TOY, played.position, SEED).state.peeker == walker
    dropped = after(played.position, f"{walker} drop")
    assert dropped.base.fire == [position.base.deck[-1]]


def test_a_move_without_chance_is_no_barrier(walking: Walking) -> None:
    position, walker, rivals = walking
    walk = play(TOY, position, SEED, walker, ("walk", "south", "1"))
    assert not walk.barrier
    assert not play(TOY, walk.position, SEED, rivals[0], ("pass",)).barrier
    last = after(walk.position, f"{rivals[0]} pass")
    assert play(TOY, last, SEED, rivals[1], ("pass",)).barrier


def test_pick_of_several_is_stored_in_its_one_spelling(walking: Walking) -> None:
    position, walker, _ = walking
    first, second = position.base.hands[walker]
    ends = {encode(after(position, f"{walker} burn {cards}")) for cards in (f"{first}+{second}", f"{second}+{first}")}
    assert len(ends) == 1


def test_a_whole_move_is_one_answer_with_the_events_of_its_own(walking: Walking) -> None:
    position, walker, _ = walking
    played = play(TOY, position, SEED, walker, ("rest",))
    assert [plain(event.text) for event in played.events if event.to is None] == ["Round 2 begins."]
    assert played.position.tick == position.moves + 1


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
    walking: Walking, seat: int | str, words: Words, sentence: str
) -> None:
    position, walker, rivals = walking
    before = encode(position)
    with pytest.raises(Illegal) as no:
        play(TOY, position, SEED, {"walker": walker, "rival": rivals[0], 7: 7}[seat], words)
    assert str(no.value) == sentence
    assert encode(position) == before


def test_nobody_moves_after_the_end() -> None:
    position = begun(rounds="2").position
    *_, last = random_play(TOY, position, SEED)
    over = now(TOY, last.played.position, SEED)
    assert over.ask == {}
    assert over.result is not None
    with pytest.raises(Illegal, match="The game is over"):
        play(TOY, last.played.position, SEED, 0, ("rest",))
    with pytest.raises(Illegal, match="The game is over"):
        over.menu(0)


def test_menu_of_a_seat_that_owes_nothing_is_refused(walking: Walking) -> None:
    position, _, rivals = walking
    with pytest.raises(Illegal, match="It is not your turn"):
        now(TOY, position, SEED).menu(rivals[0])


@given(st.integers(2, 4), st.text("abc", min_size=1))
def test_position_survives_storage_at_every_decision(seats: int, seed: str) -> None:
    position = begun(seats, seed).position
    for step in random_play(TOY, position, seed):
        stored = decode(TOY, encode(position))
        assert stored == position
        assert encode(stored) == encode(position)
        position = play(TOY, stored, seed, step.seat, step.words).position
        assert position == step.played.position


def test_seats_as_keys_survive_storage() -> None:
    """JSON knows string keys only; a state may count by seat all the same."""
    position = begun().position
    assert list(decode(TOY, encode(position)).base.places) == [0, 1, 2]


@given(st.integers(2, 4), st.text("abc", min_size=1), st.integers(1, 40))
def test_a_position_is_the_same_however_seldom_and_late_it_is_asked_for(seats: int, seed: str, seldom: int) -> None:
    steps = list(random_play(TOY, begun(seats, seed).position, seed))
    run, played = Run(TOY, begun(seats, seed).position, seed), []
    for n, step in enumerate(steps, 1):
        played.append(run.play(step.seat, step.words))
        if n % seldom == 0:
            assert run.position == step.played.position
            assert run.clone().position == step.played.position
            assert run.answers == [*step.played.position.answers]
    assert [one.position for one in played] == [step.played.position for step in steps]


def test_a_change_from_outside_in_the_middle_of_a_turn_is_not_forgotten() -> None:
    steps = list(random_play(TOY, begun(3, "deal").position, "deal"))
    asked = next(n for n, step in enumerate(steps) if step.played.position.answers and steps[n].played.now.ask)
    run = Run(TOY, steps[asked].played.position, "deal").clone()
    run.state.won[0].append("x9")
    for step in steps[asked + 1 :]:
        run.push(step.seat, step.words)
        if run.tick > steps[asked].played.position.tick:
            assert "x9" in run.clone().position.base.won[0]
            break
    else:
        raise AssertionError("the turn never ends")


def test_what_does_not_fit_the_state_is_refused_naming_the_place() -> None:
    raw = encode(begun().position).replace(b'"round":1', b'"round":"one"')
    with pytest.raises(msgspec.ValidationError, match=r"\$\.base\.round"):
        decode(TOY, raw)


def log_of(seats: int, seed: str) -> list[Move]:
    steps = random_play(TOY, begun(seats, seed).position, seed)
    return [Move(step.seat, step.words, digest(step.played.position, seed)) for step in steps]


def test_replay_is_play() -> None:
    log, position = log_of(4, "long"), begun(4, "long").position
    steps = list(random_play(TOY, position, "long"))
    got = replay(TOY, position, "long", log)
    assert got.stopped_at is None
    assert got.position == steps[-1].played.position
    assert got.events == tuple(event for step in steps for event in step.played.events)


def test_replay_goes_on_from_any_position() -> None:
    log = log_of(3, "half")
    first = replay(TOY, begun(3, "half").position, "half", log[:6])
    second = replay(TOY, decode(TOY, encode(first.position)), "half", log[6:])
    assert second.position == replay(TOY, begun(3, "half").position, "half", log).position


def test_replay_stops_before_the_first_move_that_fails() -> None:
    log, position = log_of(3, "half"), begun(3, "half").position
    log[4] = msgspec.structs.replace(log[4], words=("fly",))
    got = replay(TOY, position, "half", log)
    assert got.stopped_at == 4
    assert got.why.startswith("“fly” is not a choice here.")
    assert got.position == replay(TOY, position, "half", log[:4]).position


def test_replay_stops_where_the_digest_differs() -> None:
    log, position = log_of(3, "half"), begun(3, "half").position
    log[2] = msgspec.structs.replace(log[2], digest="00000000")
    got = replay(TOY, position, "half", log)
    assert (got.stopped_at, got.why) == (2, "the position after it is not the recorded one")
    assert got.position.moves == 2
    log[2] = msgspec.structs.replace(log[2], digest="")
    assert replay(TOY, position, "half", log).stopped_at is None


def test_digest_is_keyed_by_the_seed() -> None:
    """Whoever has the log but not the seed cannot guess hidden cards and compare."""
    position = begun().position
    assert digest(position, "s") == digest(decode(TOY, encode(position)), "s")
    assert len({digest(position, seed) for seed in ("s", "t", "s" * 70, "")}) == 4
    assert digest(position, "s") != digest(after(position, "0 bid"), "s")


def test_digest_never_changes() -> None:
    """Were it to change, no stored record would replay."""
    assert digest(Position(State({}, ["f1"], [["g2"], []], [[], []], [1, 0], {0: 3, 1: 0})), "s") == "d3bcd9be"


class Windy(Toy):
    """One more die every morning."""

    def _dawn(self, state: State, out: Effects) -> None:
        out.below(6, "wind")
        super()._dawn(state, out)
        out.shuffled(range(10), "leaves")


def test_another_roll_changes_no_other_outcome() -> None:
    """The whole game goes as before: the deck, every draw, the weather of every walk."""
    position = start(Windy(), 3, settle(TOY.settings, {}), SEED).position
    steps = list(random_play(TOY, begun().position, SEED))
    assert any(step.words[0] == "walk" for step in steps)
    for step in steps:
        position = play(Windy(), position, SEED, step.seat, step.words).position
        assert position == step.played.position
