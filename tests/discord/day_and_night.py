"""Two people who are never awake at the same time play a whole game in virtual time, with or without moves in advance.

Each looks at the table at two moments of their own twelve hours, and then answers all that they are asked. `presses` counts what
they press and choose, with the button below the board and /orders.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

import msgspec
import pytest
import simcord

from cogs.services import computer_turns, scheduler
from engine.host.model.table import Table
from engine.kernel.answer_rules import MOVE_WORD
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.ops import backup
from tests.discord.fake_server import FakeServer, Message, list_controls, open_server
from tests.discord.fast_copies import use_fast_copies
from tests.discord.panels import find_answer
from tests.discord.player import MAX_DECISIONS, RandomPlayer
from tests.discord.shared_game_commands import use_shared_game_commands
from tests.discord.simulation.one_thread import SimulationEnv, run_simulation
from tests.discord.simulation.season import CHECK_INTERVAL_S
from tests.migrated_file import write_migrated_file

Disturbance = Callable[[FakeServer, simcord.MemberActor], Awaitable[None]]

AWAKE_H = 12
LOOKS_A_DAY = 2
ANSWERED = ("move in advance was played", "order has answered")
PRESSES_A_RULE = 3
"""The command /orders and two choices."""
RULES_BY_GAME: dict[str, tuple[Words, ...]] = {
    "amundsen": (("shown-yes", "game"),),
    "expanse": (("shown-yes", "game"), ("offer-no", "game"), ("scoring-no", "game")),
    "northwest": (("shown-yes", "game"), ("end-yes", "game")),
    "paso": (("shown-yes", "game"), ("end-yes", "game")),
}

PLANNED_VERBS_BY_GAME: dict[str, tuple[str, ...]] = {"expanse": ("take",)}
"""The verbs to plan with, where they are not those that bring the game to its end."""


class WaitingReport(msgspec.Struct):
    """Hours from each question to its answer, and the presses of both people.

    `automatic_count` answers were given in advance. Moves in advance were dropped by reveals and undos; `betrayals` are public
    lines about any of this.
    """

    hours: list[float] = []
    presses: int = 0
    automatic_count: int = 0
    reveal_drops: int = 0
    undo_drops: int = 0
    betrayals: int = 0

    @property
    def median_hours(self) -> float:
        """The median time to an answer."""
        return median(self.hours)

    @property
    def presses_an_answer(self) -> float:
        """The presses for each answered question."""
        return self.presses / len(self.hours)


class AwakePlayer(RandomPlayer):
    """A random player who counts presses, also in the screens of a move in advance."""

    presses = 0

    def list_preferred_verbs(self) -> tuple[str, ...]:
        """List the verbs to look for first, in the player's own turn and in advance."""
        planned_verbs = self.list_planned_verbs()
        return (*super().list_preferred_verbs(), *(f"{MOVE_WORD} {verb}" for verb in planned_verbs))

    def list_planned_verbs(self) -> tuple[str, ...]:
        """List the verbs to plan with."""
        return PLANNED_VERBS_BY_GAME.get(self.slug) or super().list_preferred_verbs()

    async def press_control(self, user: simcord.MemberActor, panel: Message) -> simcord.InteractionResult:
        self.presses += 1
        return await super().press_control(user, panel)


class DayAndNight:
    """A game of Ana, who is awake by day, and Ben, who is awake by night."""

    def __init__(
        self, server: FakeServer, seed: str, rules: tuple[Words, ...] | None, disturb: Disturbance | None = None
    ) -> None:
        self.server, self.rules, self.disturb = server, rules, disturb
        self.player = AwakePlayer(server, seed)
        self.report = WaitingReport()
        self._ruled_users: set[int] = set()
        self._dice = Dice(f"looks {seed}")

    async def play(self, slug: str) -> WaitingReport:
        """Play a whole game."""
        await self.server.start_game(slug, 2)
        while (who := await self.player.find_asked_user()) is not None:
            await self._wait_for_look(who)
            await self._look(who)
            if self.disturb is not None:
                await self.disturb(self.server, who)
            assert len(self.report.hours) < MAX_DECISIONS
        self.report.presses += self.player.presses
        self.report.automatic_count = await self._count_lines(*ANSWERED, is_private=True)
        self.report.reveal_drops = await self._count_lines("since something new was shown", is_private=True)
        self.report.undo_drops = await self._count_lines("went with it: the position", is_private=True)
        self.report.betrayals = await self._count_lines("in advance", "standing order", is_private=False)
        self.report.hours += [0.0] * self.report.automatic_count
        return self.report

    # ------------------------------------------------------------------ parts
    def _list_looks(self, user: simcord.MemberActor, day: datetime) -> list[datetime]:
        """List the moments of a day at which a person looks at the table."""
        first_hour = 7 if user is self.server.ana else 7 + AWAKE_H
        looks = []
        for n in range(LOOKS_A_DAY):
            minute = self._dice.roll_below(AWAKE_H * 60, day.toordinal() * 10 + n, f"look of {user.id}")
            looks.append(day + timedelta(hours=first_hour, minutes=minute))
        return sorted(looks)

    async def _wait_for_look(self, user: simcord.MemberActor) -> None:
        """Let the time pass until the person looks next."""
        now = self.server.env.now()
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        days = [today + timedelta(days=n) for n in (-1, 0, 1, 2)]
        looks = [look for day in days for look in self._list_looks(user, day) if look > now]
        await self.server.env.advance_time((min(looks) - now).total_seconds())

    async def _look(self, user: simcord.MemberActor) -> None:
        """Answer all questions, and plan the next move."""
        server, table = self.server, await self.server.load_table()
        seat = table.find_seat(user.id)
        panel = find_answer(await server.click_button(user, server.newest_post, "Your move"))
        self.report.presses += 1
        while seat in await self._list_waiting_seats(table):
            asked_at = await self._find_asked_at(table, seat)
            panel = await self._press_until_changed(user, panel)
            self.report.hours.append((server.env.now().timestamp() - asked_at) / 3600)
        if self.rules is not None and (await server.load_table()).status == "running":
            await self._leave_rules(user, self.rules)
            await self._plan(user, panel)

    async def _leave_rules(self, user: simcord.MemberActor, rules: tuple[Words, ...]) -> None:
        """Leave the person's rules once, as soon as the game offers them."""
        orders, table = self.server.bot.tables.orders, await self.server.load_table()
        menu = (await orders.load_sheet(table.id, user.id)).menu
        if user.id in self._ruled_users or menu is None:
            return
        self._ruled_users.add(user.id)
        for rule in rules:
            await orders.add_order(table.id, user.id, rule)
            self.report.presses += PRESSES_A_RULE

    async def _press_until_changed(self, user: simcord.MemberActor, panel: Message) -> Message:
        """Make a decision and return the panel that follows."""
        before = (await self.server.load_table()).revision
        while (await self.server.load_table()).revision == before:
            panel = find_answer(await self.player.press_control(user, panel))
        return panel

    async def _plan(self, user: simcord.MemberActor, panel: Message) -> None:
        """Choose the next move in advance, if the panel offers that and one is worth choosing."""
        orders, table = self.server.bot.tables.orders, await self.server.load_table()
        menu = (await orders.load_sheet(table.id, user.id)).menu
        planned = menu.next_menu(MOVE_WORD) if menu is not None and MOVE_WORD in menu.open_words else None
        if planned is None or not set(self.player.list_planned_verbs()).intersection(planned.open_words):
            return
        self.report.presses += 1
        panel = find_answer(await self.server.click_button(user, panel, "Plan my next turn"))
        before = len((await orders.load_sheet(table.id, user.id)).orders)
        while len((await orders.load_sheet(table.id, user.id)).orders) == before:
            custom_ids = [part["custom_id"] for part in list_controls(panel)]
            if not any(
                f":{verb}" in custom_id for verb in self.player.list_preferred_verbs() for custom_id in custom_ids
            ):
                return
            panel = find_answer(await self.player.press_control(user, panel))

    async def _list_waiting_seats(self, table: Table) -> tuple[int, ...]:
        return (await self.server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats

    async def _find_asked_at(self, table: Table, seat: int | None) -> int:
        row = await self.server.bot.store.fetch_first(
            "SELECT asked_at FROM turn_deadlines WHERE table_id = ? AND seat = ?", table.id, seat
        )
        assert row is not None
        return int(row["asked_at"])

    async def _count_lines(self, *patterns: str, is_private: bool) -> int:
        """Count the lines of the log with one of these texts, private or public ones."""
        count = 0
        for pattern in patterns:
            row = await self.server.bot.store.fetch_first(
                "SELECT count(*) AS n FROM log_lines WHERE text LIKE ? AND (seats IS NOT NULL) = ?",
                f"%{pattern}%",
                is_private,
            )
            assert row is not None
            count += int(row["n"])
        return count


def play_day_and_night(
    folder: Path,
    slug: str,
    seed: str,
    rules: tuple[Words, ...] | None = None,
    disturb: Disturbance | None = None,
) -> WaitingReport:
    """Play a whole game in one thread, where no time passes but the people's own. `disturb` runs after each look.

    Without `rules` nothing is left in advance. With them, both leave these rules, and choose a move in advance where the game's
    tests know a verb that leads on.
    """

    async def play() -> WaitingReport:
        async with open_server(folder, env_type=SimulationEnv) as server:
            server.seeds = lambda: seed
            return await DayAndNight(server, seed, rules, disturb).play(slug)

    write_migrated_file(folder / "bot.db")  # uses a thread the first time
    with pytest.MonkeyPatch.context() as patch, use_fast_copies(), use_shared_game_commands():
        for timer in (scheduler, computer_turns, backup):
            patch.setattr(timer, "CHECK_INTERVAL_S", CHECK_INTERVAL_S)
        return run_simulation(seed, play)
