"""One person's game against a captain, from /solo to its analysis, by buttons, with accidents on the way.

Each step begins and ends with Ana's move, except the last. In a direct message nobody can join Ana, so the computer
substitutes for her.
"""

from __future__ import annotations

from typing import Any

import simcord
from simcord.results import to_discord_message

from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.history.game_history import ReplayFrame
from engine.host.service.play.computer_moves import UNATTENDED_MOVE_INTERVAL_S
from engine.host.store.entries import load_entries
from engine.ops import doctor
from tests.discord.fake_server import FakeServer, Message, read_text
from tests.discord.panels import find_answer, press_label
from tests.discord.player import MAX_DECISIONS, RandomPlayer

GAME_SEED = "nobody may know"
"""A seed that no text of a game contains by chance."""


class FullGame:
    """Ana's game, in #games or in a direct message."""

    def __init__(self, server: FakeServer, slug: str, *, direct: bool = False) -> None:
        self.home, self.slug, self.direct = server, slug, direct
        self.ana: Any = server.ana.user if direct else server.ana
        self.ben = server.ben
        self.player = RandomPlayer(server, "an evening")
        self.panel: Message
        """What is behind "More" in her first panel, which she never closes."""
        self.decisions = 0

    # ------------------------------------------------------------- the steps
    async def start_solo_game(self) -> None:
        """Start a game of Ana alone against a captain."""
        self.home.seeds = lambda: GAME_SEED
        told = await self.run_command(self.ana, "solo", game=self.slug, level="captain")
        assert "The game has begun" in read_text(told)
        if self.direct:
            self.home.games, self.home.people = self.ana.dm_channel, [self.ana]
        await self.home.env.settle()
        seats = (await self.home.load_table()).seats
        assert [(seat.user_id, seat.computer_level) for seat in seats] == [(self.ana.id, ""), (0, "captain")]
        await self.check_anas_turn()
        panel = find_answer(await self.home.click_button(self.ana, await self.find_board_post(), "Your move"))
        self.panel = find_answer(await self.home.click_button(self.ana, panel, "More"))
        assert "when it is over" in read_text(await self.run_command(self.ana, "analysis"))

    async def kill_while_computing(self) -> None:
        """Kill the bot while a computer player thinks. The stored request lets the next process compute the move."""
        move_service, made = self.home.move_service, await self.count_computer_moves()
        move_service.hold()
        while not self.home.bot.computer_turn_runner.is_computing():
            await self.player.play_by_buttons(self.ana, await self.find_board_post())
        assert await self.count_computer_moves() == made
        await self.home.kill()
        move_service.requests.clear()
        move_service.release()
        await self.home.restart()
        await self.home.env.settle()
        assert move_service.requests, "asked again"
        assert await self.count_computer_moves() > made
        await self.check_anas_turn()

    async def seat_ben(self) -> None:
        """Seat Ben by invitation, with his hand and his turn from then on."""
        assert "/invite" in read_text(await self.run_command(self.ben, "join"))
        await self.run_command(self.ana, "invite", friend=self.ben)
        await self.run_command(self.ben, "join")
        await self.home.env.settle()
        seats = (await self.home.load_table()).seats
        assert [(seat.user_id, seat.computer_level) for seat in seats] == [(self.ana.id, ""), (self.ben.id, "")]
        made, moved = await self.count_computer_moves(), list[int]()
        while self.ben.id not in moved or await self.player.find_asked_user() is not self.ana:
            moved.append((await self.play_one_decision()).id)
        assert await self.count_computer_moves() == made

    async def let_computer_substitute(self, user: Any) -> None:
        """Let a computer substitute for a user, who takes the seat back with one press. For Ben it first answers a move."""
        made = await self.count_computer_moves()
        assert "plays for you now" in read_text(await self.run_command(user, "computer", level="captain"))
        if user is self.ana:  # nobody is waiting: the computers take their time
            while await self.count_computer_moves() < made + 3:
                await self.home.env.advance_time(UNATTENDED_MOVE_INTERVAL_S + 1)
                await self.home.env.settle()
        else:
            assert await self.play_until_answer()
            assert "(computer)" in read_text(await self.find_board_post())
        back = await press_label(
            self.home,
            user,
            find_answer(await self.home.click_button(user, await self.find_board_post(), "Your move")),
            "Take my seat again",
        )
        assert "Your seat is yours again" in read_text(back)
        await self.home.env.settle()
        assert not (await self.home.load_table()).seats[0 if user is self.ana else 1].computer_level

    async def undo_computer_answer(self) -> None:
        """Take back a move that a computer player has answered for Ben, who has to agree."""
        before = await self.build_frame_before_own_move()
        told = find_answer(await self.home.click_button(self.ana, await self.find_board_post(), "Take back"))
        assert "all are asked first" in read_text(told)
        await press_label(self.home, self.ana, told, "Ask the others")
        await self.home.click_button(self.ben, self.home.newest_post, "Agree")
        await self.home.env.settle()
        await self.check_board(before)

    async def play_to_end(self) -> None:
        """Play to the last move, with a computer for Ben.

        Alone, Ana takes back the first answer that has shown nothing, with her own move. Any other answer stands, as
        nobody is there to agree.
        """
        if not self.direct:
            await self.run_command(self.ben, "computer", level="captain")
            await self.home.env.settle()
        done = not self.direct
        while await self.play_until_answer():
            if done:
                continue
            before = await self.build_frame_before_own_move()
            told = find_answer(await self.home.click_button(self.ana, await self.find_board_post(), "Take back"))
            if "Since your last move something new was shown" not in read_text(told):
                await press_label(self.home, self.ana, told, "Take back")
                await self.home.env.settle()
                await self.check_board(before)
                done = True
        assert (await self.home.load_table()).status == "finished"

    async def check_nothing_revealed(self) -> None:
        """Check that neither the analysis nor hints nor the audit reveal anything."""
        table = await self.home.load_table()
        assert table.seals_open_at is not None
        self.home.move_service.requests.clear()
        assert "can be taken back until" in read_text(await self.run_command(self.ana, "analysis"))
        asked = await self.home.click_button(self.ana, self.panel, "What would the captain do?")
        assert "This game is over" in read_text(asked.response)
        assert not self.home.move_service.requests
        for told in (await self.run_command(self.ana, "audit"), await self.find_board_post()):
            assert GAME_SEED not in read_text(told)

    async def check_analysis_survives_kill(self, *people: Any) -> None:
        """Check that everybody who asks waits for the same analysis, and that the analysis survives a kill."""
        await self.home.click_button(self.ana, await self.find_board_post(), "It is over")
        await self.home.env.settle()
        self.home.move_service.hold()
        waiting = [
            find_answer(await self.home.click_button(who, await self.find_board_post(), "Analysis")) for who in people
        ]
        assert all("A computer looks at the game" in read_text(one) for one in waiting)
        await self.home.kill()
        self.home.move_service.release()
        await self.home.restart()
        await self.home.env.settle()
        assert GAME_SEED in read_text(await self.run_command(self.ana, "audit"))
        shown = [read_text(await self.run_command(who, "analysis")) for who in people]
        assert "the best move in" in shown[0]
        assert len({*shown}) == 1
        assert [report.verdict for report in doctor.check_tables(self.home.config.store.path)] == ["same"]

    # ------------------------------------------------------------------ parts
    async def run_command(self, user: Any, name: str, **options: Any) -> Message:
        """Run a command and return its answer."""
        if self.direct:
            return find_answer(self.home.record_result(await user.slash(name, **options)))
        return find_answer(await self.home.run_command(user, name, **options))

    async def find_board_post(self) -> Message:
        """Find the board post; other messages may follow it."""
        post = await self.home.bot.tables.snapshots.load_post((await self.home.load_table()).id)
        assert post is not None
        return to_discord_message(self.home.env, self.home.env.backend.messages[post.channel_id][post.message_id])

    async def play_one_decision(self) -> simcord.MemberActor:
        """Play one decision of the player on the move, and the computer players' answers."""
        who, before = await self.player.find_asked_user(), self.count_posts()
        assert who is not None
        await self.player.play_by_buttons(who, await self.find_board_post())
        await self.home.env.settle()
        assert self.count_posts() - before <= 1, "at most one post for each thing a person does"
        self.decisions += 1
        assert self.decisions < MAX_DECISIONS
        return who

    async def play_until_answer(self) -> bool:
        """Play Ana's moves until a computer has answered. Return False at the end of the game."""
        while await self.player.find_asked_user() is not None:
            made = await self.count_computer_moves()
            await self.play_one_decision()
            if await self.count_computer_moves() > made and await self.player.find_asked_user() is self.ana:
                return True
        return False

    async def build_frame_before_own_move(self) -> ReplayFrame:
        """Return the board before the last move that Ana made herself. One press may make two: the second ends the turn."""
        tables, table_id = self.home.bot.tables, (await self.home.load_table()).id
        active_entries = list_active_entries(await load_entries(tables.store, table_id))
        last_own = max(entry.seq for entry in active_entries if entry.kind == "move" and entry.seat == 0)
        replay = await tables.history.load_replay(table_id)
        earlier_moves = list_moves([entry for entry in active_entries if entry.seq < last_own])
        (frame,) = replay.build_frames([replay.first + len(earlier_moves)])
        return frame

    async def check_board(self, earlier: ReplayFrame) -> None:
        """Check that spectators see an earlier board, and that it is Ana's move."""
        after = await self.home.bot.tables.snapshots.take_snapshot((await self.home.load_table()).id, None)
        assert (after.view, after.waiting_seats) == (earlier.view, earlier.waiting_seats)
        await self.check_anas_turn()

    def count_posts(self) -> int:
        """Return the number of public messages."""
        kept = self.home.env.backend.messages.get(self.home.games.id, {}).values()
        return sum(message.visible_to(None) for message in kept)

    async def check_anas_turn(self) -> None:
        """Check that it is Ana's move."""
        who: Any = await self.player.find_asked_user()
        assert who is self.ana

    async def count_computer_moves(self) -> int:
        """Count the moves that computer players have made, including those taken back."""
        rows = await self.home.bot.store.fetch_all(
            "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind = 'computer'",
            (await self.home.load_table()).id,
        )
        return int(rows[0]["n"])
