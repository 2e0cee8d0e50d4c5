"""A game's slash commands, made from its verbs: `/amundsen advance spaces: with:` plays the same words as the panel does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

import discord
import msgspec
from discord import app_commands

from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, DESCRIPTION, SELECT_TEXT, fit
from cogs.words.command_names import option_context
from cogs.words.languages import Language
from cogs.words.text_formatter import plain_label
from engine.host.model.table import Table
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.registry import AnyGame
from engine.kernel.script import Verb
from engine.kernel.text import Illegal, Refusal, Text, plain, say

LEFT_OUT: Final = say("Leave it out to choose on the panel")
"""The description of every parameter: its name says the rest."""
SOME: Final = 8
"""Choices that a sentence names."""


Meaning = Callable[[Language, Table, Menu], Words]
"""Which words somebody means, of the decision that they owe at a table. Raises Refusal."""


class Mover(Protocol):
    """What the commands need of the cog that plays moves."""

    async def here(self, interaction: discord.Interaction) -> Table:
        """The table in this channel. Raises Refusal."""
        ...

    async def owed(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        """The table in this channel and the decision that this person owes there. Raises Refusal."""
        ...

    async def language(self, interaction: discord.Interaction) -> Language:
        """The language this person reads."""
        ...

    def title(self, slug: str) -> str:
        """The title of a game."""
        ...

    async def typed(self, interaction: discord.Interaction, meaning: Meaning, slug: str) -> None:
        """Play the words that are meant, or show what is missing. Raises Refusal, also for another game."""
        ...


class LabelMatcher(msgspec.Struct, frozen=True):
    """The labels of a game in a person's language: they may type what they read."""

    slug: str
    language: Language
    table: Table | None = None

    def label(self, text: Text) -> str:
        """A label, or a reason."""
        return plain_label(text, self.table, self.language)

    def parameter(self, name: str) -> str:
        """A parameter of the game's commands."""
        return self.language.name(option_context(self.slug), name)


def game_group(game: AnyGame, mover: Mover) -> app_commands.Group:
    """The group of a game's commands."""
    group = app_commands.Group(
        name=game.slug,
        description=fit(game.title, DESCRIPTION),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )
    for verb in game.verbs:
        group.add_command(_command(game.slug, verb, mover))
    return group


def spell(root: Menu, verb: str, given: dict[str, str], labels: LabelMatcher) -> Words:
    """The words of a move from named parameters: each menu takes the one with its name, or its only option.

    Stops where a parameter is missing. Raises Illegal for a parameter that no menu on the way asks for.
    """
    left = {name: value for name, value in given.items() if value}
    words = [root.canon(verb)]
    at = root.then(verb)
    while at is not None:
        if at.name in left:
            words.append(at.canon(resolve(at, left.pop(at.name), labels)))
        elif len(at.open()) == 1 and at.hi == 1:
            words.append(at.open()[0].word)
        else:
            break
        at = at.then(words[-1])
    if left:
        name = labels.parameter(next(iter(left)))
        if at is not None:
            missing = labels.parameter(at.name)
            raise Illegal(say("Give “{missing}” too: “{name}” is chosen after it.", missing=missing, name=name))
        raise Illegal(say("“{name}” is not needed for this move. Leave it out.", name=name))
    return tuple(words)


def at_another_moment(root: Menu, words: Words, verbs: Sequence[Verb]) -> None:
    """Raise Illegal, with what is asked instead, for a move that the game knows and this decision does not."""
    if (
        not words
        or words[0] in {option.word for option in root.options}
        or words[0] not in {verb.name for verb in verbs}
    ):
        return
    if root.why_not is not None and root.why_not(words[0]) is not None:
        return  # the menu says it better
    offered = [option.word for option in root.open()]
    raise Illegal(
        say(
            "“{word}” belongs to another moment of the game. Now you are asked: {prompt} ({choices})",
            word=words[0],
            prompt=root.prompt,
            choices=[*offered[:SOME], *(["…"] if len(offered) > SOME else [])],
        )
    )


def resolve(menu: Menu, typed: str, labels: LabelMatcher) -> str:
    """The word that was meant: the word itself, or the only option with this label, or whose label begins with it."""
    typed = typed.strip()
    if menu.hi > 1 or any(option.word == typed for option in menu.options):
        return typed.replace(" ", "+") if menu.hi > 1 else typed
    wanted = typed.casefold()
    names = {option.word: labels.label(option.label).casefold() for option in menu.options}
    for named in (
        [word for word, name in names.items() if wanted in (word.casefold(), name)],
        [word for word, name in names.items() if wanted and name.startswith(wanted)],
    ):
        if named:
            return named[0] if len(named) == 1 else typed
    return typed


def _command(slug: str, verb: Verb, mover: Mover) -> app_commands.Command[Any, ..., None]:
    parameters = [f"p{i}" for i in range(len(verb.params))]
    named = dict(zip(parameters, verb.params, strict=True))

    async def callback(interaction: discord.Interaction, **given: str) -> None:
        def meaning(language: Language, table: Table, root: Menu) -> Words:
            at_another_moment(root, (verb.name,), (verb,))
            labels = LabelMatcher(slug, language, table)
            return spell(root, verb.name, {named[key]: value for key, value in given.items()}, labels)

        await mover.typed(interaction, meaning, slug)

    # discord.py reads a command's options from its callback's signature.
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    rest = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=str) for name in parameters]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    callback = app_commands.rename(**named)(app_commands.describe(**dict.fromkeys(named, plain(LEFT_OUT)))(callback))
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=fit(plain(verb.help), DESCRIPTION), callback=callback
    )
    for key in parameters:
        command.autocomplete(key)(_suggester(slug, verb, key, named, mover))
    return command


def same_game(slug: str, table: Table, mover: Mover) -> None:
    """Raise Illegal when a command is not of the game that is played here."""
    if table.game != slug:
        raise Illegal(
            say(
                "This channel plays {title}: its moves are the commands of /{game}, or /move. For {other} open a table of its own.",
                title=mover.title(table.game),
                game=table.game,
                other=mover.title(slug),
            )
        )


def _suggester(
    slug: str, verb: Verb, key: str, named: dict[str, str], mover: Mover
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        labels = LabelMatcher(slug, await mover.language(interaction))
        try:
            table = await mover.here(interaction)
            same_game(slug, table, mover)
            labels = msgspec.structs.replace(labels, table=table)
            _, root = await mover.owed(interaction)
            before = {
                name: str(getattr(interaction.namespace, name, "") or "")
                for name in named.values()
                if name != named[key]
            }
            at = _menu_named(root, verb.name, before, named[key], labels)
        except Refusal as no:
            return [
                app_commands.Choice(name=fit(labels.label(no.text), SELECT_TEXT), value=fit(typed, SELECT_TEXT) or "?")
            ]
        offers = _offers(at, typed, labels)
        return [
            app_commands.Choice(name=fit(name, SELECT_TEXT), value=value)
            for name, value in offers
            if len(value) <= SELECT_TEXT
        ][:AUTOCOMPLETE_CHOICES]

    return suggest


def _menu_named(root: Menu, verb: str, before: dict[str, str], name: str, labels: LabelMatcher) -> Menu:
    at = root.then(root.canon(verb))
    while at is not None and at.name != name:
        if before.get(at.name):
            at = at.then(at.canon(resolve(at, before[at.name], labels)))
        elif len(at.open()) == 1 and at.hi == 1:
            at = at.then(at.open()[0].word)
        else:
            raise Illegal(say("Choose “{name}” first.", name=labels.parameter(at.name)))
    if at is None:
        raise Illegal(say("This move needs no “{name}”.", name=labels.parameter(name)))
    return at


def _offers(menu: Menu, typed: str, labels: LabelMatcher) -> list[tuple[str, str]]:
    """(label, value) of the options that match the typed text; a subset is completed one pick at a time."""
    *chosen, last = typed.replace(" ", "+").split("+") if menu.hi > 1 else [typed]

    def fits(option: Option) -> bool:
        return option.word not in chosen and last.casefold() in f"{option.word} {labels.label(option.label)}".casefold()

    def named(option: Option) -> tuple[str, str]:
        value, label = "+".join((*chosen, option.word)), labels.label(option.label)
        return (f"{value} · {label}" if chosen else f"{label} · {value}"), value

    return [named(option) for option in menu.open() if fits(option)]
