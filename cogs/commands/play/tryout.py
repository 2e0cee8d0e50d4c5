"""Trying a move out: a private copy of the board in the panel, on which one plays on; then it is played, or forgotten.

The moves so far stand in every button, so that a try-out needs no memory and survives a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol, cast

import discord
import msgspec

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import GREEN, Button, button, message, rows
from cogs.messages.panel import ActionSet, Panel, no_room, panel
from cogs.messages.presenter import Screen, at_one_press, offered, picked, screen
from cogs.messages.updates import update
from cogs.pictures.picture_service import preferences_of
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.service.play.live import Late, seated
from engine.host.service.play.tryout import Read, Tried
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say

ACTS = ActionSet("tplay", "tstep", "tpick", "tgroup", say("Try it"), several="tmany")


class Panels(Protocol):
    """What a try-out needs of the cog that plays moves."""

    async def moved(self, interaction: discord.Interaction, table_id: int, seat: int) -> Panel:
        """The panel of somebody who has just moved."""
        ...

    async def caught_up(self, press: Press, late: Late) -> Panel:
        """The answer to an outdated button: the present choices."""
        ...


class TryOut(TableCog):
    """Moves on a copy that only their player sees."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self,
            {
                "try": self._opened,
                "tplay": self._stepped,
                "tstep": self._stepped,
                "tpick": self._picked,
                "tgroup": self._grouped,
                "tmany": self._several,
                "treal": self._meant,
            },
            who="player",
        )

    # -------------------------------------------------------------- buttons
    async def _opened(self, press: Press) -> None:
        await self._in_time(press, partial(self._compose, press, press.rest))

    async def _stepped(self, press: Press) -> None:
        await self._in_time(press, partial(self._step, press))

    async def _picked(self, press: Press) -> None:
        await self._in_time(press, partial(self._step, press, add=tuple("+".join(press.values).split())))

    async def _grouped(self, press: Press) -> None:
        await self._in_time(press, partial(self._step, press, group=press.chosen_number))

    async def _several(self, press: Press) -> None:
        await self._in_time(press, partial(self._step, press, picks=press.values))

    async def _meant(self, press: Press) -> None:
        """Play the moves that were tried."""
        await self._in_time(press, partial(self._play, press))

    # ---------------------------------------------------------------- parts
    @property
    def _moves(self) -> Panels:
        return cast("Panels", self.bot.get_cog("Moves"))

    async def _in_time(self, press: Press, work: Callable[[], Awaitable[Panel]]) -> None:
        """Do what a button says, or show the present choices where the game has gone on since."""

        async def now() -> Panel:
            try:
                return await work()
            except Late as late:
                return await self._moves.caught_up(press, late)

        view, pictures = await deferral.in_time(press.interaction, now(), edits=True)
        await update(press.interaction, view, pictures)

    async def _play(self, press: Press) -> Panel:
        interaction = press.interaction
        table = await self.tables.tryouts.play(
            press.table, interaction.user.id, _reads(press.rest), asked=press.rev, interaction=interaction.id
        )
        return await self._moves.moved(interaction, table.id, seated(table, interaction.user.id))

    async def _step(
        self, press: Press, *, add: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> Panel:
        """Go on from some words; a whole move is made on the copy, unless some of what was picked has no room in it."""
        so_far, _, rest = press.rest.partition("!")
        at = await self.tables.tryouts.ahead(press.table, press.interaction.user.id, _reads(so_far), press.rev)
        if at.menu is None:
            return await self._compose(press, so_far)
        words, left = (*custom_ids.unpack(at.menu, rest), *add), list[Text]()
        if picks:
            words, left = picked(at.menu, words, picks)
        step = offered(at.menu, words, group)
        if step.done and not left:
            made = custom_ids.shortest(at.menu, step.prefix)
            return await self._compose(press, f"{so_far}_{made}" if so_far else made)
        return await self._compose(press, so_far, words, group, left)

    async def _compose(
        self, press: Press, so_far: str, words: Words = (), group: int | None = None, left: Sequence[Text] = ()
    ) -> Panel:
        user, language = press.interaction.user.id, await self.bot.locales.to_person(press.interaction)
        seat = seated(await self.tables.table(press.table), user)
        at = await self.tables.tryouts.ahead(press.table, user, _reads(so_far), press.rev)
        mine = await self.tables.panels.look(press.table, user, seat)
        snapshot = msgspec.structs.replace(mine.snapshot, view=at.view, draft=("try", so_far, *words))
        table, preferences = snapshot.table, preferences_of(mine.chosen.values)
        more = _more(table, so_far, language)
        step = screen(at.menu, words, group) if at.menu is not None else None
        if at.menu is not None and step is not None and _fits(table, at.menu, step, so_far):
            return await panel(
                self.bot.picture_service,
                snapshot,
                at.menu,
                step,
                language,
                preferences,
                notice=say("A try-out: only you see this, and nothing is played yet."),
                preview=[*at.told, *([no_room(left)] if left else [])],
                free=at_one_press(step) or frozenset(step.whole),
                more=more,
                acts=_acts(so_far),
            )
        fmt = TextFormatter(table, translate=language)
        draw = self.bot.picture_service.board if preferences.whole else self.bot.picture_service.crop
        picture = await draw(snapshot, language, preferences.tone)
        told = [say("A try-out: only you see this, and nothing is played yet."), *at.told, _why(at)]
        return message("\n".join(fmt(line) for line in told), picture, *rows(more)), [picture] if picture else []


def _why(at: Tried) -> Text:
    return at.stop or say("These are as many moves as can be tried out at once.")


def _acts(so_far: str) -> ActionSet:
    return msgspec.structs.replace(ACTS, before=f"{so_far}!")


def _fits(table: Table, root: Menu, step: Screen, so_far: str) -> bool:
    """Whether the buttons of a step can hold the moves so far and one more."""
    longest = max(
        (custom_ids.shortest(root, choice.words) for choice in step.choices if choice.done), key=len, default=""
    )
    return custom_ids.room("tgroup", table.id, table.asked) >= 2 * len(longest) + len(so_far) + 8


def _more(table: Table, so_far: str, language: Language) -> list[Button]:
    fmt = TextFormatter(translate=language)
    play = button(fmt(say("Play these moves")), custom_ids.button("treal", table.id, table.asked, so_far), GREEN)
    forget = button(fmt(say("Forget it")), custom_ids.button("step", table.id, table.asked))
    return [play, forget] if so_far else [forget]


def _reads(so_far: str) -> list[Read]:
    """The moves so far, each to be read with the menu that it answers."""
    return [partial(_read, one) for one in so_far.split("_") if one]


def _read(noted: str, menu: Menu) -> Words:
    return custom_ids.unpack(menu, noted)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(TryOut(bot))
