"""Making moves: the panel behind "Your move", /move, and a slash command for every verb of every game."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.panel_composer import PanelComposer
from cogs.commands.play.game_commands import WordResolver, build_game_group, require_current_verb, require_same_game
from cogs.commands.suggestions import Suggestions, build_choices, build_reason_choice
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.completion import list_completions, resolve_words
from cogs.messages.computers import build_substitute_message
from cogs.messages.controls import END_MARK
from cogs.messages.panel import PanelMessage, describe_no_room
from cogs.messages.presenter import asks_before, build_offers, resolve_picks
from cogs.pictures.picture_service import create_files
from engine.host.model.table import Table
from engine.host.service.play.moves import EndsGameError, IrreversibleMoveError
from engine.host.service.seat_checks import SubstitutedError
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, UserError, say


class MoveCommands(TableCog):
    """The commands and buttons that play moves."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._composer = PanelComposer(bot)

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
                "end": self._on_confirm,
                "restart": self._on_restart,
                "more": self._on_more,
                "nohelp": self._on_no_help,
                "explain": self._on_explain,
            },
            audience="player",
        )
        for game in self.bot.catalogue.list_games():
            self.bot.tree.add_command(build_game_group(game, self))

    async def cog_unload(self) -> None:
        """Remove the handlers of the buttons and the games' commands."""
        await super().cog_unload()
        for game in self.bot.catalogue.list_games():
            self.bot.tree.remove_command(game.slug)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Make your move by typing it; the suggestions show what is possible")
    @app_commands.describe(words="Your move, such as “take 1”")
    @allow_everywhere
    async def move(self, interaction: discord.Interaction, words: str) -> None:
        """Play a typed move, or open the panel if it is unfinished."""

        def resolve_move(language: Language, table: Table, root: Menu) -> Words:
            move_words = resolve_words(root, words, lambda label: format_plain_label(label, table, language))
            if move_words:
                move_words = (move_words[0].casefold(), *move_words[1:])
            require_current_verb(root, move_words, self.bot.catalogue.load_game(table.game).verbs)
            return move_words

        await self.play_typed(interaction, resolve_move)

    @move.autocomplete("words")
    async def _suggest_continuations(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        language, table = await self.find_language(interaction), None
        try:
            table = await self.load_channel_table(interaction)
            _, _, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        except UserError as error:
            return build_reason_choice(format_plain_label(error.text, table, language), typed)
        return build_choices(list_completions(root, typed, lambda label: format_plain_label(label, table, language)))

    @app_commands.command(description="Your own hand, and your move if it is your turn")
    @allow_everywhere
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open the panel."""
        await self._answer_with_panel(interaction, self._open_own_panel(interaction))

    async def play_typed(self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str = "") -> None:
        """Play typed words if they are a whole move, else open the panel at the next choice.

        Raises UserError, also if `slug` is given and another game is played in this channel.
        """
        await self._answer_with_panel(interaction, self._play_typed(interaction, word_resolver, slug))

    async def load_decision(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """Load the table in this channel and the menu of the decision that this person owes there. Raises UserError."""
        table = await self.load_channel_table(interaction)
        table, _, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        return table, root

    def find_title(self, slug: str) -> str:
        """Return the title of a game."""
        return self.bot.catalogue.load_game(slug).title

    async def find_language(self, interaction: discord.Interaction) -> Language:
        """Find the language that this person reads."""
        return await self.bot.locales.find_person_language(interaction)

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        await self._answer_with_panel(press.interaction, self._open_panel(press))

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

    async def _on_play(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._play_whole, press, is_asked=False))

    async def _on_confirm(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._play_whole, press, is_asked=True))

    async def _on_no_help(self, press: Press) -> None:
        await self.tables.settings.save_setting("person", press.interaction.user.id, "help", "no")
        await self._composer.update_panel(press, partial(self._compose_without_help, press))

    async def _on_more(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._compose_more, press))

    async def _on_explain(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._compose_legend, press))

    async def _on_restart(self, press: Press) -> None:
        await self._composer.update_panel(press, partial(self._restart_turn, press))

    async def _answer_with_panel(
        self, interaction: discord.Interaction, work: Coroutine[Any, Any, PanelMessage]
    ) -> None:
        """Answer with the panel that `work` returns."""
        view, pictures = await deferral.await_or_defer(interaction, work)
        await deferral.send_answer(interaction, view, create_files(*pictures))

    # --------------------------------------------------------------- panels
    async def _play_typed(
        self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str
    ) -> PanelMessage:
        language = await self.find_language(interaction)
        table = await self.load_channel_table(interaction)
        if slug:
            require_same_game(slug, table, self)
        table, seat, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        words = word_resolver(language, table, root)
        step = build_offers(root, words, known_screens=self._composer.find_screens(table, seat))
        if not step.is_complete:
            notice = say("That move is not finished yet: choose the rest here.")
            return await self._composer.compose(interaction, table.id, seat, words, notice=notice)
        table = await self.tables.moves.play(table.id, interaction.user.id, step.prefix, interaction_id=interaction.id)
        return await self._composer.compose_after_move(interaction, table.id, seat)

    async def _open_own_panel(self, interaction: discord.Interaction) -> PanelMessage:
        table = await self.load_channel_table(interaction, live_only=False)
        seat = table.find_seat(interaction.user.id)
        if seat is None:
            raise UserError(say("You are not in this game. {/board} shows it to you."))
        return await self._composer.compose(interaction, table.id, seat)

    async def _open_panel(self, press: Press) -> PanelMessage:
        try:
            table, seat, _ = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id)
        except SubstitutedError:
            table = await self.tables.load_table(press.table_id)
            return build_substitute_message(table, await self.find_language(press.interaction)), []
        notice = None
        if press.revision != table.asked_revision:
            notice = say("That button is from an earlier turn; here are today's choices.")
        return await self._composer.compose(press.interaction, press.table_id, seat, notice=notice)

    async def _compose_without_help(self, press: Press) -> PanelMessage:
        _, seat, _ = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id, press.revision)
        notice = say("I explain no more questions. {/settings} turns that on again.")
        return await self._composer.compose(press.interaction, press.table_id, seat, notice=notice)

    async def _compose_more(self, press: Press) -> PanelMessage:
        _, seat, _ = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id, press.revision)
        return await self._composer.compose_more(press.interaction, press.table_id, seat)

    async def _compose_legend(self, press: Press) -> PanelMessage:
        """Compose the legend of the picture of a step."""
        _, seat, root = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id, press.revision)
        ends_turn, path = _split_end_mark(press.rest)
        words = custom_ids.unpack_path(root, path)
        return await self._composer.compose_legend(press.interaction, press.table_id, seat, words, ends_turn=ends_turn)

    async def _play_whole(self, press: Press, *, is_asked: bool) -> PanelMessage:
        """Play the whole move of a button. If its player has not been asked, ask first if it ends the game or a friend would
        warn of it, since one press would play it."""
        user_id = press.interaction.user.id
        table, seat, root = await self.tables.moves.load_menu(press.table_id, user_id, press.revision)
        ends_turn, path = _split_end_mark(press.rest)
        words = build_offers(root, custom_ids.unpack_path(root, path)).prefix
        if is_asked or not await self._composer.needs_warning(table.id, user_id, words):
            with suppress(EndsGameError):
                return await self._play_move(press, seat, words, may_end_game=is_asked, ends_turn=ends_turn)
        return await self._composer.compose(press.interaction, press.table_id, seat, words)

    async def _play_move(
        self,
        press: Press,
        seat: int,
        words: Words,
        *,
        may_end_game: bool = True,
        may_be_irreversible: bool = True,
        ends_turn: bool = False,
    ) -> PanelMessage:
        """Play a move, end the turn if wished, and compose the next panel.

        Raises EndsGameError or IrreversibleMoveError if the move may not be played without a question.
        """
        table = await self.tables.moves.play(
            press.table_id,
            press.interaction.user.id,
            words,
            asked_revision=press.revision,
            interaction_id=press.interaction.id,
            may_end_game=may_end_game,
            may_be_irreversible=may_be_irreversible,
        )
        if ends_turn:
            await self._end_turn(press)
        return await self._composer.compose_after_move(press.interaction, table.id, seat)

    async def _end_turn(self, press: Press) -> None:
        """End the turn after a move, unless that gives something up, ends the game or is not possible."""
        user_id = press.interaction.user.id
        with suppress(UserError):
            table, _, root = await self.tables.moves.load_menu(press.table_id, user_id)
            for option in root.list_open_options():
                if option.ends_turn and option.loses is None:
                    words = (option.word,)
                    revision = table.asked_revision
                    await self.tables.moves.play(
                        table.id, user_id, words, asked_revision=revision, may_end_game=False, may_be_irreversible=False
                    )
                    return

    async def _continue_move(
        self, press: Press, *, added_words: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Continue the move of a button by some words or picks.

        The last choice of a move plays it if all picks have a place in it, unless its player wants to be asked before it.
        """
        user_id = press.interaction.user.id
        table, seat, root = await self.tables.moves.load_menu(press.table_id, user_id, press.revision)
        ends_turn, path = _split_end_mark(press.rest)
        words = (*custom_ids.unpack_path(root, path), *added_words)
        omitted: list[Text] = []
        if picks:
            words, omitted = resolve_picks(root, words, picks)
        step = build_offers(root, words, group, self._composer.find_screens(table, seat))
        if step.is_complete and not omitted:
            words, group = step.prefix, None
            confirmation = (await self.tables.settings.load_settings("person", user_id)).values["confirm"]
            is_asked = asks_before(root, words, confirmation, ends_turn=ends_turn)
            if not is_asked and not await self._composer.needs_warning(table.id, user_id, words):
                with suppress(EndsGameError, IrreversibleMoveError):
                    return await self._play_move(
                        press,
                        seat,
                        words,
                        may_end_game=False,
                        may_be_irreversible=confirmation == "never",
                        ends_turn=ends_turn,
                    )
        if omitted:
            notice = describe_no_room(omitted)
        else:
            notice = None
        return await self._composer.compose(
            press.interaction, press.table_id, seat, words, group=group, notice=notice, ends_turn=ends_turn
        )

    async def _restart_turn(self, press: Press) -> PanelMessage:
        """Take the turn back to its beginning."""
        interaction = press.interaction
        await self.tables.undo.restart_turn(
            press.table_id, interaction.user.id, asked_revision=press.revision, interaction_id=interaction.id
        )
        self.board_posts.request_post(press.table_id)
        table, seat, _ = await self.tables.moves.load_menu(press.table_id, interaction.user.id)
        return await self._composer.compose(interaction, table.id, seat, notice=say("Your turn begins anew."))


def _split_end_mark(rest: str) -> tuple[bool, str]:
    """Split the mark for the end of the turn from the path of a control."""
    return rest.startswith(END_MARK), rest.removeprefix(END_MARK)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(MoveCommands(bot))
