"""The slash commands of a game, built from its verbs: `/amundsen advance spaces: with:` plays the same words as the panel."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

import discord
import msgspec
from discord import app_commands

from cogs.commands.suggestions import Suggestions, build_choices, build_reason_choice
from cogs.i18n.command_mentions import build_option_context
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions.limits import MAX_DESCRIPTION_CHARS, shorten
from engine.host.model.table import Table
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.registry import AnyGame
from engine.kernel.script import Verb
from engine.kernel.text import IllegalMoveError, Text, UserError, say, write_plain_text

PARAMETER_DESCRIPTION: Final = say("Leave it out to choose on the panel")
"""The description of every parameter."""
MAX_CHOICES_NAMED: Final = 8
"""Choices that a sentence names."""

WordResolver = Callable[[Language, Table, Menu], Words]
"""Resolves what a person typed to the words of a move, from the menu of the decision that they owe. Raises UserError."""


class MoveCog(Protocol):
    """The part of the cog of moves that the commands use."""

    async def load_channel_table(self, interaction: discord.Interaction) -> Table:
        """Load the table in this channel. Raises UserError."""
        ...

    async def load_decision(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """Load the table in this channel and the menu of the decision that this person owes there. Raises UserError."""
        ...

    async def find_language(self, interaction: discord.Interaction) -> Language:
        """Find the language that this person reads."""
        ...

    def find_title(self, slug: str) -> str:
        """Return the title of a game."""
        ...

    async def play_typed(self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str) -> None:
        """Play the resolved words, or show what is missing. Raises UserError, also if another game is played."""
        ...


class LabelMatcher(msgspec.Struct, frozen=True):
    """The labels of a game in a person's language, by which they may type a move."""

    slug: str
    language: Language
    table: Table | None = None

    def format_label(self, text: Text) -> str:
        """Format a label or a reason."""
        return format_plain_label(text, self.table, self.language)

    def format_parameter(self, name: str) -> str:
        """Format the name of a parameter of the game's commands."""
        return self.language.translate_name(build_option_context(self.slug), name)


def build_game_group(game: AnyGame, mover: MoveCog) -> app_commands.Group:
    """Build the group of a game's commands."""
    group = app_commands.Group(
        name=game.slug,
        description=shorten(game.title, MAX_DESCRIPTION_CHARS),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )
    for verb in game.verbs:
        group.add_command(_build_command(game.slug, verb, mover))
    return group


def build_words(root: Menu, verb: str, parameters: dict[str, str], labels: LabelMatcher) -> Words:
    """Build the words of a move from named parameters: each menu takes the parameter with its name, or its only option.

    The words end at the first missing parameter. Raises IllegalMoveError for a parameter that no menu up to there asks for.
    """
    unused = {name: value for name, value in parameters.items() if value}
    words = [root.canonicalize(verb)]
    menu = root.next_menu(verb)
    while menu is not None:
        word = _find_only_word(menu)
        if menu.name in unused:
            word = menu.canonicalize(resolve_word(menu, unused.pop(menu.name), labels))
        if word is None:
            break
        words.append(word)
        menu = menu.next_menu(word)
    if not unused:
        return tuple(words)
    name = labels.format_parameter(next(iter(unused)))
    if menu is None:
        raise IllegalMoveError(say("“{name}” is not needed for this move. Leave it out.", name=name))
    missing = labels.format_parameter(menu.name)
    raise IllegalMoveError(say("Give “{missing}” too: “{name}” is chosen after it.", missing=missing, name=name))


def _find_only_word(menu: Menu) -> Word | None:
    """Return the word of a menu's only option, or None if there is something to choose."""
    options = menu.list_open_options()
    if len(options) == 1 and menu.max_picks == 1:
        return options[0].word
    return None


def require_current_verb(root: Menu, words: Words, verbs: Sequence[Verb]) -> None:
    """Raise IllegalMoveError, with the current question, for a verb of the game that this decision does not offer."""
    if not words or words[0] not in {verb.name for verb in verbs}:
        return
    if words[0] in {option.word for option in root.options}:
        return
    if root.why_not is not None and root.why_not(words[0]) is not None:
        return  # the menu has a better reason
    offered = [option.word for option in root.list_open_options()]
    choices = offered[:MAX_CHOICES_NAMED]
    if len(offered) > MAX_CHOICES_NAMED:
        choices.append("…")
    raise IllegalMoveError(
        say(
            "“{word}” belongs to another moment of the game. Now you are asked: {prompt} ({choices})",
            word=words[0],
            prompt=root.prompt,
            choices=[*choices],
        )
    )


def resolve_word(menu: Menu, typed: str, labels: LabelMatcher) -> str:
    """Resolve the typed text to a word of the menu: the word, or the only option whose label is the text or begins with it.

    Return the text if there is no such option, or more than one.
    """
    typed = typed.strip()
    if menu.max_picks > 1:
        return typed.replace(" ", "+")
    wanted = typed.casefold()
    equal_words: list[Word] = []
    begun_words: list[Word] = []
    for option in menu.options:
        if option.word == typed:
            return typed
        label = labels.format_label(option.label).casefold()
        if wanted in (option.word.casefold(), label):
            equal_words.append(option.word)
        elif wanted and label.startswith(wanted):
            begun_words.append(option.word)
    matching = equal_words or begun_words
    if len(matching) == 1:
        return matching[0]
    return typed


def _build_command(slug: str, verb: Verb, mover: MoveCog) -> app_commands.Command[Any, ..., None]:
    # Python's names of the parameters. Menus have names that Python reserves, such as "with".
    keys = [f"p{i}" for i in range(len(verb.menu_names))]
    menu_names = dict(zip(keys, verb.menu_names, strict=True))

    async def callback(interaction: discord.Interaction, **values: str) -> None:
        def resolve_move(language: Language, table: Table, root: Menu) -> Words:
            require_current_verb(root, (verb.name,), (verb,))
            labels = LabelMatcher(slug, language, table)
            return build_words(root, verb.name, {menu_names[key]: value for key, value in values.items()}, labels)

        await mover.play_typed(interaction, resolve_move, slug)

    # discord.py reads a command's options from its callback's signature.
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    ]
    for key in keys:
        parameters.append(inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default="", annotation=str))
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    describe = app_commands.describe(**dict.fromkeys(keys, write_plain_text(PARAMETER_DESCRIPTION)))
    callback = app_commands.rename(**menu_names)(describe(callback))
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=shorten(write_plain_text(verb.help), MAX_DESCRIPTION_CHARS), callback=callback
    )
    for key in keys:
        command.autocomplete(key)(_build_suggester(slug, verb, menu_names[key], mover))
    return command


def require_same_game(slug: str, table: Table, mover: MoveCog) -> None:
    """Raise IllegalMoveError if a command is not of the game that is played here."""
    if table.game != slug:
        raise IllegalMoveError(
            say(
                "This channel plays {title}: its moves are the commands of /{game}, or {/move}. For {other} open a "
                "table of its own.",
                title=mover.find_title(table.game),
                game=table.game,
                other=mover.find_title(slug),
            )
        )


def _build_suggester(
    slug: str, verb: Verb, menu_name: str, mover: MoveCog
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, Suggestions]]:
    """Build the autocompletion of a command's parameter, whose menu is `menu_name`."""
    other_names = [name for name in verb.menu_names if name != menu_name]

    async def suggest(interaction: discord.Interaction, typed: str) -> Suggestions:
        labels = LabelMatcher(slug, await mover.find_language(interaction))
        try:
            table = await mover.load_channel_table(interaction)
            require_same_game(slug, table, mover)
            labels = msgspec.structs.replace(labels, table=table)
            _, root = await mover.load_decision(interaction)
            values = {name: str(getattr(interaction.namespace, name, "") or "") for name in other_names}
            menu = _find_menu(root, verb.name, values, menu_name, labels)
        except UserError as error:
            return build_reason_choice(labels.format_label(error.text), typed)
        return build_choices(_list_offers(menu, typed, labels))

    return suggest


def _find_menu(root: Menu, verb: str, values: dict[str, str], menu_name: str, labels: LabelMatcher) -> Menu:
    """Find the menu of a name, after the values of the menus before it. Raises IllegalMoveError if it cannot be reached."""
    menu = root.next_menu(root.canonicalize(verb))
    while menu is not None and menu.name != menu_name:
        word = _find_only_word(menu)
        if values.get(menu.name):
            word = menu.canonicalize(resolve_word(menu, values[menu.name], labels))
        if word is None:
            raise IllegalMoveError(say("Choose “{name}” first.", name=labels.format_parameter(menu.name)))
        menu = menu.next_menu(word)
    if menu is None:
        raise IllegalMoveError(say("This move needs no “{name}”.", name=labels.format_parameter(menu_name)))
    return menu


def _list_offers(menu: Menu, typed: str, labels: LabelMatcher) -> list[tuple[str, str]]:
    """List (label, value) of the options that match the typed text.

    If the menu takes several picks, the text is "word+word+begun": only its last word is completed.
    """
    chosen: list[Word] = []
    searched = typed
    if menu.max_picks > 1:
        *chosen, searched = typed.replace(" ", "+").split("+")
    offers: list[tuple[str, str]] = []
    for option in menu.list_open_options():
        label = labels.format_label(option.label)
        if option.word in chosen or searched.casefold() not in f"{option.word} {label}".casefold():
            continue
        if chosen:
            value = "+".join((*chosen, option.word))
            offers.append((f"{value} · {label}", value))
        else:
            offers.append((f"{label} · {option.word}", option.word))
    return offers
