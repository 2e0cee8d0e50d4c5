"""The command `python -m engine arena`: a series of games between computer players, which can be resumed from a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.commands import CommandError, find_game, format_json, require_seats
from engine.kernel.script import complete_options
from engine.players import arena as series
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget

MIN_GAMES = 20
"""The number of games below which no result counts as certain."""


class ArenaRequest(msgspec.Struct, frozen=True):
    """A series of games between computer players.

    If `target_strength` is set, from 0 to 1, the series stops as soon as the interval of the measured strength lies
    on one side of it.
    """

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
    """Play a series of games between computer players, and yield the scores as JSON.

    If `results_file` is set, every game is appended to it as one line, and games that it holds already are not
    played again.

    Raises:
        CommandError: The levels do not fit, the file is of another series, or there are no games.
    """
    game = find_game(request.slug, components)
    require_seats(game, request.seats)
    unknown = [level for level in request.levels if level not in COMPUTER_PLAYERS]
    if unknown or not 2 <= len(request.levels) <= request.seats:
        raise CommandError(
            f"Name 2 to {request.seats} levels, the one to measure first: {', '.join(COMPUTER_PLAYERS)}."
        )
    options = complete_options(game.settings, request.options)
    games = _load_games(request)
    for number in range(len(games), request.game_count):
        if _is_decided(games, request.target_strength):
            break
        played = series.play_game(game, request.levels, request.seats, number, request.seed, options, request.budget)
        games.append(played)
        if request.results_file is not None:
            with request.results_file.open("a", encoding="utf-8") as file:
                file.write(format_json(played) + "\n")
    if not games:
        raise CommandError("There are no games to add up.")
    yield format_json(series.score_games(games))


def _is_decided(games: list[series.ArenaGame], target_strength: float | None) -> bool:
    if target_strength is None or len(games) < MIN_GAMES:
        return False
    return series.is_conclusive(series.score_games(games), target_strength)


def _load_games(request: ArenaRequest) -> list[series.ArenaGame]:
    """Load the games of the results file.

    Raises:
        CommandError: The file is of another series, or not a file of games.
    """
    if request.results_file is None or not request.results_file.exists():
        return []
    lines = request.results_file.read_bytes().splitlines()
    try:
        games = [msgspec.json.decode(line, type=series.ArenaGame) for line in lines]
    except msgspec.DecodeError as error:
        raise CommandError(f"{request.results_file} is no file of games: {error}") from None
    for number, game in enumerate(games):
        levels = series.assign_levels(request.levels, request.seats, number)
        if game.seed != f"{request.seed}-{number}" or game.levels != levels:
            raise CommandError(f"Line {number + 1} of {request.results_file} is of another series. Name another file.")
    return games
