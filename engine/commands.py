"""What the command line does, as lines of text and figures: random games, replays, counts, rules and components."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, moves, sample
from engine.kernel.position import Move, Now, Played, Position, digest, now, play, replay, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result, settle
from engine.kernel.text import Seat, plain
from engine.ops import owner_files, rule_pages
from engine.players import arena as series
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget

FEW = 20
"""Games before which nothing is sure, however they ended."""
LONGEST = 5_000
"""Moves after which a random game is given up as endless."""


class Fault(Exception):
    """A command that cannot go on: one sentence for the person at the keyboard and the exit code."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class Step(msgspec.Struct, frozen=True):
    """A move of a random game and what came of it."""

    seat: Seat
    words: Words
    played: Played[Any]


def find(slug: str, components: Path | None = None) -> AnyGame:
    """A game by its slug, with the components of a file if one is given. Raises Fault."""
    if slug not in registry.slugs():
        raise Fault(f"There is no game “{slug}”; the games are: {', '.join(registry.slugs())}.")
    try:
        return registry.load(slug, None if components is None else components.read_bytes())
    except registry.BadComponents as bad:
        raise Fault(f"{components or slug}: {_key_and_reason(bad)}", 1) from None


def opening(game: AnyGame, seats: int, options: Mapping[str, str], seed: str) -> Played[Any]:
    """The first position of a game. Raises Fault for a number of players it is not for, Refusal for an unknown option."""
    _fit(game, seats)
    return start(game, seats, settle(game.settings, options), seed)


def choose(here: Now[Any], player: Dice, tick: int) -> tuple[Seat, Words]:
    """A legal move at random: first who of those that owe an answer, then what, level by level."""
    asked = sorted(here.ask)
    seat = asked[player.below(len(asked), tick, "who")]
    pick = itertools.count()
    return seat, sample(here.menu(seat), lambda n: player.below(n, tick, f"what/{next(pick)}"))


def random_play(game: AnyGame, position: Position[Any], seed: str, player: Dice | None = None) -> Iterator[Step]:
    """Random moves until the game is over. The player's luck follows from the seed too, but is not the game's."""
    player = player or Dice(f"{seed}/player")
    here = now(game, position, seed)
    while here.ask:
        seat, words = choose(here, player, position.moves)
        played = play(game, position, seed, seat, words)
        yield Step(seat, words, played)
        position, here = played.position, played.now


def result_of(result: Result) -> dict[str, Any]:
    """A result as plain JSON; seats count from 0, as in records."""
    return {
        "winners": result.winners,
        "ranking": result.ranking,
        "reason": plain(result.reason),
        "roles": {str(seat): plain(role) for seat, role in result.roles.items()},
        "scores": {str(seat): [[plain(row.label), row.points] for row in rows] for seat, rows in result.scores.items()},
    }


def games() -> Iterator[str]:
    """Every game with its seats and options (the first value is the default), as one JSON list."""
    found = [find(slug) for slug in registry.slugs()]
    yield msgspec.json.format(
        _json(
            [
                {
                    "slug": game.slug,
                    "title": game.title,
                    "seats": list(game.seats),
                    "options": {setting.name: list(setting.values) for setting in game.settings},
                    "rules_version": game.rules_version,
                }
                for game in found
            ]
        )
    )


def simulate(
    slug: str, seats: int, count: int, seed: str, options: Mapping[str, str], components: Path | None = None
) -> Iterator[str]:
    """Random games, one line of JSON each. Game k is the one that `transcript --seed SEED-k` prints."""
    game = find(slug, components)
    for k in range(1, count + 1):
        own = f"{seed}-{k}"
        began = time.perf_counter()
        position, made = opening(game, seats, options, own).position, 0
        for step in itertools.islice(random_play(game, position, own), LONGEST):
            position, made = step.played.position, made + 1
        seconds = time.perf_counter() - began
        result = game.result(position.base)
        yield _json({"seed": own, "moves": made, "seconds": round(seconds, 4), "result": result and result_of(result)})
        if result is None:
            raise Fault(f"The game with seed {own} is not over after {LONGEST} moves.", 1)


def transcript(slug: str, seats: int, seed: str, options: Mapping[str, str]) -> Iterator[str]:
    """A random game as a record."""
    game = find(slug)
    position = opening(game, seats, options, seed).position
    log = tuple(
        Move(step.seat, step.words, digest(step.played.position, seed))
        for step in itertools.islice(random_play(game, position, seed), LONGEST)
    )
    kept = record.Record(
        slug, game.rules_version, record.components_digest(game), seats, settle(game.settings, options), seed, log
    )
    yield record.dump(kept).rstrip("\n")


def read(file: Path) -> record.Record:
    """A record that can be replayed. Raises Fault for a text that is not one, or one whose secrets are still sealed."""
    try:
        found = record.parse(file.read_text("utf-8"))
    except (record.BadRecord, UnicodeDecodeError) as bad:
        raise Fault(f"{file} is not a record: {bad}") from None
    if found.sealed:
        raise Fault(f"{file} is of a game that goes on: its seed is sealed, so it cannot be replayed yet.")
    return found


def again(file: Path, upto: int | None, components: Path | None) -> Iterator[str]:
    """Replay a record, checking its digests, and tell where it stands. Raises Fault with code 1 at the first move that fails."""
    kept = read(file)
    game = find(kept.game, components)
    if upto is not None and upto > len(kept.moves):
        raise Fault(f"{file} has {len(kept.moves)} moves, not {upto}.")
    first = _first(game, kept)
    got = replay(game, first, kept.seed, kept.moves[:upto])
    if got.stopped_at is not None:
        move = kept.moves[got.stopped_at]
        raise Fault(f"Move {got.stopped_at + 1}, “{record.line(move)}”: {got.why}{_other(game, kept)}", 1)
    here = now(game, got.position, kept.seed)
    yield _json(
        {
            "game": game.slug,
            "moves": got.position.moves,
            "digest": digest(got.position, kept.seed),
            "to_move": sorted(here.ask),
            "asked": {str(seat): plain(here.menu(seat).prompt) for seat in sorted(here.ask)},
            "result": here.result and result_of(here.result),
        }
    )


def _first(game: AnyGame, kept: record.Record) -> Position[Any]:
    _fit(game, kept.seats)
    try:
        return record.opening(game, kept)
    except msgspec.ValidationError as bad:
        raise Fault(f"The record's origin does not fit the game: {bad}{_other(game, kept)}", 1) from None


def perft(game: AnyGame, position: Position[Any], seed: str, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; where several seats owe an answer, the lowest answers first."""
    return _sequences(game, position, now(game, position, seed), seed, depth)


def divide(game: AnyGame, position: Position[Any], seed: str, depth: int) -> Iterator[tuple[Words, int]]:
    """Every next move with the number of sequences of `depth` moves that begin with it; nothing when the game is over."""
    return _divided(game, position, now(game, position, seed), seed, depth)


def _sequences(game: AnyGame, position: Position[Any], here: Now[Any], seed: str, depth: int) -> int:
    return sum(below for _, below in _divided(game, position, here, seed, depth)) if depth else 1


def _divided(
    game: AnyGame, position: Position[Any], here: Now[Any], seed: str, depth: int
) -> Iterator[tuple[Words, int]]:
    if not here.ask:
        return
    seat = min(here.ask)
    for words in moves(here.menu(seat)):
        if depth == 1:
            yield words, 1
        else:
            played = play(game, position, seed, seat, words)
            yield words, _sequences(game, played.position, played.now, seed, depth - 1)


def count(slug: str, seats: int, seed: str, depth: int, options: Mapping[str, str], *, split: bool) -> Iterator[str]:
    """The number of move sequences from the start, with `split` also by first move."""
    game = find(slug)
    position = opening(game, seats, options, seed).position
    if not split or depth == 0:
        yield str(perft(game, position, seed, depth))
        return
    total = 0
    for words, nodes in divide(game, position, seed, depth):
        total += nodes
        yield f"{' '.join(words)}: {nodes}"
    yield str(total)


class Bout(msgspec.Struct, frozen=True):
    """What `arena` is asked: `aim` is a strength from 0 to 1, and the games stop once the interval lies on one side of it."""

    slug: str
    levels: tuple[str, ...]
    seats: int
    games: int
    seed: str
    options: dict[str, str]
    resume: Path | None = None
    aim: float | None = None
    budget: Budget = Budget()


def arena(bout: Bout, components: Path | None = None) -> Iterator[str]:
    """Games between computer players, and what they come to as JSON. With `resume` every game is kept in that file, a line
    each, and those that are there already are not played again. Raises Fault."""
    game = find(bout.slug, components)
    _fit(game, bout.seats)
    unknown = [level for level in bout.levels if level not in COMPUTER_PLAYERS]
    if unknown or not 2 <= len(bout.levels) <= bout.seats:
        raise Fault(f"Name 2 to {bout.seats} levels, the one to measure first: {', '.join(COMPUTER_PLAYERS)}.")
    options = settle(game.settings, bout.options)
    found = _games_of(bout)
    kept = len(found)
    for number in range(kept, bout.games):
        if bout.aim is not None and len(found) >= FEW and series.is_conclusive(series.score_games(found), bout.aim):
            break
        one = series.play_game(game, bout.levels, bout.seats, number, bout.seed, options, bout.budget)
        found.append(one)
        if bout.resume is not None:
            with bout.resume.open("a", encoding="utf-8") as file:
                file.write(_json(one) + "\n")
    if not found:
        raise Fault("There are no games to add up.")
    yield _json(series.score_games(found))


def _games_of(bout: Bout) -> list[series.ArenaGame]:
    """The games that were kept. Raises Fault where they are of another series."""
    if bout.resume is None or not bout.resume.exists():
        return []
    try:
        found = [msgspec.json.decode(line, type=series.ArenaGame) for line in bout.resume.read_bytes().splitlines()]
    except msgspec.DecodeError as bad:
        raise Fault(f"{bout.resume} is no file of games: {bad}") from None
    for number, one in enumerate(found):
        if one.seed != f"{bout.seed}-{number}" or one.levels != series.assign_levels(bout.levels, bout.seats, number):
            raise Fault(f"Line {number + 1} of {bout.resume} is of another series. Name another file.")
    return found


def rules(slug: str, components: Path | None = None) -> Iterator[str]:
    """Yield the numbered rules, under their headings, with the numbers of a components file if one is given. Raises Fault."""
    heading, listed = "", rule_pages.rules(find(slug, components))
    if not listed:
        raise Fault(f"The rules of {slug} are not written down: RULES.md is missing or has no numbers.")
    for rule in listed:
        if rule.heading != heading:
            heading = rule.heading
            yield f"\n{heading}"
        yield f"{rule.number} {rule.text}"


def components(slug: str, check: Path | None) -> Iterator[str]:
    """Where each group of components comes from; with `check`, of an owner's file, and what in it is not printed.

    Raises Fault (code 1), with a line for everything that is missing or wrong, for a file that cannot be used.
    """
    if slug in registry.slugs() and check is not None:
        wrong = owner_files.problems(slug, check.read_bytes())
        if wrong:
            raise Fault("\n".join(f"{check}: {key}: {why}" if key else f"{check}: {why}" for key, why in wrong), 1)
    game = find(slug, check)
    plain = msgspec.to_builtins(game.components, str_keys=True)
    for group, held in plain.items():
        yield f"{group}: {', '.join(sorted(owner_files.sources(held))) or 'no source given'}"
    if check is not None:
        for source in ("house", "inferred", "found"):
            keys = [key for key, own in owner_files.provenance(plain) if own == source]
            if keys:
                yield f"still {source}: {', '.join(keys)}"
        yield f"{check} fits."


def _fit(game: AnyGame, seats: int) -> None:
    if seats not in game.seats:
        fit = " or ".join(str(n) for n in game.seats)
        raise Fault(f"{game.title} is for {fit} players, not {seats}.")


def _other(game: AnyGame, kept: record.Record) -> str:
    """What may explain a record that does not replay."""
    if kept.components != record.components_digest(game):
        return " (it was played with other components; give their file with --components)"
    if kept.rules != game.rules_version:
        return f" (it was played under rules version {kept.rules}, today's is {game.rules_version})"
    return ""


def _key_and_reason(bad: registry.BadComponents) -> str:
    reason, _, key = str(bad).partition(" - at `$.")
    return f"{key.rstrip('`')}: {reason}" if key else reason


def _json(data: Any) -> str:  # noqa: ANN401 - any plain data
    return msgspec.json.encode(data).decode()
