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
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import GREEN_STYLE, Button, build_button, build_button_rows, build_message
from cogs.messages.panel import ActionSet, PanelMessage, build_panel, describe_no_room
from cogs.messages.presenter import MoveScreen, build_offers, build_screen, list_one_press_moves, resolve_picks
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import read_preferences
from engine.host.model.table import Table
from engine.host.service.play.tryout import MoveReader, TryOutResult
from engine.host.service.seat_checks import StaleControlsError, require_seat
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say

TRYOUT_ACTIONS = ActionSet("tplay", "tstep", "tpick", "tgroup", say("Try it"), several="tmany")


class PanelCog(Protocol):
    """What a try-out needs of the cog that plays moves."""

    async def compose_after_move(self, interaction: discord.Interaction, table_id: int, seat: int) -> PanelMessage:
        """The panel of somebody who has just moved."""
        ...

    async def answer_stale_press(self, press: Press, error: StaleControlsError) -> PanelMessage:
        """The answer to an outdated button: the present choices."""
        ...


class TryoutCommands(TableCog):
    """Moves on a copy that only their player sees."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "try": self._on_open,
                "tplay": self._on_step,
                "tstep": self._on_step,
                "tpick": self._on_pick,
                "tgroup": self._on_group,
                "tmany": self._on_several,
                "treal": self._on_play_tried,
            },
            audience="player",
        )

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        await self._answer_or_refresh(press, partial(self._compose_panel, press, press.rest))

    async def _on_step(self, press: Press) -> None:
        await self._answer_or_refresh(press, partial(self._continue_move, press))

    async def _on_pick(self, press: Press) -> None:
        await self._answer_or_refresh(
            press, partial(self._continue_move, press, add=tuple("+".join(press.values).split()))
        )

    async def _on_group(self, press: Press) -> None:
        await self._answer_or_refresh(press, partial(self._continue_move, press, group=press.chosen_number))

    async def _on_several(self, press: Press) -> None:
        await self._answer_or_refresh(press, partial(self._continue_move, press, picks=press.values))

    async def _on_play_tried(self, press: Press) -> None:
        """Play the moves that were tried."""
        await self._answer_or_refresh(press, partial(self._play_tried, press))

    # ---------------------------------------------------------------- parts
    @property
    def _move_commands(self) -> PanelCog:
        return cast("PanelCog", self.bot.get_cog("Moves"))

    async def _answer_or_refresh(self, press: Press, work: Callable[[], Awaitable[PanelMessage]]) -> None:
        """Do what a button says, or show the present choices where the game has gone on since."""

        async def now() -> PanelMessage:
            try:
                return await work()
            except StaleControlsError as late:
                return await self._move_commands.answer_stale_press(press, late)

        view, pictures = await deferral.await_or_defer(press.interaction, now(), edits=True)
        await update_message(press.interaction, view, pictures)

    async def _play_tried(self, press: Press) -> PanelMessage:
        interaction = press.interaction
        table = await self.tables.tryouts.play_moves(
            press.table_id,
            interaction.user.id,
            _format_moves(press.rest),
            asked_revision=press.revision,
            interaction_id=interaction.id,
        )
        return await self._move_commands.compose_after_move(
            interaction, table.id, require_seat(table, interaction.user.id)
        )

    async def _continue_move(
        self, press: Press, *, add: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Go on from some words; a whole move is made on the copy, unless some of what was picked has no room in it."""
        so_far, _, rest = press.rest.partition("!")
        at = await self.tables.tryouts.try_moves(
            press.table_id, press.interaction.user.id, _format_moves(so_far), press.revision
        )
        if at.menu is None:
            return await self._compose_panel(press, so_far)
        words, left = (*custom_ids.unpack_path(at.menu, rest), *add), list[Text]()
        if picks:
            words, left = resolve_picks(at.menu, words, picks)
        step = build_offers(at.menu, words, group)
        if step.is_complete and not left:
            made = custom_ids.pack_shortest(at.menu, step.prefix)
            return await self._compose_panel(press, f"{so_far}_{made}" if so_far else made)
        return await self._compose_panel(press, so_far, words, group, left)

    async def _compose_panel(
        self, press: Press, so_far: str, words: Words = (), group: int | None = None, omitted: Sequence[Text] = ()
    ) -> PanelMessage:
        user, language = press.interaction.user.id, await self.bot.locales.find_person_language(press.interaction)
        seat = require_seat(await self.tables.load_table(press.table_id), user)
        at = await self.tables.tryouts.try_moves(press.table_id, user, _format_moves(so_far), press.revision)
        mine = await self.tables.panels.load_panel(press.table_id, user, seat)
        snapshot = msgspec.structs.replace(mine.snapshot, view=at.view, draft_words=("try", so_far, *words))
        table, preferences = snapshot.table, read_preferences(mine.chosen_settings.values)
        more = _build_extra_buttons(table, so_far, language)
        step = build_screen(at.menu, words, group) if at.menu is not None else None
        if at.menu is not None and step is not None and _has_room(table, at.menu, step, so_far):
            return await build_panel(
                self.bot.picture_service,
                snapshot,
                at.menu,
                step,
                language,
                preferences,
                notice=say("A try-out: only you see this, and nothing is played yet."),
                preview=[*at.announced_text, *([describe_no_room(omitted)] if omitted else [])],
                free=list_one_press_moves(step) or frozenset(step.whole_moves),
                extra_buttons=more,
                actions=_build_actions(so_far),
            )
        fmt = TextFormatter(table, translate=language)
        draw = (
            self.bot.picture_service.draw_board if preferences.shows_whole_board else self.bot.picture_service.draw_crop
        )
        picture = await draw(snapshot, language, preferences.tone)
        told = [
            say("A try-out: only you see this, and nothing is played yet."),
            *at.announced_text,
            _describe_refusal(at),
        ]
        return build_message("\n".join(fmt(line) for line in told), picture, *build_button_rows(more)), [
            picture
        ] if picture else []


def _describe_refusal(menu: TryOutResult) -> Text:
    return menu.stop_reason or say("These are as many moves as can be tried out at once.")


def _build_actions(so_far: str) -> ActionSet:
    return msgspec.structs.replace(TRYOUT_ACTIONS, before=f"{so_far}!")


def _has_room(table: Table, root: Menu, step: MoveScreen, so_far: str) -> bool:
    """Whether the buttons of a step can hold the moves so far and one more."""
    longest = max(
        (custom_ids.pack_shortest(root, choice.words) for choice in step.choices if choice.is_complete),
        key=len,
        default="",
    )
    return custom_ids.count_free_chars("tgroup", table.id, table.asked_revision) >= 2 * len(longest) + len(so_far) + 8


def _build_extra_buttons(table: Table, so_far: str, language: Language) -> list[Button]:
    fmt = TextFormatter(translate=language)
    play = build_button(
        fmt(say("Play these moves")),
        custom_ids.build_button_id("treal", table.id, table.asked_revision, so_far),
        GREEN_STYLE,
    )
    forget = build_button(fmt(say("Forget it")), custom_ids.build_button_id("step", table.id, table.asked_revision))
    return [play, forget] if so_far else [forget]


def _format_moves(so_far: str) -> list[MoveReader]:
    """The moves so far, each to be read with the menu that it answers."""
    return [partial(_format_move, one) for one in so_far.split("_") if one]


def _format_move(noted: str, menu: Menu) -> Words:
    return custom_ids.unpack_path(menu, noted)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(TryoutCommands(bot))
