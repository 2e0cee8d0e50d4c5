"""Composes the panel of a seat from the table, the person's settings and the pictures, as an answer to an interaction.

`cogs.messages.panel` lays it out; the cogs decide when to show it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import discord
import msgspec

from cogs.client import Overwinter
from cogs.commands.panel_buttons import build_extra_buttons, build_legend_buttons, build_path_id, build_small_buttons
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids, deferral
from cogs.interactions.permissions import list_missing_rights
from cogs.interactions.press import Press
from cogs.messages.controls import END_MARK, ControlOptions
from cogs.messages.layout import Button, build_button, build_button_rows, build_message
from cogs.messages.learn.description import build_reading_buttons
from cogs.messages.panel import (
    PanelMessage,
    PanelTexts,
    build_more_message,
    build_panel,
    build_panel_legend,
    format_note,
    format_whispers,
)
from cogs.messages.presenter import (
    MoveScreen,
    ScreenCache,
    ScreensByPrefix,
    add_shortcuts,
    asks_before,
    build_screen,
    ends_turn_only,
    list_one_press_moves,
)
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import PicturePreferences, list_pictures, read_preferences
from engine.host.model.table import Table, TableSnapshot
from engine.host.service.play.moves import EndsGameError, IrreversibleMoveError
from engine.host.service.play.panels import PanelView
from engine.host.service.seat_checks import StaleControlsError, has_other_players
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import Text, count, mention_seats, say


class _PanelContext(msgspec.Struct, frozen=True):
    """The person and seat that a panel is for, and all that it shows apart from its choices.

    `buttons` are the rarer ones behind "More". `has_help_space`: a line of help may take the place of the notice.
    """

    user_id: int
    seat: int
    panel: PanelView
    language: Language
    notice: Text | None
    buttons: Sequence[Button]
    has_help_space: bool = True

    @property
    def preferences(self) -> PicturePreferences:
        """The picture preferences of the person."""
        return read_preferences(self.panel.chosen_settings.values)


class _StepPreview(NamedTuple):
    """A step of a move, and what is known about the position after it.

    `snapshot` is the table as it would be then, `announced` what would be announced, `warnings` what a friend would warn of.
    """

    step: MoveScreen
    snapshot: TableSnapshot
    announced: tuple[Text, ...]
    warnings: tuple[Text, ...]
    ends_game: bool


class PanelComposer:
    """Composes panels, and caches the screens of the newest questions."""

    def __init__(self, bot: Overwinter) -> None:
        self._bot = bot
        self._screen_cache = ScreenCache()

    def find_screens(self, table: Table, seat: int) -> ScreensByPrefix:
        """Find the cached screens of the question that a seat is asked."""
        return self._screen_cache.find_screens((table.id, table.revision, seat))

    async def update_panel(self, press: Press, compose: Callable[[], Awaitable[PanelMessage]]) -> None:
        """Show the panel that `compose` returns in the message that was pressed.

        If the press was on controls of an earlier question, show the current choices.
        """

        async def compose_current() -> PanelMessage:
            try:
                return await compose()
            except StaleControlsError as error:
                return await self._answer_stale_press(press, error)

        view, pictures = await deferral.await_or_defer(press.interaction, compose_current(), edits=True)
        await update_message(press.interaction, view, pictures)

    async def _answer_stale_press(self, press: Press, error: StaleControlsError) -> PanelMessage:
        """Compose the person's current panel, with the error as its notice. Raises the error if they have no seat."""
        table = await self._bot.tables.load_table(press.table_id)
        seat = table.find_seat(press.interaction.user.id)
        if seat is None:
            raise error
        return await self.compose(press.interaction, press.table_id, seat, notice=error.text)

    async def compose_after_move(self, interaction: discord.Interaction, table_id: int, seat: int) -> PanelMessage:
        """Request the board post of a table, and compose the panel of the seat that has just moved."""
        self._bot.board_posts.request_post(table_id)
        return await self.compose(interaction, table_id, seat, has_moved=True)

    async def compose(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
        has_moved: bool = False,
        ends_turn: bool = False,
    ) -> PanelMessage:
        """Compose the panel of a seat: its choices after `words` if it owes a move, else its picture.

        `group` is the number of an opened group of choices. With `has_moved`, the notice says that the move was made, and the
        panel may offer a move in advance. With `ends_turn`, the move is to be followed by the end of the turn.
        """
        context = await self._load_context(interaction, table_id, seat, notice)
        if has_moved:
            missing_rights = list_missing_rights(interaction)
            notice = _describe_done(context.panel.snapshot, missing_rights)
            context = msgspec.structs.replace(context, notice=notice, has_help_space=not missing_rights)
        if context.panel.menu is not None:
            return await self._compose_choices(context, context.panel.menu, words, group, ends_turn=ends_turn)
        # After a move the board follows in the channel and shows the same, so a busy bot leaves the picture out.
        draws = not (has_moved and self._bot.picture_service.is_rushed)
        return await self._compose_waiting(context, draws=draws)

    async def compose_more(self, interaction: discord.Interaction, table_id: int, seat: int) -> PanelMessage:
        """Compose the message behind "More": the rarer buttons, the seat's note and the events that only the seat was told."""
        context = await self._load_context(interaction, table_id, seat, None)
        panel = context.panel
        if panel.menu is None:
            return await self._compose_waiting(context, draws=True)
        table = panel.snapshot.table
        screen = build_screen(panel.menu, known_screens=self.find_screens(table, seat))
        fmt = TextFormatter(translate=context.language)
        why = custom_ids.build_button_id("why", table.id, table.asked_revision)
        back = custom_ids.build_button_id("step", table.id, table.asked_revision)
        buttons = [build_button(fmt(say("Why not?")), why), *context.buttons, build_button(fmt(say("Back")), back)]
        return build_more_message(panel.snapshot, panel.note, screen, context.language, buttons), []

    async def needs_warning(self, table_id: int, user_id: int, words: Words) -> bool:
        """Return whether to ask the person before a whole move, because a friend would warn of it."""
        if not await self._bot.tables.warnings.list_warnings(table_id, user_id, words):
            return False
        return (await self._bot.tables.settings.load_settings("person", user_id)).values["confirm"] != "never"

    async def compose_legend(
        self, interaction: discord.Interaction, table_id: int, seat: int, words: Words, *, ends_turn: bool
    ) -> PanelMessage:
        """Compose the legend of the picture that a step of a move shows."""
        context = await self._load_context(interaction, table_id, seat, None)
        menu = context.panel.menu
        if menu is None:
            return await self._compose_waiting(context, draws=True)
        table = context.panel.snapshot.table
        step = build_screen(menu, words, None, self.find_screens(table, seat))
        preview = await self._preview_step(context, menu, step)
        back_id = build_path_id("step", table, menu, step, ends_turn=ends_turn)
        return await build_panel_legend(
            self._bot.picture_service,
            preview.snapshot,
            preview.step,
            context.language,
            context.preferences,
            build_legend_buttons(table, context.language, back_id),
        )

    async def _load_context(
        self, interaction: discord.Interaction, table_id: int, seat: int, notice: Text | None
    ) -> _PanelContext:
        language = await self._bot.locales.find_person_language(interaction)
        panel = await self._bot.tables.panels.load_panel(table_id, interaction.user.id, seat)
        has_hints = panel.menu is not None and self._bot.tables.hints.offers_hints(panel.snapshot.table)
        can_plan = _can_plan(panel, interaction.user.id)
        buttons = build_extra_buttons(panel, language, has_hints=has_hints, can_plan=can_plan)
        return _PanelContext(interaction.user.id, seat, panel, language, notice, buttons, notice is None)

    async def _compose_choices(
        self, context: _PanelContext, root: Menu, words: Words, group: int | None, *, ends_turn: bool
    ) -> PanelMessage:
        """Compose the panel of a seat that owes a move."""
        table = context.panel.snapshot.table
        step = build_screen(root, words, group, self.find_screens(table, context.seat))
        is_first = step.back_prefix is None and group is None
        if is_first:
            step = add_shortcuts(root, step, await self._find_likely_moves(context, root, step))
        confirmation = context.panel.chosen_settings.values["confirm"]
        one_press_moves, coloured = list_one_press_moves(step), frozenset(step.coloured_moves)
        warned = await self._find_warned_moves(context, one_press_moves | coloured)
        one_press = frozenset(move for move in one_press_moves - warned if not asks_before(root, move, confirmation))
        free_moves = one_press | await self._find_free_moves(context, root, coloured - warned - one_press)
        preview = await self._preview_step(context, root, step)
        help_line = await self._take_help_line(context, root, preview.step)
        texts = PanelTexts(
            context.notice if help_line is None else None,
            preview.announced,
            help_line,
            preview.warnings[0] if preview.warnings else None,
            self._bot.catalogue.load_game(table.game).describe_standing(preview.snapshot.view) if is_first else None,
        )
        legend_id = build_path_id("explain", table, root, step, ends_turn=ends_turn)
        small_buttons = build_small_buttons(table, context.language, legend_id, has_help=help_line is not None)
        options = ControlOptions(
            free_moves=free_moves,
            one_press_moves=one_press,
            ends_game=preview.ends_game,
            can_end_turn=root.may_end_after and not ends_turn_only(root, step.prefix),
            ends_turn=ends_turn,
            small_buttons=small_buttons,
            spare_button=small_buttons[0],  # the rules, which are below the legend too
        )
        return await build_panel(
            self._bot.picture_service,
            preview.snapshot,
            root,
            preview.step,
            context.language,
            context.preferences,
            texts,
            options,
        )

    async def _preview_step(self, context: _PanelContext, root: Menu, step: MoveScreen) -> _StepPreview:
        """Compute the position after the choices so far, if that reveals nothing.

        The prompt of a whole move that reveals something, or that ends the game, asks whether to play it.
        """
        moves, snapshot = self._bot.tables.moves, context.panel.snapshot
        announced: tuple[Text, ...] = ()
        warnings: tuple[Text, ...] = ()
        draft_view, ends_game = None, False
        if step.is_complete:
            table_id = snapshot.table.id
            warnings = await self._bot.tables.warnings.list_warnings(table_id, context.user_id, step.prefix)
            preview = await moves.preview(table_id, context.user_id, step.prefix)
            if preview is None:
                step = msgspec.structs.replace(step, prompt=IrreversibleMoveError().text)
            elif preview.ends_game:
                announced, ends_game = preview.events, True
                step = msgspec.structs.replace(step, prompt=EndsGameError().text)
            else:
                announced, draft_view = preview.events, preview.view
        elif (menu := follow_words(root, step.prefix)) is not None:
            draft_view = await moves.build_draft_view(snapshot.table.id, context.seat, menu)
        if draft_view is not None:
            snapshot = snapshot.show_draft(draft_view, step.prefix)
        return _StepPreview(step, snapshot, announced, warnings, ends_game)

    async def _take_help_line(self, context: _PanelContext, root: Menu, step: MoveScreen) -> Text | None:
        """Return the line that explains the question of a screen to somebody new. Each kind of question is explained once."""
        if step.is_complete or not context.has_help_space:
            return None
        game, settings = context.panel.snapshot.table.game, context.panel.chosen_settings
        line = await self._bot.tables.first_game_help.take_line(context.user_id, game, settings, root, step.prefix)
        if line is None or context.notice is None:
            return line
        # Help takes the place of one notice only: that a move was made.
        return say("Done. {next}", next=line)

    async def _find_warned_moves(self, context: _PanelContext, moves: frozenset[Words]) -> frozenset[Words]:
        """Find the moves that the person is asked about because a friend would warn of them."""
        table_id = context.panel.snapshot.table.id
        return frozenset([words for words in moves if await self.needs_warning(table_id, context.user_id, words)])

    async def _find_free_moves(self, context: _PanelContext, root: Menu, moves: frozenset[Words]) -> frozenset[Words]:
        """Filter the whole moves that are played without a confirmation."""
        confirmation = context.panel.chosen_settings.values["confirm"]
        unasked = [words for words in moves if not asks_before(root, words, confirmation)]
        if confirmation == "never":
            return frozenset(unasked)
        return await self._bot.tables.moves.list_reversible(context.panel.snapshot.table.id, context.user_id, unasked)

    async def _find_likely_moves(self, context: _PanelContext, root: Menu, step: MoveScreen) -> list[Words]:
        """Find the likeliest moves of a decision that takes several choices.

        There are none if the person or the server has turned shortcuts off. Moves whose path does not fit a button are left out.
        """
        table = context.panel.snapshot.table
        if context.panel.chosen_settings.values["shortcuts"] == "no":
            return []
        if all(choice.is_complete for choice in step.choices):
            return []
        server_settings = await self._bot.tables.settings.load_settings("server", table.guild_id)
        if server_settings.values["shortcuts"] == "no":
            return []
        longest_mark = END_MARK + custom_ids.make_nth_path("", 1)
        free_chars = custom_ids.count_free_chars("step", table.id, table.asked_revision) - len(longest_mark)
        moves = await self._bot.tables.likely_moves.list_moves(table.id, context.user_id)
        return [move.words for move in moves if custom_ids.fits_path(root, move.words, free_chars)]

    async def _compose_waiting(self, context: _PanelContext, *, draws: bool) -> PanelMessage:
        """Compose the panel of a seat that owes nothing. With `draws`, it has a picture: of the hand, or else of the board."""
        snapshot, language = context.panel.snapshot, context.language
        fmt = TextFormatter(snapshot.table, translate=language)
        if snapshot.view is None:
            text = context.notice or say("The game has not begun. Press Start when everybody has joined.")
            return build_message(fmt(text)), []
        picture = None
        if draws:
            tone, picture_service = context.preferences.tone, self._bot.picture_service
            picture = await picture_service.draw_hand(snapshot, language, tone)
            if picture is None:
                picture = await picture_service.draw_board(snapshot, language, tone)
        whispers = ""
        if snapshot.table.status == "running":
            whispers = format_whispers(snapshot, fmt)
        view = build_message(
            fmt(context.notice or _describe_turn(snapshot)),
            whispers,
            format_note(context.panel.note, fmt),
            *context.preferences.arrange_pictures(picture),
            *build_button_rows([*context.buttons, *build_reading_buttons(snapshot.table, language)]),
        )
        return view, list_pictures(picture)


def _can_plan(panel: PanelView, user_id: int) -> bool:
    """Return whether to offer a move in advance: the person can choose one, and waits for people. Computers answer at once."""
    sheet = panel.order_sheet
    return sheet is not None and sheet.has_planned_menu and has_other_players(panel.snapshot.table, user_id)


def _describe_turn(snapshot: TableSnapshot) -> Text:
    """Describe whose turn it is, or that the game is over."""
    if snapshot.table.status != "running":
        return say("This game is over. {/play} starts a new one.")
    return count(
        "{seats} is to move. You will be called when it is your turn.",
        "{seats} are to move. You will be called when it is your turn.",
        len(snapshot.waiting_seats),
        seats=mention_seats(snapshot.waiting_seats),
    )


def _describe_done(snapshot: TableSnapshot, missing_rights: list[Text]) -> Text:
    """Describe what follows a move, and which rights the bot lacks to show it in the channel."""
    is_asked_more = snapshot.viewer in snapshot.waiting_seats
    if is_asked_more and not missing_rights:
        return say("Done.")  # the question follows
    next_text = say("Choose what comes next.") if is_asked_more else _describe_turn(snapshot)
    if not missing_rights:
        return say("Done. {next}", next=next_text)
    return say(
        "Done. {next} But I cannot show it in this channel: I lack the right to {rights}. "
        "Tell your friends, and ask a moderator; the board follows as soon as I may.",
        next=next_text,
        rights=list(missing_rights),
    )
