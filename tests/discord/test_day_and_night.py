"""Two people who are never awake at the same time wait shorter with moves and answers in advance, without more presses."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
import simcord

from engine.kernel.menu import Words
from engine.ops import doctor
from tests.discord.day_and_night import RULES_BY_GAME, WaitingReport, play_day_and_night
from tests.discord.fake_server import FakeServer

SEEDS = ("night 0", "night 1")
UNDO_INTERVAL = 3
"""After one in this number of looks, who has looked takes the last move back, if nothing was shown since."""


def play_games(folder: Path, slug: str, rules: tuple[Words, ...] | None) -> WaitingReport:
    """Play a game of each seed, and add up the reports."""
    total = WaitingReport()
    for seed in SEEDS:
        (folder / seed).mkdir(parents=True)
        report = play_day_and_night(folder / seed, slug, seed, rules)
        total.hours += report.hours
        total.presses += report.presses
        total.automatic_count += report.automatic_count
        total.betrayals += report.betrayals
    return total


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["amundsen", "expanse"])
def test_questions_wait_shorter_and_take_no_more_presses(slug: str, tmp_path: Path) -> None:
    """Presses are counted by answer, since random games of 1911 differ in length and random games of The Expanse hardly do.

    There an Event that is declined in advance saves an answer of one press, so the others take more at the median.
    """
    before = play_games(tmp_path / "before", slug, None)
    after = play_games(tmp_path / "after", slug, RULES_BY_GAME[slug])
    figures = (
        f"{before.median_hours:.1f} to {after.median_hours:.1f} hours, {before.presses} to {after.presses} presses, "
    )
    figures += (
        f"{before.presses_an_answer:.2f} to {after.presses_an_answer:.2f} an answer, {after.automatic_count} in advance"
    )
    assert before.automatic_count == 0
    assert after.automatic_count > 20, figures
    assert after.median_hours <= 0.7 * before.median_hours, figures
    if slug == "expanse":
        assert after.presses <= before.presses, figures
    else:
        assert after.presses_an_answer <= before.presses_an_answer, figures
    assert after.betrayals == 0


@pytest.mark.slow
def test_a_game_in_which_reveals_and_undos_drop_moves_in_advance(tmp_path: Path) -> None:
    looks = count(1)

    async def undo(server: FakeServer, user: simcord.MemberActor) -> None:
        table = await server.load_table()
        if next(looks) % UNDO_INTERVAL or table.status != "running":
            return
        preview = await server.bot.tables.undo.preview_undo(table.id, user.id)
        if not preview.needs_consent:
            await server.bot.tables.undo.take_back(table.id, user.id)

    report = play_day_and_night(tmp_path, "amundsen", "night 0", (), undo)
    assert report.reveal_drops > 0
    assert report.undo_drops > 0
    assert report.automatic_count > 0
    assert report.betrayals == 0
    assert [one.verdict for one in doctor.check_tables(tmp_path / "bot.db")] == ["same"]
