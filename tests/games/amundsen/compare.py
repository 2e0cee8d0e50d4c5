"""Compare the engine with the oracle: random positions, their legal moves, and the results of moves."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from engine.games.amundsen import cards
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import SIDES, Explorer, HeldCard, State
from engine.kernel import registry
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.script import complete_options
from tests.games.amundsen import oracle
from tests.games.amundsen.oracle import OracleMove, Race, Racer, UnknownShuffleError

SIDE_PATRONS = {"amundsen": ("", "", "philanthropist", "army-officer"), "scott": ("", "", "politician", "army-officer")}


def compare_positions(positions: int, seed: str) -> None:
    """Compare a number of random positions. Raises AssertionError at the first difference."""
    survey_positions(positions, seed)


def survey_positions(positions: int, seed: str) -> Counter[str]:
    """Compare a number of random positions, and count the cases that occurred."""
    seen: Counter[str] = Counter()
    for n in range(positions):
        luck = random.Random(f"{seed} {n}")  # noqa: S311 - a test keeps no secrets
        race = create_random_race(luck)
        try:
            seen.update(compare_one_move(race, luck, f"{seed} {n}"))
            if n % 20 == 0:
                seen.update(compare_setup(luck, f"{seed} {n}"))
        except Exception as wrong:
            raise AssertionError(f"position {n} of seed {seed!r}: {race}") from wrong
    return seen


# ---------------------------------------------------------------- positions
def create_random_race(rng: random.Random) -> Race:
    """Create a possible position, preferably one in which an event is near."""
    pool = sorted(_count_deck().elements())
    rng.shuffle(pool)
    runs_out = rng.choice([0, 0, 1, 2])
    racers = {side: _create_racer(side, rng) for side in SIDES}
    for racer in racers.values():
        if racer.has_lost_equipment:
            if "eq" in pool:
                pool.remove("eq")
            else:
                racer.has_lost_equipment, racer.limit = False, 7
    for side, racer in racers.items():
        for _ in range(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 7, racer.limit])):
            if len(racer.hand) < racer.limit:
                wanted = [one for one in pool if one[1] in (*oracle.SIDE_SYMBOLS[side].values(), *oracle.EFFECT_NAMES)]
                card = rng.choice(wanted if wanted and rng.random() < 0.2 else pool)
                pool.remove(card)
                racer.hand.append((card, rng.choice(["all", "all", "rival", "own"])))
    wide = rng.random() < 0.3
    size = rng.randint(0, 6 if wide else 3) if runs_out == 2 else 6 if wide else 3
    row = [pool.pop() for _ in range(min(size, len(pool)))]
    left = rng.choice([0, 1, 2, 3, len(pool) // 2, len(pool)])
    if runs_out == 1:
        left = max(1, left)
    deck = [] if runs_out == 2 else [pool.pop() for _ in range(min(left, len(pool)))]
    return Race(
        {str(side): racer for side, racer in racers.items()},
        rng.choice(SIDES),
        row,
        deck,
        pool,
        runs_out,
        wide,
        rng.random() < 0.8,
    )


@cache
def _count_deck() -> Counter[str]:
    letters = {
        "horse": "h", "dog": "d", "advance": "a", "blizzard": "b", "crevasse": "c",
        "supplies": "s", "sacrifice": "x", "weather": "w",
    }  # fmt: skip
    printed = oracle.load_components()["deck"]
    found = Counter(co=printed["compass"], eq=printed["equipment"])
    for name, letter in letters.items():
        found.update({colour + letter: copies for colour, copies in printed[name].items()})
    return found


def _create_racer(side: str, rng: random.Random) -> Racer:
    last = max(oracle.list_route_colours(side))
    at = rng.choice([rng.randint(0, last), last, rng.randint(0, 4)])
    patron = rng.choice(SIDE_PATRONS[side])
    waits_for = 0 if patron != "army-officer" else 1 if side == "amundsen" else rng.choice([1, 2])
    bare = rng.random() < 0.15
    return Racer(at, at > 1 and rng.random() < 0.35, [], 5 if bare else 7, patron, waits_for, bare)


# ---------------------------------------------------------------- both forms of a position
@cache
def load_game() -> Amundsen:
    """Load the engine's game."""
    found = registry.load_game("amundsen")
    assert isinstance(found, Amundsen)
    return found


def build_state(race: Race) -> State:
    """Build the engine's state of a position."""
    options = {
        "row": "6" if race.has_wide_row else "3",
        "wild-at-pole": "yes" if race.are_wilds_allowed_at_pole else "no",
    }
    explorers: dict[Any, Explorer] = {
        side: Explorer(
            seat, racer.limit, racer.space, racer.is_lost,
            [HeldCard(card, known) for card, known in racer.hand],  # type: ignore[arg-type]
            racer.patron, racer.waits_for, racer.has_lost_equipment,
        )
        for seat, (side, racer) in enumerate(race.racers.items())
    }  # fmt: skip
    return State(
        complete_options(load_game().settings, options),
        race.deck[::-1],
        list(race.row),
        list(race.discards),
        explorers=explorers,
        to_move=race.to_move,  # type: ignore[arg-type]
        shuffles=race.run_out_count,
    )


def parse_choice(words: Words) -> OracleMove:
    """Parse a move of the engine as the oracle's choice; copies of a card are equal."""
    verb, *rest = words
    number = int(rest.pop(0)) if rest and rest[0].isdecimal() else None
    return OracleMove(verb, number, tuple(sorted(card[:2] for card in rest[0].split("+"))) if rest else ())


def are_same(race: Race, state: State) -> None:
    """Check that engine and oracle have reached the same position."""
    assert state.ended == race.end_reason
    assert state.row == race.row
    assert state.deck[::-1] == race.deck
    assert Counter(state.discards) == Counter(race.discards)
    assert state.removed == race.removed
    assert state.shuffles == race.run_out_count
    if not race.end_reason:
        assert state.to_move == race.to_move
    are_explorers_same(race, state)


def are_explorers_same(race: Race, state: State) -> None:
    """Check that the explorers and their hands are equal."""
    for side, racer in race.racers.items():
        explorer = state.explorers[side]  # type: ignore[index]
        assert (explorer.space, explorer.lost) == (racer.space, racer.is_lost), side
        assert Counter((held.card, held.known) for held in explorer.hand) == Counter(racer.hand), side
        assert (explorer.limit, explorer.lost_equipment) == (racer.limit, racer.has_lost_equipment), side
        assert (explorer.patron, explorer.officer) == (racer.patron, racer.waits_for), side


def compare_one_move(race: Race, rng: random.Random, seed: str) -> list[str]:
    """Compare the legal moves, then make one and compare the results. Returns the cases that occurred."""
    opening = Position(build_state(race), 10)
    run: GameRun[State] = GameRun(load_game(), opening, seed)
    if oracle.is_frozen(race):
        assert not run.situation.questions
        assert run.situation.state.ended == "frozen"
        return ["frozen"]
    seat = SIDES.index(race.to_move)
    assert list(run.situation.questions) == [seat]
    found: dict[OracleMove, list[Words]] = {}
    for words in generate_moves(run.build_menu(seat)):
        found.setdefault(parse_choice(words), []).append(words)
    expected = oracle.list_choices(race)
    assert set(found) == expected, set(found) ^ expected
    verbs = sorted({choice.verb for choice in expected})
    seen = [f"may {verb}" for verb in verbs]
    for verb in rng.sample(verbs, min(2, len(verbs))):
        ways = sorted(one for one in expected if one.verb == verb)
        rare = [one for one in ways if verb == "take" and {card[1] for card in one.cards} & set("sxw")]
        choice = rng.choice(rare or ways)
        seen += play_both(copy.deepcopy(race), choice, rng.choice(found[choice]), rng, seed)
    return seen


def play_both(race: Race, choice: OracleMove, words: Words, rng: random.Random, seed: str) -> list[str]:
    """Make the same move in the engine and in the oracle."""
    run: GameRun[State] = GameRun(load_game(), Position(build_state(race), 10), seed)
    seat, all_cards = SIDES.index(race.to_move), oracle.count_all_cards(race)
    run.play(seat, words)
    seen = [choice.verb]
    if choice.verb == "take":
        try:
            oracle.take_cards(race, choice)
        except UnknownShuffleError:
            return [_check_shuffle(race, run, all_cards)]
        seen += _compare_effect(race, run, choice, rng)
    else:
        oracle.perform_choice(race, choice)
        if choice.verb == "equipment":
            seen += _compare_hand_cut(race, run, rng)
    if seen[-1] == "shuffled":
        return seen
    oracle.start_next_turn(race)
    are_same(race, run.situation.state)
    assert Counter(load_game().count_pieces(run.situation.state)) == all_cards
    result = run.situation.result
    if race.end_reason:
        assert result is not None
        assert result.winners == ((seat,) if race.end_reason == "pole" else ())
        seen.append(f"end {race.end_reason}")
    else:
        assert result is None
    return seen


def _check_shuffle(race: Race, run: GameRun[State], all_cards: Counter[str]) -> str:
    """Check a shuffle without its order: the discards are gone, and the row is full unless too few cards were left."""
    state = run.situation.state
    assert state.shuffles == (1 if state.deck else 2)
    assert not state.discards
    assert len(state.row) == (6 if race.has_wide_row else 3) or not state.deck
    assert Counter(load_game().count_pieces(state)) == all_cards
    return "shuffled"


def _compare_effect(race: Race, run: GameRun[State], choice: OracleMove, rng: random.Random) -> list[str]:
    """Compare at most one effect of the discarded cards (A3.3)."""
    open_ones = oracle.list_usable_effects(race, choice.cards)
    seat = SIDES.index(race.to_move)
    if not open_ones:
        return []
    assert list(run.situation.questions) == [seat]
    offered = {words[1] for words in generate_moves(run.build_menu(seat))}
    assert offered == open_ones | {"skip"}
    which = "weather" if "weather" in offered and rng.random() < 0.6 else rng.choice(sorted(offered))
    run.play(seat, ("effect", which))
    if which == "sacrifice":
        oracle.use_sacrifice(race)
    elif which == "supplies":
        _compare_stolen_card(race, run)
    elif which == "weather":
        return [which, *_compare_weather(race, run, rng)]
    return [which]


def _compare_stolen_card(race: Race, run: GameRun[State]) -> None:
    """Find the randomly stolen card, check that the rival held it with this knowledge, and move it in the race."""
    state = run.situation.state
    thief = state.explorers[race.to_move]  # type: ignore[index]
    gained = Counter((held.card, held.known) for held in thief.hand) - Counter[tuple[str, Any]](race.me.hand)
    ((card, known),) = gained.elements()
    before = [known_before for code, known_before in race.rival.hand if code == card]
    assert known in ["all" if one == "all" else "rival" for one in before]
    lost = next(one for one in before if ("all" if one == "all" else "rival") == known)
    left = Counter((held.card, held.known) for held in state.explorers[race.rival_side].hand)  # type: ignore[index]
    lost = next((one for one in before if Counter(race.rival.hand) - Counter([(card, one)]) == left), lost)
    race.rival.hand.remove((card, lost))
    race.me.hand.append((card, known))


def _compare_weather(race: Race, run: GameRun[State], rng: random.Random) -> list[str]:
    """Compare the top card of Good Weather, and the advance if it fits (A12)."""
    seat = SIDES.index(race.to_move)
    try:
        card = oracle.draw_card(race)
    except UnknownShuffleError:
        drawn = run.situation.state.explorers[race.to_move].hand[-1]  # type: ignore[index]
        assert drawn.known == "own"
        return ["shuffled"]
    assert card is not None
    offered = {words[1] for words in generate_moves(run.build_menu(seat))}
    assert offered == ({"advance", "keep"} if oracle.does_weather_fit(race, card) else {"keep"})
    do = "advance" if "advance" in offered and rng.random() < 0.8 else "keep"
    run.play(seat, ("weather", do))
    race.me.hand.append((card, "all" if do == "advance" else "own"))
    race.me.space += do == "advance"
    return [f"weather {do}"]


def _compare_hand_cut(race: Race, run: GameRun[State], rng: random.Random) -> list[str]:
    """Compare the rival's discards beyond five cards (A9)."""
    rival = race.rival
    n = len(rival.hand) - rival.limit
    if n <= 0:
        return []
    seat = SIDES.index(race.rival_side)
    assert list(run.situation.questions) == [seat]
    ways = list(generate_moves(run.build_menu(seat)))
    gone = {tuple(sorted(card[:2] for card in words[1].split("+"))) for words in ways}
    assert gone == {tuple(sorted(some)) for some in combinations(rival.list_codes(), n)}
    words = rng.choice(ways)
    run.play(seat, words)
    for card in words[1].split("+"):
        race.discards.append(oracle.remove_card(rival, card[:2])[0])
    return ["cut"]


# ---------------------------------------------------------------- setup
def compare_setup(rng: random.Random, seed: str) -> list[str]:
    """Compare the setup of a table with any options (A1, A13, A14)."""
    options = {setting.name: rng.choice(list(setting.values)) for setting in load_game().settings}
    run: GameRun[State] = GameRun(load_game(), begin_game(load_game(), 2, options, seed).position, seed)
    if options["explorers"] == "choose":
        assert list(run.situation.questions) == [0]
        assert set(generate_moves(run.build_menu(0))) == {("choose", side) for side in SIDES}
        run.play(0, ("choose", rng.choice(SIDES)))
    state = run.situation.state
    assert Counter(load_game().count_pieces(state)) == _count_deck()
    assert len(state.row) == int(options["row"])
    assert (state.to_move, state.turn, state.shuffles) == ("amundsen", 1, 0)
    for side, explorer in state.explorers.items():
        size, at = len(explorer.hand), explorer.space
        if options["patrons"] == "no":
            assert (size, at, explorer.patron) == (1, 0, "")
        else:
            large = 3 if side == "amundsen" else 4
            assert (size, at) in ((large, 0), (1, 1), (1, 0))
            assert explorer.patron in ("", "army-officer", cards.WILD_PATRONS[SIDES.index(side)])
        assert {held.known for held in explorer.hand} == {"own"}
        taken = sum(
            card[1] == oracle.SIDE_SYMBOLS["scott" if side == "amundsen" else "amundsen"]["animal"]
            for card in state.removed
        )
        assert taken + explorer.officer in ((0, 1) if side == "amundsen" else (0, 2))
    return ["begun"]
