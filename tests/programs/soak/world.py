"""A small Discord with many channels, the bot in it, and people who play by dice, press twice, press late, and meet faults."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import simcord
from simcord.backend.models.message import EPHEMERAL_FLAG

from cogs.client import Overwinter
from cogs.interactions import limits
from engine.environment import STORE_URL
from engine.host.model.table import Table
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from engine.kernel.text import UserError
from engine.ops.config import Config, Secret, StoreConfig
from tests.discord.fake_server import BUTTON_TYPE, Message, find_message, list_controls
from tests.discord.full_disk import allow_writes, block_writes
from tests.discord.held_interactions import HeldInteraction, deliver_held, hold_interaction
from tests.discord.simcord_internals import clear_errors, clear_files
from tests.discord.virtual_time import VirtualTimeEnv
from tests.game_bounds import find_largest_number, load_bounds
from tests.move_services import InlineMoveService
from tests.programs.soak.journal import MAX_MESSAGES_KEPT, MessageJournal

T = TypeVar("T")
USER_COUNT = 8
SETTLE_TIMEOUT_S = 120.0
"""Seconds that the bot may take to come to rest after a press; the machine may be busy."""
STEP_S = 3600.0
TRIM_INTERVAL = 40
"""Actions between two removals of simcord's old records."""
ANSWER_ROUTE = "/interactions/*/*/callback"
DATABASE_FILE, JOURNAL_FILE = "bot.db", "discord.jsonl"
MAX_STALE_PANELS = 30
"""The most panels of earlier turns that are kept for late presses."""
HOUR_S = 3600
ROUND_S = 8 * HOUR_S
"""Simulated seconds of about as many actions as there are tables: at 12 hours a move some are late."""


class SoakWorld:
    """The world of one process of the soak. `attempt_counts` counts actions, `violation_counts` problems."""

    def __init__(self, folder: Path, tables: int, seed: str, epoch: int, elapsed: float) -> None:
        self.config = Config(store=StoreConfig(str(folder / DATABASE_FILE), Secret(os.environ.get(STORE_URL, ""))))
        self._dice, self._n, self._seeds = Dice(f"{seed}/{epoch}"), itertools.count(), itertools.count(1)
        self._seed = f"{seed}-{epoch}"
        self.bot = self._create_bot()
        self.env = VirtualTimeEnv(self.bot, check_errors=False, settle_timeout=SETTLE_TIMEOUT_S)
        guild = self.env.create_guild("The ice")
        self.channels = [guild.create_text_channel(f"camp-{n}") for n in range(tables)]
        self.people = [
            guild.add_member(self.env.create_user(f"friend{n}", global_name=f"Friend {n}")) for n in range(USER_COUNT)
        ]
        # Time goes on from run to run: ids of interactions and messages must never repeat.
        self.env.backend.advance_clock(elapsed)
        self.journal = MessageJournal(self.env.backend, folder / JOURNAL_FILE)
        self.attempt_counts: Counter[str] = Counter()
        self.violation_counts: Counter[str] = Counter()
        self.stale_panels: deque[tuple[simcord.MemberActor, Message, dict[str, Any]]] = deque(maxlen=MAX_STALE_PANELS)
        self._bots = [self.bot]
        self.fails_next_answer = False
        self.last_entries: deque[str] = deque(maxlen=20)
        """The newest lines of the bot's log."""

    def _create_bot(self) -> Overwinter:
        return Overwinter(
            self.config,
            clock=self.read_time,
            seed_factory=lambda: f"{self._seed}-{next(self._seeds)}",
            move_service=InlineMoveService(level="cadet"),
        )

    def read_time(self) -> datetime:
        """Return the time of this simulated Discord."""
        return self.env.now()

    # ---------------------------------------------------------------- dice
    def roll_below(self, n: int) -> int:
        return self._dice.roll_below(n, next(self._n), "soak")

    def choose_one(self, items: Iterable[T]) -> T:
        listed = list(items)
        return listed[self.roll_below(len(listed))]

    def choose_channel(self) -> simcord.ChannelHandle:
        """Choose a channel: some are busy, some are hardly ever visited."""
        if self.roll_below(3) == 0:
            return self.channels[self.roll_below(1 + len(self.channels) // 20)]
        return self.channels[min(self.roll_below(len(self.channels)) for _ in range(2))]

    # ---------------------------------------------------------------- people
    async def find_table(self, channel: simcord.ChannelHandle) -> Table | None:
        with suppress(UserError):
            return await self.bot.tables.find_channel_table(channel.id)
        return None

    async def find_last_table(self, channel: simcord.ChannelHandle) -> Table | None:
        """Find the newest table of a channel, even if it has ended."""
        with suppress(UserError):
            return await self.bot.tables.find_channel_table(channel.id, live_only=False)
        return None

    def find_actor(self, user: int) -> simcord.MemberActor:
        """Find a person by their id. An erased user has no person, so anybody tries."""
        return next((who for who in self.people if who.id == user), None) or self.choose_one(self.people)

    async def list_waiting(self, table: Table) -> simcord.MemberActor | None:
        seats = (await self.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats
        people = [user for seat in seats if (user := table.find_user_to_call(seat)) is not None]
        return self.find_actor(self.choose_one(people)) if people else None

    async def run_command(
        self, user: simcord.MemberActor, channel: simcord.ChannelHandle, name: str, /, **options: Any
    ) -> simcord.InteractionResult:
        return self.record_answer(await user.slash(channel, name, **options), f"/{name}")

    async def press_control(
        self, user: simcord.MemberActor, message: Message, part: Mapping[str, Any]
    ) -> simcord.InteractionResult:
        if part["type"] == BUTTON_TYPE:
            return self.record_answer(await user.click(message, custom_id=part["custom_id"]), "button")
        values = [option["value"] for option in part["options"]]
        picked = {values.pop(self.roll_below(len(values))) for _ in range(part.get("min_values", 1))}
        chosen = [option["value"] for option in part["options"] if option["value"] in picked]
        return self.record_answer(await user.select(message, chosen, custom_id=part["custom_id"]), "select")

    async def press_together(self, held: list[HeldInteraction]) -> None:
        """Deliver presses to the bot at the same moment."""
        await deliver_held(self.env, *held)
        for one in held:
            self.record_answer(one.result, "at once")

    def record_answer(self, result: simcord.InteractionResult, action: str) -> simcord.InteractionResult:
        """Count an interaction. It is wrong if nobody answered it, or if Discord would refuse the answer.

        After an injected failure of the answer simcord gives up at once; discord.py would have tried again.
        """
        self.attempt_counts["interactions"] += 1
        injected = self.fails_next_answer and not any(
            fault["path"] == ANSWER_ROUTE for fault in self.env.backend.faults
        )
        self.fails_next_answer = self.fails_next_answer and not injected
        if not result.acknowledged and injected:
            self.attempt_counts["answers lost by Discord itself"] += 1
        elif not result.acknowledged:
            self.violation_counts[f"unanswered {action}"] += 1
            sys.stderr.write(f"unanswered {action}:\n{self.env.transcript()[-2000:]}\n{self.last_entries}\n")
        for message in [result.response, *result.followups]:
            if message is not None and limits.find_problems(find_message(message)):
                self.violation_counts[f"beyond a limit after {action}"] += 1
        return result

    def list_useful_choices(self, message: Message | None) -> list[dict[str, Any]]:
        """List the choices of a person who wants to get on with the game."""
        if message is None:
            return []
        offered = [
            part for part in list_controls(message) if part.get("label") not in ("Back", "Rules", "Legend", "More")
        ]
        eager = [
            part
            for part in offered
            if any(
                f":{verb}" in part["custom_id"] for slug in registry.list_slugs() for verb in load_bounds(slug).eager
            )
        ]
        return eager or offered

    async def press_label(self, user: simcord.MemberActor, message: Message | None, *labels: str) -> Message | None:
        """Press the first button whose label begins like one of these. Return the result."""
        if message is None:
            return None
        for label in labels:
            for part in list_controls(message):
                if part["type"] == BUTTON_TYPE and str(part.get("label", "")).startswith(label):
                    return (await self.press_control(user, message, part)).response
        return None

    # --------------------------------------------------------------- playing
    async def move_by_panel(self, channel: simcord.ChannelHandle, user: simcord.MemberActor, table: Table) -> None:
        """Make a decision by buttons, from the hand to the answer; now and then leave a panel open for later."""
        panel = (await self.run_command(user, channel, "hand")).response
        offered = self.list_useful_choices(panel)
        if panel is not None and offered and self.roll_below(3) == 0:
            self.stale_panels.append((user, panel, self.choose_one(offered)))
            panel = (await self.run_command(user, channel, "hand")).response
        for _ in range(12):
            offered = self.list_useful_choices(panel)
            if panel is None or not offered or (await self.bot.tables.load_table(table.id)).revision != table.revision:
                return
            panel = (await self.press_control(user, panel, self.choose_one(offered))).response

    async def move_by_words(self, channel: simcord.ChannelHandle, user: simcord.MemberActor, table: Table) -> None:
        """Make a decision as a typed move."""
        _, _, root = await self.bot.tables.moves.load_menu(table.id, user.id)
        words = sample_move(root, self.roll_below)
        eager = [option.word for option in root.list_open_options() if option.word in load_bounds(table.game).eager]
        if eager and self.roll_below(5):
            below = root.next_menu(eager[0])
            tries = [sample_move(below, self.roll_below) for _ in range(6)] if below else [()]
            words = (eager[0], *max(tries, key=lambda tail: find_largest_number(table.game, " ".join(tail[:1]))))
        await self.run_command(user, channel, "move", words=" ".join(words))

    async def press_twice(self, channel: simcord.ChannelHandle, user: simcord.MemberActor, table: Table) -> None:
        """Press the same button twice, and deliver one press again: at most one move may result."""
        panel = (await self.run_command(user, channel, "hand")).response
        buttons = [
            part
            for part in self.list_useful_choices(panel)
            if part["type"] == BUTTON_TYPE and ":play:" in part["custom_id"]
        ]
        if panel is None or not buttons:
            return
        before = await self.count_moves(table, user)
        custom_id = self.choose_one(buttons)["custom_id"]
        presses = [hold_interaction(self.env, user, panel, custom_id) for _ in range(2)]
        await self.press_together(presses)
        await deliver_held(self.env, presses[0])
        if await self.count_moves(table, user) > before + 1:
            self.violation_counts["a double press moved twice"] += 1

    async def count_moves(self, table: Table, user: simcord.MemberActor) -> int:
        rows = await self.bot.store.fetch_all(
            "SELECT count(*) FROM entries WHERE table_id = ? AND user_id = ? AND kind = 'move'", table.id, user.id
        )
        return int(rows[0][0])

    async def find_newest_entry(self, table_id: int) -> tuple[int, str] | None:
        """Return the number and digest of a table's last entry."""
        rows = await self.bot.store.fetch_all(
            "SELECT seq, digest FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table_id
        )
        return (rows[0][0], rows[0][1]) if rows else None

    # ------------------------------------------------------------- accidents
    async def restart_bot(self) -> None:
        """Stop the bot with SIGTERM and start it again."""
        await self.bot.close()
        self.bot = self._create_bot()
        self._bots.append(self.bot)
        await self.env.restart_bot(self.bot)
        self._bots = self._bots[-1:]

    def fail_answer(self) -> None:
        """Let the next answer to an interaction fail with an error from Discord."""
        if not self.fails_next_answer:
            self.fails_next_answer = True
            self.env.inject_error("POST", ANSWER_ROUTE, status=500, times=1)

    async def pass_time(self, seconds: float) -> None:
        """Let simulated time pass in steps of STEP_S. Everything due in a step must be done within SETTLE_TIMEOUT_S."""
        while seconds > 0:
            await self.env.advance_time(min(seconds, STEP_S))
            seconds -= STEP_S

    async def fill_disk(self) -> None:
        """Give the database no more space from now on."""
        await block_writes(self.bot.store)

    async def make_room(self) -> None:
        await allow_writes(self.bot.store)

    def trim_history(self) -> None:
        """Drop simcord's old records; channels keep their newest messages."""
        backend = self.env.backend
        self.env.http_requests.clear()
        backend.transcript.clear()
        clear_errors(self.env)  # refusals and their tracebacks
        kept_panels = {message.id for _, message, _ in self.stale_panels}
        for messages in backend.messages.values():
            public = [number for number, one in messages.items() if not one.flags & EPHEMERAL_FLAG][-MAX_MESSAGES_KEPT:]
            for number in [n for n in messages if n not in public and n not in kept_panels]:
                del messages[number]
        clear_files(self.env)  # nobody here looks at pictures
        keep = set(list(backend.interactions)[-50:])
        for number in [n for n in backend.interactions if n not in keep]:
            del backend.interactions[number]
        for token in [token for token, number in backend.interaction_tokens.items() if number not in keep]:
            del backend.interaction_tokens[token]
        gc.collect()

    async def close(self) -> None:
        await self.env.shutdown()
        for bot in self._bots:
            if not bot.is_closed():
                await bot.close()


def measure_memory_mb() -> float:
    """Measure the megabytes that this process holds, by the kernel's count."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
