"""Each check of the simulated seasons notices a planted mistake of the bot, of its store, or of the disk."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest

from cogs.client import Overwinter
from cogs.services import board_composer, sent_messages
from engine.host.model.table import Table
from engine.host.service import table_writes
from engine.host.service.deadlines.calls import Calls
from engine.host.service.lost_moves import LostMoves
from engine.host.service.play import snapshots
from engine.host.service.play.snapshots import Snapshots
from engine.host.store import snapshot_lines
from engine.host.store.snapshot_lines import SnapshotLines
from engine.kernel.text import Seat
from tests.discord.api_description import DESCRIPTION_FILE
from tests.discord.camp_game import offer_only_camp
from tests.discord.simulation.faults import draw_faults
from tests.discord.simulation.process_boundary import ProcessBoundary
from tests.discord.simulation.season import SeasonPlan, play_season
from tests.kernel.toy_game import State, ToyGame, View

MAX_NONCE_CHARS = 25
SILENCE_INTERVAL = 15
"""Of this number of presses, one is never answered."""


def show_first_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    build_view = ToyGame.build_view

    def build_open_view(game: ToyGame, state: State, seat: Seat | None) -> View:
        return msgspec.structs.replace(build_view(game, state, seat), hands=[state.hands[0]])

    monkeypatch.setattr(ToyGame, "build_view", build_open_view)


def show_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def load_seed(posts: Any, table_id: int) -> str:
        return str((await posts._context.load_playable(table_id)).seed)  # noqa: SLF001 - the planted mistake

    monkeypatch.setattr(Snapshots, "load_seed_commitment", load_seed)


def show_private_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    load_lines = snapshot_lines.load_lines

    async def load_all_lines(queries: Any, table_id: int, viewer: Seat | None, since: int | None) -> SnapshotLines:
        lines = await load_lines(queries, table_id, viewer, since)
        whispers = (await load_lines(queries, table_id, 0, since)).private_lines
        return msgspec.structs.replace(lines, new_lines=(*whispers, *lines.new_lines))

    monkeypatch.setattr(snapshots.snapshot_lines, "load_lines", load_all_lines)


def send_long_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sent_messages, "build_nonce", lambda item: f"n{item.id:0{MAX_NONCE_CHARS}}")


def log_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    call_users = Calls.call_users

    async def call_and_log(calls: Calls, *values: Any, **named: Any) -> Any:
        logging.getLogger("overwinter").warning("a surprise", exc_info=ValueError("planted"))
        return await call_users(calls, *values, **named)

    monkeypatch.setattr(Calls, "call_users", call_and_log)


def keep_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    presses: list[discord.Interaction] = []

    async def shed_interaction(_: Overwinter, interaction: discord.Interaction) -> bool:
        presses.append(interaction)
        return len(presses) % SILENCE_INTERVAL == 0

    monkeypatch.setattr(Overwinter, "shed_interaction", shed_interaction)


def store_former_position(monkeypatch: pytest.MonkeyPatch) -> None:
    save_position, former = table_writes.tables.save_position, dict[int, str]()

    async def save_former(tx: Any, table_id: int, revision: int, position: str) -> None:
        await save_position(tx, table_id, revision, former.get(table_id, position))
        former[table_id] = position

    monkeypatch.setattr(table_writes.tables, "save_position", save_former)


def show_other_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    build_buttons = board_composer.build_board_buttons

    def build_later_buttons(table: Table, language: Any) -> Any:
        return build_buttons(msgspec.structs.replace(table, revision=table.revision + 1), language)

    monkeypatch.setattr(board_composer, "build_board_buttons", build_later_buttons)


def lose_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk keep nothing of what was written since the start of a process that is killed."""
    start_process, end_now = ProcessBoundary.start_process, ProcessBoundary.end_now
    files = list[tuple[bytes, bytes]]()

    async def start_and_copy(boundary: Any, start: Any) -> None:
        await start_process(boundary, start)
        files.append(boundary.read_files())

    def end_with_copy(boundary: ProcessBoundary, left: tuple[bytes, bytes] | None = None) -> None:
        end_now(boundary, files[-1] if files else left)

    monkeypatch.setattr(ProcessBoundary, "start_process", start_and_copy)
    monkeypatch.setattr(ProcessBoundary, "end_now", end_with_copy)


def overlook_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check_nothing(*_: Any) -> None:
        """Compare nothing."""

    monkeypatch.setattr(LostMoves, "check_revision", check_nothing)


PLANTED_MISTAKES: list[Any] = [
    (
        (show_first_hand, show_seed, show_private_lines, log_traceback),
        (),
        ("sees hidden things", "the seed of table", "everybody could read", "a surprise (ValueError: planted)"),
    ),
    ((keep_silent, store_former_position), (), ("not answered", "is not where its log leads")),
    pytest.param((show_other_revision,), (), ("does not show revision",), marks=pytest.mark.soak),
    ((lose_commits,), ("killed",), ("is lost",)),
    ((overlook_losses,), ("writes lost",), ("not noticed",)),
]
if DESCRIPTION_FILE.is_file():
    PLANTED_MISTAKES.append(pytest.param((send_long_nonces,), (), ("Discord would refuse",), marks=pytest.mark.soak))


@pytest.mark.slow
@pytest.mark.parametrize(("plants", "faults", "words"), PLANTED_MISTAKES)
def test_a_season_notices(
    plants: tuple[Any, ...],
    faults: tuple[str, ...],
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer_only_camp(monkeypatch)
    for plant in plants:
        plant(monkeypatch)
    season = play_season(tmp_path, SeasonPlan("plants", 2, 8, 2, ("toy",), faults))
    told = "\n".join(season.broken_rules)
    assert all(word in told for word in words), told[:2000]


def test_each_season_has_other_faults() -> None:
    drawn = {draw_faults(f"seed {n}") for n in range(5)}
    assert len(drawn) == 5
    assert draw_faults("seed 1") in drawn
