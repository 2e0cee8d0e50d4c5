"""A game's slash commands, made from its verbs: `/amundsen advance spaces: with:` plays the same words as the panel."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import discord
from discord import app_commands

from cogs.limits import AUTOCOMPLETE_CHOICES, DESCRIPTION, SELECT_TEXT, fit
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.registry import AnyGame
from engine.kernel.script import Verb
from engine.kernel.text import Illegal, Refusal, plain, say


class Mover(Protocol):
    """What the commands need of the cog: the decision owed here, and to play words."""

    async def owed(self, interaction: discord.Interaction) -> Menu:
        """The decision this person owes in this channel. Raises Refusal."""
        ...

    async def typed(self, interaction: discord.Interaction, words: Words) -> None:
        """Play the words or show what is missing. Raises Refusal."""
        ...


def game_group(game: AnyGame, mover: Mover) -> app_commands.Group:
    """The group of a game's commands."""
    group = app_commands.Group(name=game.slug, description=fit(game.title, DESCRIPTION))
    for verb in game.verbs:
        group.add_command(_command(verb, mover))
    return group


def spell(root: Menu, verb: str, given: dict[str, str]) -> Words:
    """The words of a move from named parameters: each menu takes the one that bears its name, a lone option takes itself.

    Stops where a parameter is missing. Raises Illegal for a parameter that no menu on the way asks for.
    """
    left = {name: value for name, value in given.items() if value}
    words = [root.canon(verb)]
    at = root.then(verb)
    while at is not None:
        if at.name in left:
            words.append(at.canon(resolve(at, left.pop(at.name))))
        elif len(at.open()) == 1 and at.hi == 1:
            words.append(at.open()[0].word)
        else:
            break
        at = at.then(words[-1])
    if left:
        missing = at.name if at is not None else ""
        if missing:
            raise Illegal(
                say("Give “{missing}” too: “{name}” is chosen after it.", missing=missing, name=next(iter(left)))
            )
        raise Illegal(say("“{name}” is not needed for this move. Leave it out.", name=next(iter(left))))
    return tuple(words)


def resolve(menu: Menu, typed: str) -> str:
    """The word a person means: the word itself, or the one option whose label reads so."""
    typed = typed.strip()
    if menu.hi > 1 or any(option.word == typed for option in menu.options):
        return typed.replace(" ", "+") if menu.hi > 1 else typed
    named = [option for option in menu.options if plain(option.label).casefold() == typed.casefold()]
    return named[0].word if len(named) == 1 else typed


def _command(verb: Verb, mover: Mover) -> app_commands.Command[Any, ..., None]:
    parameters = [f"p{i}" for i in range(len(verb.params))]
    named = dict(zip(parameters, verb.params, strict=True))

    async def callback(interaction: discord.Interaction, **given: str) -> None:
        root = await mover.owed(interaction)
        await mover.typed(interaction, spell(root, verb.name, {named[key]: value for key, value in given.items()}))

    # discord.py reads a command's options from its callback's signature.
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    rest = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=str) for name in parameters]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    callback = app_commands.rename(**named)(
        app_commands.describe(
            **{key: fit(f"{name} · leave out to choose on the panel", DESCRIPTION) for key, name in named.items()}
        )(callback)
    )
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=fit(plain(verb.help), DESCRIPTION), callback=callback
    )
    for key in parameters:
        command.autocomplete(key)(_suggester(verb, key, named, mover))
    return command


def _suggester(
    verb: Verb, key: str, named: dict[str, str], mover: Mover
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            root = await mover.owed(interaction)
            before = {
                name: str(getattr(interaction.namespace, name, "") or "")
                for name in named.values()
                if name != named[key]
            }
            at = _menu_named(root, verb.name, before, named[key])
        except Refusal as no:
            return [app_commands.Choice(name=fit(str(no), SELECT_TEXT), value=fit(typed, SELECT_TEXT) or "?")]
        offers = _offers(at, typed)
        return [
            app_commands.Choice(name=fit(name, SELECT_TEXT), value=value)
            for name, value in offers
            if len(value) <= SELECT_TEXT
        ][:AUTOCOMPLETE_CHOICES]

    return suggest


def _menu_named(root: Menu, verb: str, before: dict[str, str], name: str) -> Menu:
    at = root.then(root.canon(verb))
    while at is not None and at.name != name:
        if before.get(at.name):
            at = at.then(at.canon(resolve(at, before[at.name])))
        elif len(at.open()) == 1 and at.hi == 1:
            at = at.then(at.open()[0].word)
        else:
            raise Illegal(say("Choose “{name}” first.", name=at.name))
    if at is None:
        raise Illegal(say("This move needs no “{name}”.", name=name))
    return at


def _offers(menu: Menu, typed: str) -> list[tuple[str, str]]:
    """(label, value) of the options that fit what is typed; a subset is completed one pick at a time."""
    *chosen, last = typed.replace(" ", "+").split("+") if menu.hi > 1 else [typed]

    def fits(option: Option) -> bool:
        return option.word not in chosen and last.casefold() in f"{option.word} {plain(option.label)}".casefold()

    def named(option: Option) -> tuple[str, str]:
        value = "+".join((*chosen, option.word))
        return (f"{value} · {plain(option.label)}" if chosen else f"{plain(option.label)} · {value}"), value

    return [named(option) for option in menu.open() if fits(option)]
