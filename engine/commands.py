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
from engine.kernel.menu import Words, list_moves, sample_move
from engine.kernel.position import (
    Move,
    MoveResult,
    Position,
    Situation,
    begin_game,
    compute_digest,
    play_move,
    replay_moves,
    resolve_situation,
)
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult, complete_options
from engine.kernel.text import Seat, write_plain_text
from engine.ops import owner_files, rule_pages
from engine.players import arena as series
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget

MIN_GAMES = 20
"""Games before which nothing is sure, however they ended."""
MAX_RANDOM_MOVES = 5_000
"""Moves after which a random game is given up as endless."""


class CommandError(Exception):
    """A command that cannot go on: one sentence for the person at the keyboard and the exit code."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class PlayedStep(msgspec.Struct, frozen=True):
    """A move of a random game and what came of it."""

    seat: Seat
    words: Words
    result: MoveResult[Any]


def find_game(slug: str, components: Path | None = None) -> AnyGame:
    """A game by its slug, with the components of a file if one is given. Raises Fault."""
    if slug not in registry.list_slugs():
        raise CommandError(f"There is no game “{slug}”; the games are: {', '.join(registry.list_slugs())}.")
    try:
        return registry.load_game(slug, None if components is None else components.read_bytes())
    except registry.ComponentsError as bad:
        raise CommandError(f"{components or slug}: {_split_error(bad)}", 1) from None


def start_game(game: AnyGame, seats: int, options: Mapping[str, str], seed: str) -> MoveResult[Any]:
    """The first position of a game. Raises Fault for a number of players it is not for, Refusal for an unknown option."""
    _require_seats(game, seats)
    return begin_game(game, seats, complete_options(game.settings, options), seed)


def choose_random_move(situation: Situation[Any], rng: Dice, tick: int) -> tuple[Seat, Words]:
    """A legal move at random: first who of those that owe an answer, then what, level by level."""
    asked = sorted(situation.questions)
    seat = asked[rng.roll_below(len(asked), tick, "who")]
    pick = itertools.count()
    return seat, sample_move(situation.build_menu(seat), lambda n: rng.roll_below(n, tick, f"what/{next(pick)}"))


def play_random_moves(
    game: AnyGame, position: Position[Any], seed: str, rng: Dice | None = None
) -> Iterator[PlayedStep]:
    """Random moves until the game is over. The player's luck follows from the seed too, but is not the game's."""
    rng = rng or Dice(f"{seed}/player")
    here = resolve_situation(game, position, seed)
    while here.questions:
        seat, words = choose_random_move(here, rng, position.move_count)
        played = play_move(game, position, seed, seat, words)
        yield PlayedStep(seat, words, played)
        position, here = played.position, played.situation


def encode_result(result: GameResult) -> dict[str, Any]:
    """A result as plain JSON; seats count from 0, as in records."""
    return {
        "winners": result.winners,
        "ranking": result.ranking,
        "reason": write_plain_text(result.reason),
        "roles": {str(seat): write_plain_text(role) for seat, role in result.roles.items()},
        "scores": {
            str(seat): [[write_plain_text(row.label), row.points] for row in rows]
            for seat, rows in result.scores.items()
        },
    }


def list_games() -> Iterator[str]:
    """Every game with its seats and options (the first value is the default), as one JSON list."""
    found = [find_game(slug) for slug in registry.list_slugs()]
    yield msgspec.json.format(
        _to_json(
            [
                {
                    "slug": game.slug,
                    "title": game.title,
                    "seats": list(game.seat_counts),
                    "options": {setting.name: list(setting.values) for setting in game.settings},
                    "rules_version": game.rules_version,
                }
                for game in found
            ]
        )
    )


def simulate_games(
    slug: str, seats: int, game_count: int, seed: str, options: Mapping[str, str], components: Path | None = None
) -> Iterator[str]:
    """Random games, one line of JSON each. Game k is the one that `transcript --seed SEED-k` prints."""
    game = find_game(slug, components)
    for k in range(1, game_count + 1):
        own = f"{seed}-{k}"
        began = time.perf_counter()
        position, made = start_game(game, seats, options, own).position, 0
        for step in itertools.islice(play_random_moves(game, position, own), MAX_RANDOM_MOVES):
            position, made = step.result.position, made + 1
        seconds = time.perf_counter() - began
        result = game.find_result(position.base)
        yield _to_json(
            {"seed": own, "moves": made, "seconds": round(seconds, 4), "result": result and encode_result(result)}
        )
        if result is None:
            raise CommandError(f"The game with seed {own} is not over after {MAX_RANDOM_MOVES} moves.", 1)


def write_transcript(slug: str, seats: int, seed: str, options: Mapping[str, str]) -> Iterator[str]:
    """A random game as a record."""
    game = find_game(slug)
    position = start_game(game, seats, options, seed).position
    log = tuple(
        Move(step.seat, step.words, compute_digest(step.result.position, seed))
        for step in itertools.islice(play_random_moves(game, position, seed), MAX_RANDOM_MOVES)
    )
    kept = record.GameRecord(
        slug,
        game.rules_version,
        record.compute_components_digest(game),
        seats,
        complete_options(game.settings, options),
        seed,
        log,
    )
    yield record.format_record(kept).rstrip("\n")


def read_record(file: Path) -> record.GameRecord:
    """A record that can be replayed. Raises Fault for a text that is not one, or one whose secrets are still sealed."""
    try:
        found = record.parse_record(file.read_text("utf-8"))
    except (record.RecordError, UnicodeDecodeError) as bad:
        raise CommandError(f"{file} is not a record: {bad}") from None
    if found.is_sealed:
        raise CommandError(f"{file} is of a game that goes on: its seed is sealed, so it cannot be replayed yet.")
    return found


def replay_record(file: Path, move_count: int | None, components: Path | None) -> Iterator[str]:
    """Replay a record, checking its digests, and tell where it stands. Raises Fault with code 1 at the first move that fails."""
    kept = read_record(file)
    game = find_game(kept.game, components)
    if move_count is not None and move_count > len(kept.moves):
        raise CommandError(f"{file} has {len(kept.moves)} moves, not {move_count}.")
    first = _start_record(game, kept)
    got = replay_moves(game, first, kept.seed, kept.moves[:move_count])
    if got.stopped_at is not None:
        move = kept.moves[got.stopped_at]
        raise CommandError(
            f"Move {got.stopped_at + 1}, “{record.format_move(move)}”: {got.failure_reason}{_explain_mismatch(game, kept)}",
            1,
        )
    here = resolve_situation(game, got.position, kept.seed)
    yield _to_json(
        {
            "game": game.slug,
            "moves": got.position.move_count,
            "digest": compute_digest(got.position, kept.seed),
            "to_move": sorted(here.questions),
            "asked": {str(seat): write_plain_text(here.build_menu(seat).prompt) for seat in sorted(here.questions)},
            "result": here.result and encode_result(here.result),
        }
    )


def _start_record(game: AnyGame, game_record: record.GameRecord) -> Position[Any]:
    _require_seats(game, game_record.seat_count)
    try:
        return record.build_opening(game, game_record)
    except msgspec.ValidationError as bad:
        raise CommandError(
            f"The record's origin does not fit the game: {bad}{_explain_mismatch(game, game_record)}", 1
        ) from None


def count_sequences(game: AnyGame, position: Position[Any], seed: str, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; where several seats owe an answer, the lowest answers first."""
    return _count_sequences(game, position, resolve_situation(game, position, seed), seed, depth)


def count_by_first_move(game: AnyGame, position: Position[Any], seed: str, depth: int) -> Iterator[tuple[Words, int]]:
    """Every next move with the number of sequences of `depth` moves that begin with it; nothing when the game is over."""
    return _count_by_first_move(game, position, resolve_situation(game, position, seed), seed, depth)


def _count_sequences(game: AnyGame, position: Position[Any], situation: Situation[Any], seed: str, depth: int) -> int:
    return sum(below for _, below in _count_by_first_move(game, position, situation, seed, depth)) if depth else 1


def _count_by_first_move(
    game: AnyGame, position: Position[Any], situation: Situation[Any], seed: str, depth: int
) -> Iterator[tuple[Words, int]]:
    if not situation.questions:
        return
    seat = min(situation.questions)
    for words in list_moves(situation.build_menu(seat)):
        if depth == 1:
            yield words, 1
        else:
            played = play_move(game, position, seed, seat, words)
            yield words, _count_sequences(game, played.position, played.situation, seed, depth - 1)


def print_perft(
    slug: str, seats: int, seed: str, depth: int, options: Mapping[str, str], *, by_first_move: bool
) -> Iterator[str]:
    """The number of move sequences from the start, with `by_first_move` also by first move."""
    game = find_game(slug)
    position = start_game(game, seats, options, seed).position
    if not by_first_move or depth == 0:
        yield str(count_sequences(game, position, seed, depth))
        return
    total = 0
    for words, nodes in count_by_first_move(game, position, seed, depth):
        total += nodes
        yield f"{' '.join(words)}: {nodes}"
    yield str(total)


class ArenaRequest(msgspec.Struct, frozen=True):
    """What `run_arena` is asked: `target_strength` is a strength from 0 to 1, and the games stop once the interval lies on
    one side of it."""

    slug: str
    levels: tuple[str, ...]
    seats: int
    game_count: int
    seed: str
    options: dict[str, str]
    results_file: Path | None = None
    target_strength: float | None = None
    budget: Budget = Budget()


def run_arena(request: ArenaRequest, components: Path | None = None) -> Iterator[str]:
    """Games between computer players, and what they come to as JSON. With `results_file` every game is kept in that file, a line
    each, and those that are there already are not played again. Raises Fault."""
    game = find_game(request.slug, components)
    _require_seats(game, request.seats)
    unknown = [level for level in request.levels if level not in COMPUTER_PLAYERS]
    if unknown or not 2 <= len(request.levels) <= request.seats:
        raise CommandError(
            f"Name 2 to {request.seats} levels, the one to measure first: {', '.join(COMPUTER_PLAYERS)}."
        )
    options = complete_options(game.settings, request.options)
    found = _load_games(request)
    kept = len(found)
    for number in range(kept, request.game_count):
        if (
            request.target_strength is not None
            and len(found) >= MIN_GAMES
            and series.is_conclusive(series.score_games(found), request.target_strength)
        ):
            break
        one = series.play_game(game, request.levels, request.seats, number, request.seed, options, request.budget)
        found.append(one)
        if request.results_file is not None:
            with request.results_file.open("a", encoding="utf-8") as file:
                file.write(_to_json(one) + "\n")
    if not found:
        raise CommandError("There are no games to add up.")
    yield _to_json(series.score_games(found))


def _load_games(request: ArenaRequest) -> list[series.ArenaGame]:
    """The games that were kept. Raises Fault where they are of another series."""
    if request.results_file is None or not request.results_file.exists():
        return []
    try:
        found = [
            msgspec.json.decode(line, type=series.ArenaGame) for line in request.results_file.read_bytes().splitlines()
        ]
    except msgspec.DecodeError as bad:
        raise CommandError(f"{request.results_file} is no file of games: {bad}") from None
    for number, one in enumerate(found):
        if one.seed != f"{request.seed}-{number}" or one.levels != series.assign_levels(
            request.levels, request.seats, number
        ):
            raise CommandError(f"Line {number + 1} of {request.results_file} is of another series. Name another file.")
    return found


def print_rules(slug: str, components: Path | None = None) -> Iterator[str]:
    """Yield the numbered rules, under their headings, with the numbers of a components file if one is given. Raises Fault."""
    heading, listed = "", rule_pages.load_rules(find_game(slug, components))
    if not listed:
        raise CommandError(f"The rules of {slug} are not written down: RULES.md is missing or has no numbers.")
    for rule in listed:
        if rule.heading != heading:
            heading = rule.heading
            yield f"\n{heading}"
        yield f"{rule.number} {rule.text}"


def print_components(slug: str, owner_file: Path | None) -> Iterator[str]:
    """Where each group of components comes from; with `owner_file`, of an owner's file, and what in it is not printed.

    Raises Fault (code 1), with a line for everything that is missing or wrong, for a file that cannot be used.
    """
    if slug in registry.list_slugs() and owner_file is not None:
        wrong = owner_files.find_problems(slug, owner_file.read_bytes())
        if wrong:
            raise CommandError(
                "\n".join(f"{owner_file}: {key}: {why}" if key else f"{owner_file}: {why}" for key, why in wrong), 1
            )
    game = find_game(slug, owner_file)
    plain = msgspec.to_builtins(game.components, str_keys=True)
    for group, held in plain.items():
        yield f"{group}: {', '.join(sorted(owner_files.list_sources(held))) or 'no source given'}"
    if owner_file is not None:
        for source in ("house", "inferred", "found"):
            keys = [key for key, own in owner_files.list_provenance(plain) if own == source]
            if keys:
                yield f"still {source}: {', '.join(keys)}"
        yield f"{owner_file} fits."


def _require_seats(game: AnyGame, seats: int) -> None:
    if seats not in game.seat_counts:
        fit = " or ".join(str(n) for n in game.seat_counts)
        raise CommandError(f"{game.title} is for {fit} players, not {seats}.")


def _explain_mismatch(game: AnyGame, game_record: record.GameRecord) -> str:
    """What may explain a record that does not replay."""
    if game_record.components_digest != record.compute_components_digest(game):
        return " (it was played with other components; give their file with --components)"
    if game_record.rules_version != game.rules_version:
        return f" (it was played under rules version {game_record.rules_version}, today's is {game.rules_version})"
    return ""


def _split_error(error: registry.ComponentsError) -> str:
    reason, _, key = str(error).partition(" - at `$.")
    return f"{key.rstrip('`')}: {reason}" if key else reason


def _to_json(data: Any) -> str:  # noqa: ANN401 - any plain data
    return msgspec.json.encode(data).decode()
