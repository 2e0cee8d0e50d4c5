"""Making a move: the panel behind "Your move", /move, and a slash command for every verb of every game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import Suggestions, TableCog, allow_everywhere
from cogs.commands.play.game_commands import WordResolver, build_game_group, require_current_verb, require_same_game
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids, deferral
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from cogs.interactions.permissions import list_missing_rights
from cogs.interactions.press import Press
from cogs.messages.completion import list_completions, resolve_words
from cogs.messages.computers import build_substitute_message
from cogs.messages.layout import Button, build_button, build_button_rows, build_message
from cogs.messages.panel import (
    PanelMessage,
    build_panel,
    count_shortcut_room,
    describe_no_room,
    format_note,
    format_whispers,
)
from cogs.messages.presenter import (
    MoveScreen,
    ScreenCache,
    ScreensByPrefix,
    add_shortcuts,
    build_offers,
    build_screen,
    list_one_press_moves,
    resolve_picks,
)
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import read_preferences
from engine.host.model.table import Table, TableSnapshot
from engine.host.service.play.moves import EndsGameError, IrreversibleMoveError
from engine.host.service.play.panels import PanelView
from engine.host.service.seat_checks import StaleControlsError, SubstitutedError
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import SeatMention, Text, UserError, count, say
from render.kit.theme import Tone


class MoveCommands(TableCog):
    """Moves, by buttons or by typed words."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._screen_cache = ScreenCache()

    async def cog_load(self) -> None:
        """Register the panel's buttons and each game's commands."""
        self.bot.press_handlers.register(
            self,
            {
                "move": self._on_open,
                "step": self._on_step,
                "pick": self._on_pick,
                "group": self._on_group,
                "many": self._on_several,
                "play": self._on_play,
                "end": self._on_end,
                "restart": self._on_restart,
            },
            audience="player",
        )
        for game in self.bot.catalogue.list_games():
            self.bot.tree.add_command(build_game_group(game, self))

    async def cog_unload(self) -> None:
        """Remove the games' commands, too."""
        await super().cog_unload()
        for game in self.bot.catalogue.list_games():
            self.bot.tree.remove_command(game.slug)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Make your move by typing it; the suggestions show what is possible")
    @app_commands.describe(words="Your move, such as “take 1”")
    @allow_everywhere
    async def move(self, interaction: discord.Interaction, words: str) -> None:
        """Play a typed move, or open the panel if it is unfinished."""

        def meaning(language: Language, table: Table, root: Menu) -> Words:
            meant = resolve_words(root, words, lambda label: format_plain_label(label, table, language))
            if meant:
                meant = (meant[0].casefold(), *meant[1:])
            require_current_verb(root, meant, self.bot.catalogue.load_game(table.game).verbs)
            return meant

        await self.play_typed(interaction, meaning)

    @move.autocomplete("words")
    async def _suggest_continuations(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        language, table = await self.find_language(interaction), None
        try:
            table = await self.load_channel_table(interaction)
            _, _, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        except UserError as no:
            why = format_plain_label(no.text, table, language)
            return [
                app_commands.Choice(name=shorten(why, MAX_SELECT_CHARS), value=shorten(typed, MAX_SELECT_CHARS) or "?")
            ]
        offers = list_completions(root, typed, lambda label: format_plain_label(label, table, language))
        return [
            app_commands.Choice(name=shorten(name, MAX_SELECT_CHARS), value=value)
            for name, value in offers
            if len(value) <= MAX_SELECT_CHARS
        ][:MAX_SUGGESTIONS]

    @app_commands.command(description="Your own hand, and your move if it is your turn")
    @allow_everywhere
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open the panel."""
        await self._answer_with_panel(interaction, self._load_own_table(interaction))

    async def play_typed(self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str = "") -> None:
        """Play typed words if they are a whole move, else open the panel at what is still to choose. Raises Refusal; also for
        another game than `slug`, if one is named."""
        await self._answer_with_panel(interaction, self._play_typed(interaction, word_resolver, slug))

    async def load_channel_table(self, interaction: discord.Interaction) -> Table:
        """The table in this channel. Raises Refusal."""
        return await self.tables.find_channel_table(interaction.channel_id or 0)

    async def load_decision(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """The table in this channel and the decision that this person owes there. Raises Refusal."""
        table, _, root = await self._load_decision(interaction)
        return table, root

    def find_title(self, slug: str) -> str:
        """The title of a game."""
        return self.bot.catalogue.load_game(slug).title

    async def compose_after_move(self, interaction: discord.Interaction, table_id: int, seat: int) -> PanelMessage:
        """The panel of somebody who has just moved."""
        self.board_posts.request_post(table_id)
        return await self._compose_panel(interaction, table_id, seat, is_done=True)

    async def answer_stale_press(self, press: Press, error: StaleControlsError) -> PanelMessage:
        """The answer to an outdated button: the present choices, or whose turn it is."""
        table = await self.tables.load_table(press.table_id)
        seat = table.find_seat(press.interaction.user.id)
        if seat is None:
            raise error
        return await self._compose_panel(press.interaction, press.table_id, seat, notice=error.text)

    async def find_language(self, interaction: discord.Interaction) -> Language:
        """The language this person reads."""
        return await self.bot.locales.find_person_language(interaction)

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        await self._answer_with_panel(press.interaction, self._open_panel(press))

    async def _on_step(self, press: Press) -> None:
        await self._update_panel(press, partial(self._continue_move, press, press.rest))

    async def _on_pick(self, press: Press) -> None:
        await self._update_panel(
            press, partial(self._continue_move, press, press.rest, add=tuple("+".join(press.values).split()))
        )

    async def _on_group(self, press: Press) -> None:
        await self._update_panel(press, partial(self._continue_move, press, press.rest, group=press.chosen_number))

    async def _on_several(self, press: Press) -> None:
        await self._update_panel(press, partial(self._continue_move, press, press.rest, picks=press.values))

    async def _on_play(self, press: Press) -> None:
        await self._update_panel(press, partial(self._play_whole, press, ending=False))

    async def _on_end(self, press: Press) -> None:
        await self._update_panel(press, partial(self._play_whole, press, ending=True))

    async def _on_restart(self, press: Press) -> None:
        await self._update_panel(press, partial(self._restart_turn, press))

    async def _answer_with_panel(
        self, interaction: discord.Interaction, work: Coroutine[Any, Any, PanelMessage]
    ) -> None:
        """Answer with a new panel."""
        view, pictures = await deferral.await_or_defer(interaction, work)
        await deferral.send_answer(interaction, view, [picture.create_file() for picture in pictures])

    async def _update_panel(self, press: Press, work: Callable[[], Awaitable[PanelMessage]]) -> None:
        """Show what comes of a button in the same panel; or, where the game has gone on since, how it stands."""

        async def now() -> PanelMessage:
            try:
                return await work()
            except StaleControlsError as late:
                return await self.answer_stale_press(press, late)

        view, pictures = await deferral.await_or_defer(press.interaction, now(), edits=True)
        await update_message(press.interaction, view, pictures)

    # ------------------------------------------------------ what comes of them
    async def _play_typed(
        self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str
    ) -> PanelMessage:
        language = await self.find_language(interaction)
        table = await self.load_channel_table(interaction)
        if slug:
            require_same_game(slug, table, self)
        table, seat, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        words = word_resolver(language, table, root)
        step = build_offers(root, words, known_screens=self._find_screens(table, seat))
        if not step.is_complete:
            notice = say("That move is not finished yet: choose the rest here.")
            return await self._compose_panel(interaction, table.id, seat, words, notice=notice)
        table = await self.tables.moves.play(table.id, interaction.user.id, step.prefix, interaction_id=interaction.id)
        return await self.compose_after_move(interaction, table.id, seat)

    async def _load_own_table(self, interaction: discord.Interaction) -> PanelMessage:
        table = await self.tables.find_channel_table(interaction.channel_id or 0, live_only=False)
        seat = table.find_seat(interaction.user.id)
        if seat is None:
            raise UserError(say("You are not in this game. /board shows it to you."))
        return await self._compose_panel(interaction, table.id, seat)

    async def _open_panel(self, press: Press) -> PanelMessage:
        try:
            table, seat, _ = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id)
        except SubstitutedError:
            table, language = await self.tables.load_table(press.table_id), await self.find_language(press.interaction)
            return build_substitute_message(table, language), []
        late = (
            say("That button is from an earlier turn; here are today's choices.")
            if press.revision != table.asked_revision
            else None
        )
        return await self._compose_panel(press.interaction, press.table_id, seat, notice=late)

    async def _play_whole(self, press: Press, *, ending: bool) -> PanelMessage:
        """Play a whole move. One that ends the game and was offered for one press is asked about first, unless `ending`."""
        _, seat, root = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id, press.revision)
        words = build_offers(root, custom_ids.unpack_path(root, press.rest)).prefix

        def at_once() -> bool:
            return words in list_one_press_moves(build_offers(root, ()))

        return await self._play_move(press, seat, words, ending=ending, final=True, at_once=at_once)

    async def _play_move(
        self,
        press: Press,
        seat: int,
        words: Words,
        *,
        ending: bool,
        final: bool,
        at_once: Callable[[], bool] = lambda: True,
    ) -> PanelMessage:
        """Play a move, or show it and ask where it ends the game or cannot be taken back, unless that is known. Whether it was
        offered `at_once`, so that its player has not been asked, is found out only where it ends the game: that takes a screen."""
        try:
            table = await self.tables.moves.play(
                press.table_id,
                press.interaction.user.id,
                words,
                asked_revision=press.revision,
                interaction_id=press.interaction.id,
                may_end_game=ending,
                may_be_irreversible=final,
            )
        except EndsGameError:
            if not at_once():
                return await self._play_move(press, seat, words, ending=True, final=final)
            return await self._compose_panel(press.interaction, press.table_id, seat, words)
        except IrreversibleMoveError:
            return await self._compose_panel(press.interaction, press.table_id, seat, words)
        return await self.compose_after_move(press.interaction, table.id, seat)

    async def _continue_move(
        self, press: Press, rest: str, *, add: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Go on from some words. The last choice of a move plays it, if its player can take it back and all that was picked has
        found its place."""
        table, seat, root = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id, press.revision)
        words, left = (*custom_ids.unpack_path(root, rest), *add), list[Text]()
        if picks:
            words, left = resolve_picks(root, words, picks)
        step = build_offers(root, words, group, self._find_screens(table, seat))
        if step.is_complete and not left:
            return await self._play_move(press, seat, step.prefix, ending=False, final=False)
        notice = describe_no_room(left) if left else None
        return await self._compose_panel(press.interaction, press.table_id, seat, words, group=group, notice=notice)

    async def _restart_turn(self, press: Press) -> PanelMessage:
        """Take the turn back to its beginning."""
        interaction = press.interaction
        await self.tables.undo.restart_turn(
            press.table_id, interaction.user.id, asked_revision=press.revision, interaction_id=interaction.id
        )
        self.board_posts.request_post(press.table_id)
        table, seat, _ = await self.tables.moves.load_menu(press.table_id, interaction.user.id)
        return await self._compose_panel(interaction, table.id, seat, notice=say("Your turn begins anew."))

    # ---------------------------------------------------------------- parts
    def _find_screens(self, table: Table, seat: int) -> ScreensByPrefix:
        """The screens that have been made of the question that a seat is asked."""
        return self._screen_cache.find_screens((table.id, table.revision, seat))

    async def _load_decision(self, interaction: discord.Interaction) -> tuple[Table, int, Menu]:
        table = await self.tables.find_channel_table(interaction.channel_id or 0)
        return await self.tables.moves.load_menu(table.id, interaction.user.id)

    async def _compose_panel(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
        is_done: bool = False,
    ) -> PanelMessage:
        """The panel of a seat: its choices after `words` if it owes a move, else only its picture. `is_done`: it has just moved."""
        user, language = interaction.user.id, await self.find_language(interaction)
        mine = await self.tables.panels.load_panel(table_id, user, seat)
        snapshot, root, preferences = mine.snapshot, mine.menu, read_preferences(mine.chosen_settings.values)
        if is_done:
            notice = _describe_done(snapshot, list_missing_rights(interaction))
        more = _build_extra_buttons(
            mine, language, hints=mine.menu is not None and self.tables.hints.offers_hints(snapshot.table)
        )
        if root is None:
            # The board that follows in the channel shows it as well.
            shown = not (is_done and self.bot.picture_service.is_rushed)
            return await self._compose_waiting(
                snapshot, language, preferences.tone, notice, mine.note, more, pictures=shown
            )
        seen = self._find_screens(snapshot.table, seat)
        step = build_screen(root, words, group, seen)
        told: tuple[Text, ...] = ()
        drafted, ends = None, False
        likely = await self._find_likely_moves(mine, user, step) if step.back_prefix is None and group is None else {}
        texts = 1 + bool(notice) + bool(snapshot.private_lines) + bool(mine.note)
        step = add_shortcuts(root, step, list(likely), count_shortcut_room(step, more, texts), seen)
        free = list_one_press_moves(step) or await self.tables.moves.list_reversible(table_id, user, step.whole_moves)
        free |= {words for words, may in likely.items() if may}
        if step.is_complete:
            preview = await self.tables.moves.preview(table_id, user, step.prefix)
            if preview is None:
                step = msgspec.structs.replace(step, prompt=IrreversibleMoveError().text)
            else:
                told, ends = preview.events, preview.ends_game
                drafted = None if ends else preview.view
            if ends:
                step = msgspec.structs.replace(step, prompt=EndsGameError().text)
        elif (menu := follow_words(root, step.prefix)) is not None:
            drafted = await self.tables.moves.build_draft_view(table_id, seat, menu)
        if drafted is not None:
            snapshot = msgspec.structs.replace(snapshot, view=drafted, draft_words=step.prefix)
        return await build_panel(
            self.bot.picture_service,
            snapshot,
            root,
            step,
            language,
            preferences,
            notice=notice,
            preview=told,
            free=free,
            ends=ends,
            note=mine.note,
            extra_buttons=more,
        )

    async def _find_likely_moves(self, decision: PanelView, user_id: int, step: MoveScreen) -> dict[Words, bool]:
        """The likeliest moves of a decision that takes more than one choice, each with whether it can be played at once; none
        for whoever, or where a server, does not want them."""
        table, root = decision.snapshot.table, decision.menu
        if (
            root is None
            or all(choice.is_complete for choice in step.choices)
            or decision.chosen_settings.values["shortcuts"] == "no"
        ):
            return {}
        if (await self.tables.settings.load_settings("server", table.guild_id)).values["shortcuts"] == "no":
            return {}
        room = custom_ids.count_free_chars("step", table.id, table.asked_revision)
        found = await self.tables.likely_moves.list_moves(table.id, user_id)
        return {one.words: one.needs_no_confirmation for one in found if custom_ids.fits_path(root, one.words, room)}

    async def _compose_waiting(
        self,
        snapshot: TableSnapshot,
        language: Language,
        tone: Tone,
        notice: Text | None,
        note: str,
        buttons: Sequence[Button],
        *,
        pictures: bool,
    ) -> PanelMessage:
        fmt = TextFormatter(snapshot.table, translate=language)
        if snapshot.view is None:
            return build_message(
                fmt(notice or say("The game has not begun. Press Start when everybody has joined."))
            ), []
        picture_service = self.bot.picture_service
        picture = await picture_service.draw_hand(snapshot, language, tone) if pictures else None
        if picture is None and pictures:
            picture = await picture_service.draw_board(snapshot, language, tone)
        told = format_whispers(snapshot, fmt) if snapshot.table.status == "running" else ""
        view = build_message(
            fmt(notice or _describe_turn(snapshot)), told, format_note(note, fmt), picture, *build_button_rows(buttons)
        )
        return view, [picture] if picture else []


def _build_extra_buttons(decision: PanelView, language: Language, *, hints: bool) -> list[Button]:
    """The buttons below the first step: starting the turn anew, asking the captain, standing orders in a game that has them."""
    table, fmt = decision.snapshot.table, TextFormatter(translate=language)
    offered = [
        ("restart", say("Restart my turn"), decision.is_moving),
        ("try", say("Try it out"), decision.menu is not None),
        ("hint", say("What would the captain do?"), hints),
        ("orders", say("Standing orders"), decision.has_orders),
        ("again", say("Take my seat again"), _is_substituted(decision)),
    ]
    return [
        build_button(fmt(label), custom_ids.build_button_id(act, table.id, table.asked_revision))
        for act, label, may in offered
        if may
    ]


def _is_substituted(decision: PanelView) -> bool:
    """Whether a computer plays for the person until they are back."""
    table, seat = decision.snapshot.table, decision.snapshot.viewer
    return seat is not None and table.status == "running" and table.seats[seat].is_substituted


def _describe_turn(snapshot: TableSnapshot) -> Text:
    if snapshot.table.status != "running":
        return say("This game is over. /play starts a new one.")
    return count(
        "{seats} is to move. You will be called when it is your turn.",
        "{seats} are to move. You will be called when it is your turn.",
        len(snapshot.waiting_seats),
        seats=[SeatMention(seat) for seat in snapshot.waiting_seats],
    )


def _describe_done(snapshot: TableSnapshot, missing: list[Text]) -> Text:
    more = (
        say("There is one more thing to decide.")
        if snapshot.viewer in snapshot.waiting_seats
        else _describe_turn(snapshot)
    )
    if not missing:
        return say("Done. {next}", next=more)
    return say(
        "Done. {next} But I cannot show it in this channel: I lack the right to {rights}. "
        "Tell your friends, and ask a moderator; the board follows as soon as I may.",
        next=more,
        rights=list(missing),
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(MoveCommands(bot))
