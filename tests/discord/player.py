"""A simulated player: presses buttons and types commands at random, in the same way on every run."""

from __future__ import annotations

from typing import Any

import simcord

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, sample_move
from tests.discord.fake_server import BUTTON_TYPE, FakeServer, Message, list_controls, read_text
from tests.game_bounds import find_largest_number, load_bounds

SIDE_BUTTON_PREFIXES = (
    "ow:b:orders:",
    "ow:b:why:",
    "ow:b:restart:",
    "ow:b:try:",
    "ow:b:hint:",
    "ow:b:rules:",
    "ow:b:explain:",
    "ow:b:legend:",
    "ow:b:words:",
    "ow:b:log:",
    "ow:b:more:",
)
"""Buttons of the panel that lead away from the move."""
MAX_DECISIONS = 1500
"""Decisions in a game, at most."""
MAX_DECISIONS_IN_ROW = 3
"""Decisions in a row after which a player ends the turn: a ship may sail up and down its own route without cost."""


class RandomPlayer:
    """A player by keyed dice, who plays the same game every time. `move` and `back` are the labels of two buttons."""

    def __init__(self, server: FakeServer, seed: str, move_count: str = "Your move", back_count: str = "Back") -> None:
        self.home, self.dice, self.n = server, Dice(seed), 0
        self.move, self.back = move_count, back_count
        self.slug, self.last, self.in_a_row = "", 0, 0

    def roll_below(self, n: int) -> int:
        self.n += 1
        return self.dice.roll_below(n, self.n, "press")

    async def find_asked_user(self) -> simcord.MemberActor | None:
        """Find the player who is asked next. Return None at the end of the game."""
        table = await self.home.load_table()
        self.slug = table.game
        if table.status != "running":
            return None
        user = table.find_seat_user(
            (await self.home.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0]
        )
        self.in_a_row = self.in_a_row + 1 if user == self.last else 0
        self.last = user
        return self.home.find_actor(user)

    def list_preferred_verbs(self) -> tuple[str, ...]:
        """List the verbs to look for first. A player with many decisions in a row ends the turn."""
        known = load_bounds(self.slug)
        return ("end",) if self.in_a_row > MAX_DECISIONS_IN_ROW and known.onward else known.eager

    async def play_by_buttons(self, user: simcord.MemberActor, board: Message | None = None) -> int:
        """Make one decision, from "Your move" below the board (by default the newest post) to the answer.

        Return the number of presses.
        """
        before = (await self.home.load_table()).revision
        result = await self.home.click_button(user, board or self.home.newest_post, self.move)
        presses = 1
        while (await self.home.load_table()).revision == before:
            assert result.response is not None
            assert result.response.ephemeral
            result = await self.press_control(user, result.response)
            presses += 1
        return presses

    async def press_control(self, user: simcord.MemberActor, panel: Message) -> simcord.InteractionResult:
        offered = [
            part
            for part in list_controls(panel)
            if part.get("label") != self.back and not part["custom_id"].startswith(SIDE_BUTTON_PREFIXES)
        ]
        assert offered, read_text(panel)
        eager = [
            part for part in offered if any(f":{verb}" in part["custom_id"] for verb in self.list_preferred_verbs())
        ]
        chosen = self.choose_control(eager or offered)
        if chosen["type"] == BUTTON_TYPE:
            return await self.home.click_button(user, panel, custom_id=chosen["custom_id"])
        custom_id = chosen["custom_id"]
        if ":many:" in custom_id:
            several = [option["value"] for option in chosen["options"] if not self.roll_below(4)][
                : chosen["max_values"]
            ]
            if several:
                return await self.home.choose_values(user, panel, *several, custom_id=custom_id)
        if chosen.get("min_values", 1) == 1:
            return await self.home.choose_values(
                user, panel, self.choose_control(chosen["options"])["value"], custom_id=custom_id
            )
        values = [option["value"] for option in chosen["options"]]
        picked = {values.pop(self.roll_below(len(values))) for _ in range(chosen.get("min_values", 1))}
        values = [option["value"] for option in chosen["options"] if option["value"] in picked]
        return await self.home.choose_values(user, panel, *values, custom_id=custom_id)

    def choose_control(self, offered: list[dict[str, Any]]) -> dict[str, Any]:
        """Choose at random among the buttons or options that lead furthest."""
        reached = [find_largest_number(self.slug, part.get("label") or "") for part in offered]
        best = [part for part, at in zip(offered, reached, strict=True) if at == max(reached)]
        return best[self.roll_below(len(best))]

    async def play_by_command(self, user: simcord.MemberActor) -> None:
        """Make one decision as a slash command of the game, with the options that autocomplete offers."""
        table = await self.home.load_table()
        _, _, root = await self.home.bot.tables.moves.load_menu(table.id, user.id)
        words = sample_move(root, self.roll_below)
        verbs = [option.word for option in root.list_open_options()]
        eager = [verb for verb in self.list_preferred_verbs() if verb in verbs]
        if eager:
            below = root.next_menu(eager[0])
            tries = (
                [sample_move(below, self.roll_below) for _ in range(12 if load_bounds(self.slug).onward else 1)]
                if below
                else [()]
            )
            words = (eager[0], *max(tries, key=lambda tail: find_largest_number(self.slug, " ".join(tail[:1]))))
        given: dict[str, str] = {}
        at: Menu | None = root.next_menu(words[0])
        for word in words[1:]:
            assert at is not None
            command = f"{table.game} {words[0]}"
            offers = await user.autocomplete(self.home.games, command, at.name, word.split("+")[0], **given)
            assert len(offers) <= 25
            if at.max_picks == 1:
                assert word in [offer["value"] for offer in offers], (words, offers)
            given[at.name] = word
            at = at.next_menu(word)
        await self.home.run_command(user, f"{table.game} {words[0]}", **given)
