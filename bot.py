"""Start Overwinter: on Discord when there is a token, else at the local table in a browser.

python bot.py [--config FILE] [--local] [--discord] [--take-over] [--port N] [--version]
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import platform
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import aiohttp
    import discord

    from cogs.client import Overwinter
    from cogs.pictures.render_process import create_configured_process
    from cogs.services.heartbeat import Heartbeat
    from engine import __version__
    from engine.environment import TOKEN, TOKEN_FILE
    from engine.garbage_collection import reduce_collections
    from engine.host.model.clock import system_clock
    from engine.host.store.database import StoreError
    from engine.ops import config as settings
    from engine.ops.backup import describe_restore
    from engine.ops.config import Config, ConfigError
    from engine.ops.logs import QUIET_LOGGERS, JsonLogFormatter, OutageFilter, PlainLogFormatter
    from engine.ops.takeover import HAND_OVER, START_SUCCESSOR, TAKE_OVER_OPTION, Successor
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] in {"cogs", "engine", "render"}:
        raise
    sys.exit(f"Overwinter needs the package {missing.name}: say `make run`, which fetches all it needs and starts it.")

log = logging.getLogger("overwinter")
RESTART_EXIT_CODE = 75
"""The exit code that asks for another start (EX_TEMPFAIL of sysexits.h)."""
RECONNECT_MAX_S = 60
"""The longest delay between two attempts to reach Discord."""
STORE_RETRY_MAX_S = 10
"""The longest delay between two attempts to open the store."""
CONNECTION_ERRORS = (
    aiohttp.ClientError,
    TimeoutError,
    ConnectionError,
    discord.DiscordServerError,
    discord.GatewayNotFound,
)
"""The exceptions that mean that Discord cannot be reached."""


class StartupError(Exception):
    """Raised when the bot cannot run. The message is a sentence for the administrator."""


class SupersededError(StartupError):
    """Raised when another process serves the shards of this one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until a signal arrives, and return the exit code.

    The code is 0 after an ordered end, and 1, with a sentence on standard error, if the bot cannot run.
    RESTART_EXIT_CODE means that another process has taken over, and this one may be started again to stand by.
    """
    parser = argparse.ArgumentParser(prog="bot.py", description="Overwinter hosts board games on Discord.")
    parser.add_argument("--config", metavar="FILE", help=f"settings (default: {settings.CONFIG_FILE}, if there is one)")
    parser.add_argument("--local", action="store_true", help="the local table, even when there is a token")
    parser.add_argument(
        "--discord", action="store_true", help="Discord or nothing: without a token, fail with a sentence"
    )
    parser.add_argument(
        TAKE_OVER_OPTION,
        action="store_true",
        help="sign in beside the running bot of this folder, and take over from it",
    )
    parser.add_argument("--port", type=int, metavar="N", help="the local table's port (0: any free one)")
    parser.add_argument("--version", action="version", version=f"Overwinter {__version__}")
    options = parser.parse_args(arguments)
    if options.take_over:
        if options.local or HAND_OVER is None:
            parser.error(f"{TAKE_OVER_OPTION} is for a bot on Discord, and not for Windows")
        options.discord = True
    if options.port is not None and not 0 <= options.port <= 65535:
        parser.error("--port takes a number from 0 to 65535")
    os.umask(0o077)  # so that other users cannot read the database, its backups and other files
    try:
        config = settings.load_config(options.config, os.environ)
        if options.discord and (options.local or not config.discord.token):
            raise StartupError(
                f"There is no token for Discord. Put it into [discord] token of {settings.CONFIG_FILE}, into {TOKEN}, or into "
                f"a file that {TOKEN_FILE} names, then start again; for the local table, start without --discord."
            )
        is_local = options.local or not config.discord.token
        _log_to_stderr(config, quiet=is_local)
        database = Path(config.local.path if is_local else config.store.path)
        for sentence in settings.warn_of_exposed_files(options.config, database):
            log.warning("%s", sentence)
        port = config.local.port if options.port is None else options.port
        if is_local:
            asyncio.run(_run_local_table(config, port))
        else:
            asyncio.run(_run_online(config, takes_over=options.take_over))
    except SupersededError as error:
        print(error, file=sys.stderr)
        return RESTART_EXIT_CODE
    except (ConfigError, StoreError, StartupError) as error:
        is_damaged = isinstance(error, StoreError) and error.is_damaged
        print(*[error, describe_restore(database, config.backup)] if is_damaged else [error], file=sys.stderr)
        return 1
    return 0


def _log_to_stderr(config: Config, *, quiet: bool) -> None:
    handler = logging.StreamHandler()
    formatter_type = JsonLogFormatter if config.log.format == "json" else PlainLogFormatter
    handler.setFormatter(formatter_type(config.discord.token.reveal()))
    handler.addFilter(OutageFilter())
    level = logging.getLevelNamesMapping()[config.log.level.upper()]
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(capture=True)
    for library in QUIET_LOGGERS:
        logging.getLogger(library).setLevel(max(level, logging.INFO))
    # The pool logs each failed attempt to connect, with a traceback. The store says it in a line.
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
    if quiet:
        logging.getLogger("discord").setLevel(logging.ERROR)
    for library in ("discord.shard", "asyncio"):  # asyncio reports connections that asyncpg closes in the background
        logging.getLogger(library).addFilter(_shorten_record)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    log.info("Overwinter %s, Python %s, discord.py %s", __version__, platform.python_version(), discord.__version__)


def _shorten_record(record: logging.LogRecord) -> bool:
    """Log a failed connection in one line: the traceback of each attempt has no use."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, CONNECTION_ERRORS):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


class StopRequest(asyncio.Event):
    """Set when the bot has to end."""

    is_handover = False
    """Whether another process has asked to take over."""

    def hand_over(self) -> None:
        """End, and leave the store to another process."""
        self.is_handover = True
        self.set()


def _listen_to_signals() -> StopRequest:
    """Return what a signal to end will set."""
    reduce_collections()
    stop = StopRequest()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


def _listen_to_successors(stop: StopRequest) -> None:
    """Start a successor when asked to, and hand over to one when it asks."""
    if START_SUCCESSOR is None or HAND_OVER is None:
        return
    successor = Successor()

    def hand_over() -> None:
        successor.announce(os.environ)
        stop.hand_over()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(START_SUCCESSOR, successor.start)
    loop.add_signal_handler(HAND_OVER, hand_over)


async def _run_local_table(config: Config, port: int) -> None:
    stop = _listen_to_signals()
    try:
        from cogs import local_table  # noqa: PLC0415 - needs simcord, which a bot on Discord can do without
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        raise StartupError(
            "The local table needs simcord: `pip install --require-hashes -r requirements-run.lock`, then start again. "
            "To play on Discord instead, set [discord] token in config.toml."
        ) from None
    try:
        await local_table.run_local_table(config, port, lambda line: print(line, flush=True), stop)
    except local_table.LocalTableUnavailableError as error:
        raise StartupError(str(error)) from None


async def _run_online(config: Config, *, takes_over: bool) -> None:
    """Stay on Discord until a signal arrives. discord.py reconnects only after it has been connected once."""
    stop = _listen_to_signals()
    _listen_to_successors(stop)
    heartbeat = Heartbeat(config.store.path, system_clock, os.environ)
    heartbeat_task = asyncio.create_task(heartbeat.run(), name="heartbeat")
    try:
        await _stay_connected(config, stop, heartbeat, takes_over=takes_over)
    finally:
        heartbeat_task.cancel()
        await asyncio.gather(heartbeat_task, return_exceptions=True)


async def _stay_connected(config: Config, stop: StopRequest, heartbeat: Heartbeat, *, takes_over: bool) -> None:
    delay_s = 1
    while not stop.is_set():
        process = create_configured_process(config.pictures)
        async with Overwinter(config, render_process=process, takes_over=takes_over) as bot:
            heartbeat.bot = bot
            bot_task = asyncio.create_task(bot.start(config.discord.token.reveal()))
            stop_task = asyncio.create_task(stop.wait())
            lost_task = asyncio.create_task(bot.shard_membership.lost_event.wait())
            tasks = (bot_task, stop_task, lost_task)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_handover:
                await bot.hand_over()
            for task in tasks:
                await _cancel_task(task)
            (outcome, *_) = await asyncio.gather(*tasks, return_exceptions=True)
        heartbeat.bot = None
        if stop.is_set():
            return
        if bot.shard_membership.is_lost:
            raise SupersededError(
                f"Another process serves the shards {config.discord.shards} now. Started again, this one stands by."
            )
        heartbeat.is_store_away = isinstance(outcome, StoreError) and outcome.is_temporary
        if heartbeat.is_store_away:
            delay_s = min(delay_s, STORE_RETRY_MAX_S)
            log.warning("the bot waits for its store, and tries again in %s s: %s", delay_s, outcome)
        elif _is_unreachable(outcome, connected=bool(bot.shards)):
            log.warning("Discord cannot be reached (%s); trying again in %s s", type(outcome).__name__, delay_s)
        else:
            raise _describe_outcome(outcome)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), delay_s)
        delay_s = min(2 * delay_s, RECONNECT_MAX_S)


async def _cancel_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task until it ends: a connecting shard of discord.py takes a cancellation for a failed attempt."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=1)


def _is_unreachable(outcome: object, *, connected: bool) -> bool:
    if connected:
        return False
    return isinstance(outcome, CONNECTION_ERRORS)


def _describe_outcome(outcome: BaseException | None) -> BaseException:
    revoked = isinstance(outcome, discord.ConnectionClosed) and outcome.code == 4004
    if revoked or isinstance(outcome, discord.LoginFailure):
        return StartupError(
            "Discord refused the token. Copy the bot's token again from https://discord.com/developers/applications "
            f"into [discord] token of {settings.CONFIG_FILE} or into {TOKEN}, then start again."
        )
    return outcome or StartupError("Discord ended the connection for good. Start again.")


if __name__ == "__main__":
    sys.exit(main())
