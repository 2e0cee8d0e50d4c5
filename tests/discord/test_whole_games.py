"""A whole game by buttons and a whole game by slash commands: every answer within Discord's limits, every hand kept."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
import simcord

from cogs.pictures import picture_service
from cogs.pictures.picture_service import Picture, _paint
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, sample
from engine.ops import doctor
from tests.bounds import bounds, far
from tests.discord.hut import BUTTON, Hut, Message, controls, text
from tests.discord.hut import pictures as shown

GAMES = [
    pytest.param(slug, registry.load(slug).seats[-1], options, id="-".join((slug, *options.values())))
    for slug in registry.slugs()
    for options in ({}, *bounds(slug).also)
]
ASIDE = ("ow:b:orders:", "ow:b:why:")
"""Buttons of the panel that lead away from the move."""
MOST = 1500
"""Decisions in a game, at most."""
RESTLESS = 3
"""Decisions in a row after which a player has had enough: a ship may sail up and down its own route for nothing."""
DRAWN = 5
"""One picture in so many is drawn; the others are like the last of their kind. Every picture has tests of its own."""


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

    async def by_buttons(self, who: simcord.MemberActor) -> int:
        """One decision, from "Your move" to the answer; returns the number of presses."""
        before = (await self.home.table()).rev
        result = await self.home.click(who, self.home.post, self.move)
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
        if chosen.get("min_values", 1) == 1:
            return await self.home.choose(who, panel, self.onward(chosen["options"])["value"])
        values = [option["value"] for option in chosen["options"]]
        picked = {values.pop(self.below(len(values))) for _ in range(chosen.get("min_values", 1))}
        return await self.home.choose(who, panel, *(o["value"] for o in chosen["options"] if o["value"] in picked))

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


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws one picture in DRAWN: drawing is most of the work, and says nothing new about playing."""
    drawn: dict[tuple[str, str], Picture | None] = {}
    asked = count()

    def paint(what: str, slug: str, *how: Any) -> Picture | None:
        if (what, slug) not in drawn or next(asked) % DRAWN == 0:
            drawn[what, slug] = _paint(what, slug, *how)
        return drawn[what, slug]

    monkeypatch.setattr(picture_service, "_paint", paint)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
async def test_a_whole_game_by_buttons(home: Hut, slug: str, seats: int, options: dict[str, str]) -> None:
    await home.begin(slug, seats, **options)
    player, presses = Player(home, "buttons"), list[int]()
    while (who := await player.waiting()) is not None:
        presses.append(await player.by_buttons(who))
        assert len(presses) < MOST
    table = await home.table()
    assert table.status == "finished"
    assert "seed" in text(home.post)
    assert len(await shown(home.post)) == 1, "the board"
    assert ("won" in text(home.post)) == bool(table.result.winners)
    assert sorted(presses)[len(presses) // 2] <= 5
    assert min(presses) == bounds(slug).presses, "so many presses for a simple move"
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
async def test_a_whole_game_by_slash_commands(home: Hut, slug: str, seats: int, options: dict[str, str]) -> None:
    await home.begin(slug, seats, **options)
    player, turns = Player(home, "commands"), 0
    while (who := await player.waiting()) is not None:
        await player.by_command(who)
        turns += 1
        assert turns < MOST
    assert (await home.table()).status == "finished"
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]


async def test_every_turn_calls_the_one_who_is_to_move_and_nobody_else(race: Hut) -> None:
    player = Player(race, "calls")
    for _ in range(12):
        who = await player.waiting()
        if who is None:
            break
        path = f"/channels/{race.games.id}/messages"
        posts = [r.json for r in race.env.http_requests if r.method == "POST" and r.path == path]
        assert posts[-1]["allowed_mentions"]["users"] == [who.id]
        assert posts[-1]["allowed_mentions"].get("parse", []) == []
        assert f"<@{who.id}>" in text(race.post)
        await player.by_buttons(who)


async def test_a_hand_never_reaches_anything_public(race: Hut) -> None:
    """Each player's start card is face down: its name must be in the owner's own messages only."""
    player = Player(race, "secrets")
    hidden_seen = 0
    for _ in range(30):
        who = await player.waiting()
        if who is None:
            break
        table = await race.table()
        await player.by_buttons(who)
        for seat in (0, 1):
            snapshot = await race.bot.tables.snapshots.take(table.id, seat)
            rival = await race.bot.tables.snapshots.take(table.id, 1 - seat)
            mine = {line.text.template: line for line in snapshot.whispers}
            hidden_seen += len(mine)
            for line in snapshot.whispers:
                assert line not in rival.whispers
        public = "\n".join(text(message) for message in race.games.history())
        assert "You begin with" not in public
        assert "You draw" not in public
    assert hidden_seen
