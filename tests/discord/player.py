"""Somebody who plays: presses buttons and types commands at random, the same way on every run."""

from __future__ import annotations

from typing import Any

import simcord

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, sample
from tests.bounds import bounds, far
from tests.discord.hut import BUTTON, Hut, Message, controls, text

ASIDE = ("ow:b:orders:", "ow:b:why:", "ow:b:restart:", "ow:b:try:", "ow:b:hint:")
"""Buttons of the panel that lead away from the move."""
MOST = 1500
"""Decisions in a game, at most."""
RESTLESS = 3
"""Decisions in a row after which a player has had enough: a ship may sail up and down its own route for nothing."""


class Player:
    """Presses and types by keyed dice, so that the same game is played every time; `move` and `back` are two buttons' labels."""

    def __init__(self, home: Hut, seed: str, move: str = "Your move", back: str = "Back") -> None:
        self.home, self.dice, self.n = home, Dice(seed), 0
        self.move, self.back = move, back
        self.slug, self.last, self.in_a_row = "", 0, 0

    def below(self, n: int) -> int:
        self.n += 1
        return self.dice.below(n, self.n, "press")

    async def waiting(self) -> simcord.MemberActor | None:
        """Who is asked next; None at the end of the game."""
        table = await self.home.table()
        self.slug = table.game
        if table.status != "running":
            return None
        user = table.user_of((await self.home.bot.tables.snapshots.take(table.id, None)).waiting[0])
        self.in_a_row = self.in_a_row + 1 if user == self.last else 0
        self.last = user
        return self.home.actor(user)

    def eager(self) -> tuple[str, ...]:
        """The verbs to look for first; who has been asked long enough without a break ends the turn."""
        known = bounds(self.slug)
        return ("end",) if self.in_a_row > RESTLESS and known.onward else known.eager

    async def by_buttons(self, who: simcord.MemberActor, board: Message | None = None) -> int:
        """One decision, from "Your move" below the board (by default the newest post) to the answer; returns the number of
        presses."""
        before = (await self.home.table()).rev
        result = await self.home.click(who, board or self.home.post, self.move)
        presses = 1
        while (await self.home.table()).rev == before:
            assert result.response is not None
            assert result.response.ephemeral
            result = await self.press(who, result.response)
            presses += 1
        return presses

    async def press(self, who: simcord.MemberActor, panel: Message) -> simcord.InteractionResult:
        offered = [
            part
            for part in controls(panel)
            if part.get("label") != self.back and not part["custom_id"].startswith(ASIDE)
        ]
        assert offered, text(panel)
        eager = [part for part in offered if any(f":{verb}" in part["custom_id"] for verb in self.eager())]
        chosen = self.onward(eager or offered)
        if chosen["type"] == BUTTON:
            return await self.home.click(who, panel, custom_id=chosen["custom_id"])
        custom_id = chosen["custom_id"]
        if ":many:" in custom_id:
            several = [option["value"] for option in chosen["options"] if not self.below(4)][: chosen["max_values"]]
            if several:
                return await self.home.choose(who, panel, *several, custom_id=custom_id)
        if chosen.get("min_values", 1) == 1:
            return await self.home.choose(who, panel, self.onward(chosen["options"])["value"], custom_id=custom_id)
        values = [option["value"] for option in chosen["options"]]
        picked = {values.pop(self.below(len(values))) for _ in range(chosen.get("min_values", 1))}
        values = [option["value"] for option in chosen["options"] if option["value"] in picked]
        return await self.home.choose(who, panel, *values, custom_id=custom_id)

    def onward(self, offered: list[dict[str, Any]]) -> dict[str, Any]:
        """One of the buttons or options: thrown for, of those that lead furthest."""
        reached = [far(self.slug, part.get("label") or "") for part in offered]
        best = [part for part, at in zip(offered, reached, strict=True) if at == max(reached)]
        return best[self.below(len(best))]

    async def by_command(self, who: simcord.MemberActor) -> None:
        """One decision as a slash command of the game, its options as autocomplete offers them."""
        table = await self.home.table()
        _, _, root = await self.home.bot.tables.moves.menu(table.id, who.id)
        words = sample(root, self.below)
        verbs = [option.word for option in root.open()]
        eager = [verb for verb in self.eager() if verb in verbs]
        if eager:
            below = root.then(eager[0])
            tries = [sample(below, self.below) for _ in range(12 if bounds(self.slug).onward else 1)] if below else [()]
            words = (eager[0], *max(tries, key=lambda tail: far(self.slug, " ".join(tail[:1]))))
        given: dict[str, str] = {}
        at: Menu | None = root.then(words[0])
        for word in words[1:]:
            assert at is not None
            command = f"{table.game} {words[0]}"
            offers = await who.autocomplete(self.home.games, command, at.name, word.split("+")[0], **given)
            assert len(offers) <= 25
            if at.hi == 1:
                assert word in [offer["value"] for offer in offers], (words, offers)
            given[at.name] = word
            at = at.then(word)
        await self.home.slash(who, f"{table.game} {words[0]}", **given)
