"""A small Discord with many channels, the bot in it, and people who play by dice, press twice, press late, and have bad luck."""

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
from engine.kernel.menu import sample
from engine.kernel.text import Refusal
from engine.ops.config import Config, Secret, Store
from tests.bounds import bounds, far
from tests.discord.disk import give_room, take_room
from tests.discord.hold import Held, deliver, hold
from tests.discord.hut import BUTTON, Message, controls, sent
from tests.discord.patient import Patient
from tests.move_services import InlineMoveService
from tests.programs.soak.journal import KEPT, Journal

T = TypeVar("T")
PEOPLE = 8
PATIENCE = 120.0
"""Seconds that the bot may take to come to rest after a press; the machine may be busy."""
STEP = 3600.0
TIDY = 40
"""Actions after which what simcord has written down is let go."""
ANSWERS = "/interactions/*/*/callback"
DATABASE, JOURNAL = "bot.db", "discord.jsonl"
OLD = 30
"""Panels of earlier turns that are kept to be pressed late."""
HOUR = 3600
ROUND = 8 * HOUR
"""Simulated seconds in which about as many actions are done as there are tables: at 12 hours a move some are late."""


class World:
    """Everything that one process of the soak plays with. `tried` counts what was done, `wrong` what must not happen."""

    def __init__(self, folder: Path, tables: int, seed: str, epoch: int, elapsed: float) -> None:
        self.config = Config(store=Store(str(folder / DATABASE), Secret(os.environ.get(STORE_URL, ""))))
        self._dice, self._n, self._seeds = Dice(f"{seed}/{epoch}"), itertools.count(), itertools.count(1)
        self._seed = f"{seed}-{epoch}"
        self.bot = self._new_bot()
        self.env = Patient(self.bot, check_errors=False, settle_timeout=PATIENCE)
        guild = self.env.create_guild("The ice")
        self.channels = [guild.create_text_channel(f"camp-{n}") for n in range(tables)]
        self.people = [
            guild.add_member(self.env.create_user(f"friend{n}", global_name=f"Friend {n}")) for n in range(PEOPLE)
        ]
        # Time goes on from life to life: ids of interactions and messages must never come twice.
        self.env.backend.advance_clock(elapsed)
        self.journal = Journal(self.env.backend, folder / JOURNAL)
        self.tried: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.old: deque[tuple[simcord.MemberActor, Message, dict[str, Any]]] = deque(maxlen=OLD)
        self._bots = [self.bot]
        self.answer_fails = False
        self.last: deque[str] = deque(maxlen=20)
        """The newest lines of the bot's log."""

    def _new_bot(self) -> Overwinter:
        return Overwinter(
            self.config,
            clock=self.now,
            seeds=lambda: f"{self._seed}-{next(self._seeds)}",
            move_service=InlineMoveService(level="cadet"),
        )

    def now(self) -> datetime:
        """The time of this Discord."""
        return self.env.now()

    # ---------------------------------------------------------------- chance
    def below(self, n: int) -> int:
        return self._dice.below(n, next(self._n), "soak")

    def one(self, of: Iterable[T]) -> T:
        listed = list(of)
        return listed[self.below(len(listed))]

    def somewhere(self) -> simcord.ChannelHandle:
        """A channel: some are lively, some are hardly ever looked at."""
        if self.below(3) == 0:
            return self.channels[self.below(1 + len(self.channels) // 20)]
        return self.channels[min(self.below(len(self.channels)) for _ in range(2))]

    # ---------------------------------------------------------------- people
    async def table(self, channel: simcord.ChannelHandle) -> Table | None:
        with suppress(Refusal):
            return await self.bot.tables.in_channel(channel.id)
        return None

    async def last_table(self, channel: simcord.ChannelHandle) -> Table | None:
        """The newest table of a channel, also one that is over."""
        with suppress(Refusal):
            return await self.bot.tables.in_channel(channel.id, live_only=False)
        return None

    def actor(self, user: int) -> simcord.MemberActor:
        """Somebody by their id; who was erased has none, so anybody tries."""
        return next((who for who in self.people if who.id == user), None) or self.one(self.people)

    async def waiting(self, table: Table) -> simcord.MemberActor | None:
        seats = (await self.bot.tables.snapshots.take(table.id, None)).waiting
        people = [user for seat in seats if (user := table.user_at(seat)) is not None]
        return self.actor(self.one(people)) if people else None

    async def slash(
        self, who: simcord.MemberActor, channel: simcord.ChannelHandle, name: str, /, **options: Any
    ) -> simcord.InteractionResult:
        return self.answered(await who.slash(channel, name, **options), f"/{name}")

    async def press(
        self, who: simcord.MemberActor, message: Message, part: Mapping[str, Any]
    ) -> simcord.InteractionResult:
        if part["type"] == BUTTON:
            return self.answered(await who.click(message, custom_id=part["custom_id"]), "button")
        values = [option["value"] for option in part["options"]]
        picked = {values.pop(self.below(len(values))) for _ in range(part.get("min_values", 1))}
        chosen = [option["value"] for option in part["options"] if option["value"] in picked]
        return self.answered(await who.select(message, chosen, custom_id=part["custom_id"]), "select")

    async def together(self, held: list[Held]) -> None:
        """Presses that reach the bot at the same moment."""
        await deliver(self.env, *held)
        for one in held:
            self.answered(one.result, "at once")

    def answered(self, result: simcord.InteractionResult, what: str) -> simcord.InteractionResult:
        """Count an interaction; one that nobody answered, or whose answer Discord would refuse, is wrong.

        Where a failure was injected into the answer, simcord gives up at once; discord.py would have tried again.
        """
        self.tried["interactions"] += 1
        injected = self.answer_fails and not any(fault["path"] == ANSWERS for fault in self.env.backend.faults)
        self.answer_fails = self.answer_fails and not injected
        if not result.acknowledged and injected:
            self.tried["answers lost by Discord itself"] += 1
        elif not result.acknowledged:
            self.wrong[f"unanswered {what}"] += 1
            sys.stderr.write(f"unanswered {what}:\n{self.env.transcript()[-2000:]}\n{self.last}\n")
        for message in [result.response, *result.followups]:
            if message is not None and limits.problems(sent(message)):
                self.wrong[f"beyond a limit after {what}"] += 1
        return result

    def choices(self, message: Message | None) -> list[dict[str, Any]]:
        """What a person who wants to get on would press."""
        if message is None:
            return []
        offered = [part for part in controls(message) if part.get("label") not in ("Back", "Why not?")]
        eager = [
            part
            for part in offered
            if any(f":{verb}" in part["custom_id"] for slug in registry.slugs() for verb in bounds(slug).eager)
        ]
        return eager or offered

    async def follow(self, who: simcord.MemberActor, message: Message | None, *labels: str) -> Message | None:
        """Press the first button whose label begins like one of these; what came of it."""
        if message is None:
            return None
        for label in labels:
            for part in controls(message):
                if part["type"] == BUTTON and str(part.get("label", "")).startswith(label):
                    return (await self.press(who, message, part)).response
        return None

    # --------------------------------------------------------------- playing
    async def by_panel(self, channel: simcord.ChannelHandle, who: simcord.MemberActor, table: Table) -> None:
        """A decision by buttons, from the hand to the answer; now and then a panel is opened and left for later."""
        panel = (await self.slash(who, channel, "hand")).response
        offered = self.choices(panel)
        if panel is not None and offered and self.below(3) == 0:
            self.old.append((who, panel, self.one(offered)))
            panel = (await self.slash(who, channel, "hand")).response
        for _ in range(12):
            offered = self.choices(panel)
            if panel is None or not offered or (await self.bot.tables.table(table.id)).rev != table.rev:
                return
            panel = (await self.press(who, panel, self.one(offered))).response

    async def by_words(self, channel: simcord.ChannelHandle, who: simcord.MemberActor, table: Table) -> None:
        """A decision as a typed move."""
        _, _, root = await self.bot.tables.moves.menu(table.id, who.id)
        words = sample(root, self.below)
        eager = [option.word for option in root.open() if option.word in bounds(table.game).eager]
        if eager and self.below(5):
            below = root.then(eager[0])
            tries = [sample(below, self.below) for _ in range(6)] if below else [()]
            words = (eager[0], *max(tries, key=lambda tail: far(table.game, " ".join(tail[:1]))))
        await self.slash(who, channel, "move", words=" ".join(words))

    async def twice(self, channel: simcord.ChannelHandle, who: simcord.MemberActor, table: Table) -> None:
        """Two presses on the same button, and one of them delivered again: at most one move comes of it."""
        panel = (await self.slash(who, channel, "hand")).response
        buttons = [part for part in self.choices(panel) if part["type"] == BUTTON and ":play:" in part["custom_id"]]
        if panel is None or not buttons:
            return
        before = await self.own_moves(table, who)
        custom_id = self.one(buttons)["custom_id"]
        presses = [hold(self.env, who, panel, custom_id) for _ in range(2)]
        await self.together(presses)
        await deliver(self.env, presses[0])
        if await self.own_moves(table, who) > before + 1:
            self.wrong["a double press moved twice"] += 1

    async def own_moves(self, table: Table, who: simcord.MemberActor) -> int:
        rows = await self.bot.store.all(
            "SELECT count(*) FROM entries WHERE table_id = ? AND user_id = ? AND kind = 'move'", table.id, who.id
        )
        return int(rows[0][0])

    async def newest(self, table_id: int) -> tuple[int, str] | None:
        """The last entry of a table: its number and digest."""
        rows = await self.bot.store.all(
            "SELECT seq, digest FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table_id
        )
        return (rows[0][0], rows[0][1]) if rows else None

    # ------------------------------------------------------------- accidents
    async def restart(self) -> None:
        """SIGTERM and a new start."""
        await self.bot.close()
        self.bot = self._new_bot()
        self._bots.append(self.bot)
        await self.env.restart_bot(self.bot)
        self._bots = self._bots[-1:]

    def fail_answer(self) -> None:
        """The next answer to an interaction meets an error of Discord's."""
        if not self.answer_fails:
            self.answer_fails = True
            self.env.inject_error("POST", ANSWERS, status=500, times=1)

    async def pass_time(self, seconds: float) -> None:
        """Let simulated time pass, in steps: what falls due in each must be done within PATIENCE."""
        while seconds > 0:
            await self.env.advance_time(min(seconds, STEP))
            seconds -= STEP

    async def fill_disk(self) -> None:
        """From now on the database gets no more room."""
        await take_room(self.bot.store)

    async def make_room(self) -> None:
        await give_room(self.bot.store)

    def tidy(self) -> None:
        """Let go of what simcord has written down; channels keep their newest messages."""
        backend = self.env.backend
        self.env.http_requests.clear()
        backend.transcript.clear()
        self.env._errors.clear()  # refusals, with all that their traces hold
        self.env._error_ids.clear()
        kept_panels = {message.id for _, message, _ in self.old}
        for messages in backend.messages.values():
            public = [number for number, one in messages.items() if not one.flags & EPHEMERAL_FLAG][-KEPT:]
            for number in [n for n in messages if n not in public and n not in kept_panels]:
                del messages[number]
        backend.cdn._blobs.clear()  # nobody here looks at pictures
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


def memory() -> float:
    """Megabytes that this process holds, as the kernel counts them."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
