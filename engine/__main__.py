"""The command line: `python -m engine --help`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine import arena_command, commands
from engine.commands import CommandError
from engine.kernel.text import UserError
from engine.players.computer_levels import Budget

if TYPE_CHECKING:
    from engine.ops.config import Config

LOW_PRIORITY_NICE = 10
"""The niceness of a command that must not slow the bot down, as for its painters."""


class _CommandParser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, without the usage lines."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def run_command(argv: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit code.

    The code is 0 on success, 1 if the checked thing is not in order, and 2 for wrong arguments.
    """
    arguments = _build_parser().parse_args(argv)
    os.umask(0o077)  # so that other users cannot read a restored database
    try:
        for line in _run(arguments):
            print(line, flush=True)
    except CommandError as error:
        print(error, file=sys.stderr)
        return error.code
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
        return 2
    return 0


def _run(arguments: argparse.Namespace) -> Iterable[str]:
    options = dict(arguments.option) if "option" in arguments else {}
    match arguments.command:
        case "games":
            return commands.list_games()
        case "simulate":
            return commands.simulate_games(
                arguments.slug, arguments.seats, arguments.games, arguments.seed, options, arguments.components
            )
        case "transcript":
            return commands.write_transcript(arguments.slug, arguments.seats, arguments.seed, options)
        case "replay":
            return commands.replay_record(arguments.file, arguments.upto, arguments.components)
        case "perft":
            return commands.print_perft(
                arguments.slug,
                arguments.seats,
                arguments.seed,
                arguments.depth,
                options,
                by_first_move=arguments.divide,
            )
        case "arena":
            return arena_command.run_arena(_build_arena_request(arguments, options), arguments.components)
        case "rules":
            return commands.print_rules(arguments.slug, arguments.components)
        case "components":
            return commands.print_components(arguments.slug, arguments.check)
        case "health":
            return _check_health(arguments.config)
        case "restore":
            return _run_restore(arguments.backup, arguments.to)
        case "move-store":
            return _run_move_store(arguments.source, arguments.target)
        case _:
            return _run_doctor(arguments.database, arguments.config, online=arguments.online)


def _build_arena_request(arguments: argparse.Namespace, options: dict[str, str]) -> arena_command.ArenaRequest:
    return arena_command.ArenaRequest(
        arguments.slug,
        tuple(arguments.players.split(",")),
        arguments.seats,
        arguments.games,
        arguments.seed,
        options,
        arguments.resume,
        None if arguments.until_sure is None else arguments.until_sure / 100,
        Budget(arguments.playouts),
    )


def _run_doctor(database: str | None, config: Path | None, *, online: bool) -> Iterator[str]:
    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.doctor import check_tables  # noqa: PLC0415 - the other commands need no database

    if online and hasattr(os, "nice"):  # Windows has none
        os.nice(LOW_PRIORITY_NICE)
    try:
        store_address = _load_config(config).store.address if database is None else _parse_store(database)
        reports = check_tables(store_address)
    except StoreError as error:
        raise CommandError(str(error)) from error
    for report in reports:
        line = f"table {report.table_id} ({report.game}): {report.verdict}"
        if report.failed_seq is not None:
            line += f" at {report.failed_seq}"
        if report.reason:
            line += f": {report.reason}"
        yield line
    failed_count = sum(not report.is_ok for report in reports)
    if failed_count:
        raise CommandError(f"{failed_count} of {len(reports)} tables do not replay.", 1)


def _load_config(file: Path | None) -> Config:
    from engine.ops import config  # noqa: PLC0415 - the other commands need no settings

    try:
        return config.load_config(file, os.environ)
    except config.ConfigError as error:
        raise CommandError(str(error)) from None


def _check_health(config: Path | None) -> Iterator[str]:
    from engine.host.model.clock import system_clock  # noqa: PLC0415
    from engine.ops import heartbeat_file  # noqa: PLC0415 - as above

    status = heartbeat_file.read_heartbeat(heartbeat_file.find_heartbeat_path(_load_config(config).store.path))
    health = heartbeat_file.assess_health(status, int(system_clock().timestamp()))
    if health.exit_code:
        raise CommandError(health.sentence, health.exit_code)
    yield health.sentence


def _run_move_store(source: str, target: str) -> Iterator[str]:
    import asyncio  # noqa: PLC0415

    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.move_store import move_store  # noqa: PLC0415 - the other commands need no database

    try:
        row_count, problems = asyncio.run(move_store(_parse_store(source), _parse_store(target)))
    except StoreError as error:
        raise CommandError(str(error), 1) from error
    yield from problems
    yield f"{row_count} rows were copied and compared, and every table replays as before. Name the new store in config.toml."


def _parse_store(text: str) -> Path | str:
    from engine.host.store.database import is_address  # noqa: PLC0415

    if is_address(text):
        return text
    return Path(text)


def _run_restore(backup: Path, database: Path) -> Iterator[str]:
    from engine.host.model.clock import system_clock  # noqa: PLC0415
    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.backup import restore_backup  # noqa: PLC0415 - the other commands need no database

    try:
        replaced = restore_backup(backup, database, system_clock)
    except StoreError as error:
        raise CommandError(str(error), 1) from error
    if replaced is not None:
        yield f"{replaced} is what was there before."
    yield f"{database} is now what {backup} holds. Start the bot."


def _build_parser() -> argparse.ArgumentParser:
    parser = _CommandParser(
        prog="python -m engine", description="Play, replay, count and check the games without Discord."
    )
    commands_parser = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser
    )

    commands_parser.add_parser("games", help="the games there are, as JSON")
    simulate = commands_parser.add_parser("simulate", help="random games, one JSON line each")
    transcript = commands_parser.add_parser("transcript", help="a random game as a record")
    perft = commands_parser.add_parser("perft", help="the number of move sequences from the start")
    arena = commands_parser.add_parser("arena", help="computer players against each other, as JSON")
    for command in (simulate, transcript, perft, arena):
        command.add_argument("slug")
        command.add_argument("--seats", type=_parse_number, required=True)
        command.add_argument("--seed", type=_parse_seed, required=True)
        command.add_argument("--option", type=_parse_option, action="append", default=[], metavar="KEY=VALUE")
    simulate.add_argument("--games", type=_parse_number, default=1)
    simulate.add_argument("--components", type=Path, metavar="FILE", help="an owner's file instead of ours")
    arena.add_argument("--games", type=_parse_number, default=20)
    arena.add_argument("--players", required=True, metavar="LEVEL,LEVEL", help="who is measured, and against whom")
    arena.add_argument("--resume", type=Path, metavar="FILE", help="keep the games there, and go on where it ends")
    arena.add_argument(
        "--until-sure",
        type=_parse_number,
        nargs="?",
        const=50,
        metavar="PERCENT",
        help="stop when the strength is surely above or below that (50)",
    )
    arena.add_argument("--playouts", type=_parse_number, metavar="N", help="instead of the game's own number")
    arena.add_argument("--components", type=Path, metavar="FILE", help="an owner's file instead of ours")
    perft.add_argument("--depth", type=_parse_number, required=True)
    perft.add_argument("--divide", action="store_true", help="also by first move")

    replay = commands_parser.add_parser("replay", help="check a record's digests and tell where it stands")
    replay.add_argument("file", type=Path)
    replay.add_argument("--upto", type=_parse_number, metavar="N", help="the first N moves only")
    replay.add_argument("--components", type=Path, metavar="FILE", help="the components it was played with")

    rules = commands_parser.add_parser("rules", help="the numbered rules")
    rules.add_argument("slug")
    rules.add_argument("--components", type=Path, metavar="FILE", help="an owner's file, whose numbers they then name")
    components = commands_parser.add_parser("components", help="where each group of components comes from")
    components.add_argument("slug")
    components.add_argument("--check", type=Path, metavar="FILE", help="an owner's file instead of ours")
    restore = commands_parser.add_parser(
        "restore", help="put a backup in the place of the bot's database; stop the bot first"
    )
    restore.add_argument("backup", type=Path)
    restore.add_argument("--to", type=Path, required=True, metavar="DATABASE")
    health = commands_parser.add_parser(
        "health", help="whether the bot serves people: exit code 0 when it does, 3 when a part of it fails"
    )
    move = commands_parser.add_parser(
        "move-store", help="copy a store into an empty one, checked row by row; stop the bot first"
    )
    for name in ("source", "target"):
        move.add_argument(name, metavar="FROM" if name == "source" else "TO", help="a file, or postgresql://...")
    doctor = commands_parser.add_parser("doctor", help="replay every stored table, read-only, also while the bot runs")
    doctor.add_argument(
        "database", nargs="?", help="a file, or postgresql://... (default: where the bot keeps its tables)"
    )
    doctor.add_argument(
        "--online", action="store_true", help="the bot runs: work only when the processor has nothing else to do"
    )
    for command in (health, doctor):
        command.add_argument(
            "--config", type=Path, metavar="FILE", help="the bot's settings (default: config.toml, if there is one)"
        )
    return parser


def _parse_number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(text)


def _parse_seed(text: str) -> str:
    if not text or text.split() != [text]:
        raise argparse.ArgumentTypeError("a seed is one word")
    return text


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form key=value")
    return name, value


if __name__ == "__main__":
    sys.exit(run_command())
