"""Making a move: the panel behind "Your move", /move, and a slash command for every verb of every game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.commands.play.game_commands import Meaning, at_another_moment, game_group, same_game
from cogs.interactions import custom_ids, deferral
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, SELECT_TEXT, fit
from cogs.interactions.permissions import missing_rights
from cogs.interactions.press import Press
from cogs.messages.completion import complete, understood
from cogs.messages.crew import covered_message
from cogs.messages.layout import Button, button, message, rows
from cogs.messages.panel import Panel, no_room, noted, panel, room_for_shortcuts, whispered
from cogs.messages.presenter import Screen, Screens, Seen, at_one_press, offered, picked, screen, shortened
from cogs.messages.updates import update
from cogs.pictures.picture_service import preferences_of
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table, TableSnapshot
from engine.host.service.play.live import Covered, Late
from engine.host.service.play.moves import Ends, Final
from engine.host.service.play.panels import PanelView
from engine.kernel.menu import Menu, Words, walk
from engine.kernel.text import Refusal, Text, Who, count, say
from render.kit.theme import Tone


class Moves(TableCog):
    """Moves, by buttons or by typed words."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._screens = Screens()

    async def cog_load(self) -> None:
        """Register the panel's buttons and each game's commands."""
        self.bot.presses.register(
            self,
            {
                "move": self._opened,
                "step": self._stepped,
                "pick": self._picked,
                "group": self._grouped,
                "many": self._several,
                "play": self._played,
                "end": self._ended,
                "restart": self._restarted,
            },
            who="player",
        )
        for game in self.bot.catalogue.games():
            self.bot.tree.add_command(game_group(game, self))

    async def cog_unload(self) -> None:
        """Remove the games' commands, too."""
        await super().cog_unload()
        for game in self.bot.catalogue.games():
            self.bot.tree.remove_command(game.slug)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Make your move by typing it; the suggestions show what is possible")
    @app_commands.describe(words="Your move, such as “take 1”")
    @ANYWHERE
    async def move(self, interaction: discord.Interaction, words: str) -> None:
        """Play a typed move, or open the panel if it is unfinished."""

        def meaning(language: Language, table: Table, root: Menu) -> Words:
            meant = understood(root, words, lambda label: plain_label(label, table, language))
            if meant:
                meant = (meant[0].casefold(), *meant[1:])
            at_another_moment(root, meant, self.bot.catalogue.game(table.game).verbs)
            return meant

        await self.typed(interaction, meaning)

    @move.autocomplete("words")
    async def _continuations(self, interaction: discord.Interaction, typed: str) -> Choices:
        language, table = await self.language(interaction), None
        try:
            table = await self.here(interaction)
            _, _, root = await self.tables.moves.menu(table.id, interaction.user.id)
        except Refusal as no:
            why = plain_label(no.text, table, language)
            return [app_commands.Choice(name=fit(why, SELECT_TEXT), value=fit(typed, SELECT_TEXT) or "?")]
        offers = complete(root, typed, lambda label: plain_label(label, table, language))
        return [
            app_commands.Choice(name=fit(name, SELECT_TEXT), value=value)
            for name, value in offers
            if len(value) <= SELECT_TEXT
        ][:AUTOCOMPLETE_CHOICES]

    @app_commands.command(description="Your own hand, and your move if it is your turn")
    @ANYWHERE
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open the panel."""
        await self._answer(interaction, self._held(interaction))

    async def typed(self, interaction: discord.Interaction, meaning: Meaning, slug: str = "") -> None:
        """Play typed words if they are a whole move, else open the panel at what is still to choose. Raises Refusal; also for
        another game than `slug`, if one is named."""
        await self._answer(interaction, self._typed(interaction, meaning, slug))

    async def here(self, interaction: discord.Interaction) -> Table:
        """The table in this channel. Raises Refusal."""
        return await self.tables.in_channel(interaction.channel_id or 0)

    async def owed(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """The table in this channel and the decision that this person owes there. Raises Refusal."""
        table, _, root = await self._owed(interaction)
        return table, root

    def title(self, slug: str) -> str:
        """The title of a game."""
        return self.bot.catalogue.game(slug).title

    async def moved(self, interaction: discord.Interaction, table_id: int, seat: int) -> Panel:
        """The panel of somebody who has just moved."""
        self.posts.poke(table_id)
        return await self._compose(interaction, table_id, seat, done=True)

    async def caught_up(self, press: Press, late: Late) -> Panel:
        """The answer to an outdated button: the present choices, or whose turn it is."""
        table = await self.tables.table(press.table)
        seat = table.seat_of(press.interaction.user.id)
        if seat is None:
            raise late
        return await self._compose(press.interaction, press.table, seat, notice=late.text)

    async def language(self, interaction: discord.Interaction) -> Language:
        """The language this person reads."""
        return await self.bot.locales.to_person(interaction)

    # -------------------------------------------------------------- buttons
    async def _opened(self, press: Press) -> None:
        await self._answer(press.interaction, self._open(press))

    async def _stepped(self, press: Press) -> None:
        await self._show(press, partial(self._step, press, press.rest))

    async def _picked(self, press: Press) -> None:
        await self._show(press, partial(self._step, press, press.rest, add=tuple("+".join(press.values).split())))

    async def _grouped(self, press: Press) -> None:
        await self._show(press, partial(self._step, press, press.rest, group=press.chosen_number))

    async def _several(self, press: Press) -> None:
        await self._show(press, partial(self._step, press, press.rest, picks=press.values))

    async def _played(self, press: Press) -> None:
        await self._show(press, partial(self._whole, press, ending=False))

    async def _ended(self, press: Press) -> None:
        await self._show(press, partial(self._whole, press, ending=True))

    async def _restarted(self, press: Press) -> None:
        await self._show(press, partial(self._restart, press))

    async def _answer(self, interaction: discord.Interaction, work: Coroutine[Any, Any, Panel]) -> None:
        """Answer with a new panel."""
        view, pictures = await deferral.in_time(interaction, work)
        await deferral.send(interaction, view, [picture.file() for picture in pictures])

    async def _show(self, press: Press, work: Callable[[], Awaitable[Panel]]) -> None:
        """Show what comes of a button in the same panel; or, where the game has gone on since, how it stands."""

        async def now() -> Panel:
            try:
                return await work()
            except Late as late:
                return await self.caught_up(press, late)

        view, pictures = await deferral.in_time(press.interaction, now(), edits=True)
        await update(press.interaction, view, pictures)

    # ------------------------------------------------------ what comes of them
    async def _typed(self, interaction: discord.Interaction, meaning: Meaning, slug: str) -> Panel:
        language = await self.language(interaction)
        table = await self.here(interaction)
        if slug:
            same_game(slug, table, self)
        table, seat, root = await self.tables.moves.menu(table.id, interaction.user.id)
        words = meaning(language, table, root)
        step = offered(root, words, seen=self._seen(table, seat))
        if not step.done:
            notice = say("That move is not finished yet: choose the rest here.")
            return await self._compose(interaction, table.id, seat, words, notice=notice)
        table = await self.tables.moves.play(table.id, interaction.user.id, step.prefix, interaction=interaction.id)
        return await self.moved(interaction, table.id, seat)

    async def _held(self, interaction: discord.Interaction) -> Panel:
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise Refusal(say("You are not in this game. /board shows it to you."))
        return await self._compose(interaction, table.id, seat)

    async def _open(self, press: Press) -> Panel:
        try:
            table, seat, _ = await self.tables.moves.menu(press.table, press.interaction.user.id)
        except Covered:
            table, language = await self.tables.table(press.table), await self.language(press.interaction)
            return covered_message(table, language), []
        late = (
            say("That button is from an earlier turn; here are today's choices.") if press.rev != table.asked else None
        )
        return await self._compose(press.interaction, press.table, seat, notice=late)

    async def _whole(self, press: Press, *, ending: bool) -> Panel:
        """Play a whole move. One that ends the game and was offered for one press is asked about first, unless `ending`."""
        _, seat, root = await self.tables.moves.menu(press.table, press.interaction.user.id, press.rev)
        words = offered(root, custom_ids.unpack(root, press.rest)).prefix

        def at_once() -> bool:
            return words in at_one_press(offered(root, ()))

        return await self._play(press, seat, words, ending=ending, final=True, at_once=at_once)

    async def _play(
        self,
        press: Press,
        seat: int,
        words: Words,
        *,
        ending: bool,
        final: bool,
        at_once: Callable[[], bool] = lambda: True,
    ) -> Panel:
        """Play a move, or show it and ask where it ends the game or cannot be taken back, unless that is known. Whether it was
        offered `at_once`, so that its player has not been asked, is found out only where it ends the game: that takes a screen."""
        try:
            table = await self.tables.moves.play(
                press.table,
                press.interaction.user.id,
                words,
                asked=press.rev,
                interaction=press.interaction.id,
                ending=ending,
                final=final,
            )
        except Ends:
            if not at_once():
                return await self._play(press, seat, words, ending=True, final=final)
            return await self._compose(press.interaction, press.table, seat, words)
        except Final:
            return await self._compose(press.interaction, press.table, seat, words)
        return await self.moved(press.interaction, table.id, seat)

    async def _step(
        self, press: Press, rest: str, *, add: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> Panel:
        """Go on from some words. The last choice of a move plays it, if its player can take it back and all that was picked has
        found its place."""
        table, seat, root = await self.tables.moves.menu(press.table, press.interaction.user.id, press.rev)
        words, left = (*custom_ids.unpack(root, rest), *add), list[Text]()
        if picks:
            words, left = picked(root, words, picks)
        step = offered(root, words, group, self._seen(table, seat))
        if step.done and not left:
            return await self._play(press, seat, step.prefix, ending=False, final=False)
        notice = no_room(left) if left else None
        return await self._compose(press.interaction, press.table, seat, words, group=group, notice=notice)

    async def _restart(self, press: Press) -> Panel:
        """Take the turn back to its beginning."""
        interaction = press.interaction
        await self.tables.undo.restart(press.table, interaction.user.id, asked=press.rev, interaction=interaction.id)
        self.posts.poke(press.table)
        table, seat, _ = await self.tables.moves.menu(press.table, interaction.user.id)
        return await self._compose(interaction, table.id, seat, notice=say("Your turn begins anew."))

    # ---------------------------------------------------------------- parts
    def _seen(self, table: Table, seat: int) -> Seen:
        """The screens that have been made of the question that a seat is asked."""
        return self._screens.of((table.id, table.rev, seat))

    async def _owed(self, interaction: discord.Interaction) -> tuple[Table, int, Menu]:
        table = await self.tables.in_channel(interaction.channel_id or 0)
        return await self.tables.moves.menu(table.id, interaction.user.id)

    async def _compose(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
        done: bool = False,
    ) -> Panel:
        """The panel of a seat: its choices after `words` if it owes a move, else only its picture. `done`: it has just moved."""
        user, language = interaction.user.id, await self.language(interaction)
        mine = await self.tables.panels.look(table_id, user, seat)
        snapshot, root, preferences = mine.snapshot, mine.menu, preferences_of(mine.chosen.values)
        if done:
            notice = _done(snapshot, missing_rights(interaction))
        more = _more(mine, language, hints=mine.menu is not None and self.tables.hints.given(snapshot.table))
        if root is None:
            # The board that follows in the channel shows it as well.
            shown = not (done and self.bot.picture_service.rushed)
            return await self._waiting(snapshot, language, preferences.tone, notice, mine.note, more, shown=shown)
        seen = self._seen(snapshot.table, seat)
        step = screen(root, words, group, seen)
        told: tuple[Text, ...] = ()
        drafted, ends = None, False
        likely = await self._likely(mine, user, step) if step.back is None and group is None else {}
        texts = 1 + bool(notice) + bool(snapshot.whispers) + bool(mine.note)
        step = shortened(root, step, list(likely), room_for_shortcuts(step, more, texts), seen)
        free = at_one_press(step) or await self.tables.moves.free(table_id, user, step.whole)
        free |= {words for words, may in likely.items() if may}
        if step.done:
            preview = await self.tables.moves.preview(table_id, user, step.prefix)
            if preview is None:
                step = msgspec.structs.replace(step, prompt=Final().text)
            else:
                told, ends = preview.events, preview.ends
                drafted = None if ends else preview.view
            if ends:
                step = msgspec.structs.replace(step, prompt=Ends().text)
        elif (menu := walk(root, step.prefix)) is not None:
            drafted = await self.tables.moves.drafted(table_id, seat, menu)
        if drafted is not None:
            snapshot = msgspec.structs.replace(snapshot, view=drafted, draft=step.prefix)
        return await panel(
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
            more=more,
        )

    async def _likely(self, mine: PanelView, user: int, step: Screen) -> dict[Words, bool]:
        """The likeliest moves of a decision that takes more than one choice, each with whether it can be played at once; none
        for whoever, or where a server, does not want them."""
        table, root = mine.snapshot.table, mine.menu
        if root is None or all(choice.done for choice in step.choices) or mine.chosen.values["shortcuts"] == "no":
            return {}
        if (await self.tables.settings.chosen("server", table.guild)).values["shortcuts"] == "no":
            return {}
        room = custom_ids.room("step", table.id, table.asked)
        found = await self.tables.likely.moves(table.id, user)
        return {one.words: one.free for one in found if custom_ids.fits(root, one.words, room)}

    async def _waiting(
        self,
        snapshot: TableSnapshot,
        language: Language,
        tone: Tone,
        notice: Text | None,
        note: str,
        more: Sequence[Button],
        *,
        shown: bool,
    ) -> Panel:
        fmt = TextFormatter(snapshot.table, translate=language)
        if snapshot.view is None:
            return message(fmt(notice or say("The game has not begun. Press Start when everybody has joined."))), []
        picture_service = self.bot.picture_service
        picture = await picture_service.hand(snapshot, language, tone) if shown else None
        if picture is None and shown:
            picture = await picture_service.board(snapshot, language, tone)
        told = whispered(snapshot, fmt) if snapshot.table.status == "running" else ""
        view = message(fmt(notice or _whose(snapshot)), told, noted(note, fmt), picture, *rows(more))
        return view, [picture] if picture else []


def _more(mine: PanelView, language: Language, *, hints: bool) -> list[Button]:
    """The buttons below the first step: starting the turn anew, asking the captain, standing orders in a game that has them."""
    table, fmt = mine.snapshot.table, TextFormatter(translate=language)
    offered = [
        ("restart", say("Restart my turn"), mine.moving),
        ("try", say("Try it out"), mine.menu is not None),
        ("hint", say("What would the captain do?"), hints),
        ("orders", say("Standing orders"), mine.orders),
        ("again", say("Take my seat again"), _covered(mine)),
    ]
    return [button(fmt(label), custom_ids.button(act, table.id, table.asked)) for act, label, may in offered if may]


def _covered(mine: PanelView) -> bool:
    """Whether a computer plays for the person until they are back."""
    table, seat = mine.snapshot.table, mine.snapshot.viewer
    return seat is not None and table.status == "running" and table.seats[seat].stands_in


def _whose(snapshot: TableSnapshot) -> Text:
    if snapshot.table.status != "running":
        return say("This game is over. /play starts a new one.")
    return count(
        "{seats} is to move. You will be called when it is your turn.",
        "{seats} are to move. You will be called when it is your turn.",
        len(snapshot.waiting),
        seats=[Who(seat) for seat in snapshot.waiting],
    )


def _done(snapshot: TableSnapshot, missing: list[Text]) -> Text:
    more = say("There is one more thing to decide.") if snapshot.viewer in snapshot.waiting else _whose(snapshot)
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
    await bot.add_cog(Moves(bot))
