"""The engine beside the slow race: random positions of every kind, what may be done in each, and what comes of it."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from engine.games.amundsen import cards
from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import SIDES, Explorer, Held, State
from engine.kernel import registry
from engine.kernel.menu import Words, moves
from engine.kernel.position import Position, Run, start
from engine.kernel.script import settle
from tests.games.amundsen import oracle
from tests.games.amundsen.oracle import Choice, Race, Racer, Unknown

PATRONS = {"amundsen": ("", "", "philanthropist", "army-officer"), "scott": ("", "", "politician", "army-officer")}


def compare(positions: int, seed: str) -> None:
    """Look at so many random positions. Raises AssertionError at the first where the two differ."""
    survey(positions, seed)


def survey(positions: int, seed: str) -> Counter[str]:
    """The same, and what came up on the way."""
    seen: Counter[str] = Counter()
    for n in range(positions):
        luck = random.Random(f"{seed} {n}")  # noqa: S311 - a test keeps no secrets
        race = anywhere(luck)
        try:
            seen.update(look(race, luck, f"{seed} {n}"))
            if n % 20 == 0:
                seen.update(begin(luck, f"{seed} {n}"))
        except Exception as wrong:
            raise AssertionError(f"position {n} of seed {seed!r}: {race}") from wrong
    return seen


# ---------------------------------------------------------------- positions
def anywhere(luck: random.Random) -> Race:
    """A position somebody could come to, rather one where something is about to happen."""
    pool = sorted(_deck().elements())
    luck.shuffle(pool)
    runs_out = luck.choice([0, 0, 1, 2])
    racers = {side: _racer(side, luck) for side in SIDES}
    for racer in racers.values():
        if racer.bare:
            if "eq" in pool:
                pool.remove("eq")
            else:
                racer.bare, racer.limit = False, 7
    for side, racer in racers.items():
        for _ in range(luck.choice([0, 1, 2, 3, 4, 5, 6, 7, 7, racer.limit])):
            if len(racer.hand) < racer.limit:
                wanted = [one for one in pool if one[1] in (*oracle.OWN[side].values(), *oracle.EFFECTS)]
                card = luck.choice(wanted if wanted and luck.random() < 0.2 else pool)
                pool.remove(card)
                racer.hand.append((card, luck.choice(["all", "all", "rival", "own"])))
    wide = luck.random() < 0.3
    size = luck.randint(0, 6 if wide else 3) if runs_out == 2 else 6 if wide else 3
    row = [pool.pop() for _ in range(min(size, len(pool)))]
    left = luck.choice([0, 1, 2, 3, len(pool) // 2, len(pool)])
    if runs_out == 1:
        left = max(1, left)
    deck = [] if runs_out == 2 else [pool.pop() for _ in range(min(left, len(pool)))]
    return Race(
        {str(side): racer for side, racer in racers.items()},
        luck.choice(SIDES),
        row,
        deck,
        pool,
        runs_out,
        wide,
        luck.random() < 0.8,
    )


@cache
def _deck() -> Counter[str]:
    letters = {
        "horse": "h", "dog": "d", "advance": "a", "blizzard": "b", "crevasse": "c",
        "supplies": "s", "sacrifice": "x", "weather": "w",
    }  # fmt: skip
    printed = oracle.printed()["deck"]
    found = Counter(co=printed["compass"], eq=printed["equipment"])
    for name, letter in letters.items():
        found.update({colour + letter: copies for colour, copies in printed[name].items()})
    return found


def _racer(side: str, luck: random.Random) -> Racer:
    last = max(oracle.route(side))
    at = luck.choice([luck.randint(0, last), last, luck.randint(0, 4)])
    patron = luck.choice(PATRONS[side])
    waits_for = 0 if patron != "army-officer" else 1 if side == "amundsen" else luck.choice([1, 2])
    bare = luck.random() < 0.15
    return Racer(at, at > 1 and luck.random() < 0.35, [], 5 if bare else 7, patron, waits_for, bare)


# ---------------------------------------------------------------- both sides of a position
@cache
def game() -> Amundsen:
    """The engine's game."""
    found = registry.load("amundsen")
    assert isinstance(found, Amundsen)
    return found


def stated(race: Race) -> State:
    """The same position as the engine has it."""
    options = {"row": "6" if race.wide else "3", "wild-at-pole": "yes" if race.wild_at_pole else "no"}
    explorers: dict[Any, Explorer] = {
        side: Explorer(
            seat, racer.limit, racer.at, racer.lost,
            [Held(card, known) for card, known in racer.hand],  # type: ignore[arg-type]
            racer.patron, racer.waits_for, racer.bare,
        )
        for seat, (side, racer) in enumerate(race.racers.items())
    }  # fmt: skip
    return State(
        settle(game().settings, options),
        race.deck[::-1],
        list(race.row),
        list(race.discards),
        explorers=explorers,
        to_move=race.to_move,  # type: ignore[arg-type]
        shuffles=race.runs_out,
    )


def said(words: Words) -> Choice:
    """A move of the engine as a choice; copies of a card are all the same."""
    verb, *rest = words
    number = int(rest.pop(0)) if rest and rest[0].isdecimal() else None
    return Choice(verb, number, tuple(sorted(card[:2] for card in rest[0].split("+"))) if rest else ())


def same(race: Race, state: State) -> None:
    """Whether both have come to the same."""
    assert state.ended == race.end
    assert state.row == race.row
    assert state.deck[::-1] == race.deck
    assert Counter(state.discards) == Counter(race.discards)
    assert state.removed == race.removed
    assert state.shuffles == race.runs_out
    if not race.end:
        assert state.to_move == race.to_move
    alike(race, state)


def alike(race: Race, state: State) -> None:
    """The explorers and their hands."""
    for side, racer in race.racers.items():
        explorer = state.explorers[side]  # type: ignore[index]
        assert (explorer.space, explorer.lost) == (racer.at, racer.lost), side
        assert Counter((held.card, held.known) for held in explorer.hand) == Counter(racer.hand), side
        assert (explorer.limit, explorer.lost_equipment) == (racer.limit, racer.bare), side
        assert (explorer.patron, explorer.officer) == (racer.patron, racer.waits_for), side


def look(race: Race, luck: random.Random, seed: str) -> list[str]:
    """Compare what may be done, then do one of it and compare what comes of it. Returns what came up."""
    opening = Position(stated(race), 10)
    run: Run[State] = Run(game(), opening, seed)
    if oracle.frozen(race):
        assert not run.now.ask
        assert run.now.state.ended == "frozen"
        return ["frozen"]
    seat = SIDES.index(race.to_move)
    assert list(run.now.ask) == [seat]
    found: dict[Choice, list[Words]] = {}
    for words in moves(run.menu(seat)):
        found.setdefault(said(words), []).append(words)
    expected = oracle.choices(race)
    assert set(found) == expected, set(found) ^ expected
    verbs = sorted({choice.verb for choice in expected})
    seen = [f"may {verb}" for verb in verbs]
    for verb in luck.sample(verbs, min(2, len(verbs))):
        ways = sorted(one for one in expected if one.verb == verb)
        rare = [one for one in ways if verb == "take" and {card[1] for card in one.cards} & set("sxw")]
        choice = luck.choice(rare or ways)
        seen += played(copy.deepcopy(race), choice, luck.choice(found[choice]), luck, seed)
    return seen


def played(race: Race, choice: Choice, words: Words, luck: random.Random, seed: str) -> list[str]:
    """Do the same on both sides."""
    run: Run[State] = Run(game(), Position(stated(race), 10), seed)
    seat, all_cards = SIDES.index(race.to_move), oracle.everything(race)
    run.play(seat, words)
    seen = [choice.verb]
    if choice.verb == "take":
        try:
            oracle.take(race, choice)
        except Unknown:
            return [_shuffled(race, run, all_cards)]
        seen += _effect(race, run, choice, luck)
    else:
        oracle.act(race, choice)
        if choice.verb == "equipment":
            seen += _cut(race, run, luck)
    if seen[-1] == "shuffled":
        return seen
    oracle.next_turn(race)
    same(race, run.now.state)
    assert Counter(game().inventory(run.now.state)) == all_cards
    result = run.now.result
    if race.end:
        assert result is not None
        assert result.winners == ((seat,) if race.end == "pole" else ())
        seen.append(f"end {race.end}")
    else:
        assert result is None
    return seen


def _shuffled(race: Race, run: Run[State], all_cards: Counter[str]) -> str:
    """Nobody can know the new order: the discards are gone, and the row is full unless there was too little."""
    state = run.now.state
    assert state.shuffles == (1 if state.deck else 2)
    assert not state.discards
    assert len(state.row) == (6 if race.wide else 3) or not state.deck
    assert Counter(game().inventory(state)) == all_cards
    return "shuffled"


def _effect(race: Race, run: Run[State], choice: Choice, luck: random.Random) -> list[str]:
    """A3.3: at most one effect of the discarded cards."""
    open_ones = oracle.usable(race, choice.cards)
    seat = SIDES.index(race.to_move)
    if not open_ones:
        return []
    assert list(run.now.ask) == [seat]
    offered = {words[1] for words in moves(run.menu(seat))}
    assert offered == open_ones | {"skip"}
    which = "weather" if "weather" in offered and luck.random() < 0.6 else luck.choice(sorted(offered))
    run.play(seat, ("effect", which))
    if which == "sacrifice":
        oracle.sacrifice(race)
    elif which == "supplies":
        _stolen(race, run)
    elif which == "weather":
        return [which, *_weather(race, run, luck)]
    return [which]


def _stolen(race: Race, run: Run[State]) -> None:
    """Fate picks the card; it must have been the rival's, and be known as it was."""
    state = run.now.state
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


def _weather(race: Race, run: Run[State], luck: random.Random) -> list[str]:
    """A12: the top card, and on with it where it fits."""
    seat = SIDES.index(race.to_move)
    try:
        card = oracle.draws(race)
    except Unknown:
        drawn = run.now.state.explorers[race.to_move].hand[-1]  # type: ignore[index]
        assert drawn.known == "own"
        return ["shuffled"]
    assert card is not None
    offered = {words[1] for words in moves(run.menu(seat))}
    assert offered == ({"advance", "keep"} if oracle.weather_fits(race, card) else {"keep"})
    do = "advance" if "advance" in offered and luck.random() < 0.8 else "keep"
    run.play(seat, ("weather", do))
    race.me.hand.append((card, "all" if do == "advance" else "own"))
    race.me.at += do == "advance"
    return [f"weather {do}"]


def _cut(race: Race, run: Run[State], luck: random.Random) -> list[str]:
    """A9: the rival chooses what goes beyond five cards."""
    rival = race.rival
    n = len(rival.hand) - rival.limit
    if n <= 0:
        return []
    seat = SIDES.index(race.rival_side)
    assert list(run.now.ask) == [seat]
    ways = list(moves(run.menu(seat)))
    gone = {tuple(sorted(card[:2] for card in words[1].split("+"))) for words in ways}
    assert gone == {tuple(sorted(some)) for some in combinations(rival.codes(), n)}
    words = luck.choice(ways)
    run.play(seat, words)
    for card in words[1].split("+"):
        race.discards.append(oracle.gives(rival, card[:2])[0])
    return ["cut"]


# ---------------------------------------------------------------- the beginning
def begin(luck: random.Random, seed: str) -> list[str]:
    """A1, A13, A14: how the table is laid out, with any options."""
    options = {setting.name: luck.choice(list(setting.values)) for setting in game().settings}
    run: Run[State] = Run(game(), start(game(), 2, options, seed).position, seed)
    if options["explorers"] == "choose":
        assert list(run.now.ask) == [0]
        assert set(moves(run.menu(0))) == {("choose", side) for side in SIDES}
        run.play(0, ("choose", luck.choice(SIDES)))
    state = run.now.state
    assert Counter(game().inventory(state)) == _deck()
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
            card[1] == oracle.OWN["scott" if side == "amundsen" else "amundsen"]["animal"] for card in state.removed
        )
        assert taken + explorer.officer in ((0, 1) if side == "amundsen" else (0, 2))
    return ["begun"]
