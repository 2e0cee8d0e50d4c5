"""Trying moves out on a private copy of the board, which the panel shows; then the moves are played or forgotten. Every
button holds the moves so far, so that a try-out needs no memory and survives a restart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.commands.panel_composer import PanelComposer
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.interactions.press import Press
from cogs.messages.controls import ActionSet, ControlOptions
from cogs.messages.layout import GREEN_STYLE, Button, build_button, build_button_rows, build_message
from cogs.messages.panel import PanelMessage, PanelTexts, build_panel, describe_no_room
from cogs.messages.presenter import MoveScreen, build_offers, build_screen, resolve_picks
from cogs.pictures.picture_service import list_pictures, read_preferences
from engine.host.model.table import Table
from engine.host.service.play.tryout import TryOutResult
from engine.host.service.seat_checks import require_seat
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say

TRYOUT_ACTIONS = ActionSet("tplay", "tstep", "tpick", "tgroup", say("Try it"), several="tmany")


class TryoutCommands(TableCog):
    """The buttons of a try-out, which only its player sees."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._composer = PanelComposer(bot)

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
        await self._composer.update_panel(press, partial(self._compose_panel, press, press.rest))

    async def _on_step(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._continue_move, press))

    async def _on_pick(self, press: Press) -> None:
        await self._composer.update_panel(
            press, partial(self._continue_move, press, added_words=tuple("+".join(press.values).split()))
        )

    async def _on_group(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._continue_move, press, group=press.chosen_number))

    async def _on_several(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._continue_move, press, picks=press.values))

    async def _on_play_tried(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._play_tried, press))

    # ---------------------------------------------------------------- parts
    async def _play_tried(self, press: Press) -> PanelMessage:
        interaction = press.interaction
        table = await self.tables.tryouts.play_moves(
            press.table_id,
            interaction.user.id,
            custom_ids.list_readers(press.rest),
            asked_revision=press.revision,
            interaction_id=interaction.id,
        )
        return await self._composer.compose_after_move(interaction, table.id, require_seat(table, interaction.user.id))

    async def _continue_move(
        self, press: Press, *, added_words: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Continue a tried move by some words or picks. A whole move is made on the copy, if all picks have a place in it."""
        tried, _, rest = press.rest.partition("!")
        result = await self._try_moves(press, tried)
        if result.menu is None:
            return await self._compose_panel(press, tried)
        words = (*custom_ids.unpack_path(result.menu, rest), *added_words)
        omitted: list[Text] = []
        if picks:
            words, omitted = resolve_picks(result.menu, words, picks)
        step = build_offers(result.menu, words, group)
        if step.is_complete and not omitted:
            packed = custom_ids.pack_shortest(result.menu, step.prefix)
            path = packed
            if tried:
                path = f"{tried}_{packed}"
            return await self._compose_panel(press, path)
        return await self._compose_panel(press, tried, words, group, omitted)

    async def _try_moves(self, press: Press, tried: str) -> TryOutResult:
        """Play the tried moves on a copy. Raises StaleControlsError for a press on controls of an earlier question."""
        return await self.tables.tryouts.try_moves(
            press.table_id, press.interaction.user.id, custom_ids.list_readers(tried), press.revision
        )

    async def _compose_panel(
        self, press: Press, tried: str, words: Words = (), group: int | None = None, omitted: Sequence[Text] = ()
    ) -> PanelMessage:
        """Compose the panel after the tried moves: the choices of the next one, or why there is none."""
        user, language = press.interaction.user.id, await self.bot.locales.find_person_language(press.interaction)
        seat = require_seat(await self.tables.load_table(press.table_id), user)
        result = await self._try_moves(press, tried)
        panel = await self.tables.panels.load_panel(press.table_id, user, seat)
        snapshot = msgspec.structs.replace(panel.snapshot, waiting_seats=result.waiting_seats)
        snapshot = snapshot.show_draft(result.view, ("try", tried, *words))
        table, preferences = snapshot.table, read_preferences(panel.chosen_settings.values)
        buttons = _build_extra_buttons(table, tried, language)
        announced = list(result.announced_lines)
        if result.menu is not None:
            step = build_screen(result.menu, words, group)
            if _fits_buttons(table, result.menu, step, tried):
                if omitted:
                    announced.append(describe_no_room(omitted))
                return await build_panel(
                    self.bot.picture_service,
                    snapshot,
                    result.menu,
                    step,
                    language,
                    preferences,
                    PanelTexts(_describe_tryout(), announced),
                    ControlOptions(
                        msgspec.structs.replace(TRYOUT_ACTIONS, before=f"{tried}!"),
                        frozenset(step.whole_moves),
                        small_buttons=buttons,
                    ),
                )
        fmt = TextFormatter(table, translate=language)
        draw = self.bot.picture_service.draw_crop
        if preferences.shows_whole_board:
            draw = self.bot.picture_service.draw_board
        picture = await draw(snapshot, language, preferences.tone)
        lines = [_describe_tryout(), *announced, _describe_stop(result)]
        view = build_message(
            fmt.format_lines(lines), *preferences.arrange_pictures(picture), *build_button_rows(buttons)
        )
        return view, list_pictures(picture)


def _describe_tryout() -> Text:
    return say("A try-out: only you see this, and nothing is played yet.")


def _describe_stop(result: TryOutResult) -> Text:
    """Describe why no further move can be tried out."""
    return result.stop_reason or say("These are as many moves as can be tried out at once.")


def _fits_buttons(table: Table, root: Menu, step: MoveScreen, tried: str) -> bool:
    """Return whether the buttons of a step can hold the tried moves and one more."""
    moves = [choice.words for choice in step.choices if choice.is_complete]
    longest = max((len(custom_ids.pack_shortest(root, move)) for move in moves), default=0)
    free_chars = custom_ids.count_free_chars("tgroup", table.id, table.asked_revision)
    return free_chars >= 2 * longest + len(tried) + 8


def _build_extra_buttons(table: Table, tried: str, language: Language) -> list[Button]:
    """Build the buttons that end a try-out: play the tried moves, if there are any, or forget them."""
    fmt = TextFormatter(translate=language)
    buttons: list[Button] = []
    if tried:
        button_id = custom_ids.build_button_id("treal", table.id, table.asked_revision, tried)
        buttons.append(build_button(fmt(say("Play these moves")), button_id, GREEN_STYLE))
    button_id = custom_ids.build_button_id("step", table.id, table.asked_revision)
    return [*buttons, build_button(fmt(say("Forget it")), button_id)]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(TryoutCommands(bot))
