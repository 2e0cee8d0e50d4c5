"""A game's slash commands, made from its verbs: `/amundsen advance spaces: with:` plays the same words as the panel does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

import discord
import msgspec
from discord import app_commands

from cogs.i18n.command_names import build_option_context
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions.limits import MAX_DESCRIPTION_CHARS, MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from engine.host.model.table import Table
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.registry import AnyGame
from engine.kernel.script import Verb
from engine.kernel.text import IllegalMoveError, Text, UserError, say, write_plain_text

PARAMETER_DESCRIPTION: Final = say("Leave it out to choose on the panel")
"""The description of every parameter: its name says the rest."""
MAX_CHOICES_NAMED: Final = 8
"""Choices that a sentence names."""


WordResolver = Callable[[Language, Table, Menu], Words]
"""Which words somebody means, of the decision that they owe at a table. Raises Refusal."""


class MoveCog(Protocol):
    """What the commands need of the cog that plays moves."""

    async def load_channel_table(self, interaction: discord.Interaction) -> Table:
        """The table in this channel. Raises Refusal."""
        ...

    async def load_decision(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """The table in this channel and the decision that this person owes there. Raises Refusal."""
        ...

    async def find_language(self, interaction: discord.Interaction) -> Language:
        """The language this person reads."""
        ...

    def find_title(self, slug: str) -> str:
        """The title of a game."""
        ...

    async def play_typed(self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str) -> None:
        """Play the words that are meant, or show what is missing. Raises Refusal, also for another game."""
        ...


class LabelMatcher(msgspec.Struct, frozen=True):
    """The labels of a game in a person's language: they may type what they read."""

    slug: str
    language: Language
    table: Table | None = None

    def format_label(self, text: Text) -> str:
        """A label, or a reason."""
        return format_plain_label(text, self.table, self.language)

    def format_parameter(self, name: str) -> str:
        """A parameter of the game's commands."""
        return self.language.translate_name(build_option_context(self.slug), name)


def build_game_group(game: AnyGame, mover: MoveCog) -> app_commands.Group:
    """The group of a game's commands."""
    group = app_commands.Group(
        name=game.slug,
        description=shorten(game.title, MAX_DESCRIPTION_CHARS),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )
    for verb in game.verbs:
        group.add_command(_build_command(game.slug, verb, mover))
    return group


def build_words(root: Menu, verb: str, parameters: dict[str, str], labels: LabelMatcher) -> Words:
    """The words of a move from named parameters: each menu takes the one with its name, or its only option.

    Stops where a parameter is missing. Raises Illegal for a parameter that no menu on the way asks for.
    """
    left = {name: value for name, value in parameters.items() if value}
    words = [root.canonicalize(verb)]
    at = root.next_menu(verb)
    while at is not None:
        if at.name in left:
            words.append(at.canonicalize(resolve_word(at, left.pop(at.name), labels)))
        elif len(at.list_open_options()) == 1 and at.max_picks == 1:
            words.append(at.list_open_options()[0].word)
        else:
            break
        at = at.next_menu(words[-1])
    if left:
        name = labels.format_parameter(next(iter(left)))
        if at is not None:
            missing = labels.format_parameter(at.name)
            raise IllegalMoveError(
                say("Give “{missing}” too: “{name}” is chosen after it.", missing=missing, name=name)
            )
        raise IllegalMoveError(say("“{name}” is not needed for this move. Leave it out.", name=name))
    return tuple(words)


def require_current_verb(root: Menu, words: Words, verbs: Sequence[Verb]) -> None:
    """Raise Illegal, with what is asked instead, for a move that the game knows and this decision does not."""
    if (
        not words
        or words[0] in {option.word for option in root.options}
        or words[0] not in {verb.name for verb in verbs}
    ):
        return
    if root.why_not is not None and root.why_not(words[0]) is not None:
        return  # the menu says it better
    offered = [option.word for option in root.list_open_options()]
    raise IllegalMoveError(
        say(
            "“{word}” belongs to another moment of the game. Now you are asked: {prompt} ({choices})",
            word=words[0],
            prompt=root.prompt,
            choices=[*offered[:MAX_CHOICES_NAMED], *(["…"] if len(offered) > MAX_CHOICES_NAMED else [])],
        )
    )


def resolve_word(menu: Menu, typed: str, labels: LabelMatcher) -> str:
    """The word that was meant: the word itself, or the only option with this label, or whose label begins with it."""
    typed = typed.strip()
    if menu.max_picks > 1 or any(option.word == typed for option in menu.options):
        return typed.replace(" ", "+") if menu.max_picks > 1 else typed
    wanted = typed.casefold()
    names = {option.word: labels.format_label(option.label).casefold() for option in menu.options}
    for named in (
        [word for word, name in names.items() if wanted in (word.casefold(), name)],
        [word for word, name in names.items() if wanted and name.startswith(wanted)],
    ):
        if named:
            return named[0] if len(named) == 1 else typed
    return typed


def _build_command(slug: str, verb: Verb, mover: MoveCog) -> app_commands.Command[Any, ..., None]:
    parameters = [f"p{i}" for i in range(len(verb.menu_names))]
    named = dict(zip(parameters, verb.menu_names, strict=True))

    async def callback(interaction: discord.Interaction, **given: str) -> None:
        def meaning(language: Language, table: Table, root: Menu) -> Words:
            require_current_verb(root, (verb.name,), (verb,))
            labels = LabelMatcher(slug, language, table)
            return build_words(root, verb.name, {named[key]: value for key, value in given.items()}, labels)

        await mover.play_typed(interaction, meaning, slug)

    # discord.py reads a command's options from its callback's signature.
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    rest = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=str) for name in parameters]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    callback = app_commands.rename(**named)(
        app_commands.describe(**dict.fromkeys(named, write_plain_text(PARAMETER_DESCRIPTION)))(callback)
    )
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=shorten(write_plain_text(verb.help), MAX_DESCRIPTION_CHARS), callback=callback
    )
    for key in parameters:
        command.autocomplete(key)(_build_suggester(slug, verb, key, named, mover))
    return command


def require_same_game(slug: str, table: Table, mover: MoveCog) -> None:
    """Raise Illegal when a command is not of the game that is played here."""
    if table.game != slug:
        raise IllegalMoveError(
            say(
                "This channel plays {title}: its moves are the commands of /{game}, or /move. For {other} open a table of its own.",
                title=mover.find_title(table.game),
                game=table.game,
                other=mover.find_title(slug),
            )
        )


def _build_suggester(
    slug: str, verb: Verb, key: str, named: dict[str, str], mover: MoveCog
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        labels = LabelMatcher(slug, await mover.find_language(interaction))
        try:
            table = await mover.load_channel_table(interaction)
            require_same_game(slug, table, mover)
            labels = msgspec.structs.replace(labels, table=table)
            _, root = await mover.load_decision(interaction)
            before = {
                name: str(getattr(interaction.namespace, name, "") or "")
                for name in named.values()
                if name != named[key]
            }
            at = _find_menu(root, verb.name, before, named[key], labels)
        except UserError as no:
            return [
                app_commands.Choice(
                    name=shorten(labels.format_label(no.text), MAX_SELECT_CHARS),
                    value=shorten(typed, MAX_SELECT_CHARS) or "?",
                )
            ]
        offers = _list_offers(at, typed, labels)
        return [
            app_commands.Choice(name=shorten(name, MAX_SELECT_CHARS), value=value)
            for name, value in offers
            if len(value) <= MAX_SELECT_CHARS
        ][:MAX_SUGGESTIONS]

    return suggest


def _find_menu(root: Menu, verb: str, words: dict[str, str], name: str, labels: LabelMatcher) -> Menu:
    at = root.next_menu(root.canonicalize(verb))
    while at is not None and at.name != name:
        if words.get(at.name):
            at = at.next_menu(at.canonicalize(resolve_word(at, words[at.name], labels)))
        elif len(at.list_open_options()) == 1 and at.max_picks == 1:
            at = at.next_menu(at.list_open_options()[0].word)
        else:
            raise IllegalMoveError(say("Choose “{name}” first.", name=labels.format_parameter(at.name)))
    if at is None:
        raise IllegalMoveError(say("This move needs no “{name}”.", name=labels.format_parameter(name)))
    return at


def _list_offers(menu: Menu, typed: str, labels: LabelMatcher) -> list[tuple[str, str]]:
    """(label, value) of the options that match the typed text; a subset is completed one pick at a time."""
    *chosen, last = typed.replace(" ", "+").split("+") if menu.max_picks > 1 else [typed]

    def fits(option: Option) -> bool:
        return (
            option.word not in chosen
            and last.casefold() in f"{option.word} {labels.format_label(option.label)}".casefold()
        )

    def named(option: Option) -> tuple[str, str]:
        value, label = "+".join((*chosen, option.word)), labels.format_label(option.label)
        return (f"{value} · {label}" if chosen else f"{label} · {value}"), value

    return [named(option) for option in menu.list_open_options() if fits(option)]
