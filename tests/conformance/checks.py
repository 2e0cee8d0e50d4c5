"""What every game must keep, as functions of one random game. Each raises AssertionError naming the moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

import msgspec
import pytest

from engine.kernel.menu import Menu, Words, canon, forced, moves, sample
from engine.kernel.position import Move, Position, Run, decode, digest, encode, now, play, replay
from engine.kernel.text import Illegal, Seat, Text, write
from tests.conformance.journey import BOUND, Check, Journey, Moment

NAMES = ("Ana", "Ben", "Cléo", "Dai")
WORD = re.compile(r"[a-z0-9+-]{1,24}")
WIDEST = 300
"""Menus of one decision that are looked at, at most."""

ORDERS = 30
"""Standing orders of one seat at one moment that are tried, at most."""


def menus_are_well_formed(journey: Journey) -> None:
    """Something can be chosen, words are words, and everything that a player reads can be read."""
    whole = {moment.at for moment in journey.some(8)}
    for moment in journey.moments:
        for seat in moment.here.ask:
            root = moment.here.menu(seat)
            seen = _tree(root) if moment.at in whole else _path(root, sample(root, journey.below))
            for menu in islice(seen, WIDEST):
                _well_formed(menu, journey.where(moment) + f"seat {seat}, menu {menu.name}: ")


def _well_formed(menu: Menu, where: str) -> None:
    words = [option.word for option in menu.options]
    assert list(menu.picks) == [option.word for option in menu.open()], (
        where + "what can be chosen is not what is shown"
    )
    assert 1 <= menu.lo <= menu.hi, where + "a pick is of one option or more"
    assert len(menu.open()) >= menu.lo, where + "nothing can be chosen"
    assert len(set(words)) == len(words), where + f"a word is offered twice: {words}"
    assert _read(menu.prompt), where + "the prompt is empty"
    for option in menu.options:
        assert WORD.fullmatch(option.word), where + f"{option.word!r} is not a word"
        assert menu.hi == 1 or "+" not in option.word, where + f"{option.word!r} cannot be one of several"
        assert 0 < len(_read(option.label)) <= 100, (
            where + f"the label of {option.word} has {len(_read(option.label))} characters"
        )
        assert option.why_not is None or _read(option.why_not), where + f"{option.word} is refused without a reason"
        assert option.group is None or _read(option.group), where + f"{option.word} stands in a group without a name"


def verbs_are_declared(journey: Journey) -> None:
    """A move begins with a verb; the menus below carry the names of the verb's parameters, in order."""
    verbs = {verb.name: verb.params for verb in journey.game.verbs}
    for moment in journey.moments:
        for seat in moment.here.ask:
            root = moment.here.menu(seat)
            assert root.hi == 1, journey.where(moment) + "a verb is one word"
            unknown = {option.word for option in root.options} - set(verbs)
            assert not unknown, journey.where(moment) + f"not among the verbs: {sorted(unknown)}"
            for words in (sample(root, journey.below) for _ in range(2)):
                names = tuple(menu.name for menu in _path(root, words))[1:]
                assert names == verbs[words[0]][: len(names)], (
                    journey.where(moment) + f"{' '.join(words)} asks for {names}"
                )


def illegal_moves_change_nothing(journey: Journey) -> None:
    """A wrong seat, an unknown word, an unfinished or too long move and a refused option raise Illegal with a sentence."""
    for moment in journey.some(12):
        before = encode(moment.position)
        for seat, words in _wrong(journey, moment):
            with pytest.raises(Illegal) as no:
                play(journey.game, moment.position, journey.case.seed, seat, words)
            assert _read(no.value.text), journey.where(moment) + f"{seat} {words} is refused without a reason"
            assert encode(moment.position) == before, journey.where(moment) + f"{seat} {words} has changed the position"


def _wrong(journey: Journey, moment: Moment) -> Iterator[tuple[Seat, Words]]:
    seat, words = moment.step.seat, moment.step.words
    for other in range(journey.case.seats + 1):
        if other not in moment.here.ask:
            yield other, words
    yield seat, ()
    yield seat, (*words, words[-1])
    for n in range(len(words)):
        yield seat, words[:n]
        yield seat, (*words[:n], "no-such-word", *words[n + 1 :])
        yield seat, (*words[:n], "", *words[n + 1 :])
    for n, menu in enumerate(_path(moment.here.menu(seat), words)):
        for option in menu.options:
            if option.why_not is not None:
                yield seat, (*words[:n], option.word, *words[n + 1 :])


def states_are_plain(journey: Journey) -> None:
    """No sets and no floats: the one has another order in every process, the other is not the same on every machine."""
    kinds = {type(kind).__name__ for kind in _kinds(msgspec.inspect.type_info(journey.game.state_type))}
    assert kinds.isdisjoint({"SetType", "FrozenSetType", "FloatType"}), kinds


def _kinds(kind: msgspec.inspect.Type) -> Iterator[msgspec.inspect.Type]:
    """A type and all types inside it, each struct once."""
    todo, met = [kind], set()
    while todo:
        at = todo.pop()
        yield at
        inner = (
            [field.type for field in at.fields]
            if hasattr(at, "fields")
            else [getattr(at, name) for name in ("item_type", "key_type", "value_type") if hasattr(at, name)]
        )
        inner += [*getattr(at, "types", ()), *getattr(at, "item_types", ())]
        owner = getattr(at, "cls", None)
        if owner not in met:
            met |= {owner} - {None}
            todo += inner


def positions_survive_storage(journey: Journey) -> None:
    """At every decision the position is what its JSON says, and asks the same."""
    for moment in journey.moments:
        raw = encode(moment.position)
        back = decode(journey.game, raw)
        assert back == moment.position, journey.where(moment) + "the position is another one after storage"
        assert encode(back) == raw, journey.where(moment) + "the JSON is not canonical"
        here = now(journey.game, back, journey.case.seed)
        assert _plain(here.state) == _plain(moment.here.state), (
            journey.where(moment) + "the turn goes differently after storage"
        )
        assert list(here.ask) == list(moment.here.ask), journey.where(moment) + "others are asked after storage"
        assert here.asked == moment.here.asked, journey.where(moment) + "the question is another one after storage"


def replay_equals_play(journey: Journey) -> None:
    """The log alone gives the same positions and the same events."""
    seed = journey.case.seed
    log = [
        Move(moment.step.seat, moment.step.words, digest(moment.step.played.position, seed))
        for moment in journey.moments
    ]
    again = replay(journey.game, journey.opening.position, seed, log)
    assert again.stopped_at is None, f"move {again.stopped_at}: {again.why}"
    assert again.position == journey.last
    assert again.events == tuple(event for moment in journey.moments for event in moment.step.played.events)


def going_on_equals_starting_again(journey: Journey) -> None:
    """A run that goes on from move to move, and one that is made anew for every move, play the same game."""
    run = Run(journey.game, journey.opening.position, journey.case.seed)
    for moment in journey.moments:
        played, pure = run.play(moment.step.seat, moment.step.words), moment.step.played
        assert played.position == pure.position, journey.where(moment)
        assert (played.events, played.barrier) == (pure.events, pure.barrier), journey.where(moment)
        anew = now(journey.game, played.position, journey.case.seed).state
        assert played.now.state == anew, journey.where(moment) + "the run holds what storage would change"
        assert list(played.now.ask) == list(pure.now.ask), journey.where(moment)


def a_copied_turn_goes_on_by_itself(journey: Journey) -> None:
    """A move made in the copy of a run leads where it leads anyway, and leaves the run where it was."""
    seed, copied = journey.case.seed, {moment.at for moment in journey.some(20)}
    run = Run(journey.game, journey.opening.position, seed)
    for moment in journey.moments:
        if moment.at in copied:
            twin, step = run.clone(), moment.step
            twin.push(step.seat, step.words)
            assert twin.position == step.played.position, journey.where(moment) + "the copy plays another game"
            assert tuple(twin.out.events) == step.played.events, journey.where(moment)
            assert run.position == moment.position, journey.where(moment) + "the copy has changed the run"
            assert _plain(run.state) == _plain(moment.here.state), journey.where(moment)
        run.push(moment.step.seat, moment.step.words)


def absent_players_can_be_stood_in_for(journey: Journey) -> None:
    """`stall` answers every question with a legal move in canonical spelling."""
    for moment in journey.moments:
        for seat in moment.here.ask:
            words = journey.game.stall(seat, moment.here.menu(seat))
            try:
                assert canon(moment.here.menu(seat), words) == words, (
                    journey.where(moment) + f"{words} is not canonical"
                )
                play(journey.game, moment.position, journey.case.seed, seat, words)
            except Illegal as no:
                raise AssertionError(journey.where(moment) + f"{words} in place of seat {seat}: {no}") from no


def orders_are_obeyed_within_the_rules(journey: Journey) -> None:
    """What a standing order answers is a legal move in canonical spelling, and an order holds when it is given."""
    game = journey.game
    for moment in journey.moments:
        for seat in moment.here.ask:
            given = game.orders(moment.here.state, seat)
            for order in islice(moves(given), ORDERS) if given else ():
                assert not game.lapsed(moment.here.state, seat, order), (
                    journey.where(moment) + f"{order} is over at once"
                )
                menu = moment.here.menu(seat)
                answer = game.obey(moment.here.state, seat, order, menu)
                try:
                    assert answer is None or canon(menu, answer) == answer, (
                        journey.where(moment) + f"{order} answers {answer}, which is not canonical"
                    )
                except Illegal as no:
                    raise AssertionError(journey.where(moment) + f"{order} answers {answer}: {no}") from no


def games_end(journey: Journey) -> None:
    """A random game is over within BOUND moves; its result ranks every seat once."""
    result = now(journey.game, journey.last, journey.case.seed).result
    assert result is not None, f"{journey.game.slug} {journey.case} is not over after {BOUND} moves"
    ranked = [seat for tie in result.ranking for seat in tie]
    assert sorted(ranked) == list(range(journey.case.seats)), result.ranking
    assert set(result.winners) <= set(ranked), result.winners
    assert len(set(result.winners)) == len(result.winners), result.winners
    assert set(result.scores) <= set(ranked), result.scores
    assert _read(result.reason)
    for line in (line for lines in result.scores.values() for line in lines):
        assert _read(line.label)


def pieces_are_conserved(journey: Journey) -> None:
    """No piece is made or lost, also in the middle of a turn."""
    first = dict(journey.game.inventory(journey.opening.position.base))
    assert min(first.values(), default=0) >= 0
    for moment in journey.moments:
        found = dict(journey.game.inventory(moment.here.state))
        assert found == first, journey.where(moment) + _changed(first, found)
    last = dict(journey.game.inventory(journey.last.base))
    assert last == first, "at the end: " + _changed(first, last)


def _changed(first: dict[str, int], found: dict[str, int]) -> str:
    return ", ".join(
        f"{piece}: {first.get(piece, 0)} became {found.get(piece, 0)}"
        for piece in sorted({*first, *found})
        if first.get(piece, 0) != found.get(piece, 0)
    )


def events_can_be_read(journey: Journey) -> None:
    """Every event makes a sentence, for seats that exist."""
    for event in (
        *journey.opening.events,
        *(event for moment in journey.moments for event in moment.step.played.events),
    ):
        assert _read(event.text)
        assert event.to is None or set(event.to) <= set(range(journey.case.seats)), event


def simultaneous_answers_commute(journey: Journey) -> None:
    """Whoever of several answers first, the table looks the same afterwards."""
    seed = journey.case.seed
    for moment in journey.moments:
        if len(moment.here.ask) < 2:
            continue
        answers = [(seat, sample(moment.here.menu(seat), journey.below)) for seat in moment.here.ask]
        ends = [_after(journey, moment, order) for order in (answers, answers[::-1])]
        assert ends[0] == ends[1], journey.where(moment) + f"the order of {answers} matters"
        first = play(journey.game, moment.position, seed, *answers[0]).position
        asked = now(journey.game, first, seed).asked
        assert asked == moment.here.asked, journey.where(moment) + "the question has changed meanwhile"


def _after(journey: Journey, moment: Moment, answers: list[tuple[Seat, Words]]) -> tuple[bytes, list[Seat]]:
    position: Position[msgspec.Struct] = moment.position
    for seat, words in answers:
        position = play(journey.game, position, journey.case.seed, seat, words).position
    here = now(journey.game, position, journey.case.seed)
    return _plain(here.state), list(here.ask)


def forced_moves_are_the_only_ones(journey: Journey) -> None:
    """What the host would play by itself is the only move there is, and no secret."""
    for moment in journey.moments:
        for seat in moment.here.ask:
            menu = moment.here.menu(seat)
            words = forced(menu)
            if words is None:
                continue
            assert list(islice(moves(menu), 2)) == [words], journey.where(moment) + f"{words} is not the only move"
            assert not any(level.secret for level in _path(menu, words)), journey.where(moment) + f"{words} is a secret"


def _path(menu: Menu, words: Words) -> Iterator[Menu]:
    """The menus that a move passes through."""
    at: Menu | None = menu
    for word in words:
        if at is not None:
            yield at
            at = at.then(word)


def _tree(menu: Menu) -> Iterator[Menu]:
    yield menu
    for word in menu.words():
        below = menu.then(word)
        if below is not None:
            yield from _tree(below)


def _read(text: Text) -> str:
    """The text as one of four players reads it; a template without its argument raises."""
    return write(text, NAMES).strip()


def _plain(state: msgspec.Struct) -> bytes:
    return msgspec.json.encode(state)


def progress(journey: Journey) -> None:
    """Every sampled move was taken: each position counts one move more than the one before."""
    for before, after in pairwise([*(moment.position for moment in journey.moments), journey.last]):
        assert after.moves == before.moves + 1


CHECKS: tuple[Check, ...] = (
    states_are_plain,
    menus_are_well_formed,
    verbs_are_declared,
    illegal_moves_change_nothing,
    positions_survive_storage,
    replay_equals_play,
    going_on_equals_starting_again,
    a_copied_turn_goes_on_by_itself,
    absent_players_can_be_stood_in_for,
    orders_are_obeyed_within_the_rules,
    games_end,
    pieces_are_conserved,
    events_can_be_read,
    simultaneous_answers_commute,
    forced_moves_are_the_only_ones,
    progress,
)
