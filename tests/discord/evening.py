"""One person's game against a captain, from /solo to its analysis, by buttons; and what may happen to it on the way.

Each step begins with Ana's move and ends with it, but for the last. In a direct message nobody can join her, so what friends do
there is done by herself.
"""

from __future__ import annotations

from typing import Any

import simcord
from simcord.results import to_discord_message

from engine.host.model.table import TableSnapshot
from engine.host.service.play.crew import PACE
from engine.ops import doctor
from tests.discord.hut import Hut, Message, text
from tests.discord.panels import answer, press
from tests.discord.player import MOST, Player

SHORTEST = "amundsen"
"""The game whose evenings are the shortest."""
SEED = "nobody may know"
"""No text of a game holds this by chance."""


class Evening:
    """Ana's game, in #games or in a direct message."""

    def __init__(self, home: Hut, slug: str, *, direct: bool = False) -> None:
        self.home, self.slug, self.direct = home, slug, direct
        self.ana: Any = home.ana.user if direct else home.ana
        self.ben = home.ben
        self.player = Player(home, "an evening")
        self.panel: Message
        """Her first panel, which she never closes."""
        self.decisions = 0

    # ------------------------------------------------------------- the steps
    async def begins(self) -> None:
        """Ana plays alone against a captain."""
        self.home.seeds = lambda: SEED
        told = await self.says(self.ana, "solo", game=self.slug, level="captain")
        assert "The game has begun" in text(told)
        if self.direct:
            self.home.games, self.home.people = self.ana.dm_channel, [self.ana]
        await self.home.env.settle()
        seats = (await self.home.table()).seats
        assert [(seat.user, seat.level) for seat in seats] == [(self.ana.id, ""), (0, "captain")]
        await self.is_hers()
        self.panel = answer(await self.home.click(self.ana, await self.board(), "Your move"))
        assert "when it is over" in text(await self.says(self.ana, "analysis"))

    async def the_bot_is_killed_in_mid_thought(self) -> None:
        """What is owed is a row: the next process thinks it through."""
        move_service, made = self.home.move_service, await self.answers()
        move_service.hold()
        while not self.home.bot.computer_turns.is_computing():
            await self.player.by_buttons(self.ana, await self.board())
        assert await self.answers() == made
        await self.home.kill()
        move_service.requests.clear()
        move_service.release()
        await self.home.restart()
        await self.home.env.settle()
        assert move_service.requests, "asked again"
        assert await self.answers() > made
        await self.is_hers()

    async def ben_takes_the_captains_seat(self) -> None:
        """Invited, with his hand and his turn from then on."""
        assert "/invite" in text(await self.says(self.ben, "join"))
        await self.says(self.ana, "invite", friend=self.ben)
        await self.says(self.ben, "join")
        await self.home.env.settle()
        seats = (await self.home.table()).seats
        assert [(seat.user, seat.level) for seat in seats] == [(self.ana.id, ""), (self.ben.id, "")]
        made, moved = await self.answers(), list[int]()
        while self.ben.id not in moved or await self.player.waiting() is not self.ana:
            moved.append((await self.decides()).id)
        assert await self.answers() == made

    async def a_computer_plays_for(self, who: Any) -> TableSnapshot:
        """Until they are back, with one press. Returns what all saw before the last move that it answered."""
        made = await self.answers()
        assert "plays for you now" in text(await self.says(who, "computer", level="captain"))
        if who is self.ana:  # nobody is there: the computers take their time
            before = await self.seen()
            while await self.answers() < made + 3:
                await self.home.env.advance_time(PACE + 1)
                await self.home.env.settle()
        else:
            found = await self.answered()
            assert found is not None
            before = found
            assert "(computer)" in text(await self.board())
        back = await press(
            self.home, who, answer(await self.home.click(who, await self.board(), "Your move")), "Take my seat again"
        )
        assert "Your seat is yours again" in text(back)
        await self.home.env.settle()
        assert not (await self.home.table()).seats[0 if who is self.ana else 1].level
        return before

    async def ben_agrees_that_the_answer_goes_back(self, before: TableSnapshot) -> None:
        """The computer has answered for him; it is his to agree."""
        told = answer(await self.home.click(self.ana, await self.board(), "Take back"))
        assert "all are asked first" in text(told)
        await press(self.home, self.ana, told, "Ask the others")
        await self.home.click(self.ben, self.home.post, "Agree")
        await self.home.env.settle()
        await self.stands_as(before)

    async def ends(self) -> None:
        """They play to the last move, Ben by a computer. Alone Ana takes the first answer back that has shown nothing, with her own
        move; any other stands, as nobody is there to agree."""
        if not self.direct:
            await self.says(self.ben, "computer", level="captain")
            await self.home.env.settle()
        done = not self.direct
        while (before := await self.answered()) is not None:
            if done:
                continue
            told = answer(await self.home.click(self.ana, await self.board(), "Take back"))
            if "Since your last move something new was shown" not in text(told):
                await press(self.home, self.ana, told, "Take back")
                await self.home.env.settle()
                await self.stands_as(before)
                done = True
        assert (await self.home.table()).status == "finished"

    async def nothing_is_told_while_the_end_can_be_taken_back(self) -> None:
        """Neither by the analysis nor by hints or the audit."""
        table = await self.home.table()
        assert table.sealed_until is not None
        self.home.move_service.requests.clear()
        assert "can be taken back until" in text(await self.says(self.ana, "analysis"))
        asked = await self.home.click(self.ana, self.panel, "What would the captain do?")
        assert "This game is over" in text(asked.response)
        assert not self.home.move_service.requests
        for told in (await self.says(self.ana, "audit"), await self.board()):
            assert SEED not in text(told)

    async def the_analysis_outlives_a_kill(self, *people: Any) -> None:
        """The game is over for good; whoever asks waits for the same analysis, and it is made, whatever happens."""
        await self.home.click(self.ana, await self.board(), "It is over")
        await self.home.env.settle()
        self.home.move_service.hold()
        waiting = [answer(await self.home.click(who, await self.board(), "Analysis")) for who in people]
        assert all("A computer looks at the game" in text(one) for one in waiting)
        await self.home.kill()
        self.home.move_service.release()
        await self.home.restart()
        await self.home.env.settle()
        assert SEED in text(await self.says(self.ana, "audit"))
        shown = [text(await self.says(who, "analysis")) for who in people]
        assert "The captain would have played" in shown[0]
        assert len({*shown}) == 1
        assert [report.verdict for report in doctor.examine(self.home.config.store.path)] == ["same"]

    # ------------------------------------------------------------------ parts
    async def says(self, who: Any, name: str, **options: Any) -> Message:
        """A command, and its answer."""
        if self.direct:
            return answer(self.home._answered(await who.slash(name, **options)))
        return answer(await self.home.slash(who, name, **options))

    async def board(self) -> Message:
        """The board post; talk may stand below it."""
        post = await self.home.bot.tables.snapshots.post((await self.home.table()).id)
        assert post is not None
        return to_discord_message(self.home.env, self.home.env.backend.messages[post.channel][post.message])

    async def decides(self) -> simcord.MemberActor:
        """One decision of whoever is to move, and what computers answer."""
        who, before = await self.player.waiting(), self.posts()
        assert who is not None
        await self.player.by_buttons(who, await self.board())
        await self.home.env.settle()
        assert self.posts() - before <= 1, "at most one post for each thing a person does"
        self.decisions += 1
        assert self.decisions < MOST
        return who

    async def answered(self) -> TableSnapshot | None:
        """Ana plays until a computer has answered. Returns what all saw before her last move, None at the end of the game."""
        while await self.player.waiting() is not None:
            before, made = await self.seen(), await self.answers()
            await self.decides()
            if await self.answers() > made and await self.player.waiting() is self.ana:
                return before
        return None

    async def seen(self) -> TableSnapshot:
        """The table as everybody sees it."""
        return await self.home.bot.tables.snapshots.take((await self.home.table()).id, None)

    async def stands_as(self, before: TableSnapshot) -> None:
        """The board is as it was."""
        after = await self.seen()
        assert (after.view, after.waiting) == (before.view, before.waiting)
        await self.is_hers()

    def posts(self) -> int:
        """How many public messages there are."""
        kept = self.home.env.backend.messages.get(self.home.games.id, {}).values()
        return sum(message.visible_to(None) for message in kept)

    async def is_hers(self) -> None:
        """It is Ana's move."""
        who: Any = await self.player.waiting()
        assert who is self.ana

    async def answers(self) -> int:
        """The moves that computers have made, also those that were taken back."""
        rows = await self.home.bot.store.all(
            "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind = 'computer'", (await self.home.table()).id
        )
        return int(rows[0]["n"])
