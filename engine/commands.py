"""The commands of `python -m engine` as lines of text: random games, replays, counts, rules and components."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves, sample_move
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
from engine.kernel.script import GameResult, ScoreLine, complete_options
from engine.kernel.text import Seat, write_plain_text
from engine.ops import owner_files, provenance, rule_pages

MAX_RANDOM_MOVES = 5_000
"""The number of moves after which a random game counts as endless."""


class CommandError(Exception):
    """Raised when a command cannot continue, with a sentence for the user and an exit code."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class PlayedStep(msgspec.Struct, frozen=True):
    """A move of a random game and its result."""

    seat: Seat
    words: Words
    result: MoveResult[Any]


def find_game(slug: str, components: Path | None = None) -> AnyGame:
    """Load a game by its slug, with the components of a file if one is given.

    Raises:
        CommandError: There is no such game, or the components cannot be used.
    """
    if slug not in registry.list_slugs():
        raise CommandError(f"There is no game “{slug}”; the games are: {', '.join(registry.list_slugs())}.")
    try:
        return registry.load_game(slug, None if components is None else components.read_bytes())
    except registry.ComponentsError as error:
        raise CommandError(f"{components or slug}: {_describe_components_error(error)}", 1) from None


def start_game(game: AnyGame, seats: int, options: Mapping[str, str], seed: str) -> MoveResult[Any]:
    """Start a game, and return its first position.

    Raises:
        CommandError: The game is not for this number of players.
        UserError: There is no such option.
    """
    require_seats(game, seats)
    return begin_game(game, seats, complete_options(game.settings, options), seed)


def choose_random_move(situation: Situation[Any], rng: Dice, tick: int) -> tuple[Seat, Words]:
    """Choose a legal move at random: first a seat that owes an answer, then each level of its menu."""
    waiting_seats = sorted(situation.questions)
    seat = waiting_seats[rng.roll_below(len(waiting_seats), tick, "who")]
    levels = itertools.count()
    return seat, sample_move(situation.build_menu(seat), lambda n: rng.roll_below(n, tick, f"what/{next(levels)}"))


def play_random_moves(
    game: AnyGame, position: Position[Any], seed: str, rng: Dice | None = None
) -> Iterator[PlayedStep]:
    """Play random moves until the game is over.

    The choice of the moves follows from the seed too, but from other rolls than the game's own.
    """
    rng = rng or Dice(f"{seed}/player")
    situation = resolve_situation(game, position, seed)
    while situation.questions:
        seat, words = choose_random_move(situation, rng, position.move_count)
        result = play_move(game, position, seed, seat, words)
        yield PlayedStep(seat, words, result)
        position, situation = result.position, result.situation


def encode_result(result: GameResult) -> dict[str, Any]:
    """Return a result as plain JSON data. Seats count from 0, as in records."""
    return {
        "winners": result.winners,
        "ranking": result.ranking,
        "reason": write_plain_text(result.reason),
        "roles": {str(seat): write_plain_text(role) for seat, role in result.roles.items()},
        "scores": {str(seat): _encode_score_rows(rows) for seat, rows in result.scores.items()},
    }


def _encode_score_rows(rows: Iterable[ScoreLine]) -> list[list[Any]]:
    return [[write_plain_text(row.label), row.points] for row in rows]


def list_games() -> Iterator[str]:
    """Yield one JSON list of all games with their seats and options. The first value of an option is the default."""
    entries: list[dict[str, Any]] = []
    for slug in registry.list_slugs():
        game = find_game(slug)
        entries.append(
            {
                "slug": game.slug,
                "title": game.title,
                "seats": list(game.seat_counts),
                "options": {setting.name: list(setting.values) for setting in game.settings},
                "rules_version": game.rules_version,
            }
        )
    yield msgspec.json.format(format_json(entries))


def simulate_games(
    slug: str, seats: int, game_count: int, seed: str, options: Mapping[str, str], components: Path | None = None
) -> Iterator[str]:
    """Play random games, and yield one line of JSON each.

    The record of game k is the output of `transcript --seed SEED-k`.

    Raises:
        CommandError: A game did not end.
    """
    game = find_game(slug, components)
    for number in range(1, game_count + 1):
        game_seed = f"{seed}-{number}"
        started_at = time.perf_counter()
        position = start_game(game, seats, options, game_seed).position
        move_count = 0
        for step in itertools.islice(play_random_moves(game, position, game_seed), MAX_RANDOM_MOVES):
            position = step.result.position
            move_count += 1
        duration_s = time.perf_counter() - started_at
        result = game.find_result(position.base)
        yield format_json(
            {
                "seed": game_seed,
                "moves": move_count,
                "seconds": round(duration_s, 4),
                "result": result and encode_result(result),
            }
        )
        if result is None:
            raise CommandError(f"The game with seed {game_seed} is not over after {MAX_RANDOM_MOVES} moves.", 1)


def write_transcript(slug: str, seats: int, seed: str, options: Mapping[str, str]) -> Iterator[str]:
    """Play a random game, and yield its record."""
    game = find_game(slug)
    position = start_game(game, seats, options, seed).position
    moves: list[Move] = []
    for step in itertools.islice(play_random_moves(game, position, seed), MAX_RANDOM_MOVES):
        moves.append(Move(step.seat, step.words, compute_digest(step.result.position, seed)))
    log = tuple(moves)
    game_record = record.GameRecord(
        slug,
        game.rules_version,
        record.compute_components_digest(game),
        seats,
        complete_options(game.settings, options),
        seed,
        log,
    )
    yield record.format_record(game_record).rstrip("\n")


def read_record(file: Path) -> record.GameRecord:
    """Read a record that can be replayed.

    Raises:
        CommandError: The file is not a record, or its secrets are still sealed.
    """
    try:
        game_record = record.parse_record(file.read_text("utf-8"))
    except (record.RecordError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} is not a record: {error}") from None
    if game_record.is_sealed:
        raise CommandError(f"{file} is of a game that goes on: its seed is sealed, so it cannot be replayed yet.")
    return game_record


def replay_record(file: Path, move_count: int | None, components: Path | None) -> Iterator[str]:
    """Replay a record, check its digests, and yield the state that it reaches.

    Raises:
        CommandError: The record cannot be used; with exit code 1, a move fails or has another digest.
    """
    game_record = read_record(file)
    game = find_game(game_record.game, components)
    if move_count is not None and move_count > len(game_record.moves):
        raise CommandError(f"{file} has {len(game_record.moves)} moves, not {move_count}.")
    seed = game_record.seed
    replay = replay_moves(game, _start_record(game, game_record), seed, game_record.moves[:move_count])
    if replay.stopped_at is not None:
        move = record.format_move(game_record.moves[replay.stopped_at])
        explanation = _explain_mismatch(game, game_record)
        raise CommandError(f"Move {replay.stopped_at + 1}, “{move}”: {replay.failure_reason}{explanation}", 1)
    situation = resolve_situation(game, replay.position, seed)
    waiting_seats = sorted(situation.questions)
    yield format_json(
        {
            "game": game.slug,
            "moves": replay.position.move_count,
            "digest": compute_digest(replay.position, seed),
            "to_move": waiting_seats,
            "asked": {str(seat): write_plain_text(situation.build_menu(seat).prompt) for seat in waiting_seats},
            "result": situation.result and encode_result(situation.result),
        }
    )


def _start_record(game: AnyGame, game_record: record.GameRecord) -> Position[Any]:
    require_seats(game, game_record.seat_count)
    try:
        return record.build_opening(game, game_record)
    except msgspec.ValidationError as error:
        explanation = _explain_mismatch(game, game_record)
        raise CommandError(f"The record's origin does not fit the game: {error}{explanation}", 1) from None


def count_sequences(game: AnyGame, position: Position[Any], seed: str, depth: int) -> int:
    """Count the sequences of exactly `depth` moves. If several seats owe an answer, the lowest answers first."""
    return _count_sequences(game, position, resolve_situation(game, position, seed), seed, depth)


def count_by_first_move(game: AnyGame, position: Position[Any], seed: str, depth: int) -> Iterator[tuple[Words, int]]:
    """Yield every next move with the number of sequences of `depth` moves that begin with it."""
    return _count_by_first_move(game, position, resolve_situation(game, position, seed), seed, depth)


def _count_sequences(game: AnyGame, position: Position[Any], situation: Situation[Any], seed: str, depth: int) -> int:
    if not depth:
        return 1
    return sum(count for _, count in _count_by_first_move(game, position, situation, seed, depth))


def _count_by_first_move(
    game: AnyGame, position: Position[Any], situation: Situation[Any], seed: str, depth: int
) -> Iterator[tuple[Words, int]]:
    if not situation.questions:
        return
    seat = min(situation.questions)
    for words in generate_moves(situation.build_menu(seat)):
        if depth == 1:
            yield words, 1
        else:
            played = play_move(game, position, seed, seat, words)
            yield words, _count_sequences(game, played.position, played.situation, seed, depth - 1)


def print_perft(
    slug: str, seats: int, seed: str, depth: int, options: Mapping[str, str], *, by_first_move: bool
) -> Iterator[str]:
    """Yield the number of move sequences from the start, also by first move if `by_first_move` is set."""
    game = find_game(slug)
    position = start_game(game, seats, options, seed).position
    if not by_first_move or depth == 0:
        yield str(count_sequences(game, position, seed, depth))
        return
    total = 0
    for words, count in count_by_first_move(game, position, seed, depth):
        total += count
        yield f"{' '.join(words)}: {count}"
    yield str(total)


def print_rules(slug: str, components: Path | None = None) -> Iterator[str]:
    """Yield the numbered rules under their headings, with the numbers of a components file if one is given.

    Raises:
        CommandError: The game has no numbered rules, or the components cannot be used.
    """
    heading = ""
    rules = rule_pages.load_rules(find_game(slug, components))
    if not rules:
        raise CommandError(f"The rules of {slug} are not written down: RULES.md is missing or has no numbers.")
    for rule in rules:
        if rule.heading != heading:
            heading = rule.heading
            yield f"\n{heading}"
        yield f"{rule.number} {rule.text}"


def print_components(slug: str, owner_file: Path | None) -> Iterator[str]:
    """Yield where each group of components comes from; for an owner's file also the values that are not printed.

    Raises:
        CommandError: The owner's file cannot be used. The message has one line for every problem.
    """
    if slug in registry.list_slugs() and owner_file is not None:
        _require_no_problems(slug, owner_file)
    game = find_game(slug, owner_file)
    components = msgspec.to_builtins(game.components, str_keys=True)
    for name, group in components.items():
        yield f"{name}: {', '.join(sorted(provenance.list_sources(group))) or 'no source given'}"
    if owner_file is None:
        return
    for source in ("house", "inferred", "found"):
        keys = []
        for key, value_source in provenance.generate_provenance(components):
            if value_source == source:
                keys.append(key)
        if keys:
            yield f"still {source}: {', '.join(keys)}"
    yield f"{owner_file} fits."


def _require_no_problems(slug: str, owner_file: Path) -> None:
    problems = owner_files.find_problems(slug, owner_file.read_bytes())
    if not problems:
        return
    lines = [": ".join(part for part in (str(owner_file), key, reason) if part) for key, reason in problems]
    raise CommandError("\n".join(lines), 1)


def require_seats(game: AnyGame, seats: int) -> None:
    """Check that a game is for this number of players.

    Raises:
        CommandError: It is not.
    """
    if seats not in game.seat_counts:
        counts = " or ".join(str(count) for count in game.seat_counts)
        raise CommandError(f"{game.title} is for {counts} players, not {seats}.")


def _explain_mismatch(game: AnyGame, game_record: record.GameRecord) -> str:
    """Return a reason why a record may not replay, in brackets, or "" if none is known."""
    if game_record.components_digest != record.compute_components_digest(game):
        return " (it was played with other components; give their file with --components)"
    if game_record.rules_version != game.rules_version:
        return f" (it was played under rules version {game_record.rules_version}, today's is {game.rules_version})"
    return ""


def _describe_components_error(error: registry.ComponentsError) -> str:
    reason, _, key = str(error).partition(" - at `$.")
    if not key:
        return reason
    return f"{key.rstrip('`')}: {reason}"


def format_json(data: Any) -> str:  # noqa: ANN401 - any plain data
    """Return plain data as one line of JSON."""
    return msgspec.json.encode(data).decode()
