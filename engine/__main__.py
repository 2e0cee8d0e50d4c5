"""The command line: `python -m engine --help`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine import commands
from engine.commands import Fault
from engine.kernel.text import Refusal
from engine.players.computer_levels import Budget

if TYPE_CHECKING:
    from engine.ops.config import Config

BEHIND = 10
"""How far behind the bot a program stands that has time (`nice`), beside its painters."""


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence, without the usage lines."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 the thing examined is not in order, 2 the question makes no sense."""
    asked = _parser().parse_args(argv)
    os.umask(0o077)  # a restored database is nobody else's
    try:
        for line in _lines(asked):
            print(line, flush=True)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return fault.code
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as no:
        print(f"{no.filename}: {no.strerror}" if no.filename else no, file=sys.stderr)
        return 2
    return 0


def _lines(asked: argparse.Namespace) -> Iterable[str]:
    options = dict(asked.option) if "option" in asked else {}
    match asked.command:
        case "games":
            return commands.games()
        case "simulate":
            return commands.simulate(asked.slug, asked.seats, asked.games, asked.seed, options, asked.components)
        case "transcript":
            return commands.transcript(asked.slug, asked.seats, asked.seed, options)
        case "replay":
            return commands.again(asked.file, asked.upto, asked.components)
        case "perft":
            return commands.count(asked.slug, asked.seats, asked.seed, asked.depth, options, split=asked.divide)
        case "arena":
            return commands.arena(_bout(asked, options), asked.components)
        case "rules":
            return commands.rules(asked.slug, asked.components)
        case "components":
            return commands.components(asked.slug, asked.check)
        case "health":
            return _health(asked.config)
        case "restore":
            return _restore(asked.backup, asked.to)
        case "move-store":
            return _move_store(asked.source, asked.target)
        case _:
            return _doctor(asked.database, asked.config, online=asked.online)


def _bout(asked: argparse.Namespace, options: dict[str, str]) -> commands.Bout:
    return commands.Bout(
        asked.slug,
        tuple(asked.players.split(",")),
        asked.seats,
        asked.games,
        asked.seed,
        options,
        asked.resume,
        None if asked.until_sure is None else asked.until_sure / 100,
        Budget(asked.playouts),
    )


def _doctor(database: str | None, config: Path | None, *, online: bool) -> Iterator[str]:
    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.doctor import examine  # noqa: PLC0415 - the other commands need no database

    if online and hasattr(os, "nice"):  # Windows has none
        os.nice(BEHIND)
    try:
        reports = examine(_settings(config).store.where if database is None else _store(database))
    except StoreError as broken:
        raise Fault(str(broken)) from broken
    for report in reports:
        where = "" if report.at is None else f" at {report.at}"
        yield f"table {report.table} ({report.game}): {report.verdict}{where}" + (
            f": {report.why}" if report.why else ""
        )
    bad = sum(not report.in_order for report in reports)
    if bad:
        raise Fault(f"{bad} of {len(reports)} tables do not replay.", 1)


def _settings(file: Path | None) -> Config:
    from engine.ops import config  # noqa: PLC0415 - the other commands need no settings

    try:
        return config.read(file, os.environ)
    except config.BadConfig as bad:
        raise Fault(str(bad)) from None


def _health(config: Path | None) -> Iterator[str]:
    from engine.host.model.clock import system_clock  # noqa: PLC0415
    from engine.ops import pulse  # noqa: PLC0415 - as above

    found = pulse.read(pulse.beside(_settings(config).store.path))
    wrong = pulse.trouble(found, int(system_clock().timestamp()))
    if wrong == pulse.STANDS_BY:
        yield wrong
        return
    if wrong is not None:
        raise Fault(wrong, 1)
    assert found is not None
    yield f"Overwinter {found.version} (process {found.process}) serves people on Discord."


def _move_store(source: str, target: str) -> Iterator[str]:
    import asyncio  # noqa: PLC0415

    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.moving import move  # noqa: PLC0415 - the other commands need no database

    try:
        rows, bad = asyncio.run(move(_store(source), _store(target)))
    except StoreError as refused:
        raise Fault(str(refused), 1) from refused
    yield from bad
    yield f"{rows} rows were copied and compared, and every table replays as before. Name the new store in config.toml."


def _store(text: str) -> Path | str:
    from engine.host.store.database import is_address  # noqa: PLC0415

    return text if is_address(text) else Path(text)


def _restore(backup: Path, database: Path) -> Iterator[str]:
    from engine.host.model.clock import system_clock  # noqa: PLC0415
    from engine.host.store.database import StoreError  # noqa: PLC0415
    from engine.ops.backup import restore  # noqa: PLC0415 - the other commands need no database

    try:
        aside = restore(backup, database, system_clock)
    except StoreError as refused:
        raise Fault(str(refused), 1) from refused
    if aside is not None:
        yield f"{aside} is what was there before."
    yield f"{database} is now what {backup} holds. Start the bot."


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Play, replay, count and check the games without Discord.")
    make = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    make.add_parser("games", help="the games there are, as JSON")
    simulate = make.add_parser("simulate", help="random games, one JSON line each")
    transcript = make.add_parser("transcript", help="a random game as a record")
    perft = make.add_parser("perft", help="the number of move sequences from the start")
    arena = make.add_parser("arena", help="computer players against each other, as JSON")
    for command in (simulate, transcript, perft, arena):
        command.add_argument("slug")
        command.add_argument("--seats", type=_number, required=True)
        command.add_argument("--seed", type=_word, required=True)
        command.add_argument("--option", type=_pair, action="append", default=[], metavar="KEY=VALUE")
    simulate.add_argument("--games", type=_number, default=1)
    simulate.add_argument("--components", type=Path, metavar="FILE", help="an owner's file instead of ours")
    arena.add_argument("--games", type=_number, default=20)
    arena.add_argument("--players", required=True, metavar="LEVEL,LEVEL", help="who is measured, and against whom")
    arena.add_argument("--resume", type=Path, metavar="FILE", help="keep the games there, and go on where it ends")
    arena.add_argument(
        "--until-sure",
        type=_number,
        nargs="?",
        const=50,
        metavar="PERCENT",
        help="stop when the strength is surely above or below that (50)",
    )
    arena.add_argument("--playouts", type=_number, metavar="N", help="instead of the game's own number")
    arena.add_argument("--components", type=Path, metavar="FILE", help="an owner's file instead of ours")
    perft.add_argument("--depth", type=_number, required=True)
    perft.add_argument("--divide", action="store_true", help="also by first move")

    replay = make.add_parser("replay", help="check a record's digests and tell where it stands")
    replay.add_argument("file", type=Path)
    replay.add_argument("--upto", type=_number, metavar="N", help="the first N moves only")
    replay.add_argument("--components", type=Path, metavar="FILE", help="the components it was played with")

    rules = make.add_parser("rules", help="the numbered rules")
    rules.add_argument("slug")
    rules.add_argument("--components", type=Path, metavar="FILE", help="an owner's file, whose numbers they then name")
    components = make.add_parser("components", help="where each group of components comes from")
    components.add_argument("slug")
    components.add_argument("--check", type=Path, metavar="FILE", help="an owner's file instead of ours")
    restore = make.add_parser("restore", help="put a backup in the place of the bot's database; stop the bot first")
    restore.add_argument("backup", type=Path)
    restore.add_argument("--to", type=Path, required=True, metavar="DATABASE")
    health = make.add_parser("health", help="whether the bot serves people: exit code 0 when it does")
    move = make.add_parser("move-store", help="copy a store into an empty one, checked row by row; stop the bot first")
    for name in ("source", "target"):
        move.add_argument(name, metavar="FROM" if name == "source" else "TO", help="a file, or postgresql://...")
    doctor = make.add_parser("doctor", help="replay every stored table, read-only, also while the bot runs")
    doctor.add_argument(
        "database", nargs="?", help="a file, or postgresql://... (default: where the bot keeps its tables)"
    )
    doctor.add_argument(
        "--online", action="store_true", help="the bot runs: work only when the processor has nothing else to do"
    )
    for named in (health, doctor):
        named.add_argument(
            "--config", type=Path, metavar="FILE", help="the bot's settings (default: config.toml, if there is one)"
        )
    return parser


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(text)


def _word(text: str) -> str:
    if not text or text.split() != [text]:
        raise argparse.ArgumentTypeError("a seed is one word")
    return text


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form key=value")
    return name, value


if __name__ == "__main__":
    sys.exit(main())
