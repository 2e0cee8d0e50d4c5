"""The properties that every game must have, as functions of one random game. Each raises AssertionError that names the moment."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise

import msgspec
import pytest

from engine.kernel.menu import (
    Menu,
    Words,
    canonicalize_move,
    find_forced_move,
    follow_words,
    generate_moves,
    sample_move,
)
from engine.kernel.position import (
    GameRun,
    Move,
    Position,
    compute_digest,
    decode_position,
    encode_position,
    play_move,
    replay_moves,
    resolve_situation,
)
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat, Text, write_text
from tests.conformance.orders import check_planned_moves, check_standing_orders
from tests.conformance.random_game import MAX_GAME_MOVES, Check, GameMoment, RandomGame

PLAYER_NAMES = ("Ana", "Ben", "Cléo", "Dai")
WORD_PATTERN = re.compile(r"[a-z0-9+-]{1,24}")
MAX_CHECKED_MENUS = 300
"""The most menus of one decision that are checked."""


def check_menus(journey: RandomGame) -> None:
    """Check that every menu has a legal option, well-formed words, and texts that can be rendered."""
    whole = {moment.move_index for moment in journey.sample_moments(8)}
    for moment in journey.moments:
        for seat in moment.situation.questions:
            root = moment.situation.build_menu(seat)
            seen = (
                _walk_menus(root)
                if moment.move_index in whole
                else _list_path_menus(root, sample_move(root, journey.roll_below))
            )
            for menu in islice(seen, MAX_CHECKED_MENUS):
                _check_menu(menu, journey.describe_moment(moment) + f"seat {seat}, menu {menu.name}: ")


def _check_menu(menu: Menu, where: str) -> None:
    words = [option.word for option in menu.options]
    assert list(menu.open_words) == [option.word for option in menu.list_open_options()], (
        where + "what can be chosen is not what is shown"
    )
    assert 1 <= menu.min_picks <= menu.max_picks, where + "a pick is of one option or more"
    assert len(menu.list_open_options()) >= menu.min_picks, where + "nothing can be chosen"
    assert len(set(words)) == len(words), where + f"a word is offered twice: {words}"
    assert _check_text(menu.prompt), where + "the prompt is empty"
    for option in menu.options:
        assert WORD_PATTERN.fullmatch(option.word), where + f"{option.word!r} is not a word"
        assert menu.max_picks == 1 or "+" not in option.word, where + f"{option.word!r} cannot be one of several"
        assert 0 < len(_check_text(option.label)) <= 100, (
            where + f"the label of {option.word} has {len(_check_text(option.label))} characters"
        )
        assert option.why_not is None or _check_text(option.why_not), (
            where + f"{option.word} is refused without a reason"
        )
        assert option.group is None or _check_text(option.group), (
            where + f"{option.word} stands in a group without a name"
        )


def check_pick_lists(journey: RandomGame) -> None:
    """Check that picks of a list become the beginning of a legal move, and that those without a place in it are returned."""
    for moment in journey.sample_moments(12):
        for seat in moment.situation.questions:
            root = moment.situation.build_menu(seat)
            for menu in _list_path_menus(root, sample_move(root, journey.roll_below)):
                if menu.build_pick_lists is not None:
                    _check_pick_lists(journey, menu, journey.describe_moment(moment) + f"seat {seat}, {menu.name}: ")


def _check_pick_lists(journey: RandomGame, menu: Menu, where: str) -> None:
    assert menu.build_pick_lists is not None
    pick_lists = menu.build_pick_lists(menu)
    picks = [pick for pick_list in pick_lists.lists for pick in pick_list.picks]
    alone = [pick.words for pick in picks if pick.is_alone]
    assert len({*alone}) == len(alone), where + "a pick is in two lists"
    assert pick_lists.covered_words <= {*menu.open_words}, where + "a covered word cannot be chosen"
    for pick in picks:
        words, left = pick_lists.arrange([pick.words])
        if pick.is_alone:
            assert (words, left) == (pick.words, ()), where + f"{pick.words} is not possible alone"
            follow_words(menu, words)
    for pick_list in pick_lists.lists:
        chosen = [pick.words for pick in pick_list.picks if not journey.roll_below(3)][: pick_list.max_picks]
        words, left = pick_lists.arrange(chosen)
        follow_words(menu, words)
        assert {*left} <= {*chosen}, where + f"{left} was not picked"


def check_declared_verbs(journey: RandomGame) -> None:
    """Check that a move begins with a verb, and that the menus below have the names of the verb's parameters, in order."""
    verbs = {verb.name: verb.menu_names for verb in journey.game.verbs}
    for moment in journey.moments:
        for seat in moment.situation.questions:
            root = moment.situation.build_menu(seat)
            assert root.max_picks == 1, journey.describe_moment(moment) + "a verb is one word"
            unknown = {option.word for option in root.options} - set(verbs)
            assert not unknown, journey.describe_moment(moment) + f"not among the verbs: {sorted(unknown)}"
            for words in (sample_move(root, journey.roll_below) for _ in range(2)):
                names = tuple(menu.name for menu in _list_path_menus(root, words))[1:]
                assert names == verbs[words[0]][: len(names)], (
                    journey.describe_moment(moment) + f"{' '.join(words)} asks for {names}"
                )


def check_illegal_moves(journey: RandomGame) -> None:
    """Check that illegal moves raise IllegalMoveError with a sentence: wrong seats, words and lengths, and refused options."""
    for moment in journey.sample_moments(12):
        before = encode_position(moment.position)
        for seat, words in _check_illegal_move(journey, moment):
            with pytest.raises(IllegalMoveError) as no:
                play_move(journey.game, moment.position, journey.case.seed, seat, words)
            assert _check_text(no.value.text), (
                journey.describe_moment(moment) + f"{seat} {words} is refused without a reason"
            )
            assert encode_position(moment.position) == before, (
                journey.describe_moment(moment) + f"{seat} {words} has changed the position"
            )


def _check_illegal_move(journey: RandomGame, moment: GameMoment) -> Iterator[tuple[Seat, Words]]:
    seat, words = moment.played_move.seat, moment.played_move.words
    for other in range(journey.case.seat_count + 1):
        if other not in moment.situation.questions:
            yield other, words
    yield seat, ()
    yield seat, (*words, words[-1])
    for n in range(len(words)):
        yield seat, words[:n]
        yield seat, (*words[:n], "no-such-word", *words[n + 1 :])
        yield seat, (*words[:n], "", *words[n + 1 :])
    for n, menu in enumerate(_list_path_menus(moment.situation.build_menu(seat), words)):
        for option in menu.options:
            if option.why_not is not None:
                yield seat, (*words[:n], option.word, *words[n + 1 :])


def check_state_types(journey: RandomGame) -> None:
    """Check that the state has no sets and no floats: their order or value can differ between processes and machines."""
    kinds = _list_state_kinds(journey.game)
    assert kinds.isdisjoint({"SetType", "FrozenSetType", "FloatType"}), kinds


@cache
def _list_state_kinds(game: AnyGame) -> frozenset[str]:
    return frozenset(type(kind).__name__ for kind in _list_types(msgspec.inspect.type_info(game.state_type)))


def _list_types(kind: msgspec.inspect.Type) -> Iterator[msgspec.inspect.Type]:
    """List a type and all types inside it, each struct once."""
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


def check_position_storage(journey: RandomGame) -> None:
    """Check that a position read back from its JSON is equal and asks the same question, at every decision."""
    for moment in journey.moments:
        raw = encode_position(moment.position)
        back = decode_position(journey.game, raw)
        assert back == moment.position, journey.describe_moment(moment) + "the position is another one after storage"
        assert encode_position(back) == raw, journey.describe_moment(moment) + "the JSON is not canonical"
        here = resolve_situation(journey.game, back, journey.case.seed)
        assert _write_plain(here.state) == _write_plain(moment.situation.state), (
            journey.describe_moment(moment) + "the turn goes differently after storage"
        )
        assert list(here.questions) == list(moment.situation.questions), (
            journey.describe_moment(moment) + "others are asked after storage"
        )
        assert here.asked_at_move == moment.situation.asked_at_move, (
            journey.describe_moment(moment) + "the question is another one after storage"
        )


def check_replay(journey: RandomGame) -> None:
    """Check that the log alone reproduces the same positions and the same events."""
    seed = journey.case.seed
    log = [
        Move(
            moment.played_move.seat, moment.played_move.words, compute_digest(moment.played_move.result.position, seed)
        )
        for moment in journey.moments
    ]
    again = replay_moves(journey.game, journey.opening.position, seed, log)
    assert again.stopped_at is None, f"move {again.stopped_at}: {again.failure_reason}"
    assert again.position == journey.last_position
    assert again.events == tuple(event for moment in journey.moments for event in moment.played_move.result.events)


def check_continued_run(journey: RandomGame) -> None:
    """Check that one run that continues from move to move and a new run for every move play the same game."""
    run = GameRun(journey.game, journey.opening.position, journey.case.seed)
    for moment in journey.moments:
        played, pure = run.play(moment.played_move.seat, moment.played_move.words), moment.played_move.result
        assert played.position == pure.position, journey.describe_moment(moment)
        assert (played.events, played.is_barrier) == (pure.events, pure.is_barrier), journey.describe_moment(moment)
        anew = resolve_situation(journey.game, played.position, journey.case.seed).state
        assert played.situation.state == anew, (
            journey.describe_moment(moment) + "the run holds what storage would change"
        )
        assert list(played.situation.questions) == list(pure.situation.questions), journey.describe_moment(moment)


def check_cloned_run(journey: RandomGame) -> None:
    """Check that a move made in a copy of a run has the usual result and leaves the original run unchanged."""
    seed, copied = journey.case.seed, {moment.move_index for moment in journey.sample_moments(20)}
    run = GameRun(journey.game, journey.opening.position, seed)
    for moment in journey.moments:
        if moment.move_index in copied:
            twin, step = run.clone(), moment.played_move
            twin.push(step.seat, step.words)
            assert twin.position == step.result.position, (
                journey.describe_moment(moment) + "the copy plays another game"
            )
            assert tuple(twin.out.events) == step.result.events, journey.describe_moment(moment)
            assert run.position == moment.position, journey.describe_moment(moment) + "the copy has changed the run"
            assert _write_plain(run.state) == _write_plain(moment.situation.state), journey.describe_moment(moment)
        run.push(moment.played_move.seat, moment.played_move.words)


def check_safe_moves(journey: RandomGame) -> None:
    """Check that `stall` answers every question with a legal move in canonical spelling."""
    for moment in journey.moments:
        for seat in moment.situation.questions:
            words = journey.game.safe_move(seat, moment.situation.build_menu(seat))
            try:
                assert canonicalize_move(moment.situation.build_menu(seat), words) == words, (
                    journey.describe_moment(moment) + f"{words} is not canonical"
                )
                play_move(journey.game, moment.position, journey.case.seed, seat, words)
            except IllegalMoveError as no:
                raise AssertionError(journey.describe_moment(moment) + f"{words} in place of seat {seat}: {no}") from no


def check_game_ends(journey: RandomGame) -> None:
    """Check that a random game ends within MAX_GAME_MOVES moves, and that its result ranks every seat once."""
    result = resolve_situation(journey.game, journey.last_position, journey.case.seed).result
    assert result is not None, f"{journey.game.slug} {journey.case} is not over after {MAX_GAME_MOVES} moves"
    ranked = [seat for tie in result.ranking for seat in tie]
    assert sorted(ranked) == list(range(journey.case.seat_count)), result.ranking
    assert set(result.winners) <= set(ranked), result.winners
    assert len(set(result.winners)) == len(result.winners), result.winners
    assert set(result.scores) <= set(ranked), result.scores
    assert _check_text(result.reason)
    for line in (line for lines in result.scores.values() for line in lines):
        assert _check_text(line.label)


def check_piece_counts(journey: RandomGame) -> None:
    """Check that no piece appears or disappears, also in the middle of a turn."""
    first = Counter(journey.game.count_pieces(journey.opening.position.base))
    assert min(first.values(), default=0) >= 0
    for moment in journey.moments:
        found = Counter(journey.game.count_pieces(moment.situation.state))
        assert found == first, journey.describe_moment(moment) + _find_changes(first, found)
    last = Counter(journey.game.count_pieces(journey.last_position.base))
    assert last == first, "at the end: " + _find_changes(first, last)


def _find_changes(counts_before: dict[str, int], found: dict[str, int]) -> str:
    return ", ".join(
        f"{piece}: {counts_before.get(piece, 0)} became {found.get(piece, 0)}"
        for piece in sorted({*counts_before, *found})
        if counts_before.get(piece, 0) != found.get(piece, 0)
    )


def check_event_texts(journey: RandomGame) -> None:
    """Check that every event renders as a sentence, for seats that exist."""
    for event in (
        *journey.opening.events,
        *(event for moment in journey.moments for event in moment.played_move.result.events),
    ):
        assert _check_text(event.text)
        assert event.to is None or set(event.to) <= set(range(journey.case.seat_count)), event


def check_simultaneous_answers(journey: RandomGame) -> None:
    """Check that simultaneous answers lead to the same table in whichever order they arrive."""
    seed = journey.case.seed
    for moment in journey.moments:
        if len(moment.situation.questions) < 2:
            continue
        answers = [
            (seat, sample_move(moment.situation.build_menu(seat), journey.roll_below))
            for seat in moment.situation.questions
        ]
        ends = [_play_answers(journey, moment, order) for order in (answers, answers[::-1])]
        assert ends[0] == ends[1], journey.describe_moment(moment) + f"the order of {answers} matters"
        first = play_move(journey.game, moment.position, seed, *answers[0]).position
        asked = resolve_situation(journey.game, first, seed).asked_at_move
        assert asked == moment.situation.asked_at_move, (
            journey.describe_moment(moment) + "the question has changed meanwhile"
        )


def _play_answers(
    journey: RandomGame, moment: GameMoment, answers: list[tuple[Seat, Words]]
) -> tuple[bytes, list[Seat]]:
    position: Position[msgspec.Struct] = moment.position
    for seat, words in answers:
        position = play_move(journey.game, position, journey.case.seed, seat, words).position
    here = resolve_situation(journey.game, position, journey.case.seed)
    return _write_plain(here.state), list(here.questions)


def check_forced_moves(journey: RandomGame) -> None:
    """Check that a move that the host would play automatically is the only legal one and reveals no secret."""
    for moment in journey.moments:
        for seat in moment.situation.questions:
            menu = moment.situation.build_menu(seat)
            words = find_forced_move(menu)
            if words is None:
                continue
            assert list(islice(generate_moves(menu), 2)) == [words], (
                journey.describe_moment(moment) + f"{words} is not the only move"
            )
            assert not any(level.is_secret for level in _list_path_menus(menu, words)), (
                journey.describe_moment(moment) + f"{words} is a secret"
            )


def _list_path_menus(menu: Menu, words: Words) -> Iterator[Menu]:
    """List the menus that a move passes through."""
    at: Menu | None = menu
    for word in words:
        if at is not None:
            yield at
            at = at.next_menu(word)


def _walk_menus(menu: Menu) -> Iterator[Menu]:
    yield menu
    for word in menu.generate_picks():
        below = menu.next_menu(word)
        if below is not None:
            yield from _walk_menus(below)


def _check_text(text: Text) -> str:
    """Render the text for one of four players. A template without its argument raises KeyError."""
    return write_text(text, PLAYER_NAMES).strip()


def _write_plain(state: msgspec.Struct) -> bytes:
    return msgspec.json.encode(state)


def check_move_counts(journey: RandomGame) -> None:
    """Check that every sampled move was counted: each position has one move more than the one before."""
    for before, after in pairwise([*(moment.position for moment in journey.moments), journey.last_position]):
        assert after.move_count == before.move_count + 1


GENERAL_CHECKS: tuple[Check, ...] = (
    check_state_types,
    check_menus,
    check_pick_lists,
    check_declared_verbs,
    check_illegal_moves,
    check_position_storage,
    check_replay,
    check_continued_run,
    check_cloned_run,
    check_safe_moves,
    check_standing_orders,
    check_planned_moves,
    check_game_ends,
    check_piece_counts,
    check_event_texts,
    check_simultaneous_answers,
    check_forced_moves,
    check_move_counts,
)
