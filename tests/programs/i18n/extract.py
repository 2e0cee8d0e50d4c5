"""Messages for translators: the templates of say() and count(), names of components, lessons, and the slash commands."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from babel.messages.catalog import Catalog
from discord import app_commands

from cogs.commands.learn.rules import PART_CONTEXT
from cogs.i18n.command_mentions import build_command_context, build_option_context
from cogs.i18n.command_names import CHOICE_CONTEXT, find_root_name
from engine import rulebook
from engine.kernel import registry
from engine.kernel.lesson import Lesson
from engine.kernel.text import TRANSLATED_META
from engine.learning.course import EXAMPLES, load_course
from engine.learning.question_help import load_help_lines
from engine.ops.provenance import list_unbacked_groups
from tests.discord.fake_server import open_server

PROJECT_FOLDER = Path(__file__).parents[3]
SOURCE_FOLDERS = ("engine", "render", "cogs")
TEXT_FUNCTIONS = {"say": 1, "count": 2}
"""The functions that make a Text, and how many templates each takes."""


class CatalogueMessage(NamedTuple):
    """A message to translate: the game it belongs to ("" for all), its context, its templates and its place."""

    game: str
    context: str
    templates: tuple[str, ...]
    place: str


class BadTemplateError(ValueError):
    """Raised for a template that no translator could find."""


async def build_catalogues() -> dict[str, Catalog]:
    """Build every catalogue by game, "" for the general one: untranslated messages in the order of the code.

    A game's catalogue leaves out the messages of the general one. Raises BadTemplateError.
    """
    made = {game: Catalog(fuzzy=False) for game in ("", *registry.list_slugs())}
    found = [*extract_templates(), *(message for slug in registry.list_slugs() for message in _list_game_names(slug))]
    found += _list_fair_play_texts()
    found += [message async for message in extract_command_texts()]
    general = {(message.context, message.templates[0]) for message in found if not message.game}
    for message in found:
        if message.game and (message.context, message.templates[0]) in general:
            continue
        one, *many = message.templates
        known = made[message.game].get(one, message.context or None)
        if known is not None and isinstance(known.id, str) == bool(many):
            raise BadTemplateError(
                f"{message.place}: {one!r} is counted in one place and said in another; word them differently"
            )
        made[message.game].add(
            (one, *many) if many else one, locations=[(message.place, 0)], context=message.context or None
        )
    return made


# ---------------------------------------------------------------- in the code
def extract_templates() -> Iterator[CatalogueMessage]:
    """Yield the templates of say() and count(), file by file.

    Raises BadTemplateError for a template that is not written out in the code.
    """
    for folder in SOURCE_FOLDERS:
        for file in sorted((PROJECT_FOLDER / folder).rglob("*.py")):
            yield from extract_from_file(file.read_text("utf-8"), file.relative_to(PROJECT_FOLDER).as_posix())


def extract_from_file(source: str, place: str) -> Iterator[CatalogueMessage]:
    """Yield the templates in one file."""
    if "engine.kernel.text" not in source:
        return
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.Call, ast.ImportFrom))]
    makers = {
        name.asname or name.name: TEXT_FUNCTIONS[name.name]
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "engine.kernel.text"
        for name in node.names
        if name.name in TEXT_FUNCTIONS
    }
    game = find_game(place)
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        wanted = makers.get(call.func.id, 0) if isinstance(call.func, ast.Name) else 0
        given = call.args[:wanted]
        templates = tuple(
            part.value for part in given if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )
        if len(templates) < wanted:
            if all(isinstance(part, ast.Attribute) for part in given):
                continue  # a name out of the components, which `list_names` finds by its type
            raise BadTemplateError(f"{place}:{call.lineno}: write the template out in the call, {ast.unparse(call)}")
        if wanted:
            yield CatalogueMessage(game, "", templates, place)


def find_game(place: str) -> str:
    """Return the game that a file belongs to by its folder in engine/games or render, "" for none."""
    parts = Path(place).parts
    for slug in registry.list_slugs():
        if parts[:3] == ("engine", "games", slug) or parts[:2] == ("render", slug):
            return slug
    return ""


# ---------------------------------------------------------------- in the components
def _list_game_names(slug: str) -> Iterator[CatalogueMessage]:
    game = registry.load_game(slug)
    parts = getattr(game, "parts", game.components)  # a game's components before it converts them to its own types
    place = f"{registry.GAMES_PACKAGE.replace('.', '/')}/{slug}/components.toml"
    for name in list_names(parts, type(parts)):
        yield CatalogueMessage(slug, "", (name,), place)
    for part in list_unbacked_groups(game.components):
        yield CatalogueMessage(slug, PART_CONTEXT, (part,), place)
    for ending, file_name in (("", "lessons.toml"), (EXAMPLES, "rule_examples.toml")):
        course = load_course(f"{slug}{ending}")
        if course is None:
            continue
        for text in filter(None, list_names(course.lesson, Lesson)):
            yield CatalogueMessage(slug, "", (text,), place.replace("components.toml", file_name))
    for line in load_help_lines(slug).lines.values():
        yield CatalogueMessage(slug, "", (line,), place.replace("components.toml", "first_game_help.toml"))


def list_names(value: Any, kind: Any) -> Iterator[str]:
    """List the values of type `engine.kernel.text.Name` in a struct and in its fields."""
    yield from _collect_names(value, msgspec.inspect.type_info(kind))


def _collect_names(value: Any, kind: msgspec.inspect.Type) -> Iterator[str]:  # noqa: C901 - a case for each kind of type
    match kind:
        case msgspec.inspect.Metadata(type=inner, extra=extra):
            if extra == TRANSLATED_META and isinstance(value, str):
                yield value
            else:
                yield from _collect_names(value, inner)
        case msgspec.inspect.StructType(cls=cls, fields=fields) if isinstance(value, cls):
            for field in fields:
                yield from _collect_names(getattr(value, field.name), field.type)
        case msgspec.inspect.DictType(value_type=inner):
            for held in value.values():
                yield from _collect_names(held, inner)
        case msgspec.inspect.VarTupleType(item_type=inner) | msgspec.inspect.ListType(item_type=inner):
            for held in value:
                yield from _collect_names(held, inner)
        case msgspec.inspect.TupleType(item_types=inners):
            for held, inner in zip(value, inners, strict=True):
                yield from _collect_names(held, inner)
        case msgspec.inspect.UnionType(types=inners):
            for inner in inners:
                if not isinstance(inner, msgspec.inspect.NoneType) and value is not None:
                    yield from _collect_names(value, inner)


# ---------------------------------------------------------------- in the rules of fair play
def _list_fair_play_texts() -> Iterator[CatalogueMessage]:
    rules = rulebook.load_fair_play()
    for text in dict.fromkeys([*(rule.heading for rule in rules), *(rule.text for rule in rules)]):
        yield CatalogueMessage("", "", (text,), "docs/fair-play.md")


# ---------------------------------------------------------------- slash commands
async def extract_command_texts() -> AsyncIterator[CatalogueMessage]:
    """Yield names, descriptions and choices of the commands of a running bot."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_server(Path(folder)) as home:
            for command in home.bot.tree.walk_commands():
                for message in _list_command_texts(command):
                    yield message


def _list_command_texts(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group,
) -> Iterator[CatalogueMessage]:
    slugs = registry.list_slugs()
    if isinstance(command, app_commands.Group):
        if command.name not in slugs:  # the description of a game's group is its title
            yield CatalogueMessage("", "", (command.description,), f"/{command.qualified_name}")
        return
    root = find_root_name(command)
    game, place = root if root in slugs else "", f"/{command.qualified_name}"
    group = command.root_parent.name if command.root_parent else ""
    yield CatalogueMessage(game, build_command_context(group), (command.name,), place)
    yield CatalogueMessage(game, "", (command.description,), place)
    for parameter in command.parameters:
        yield CatalogueMessage(game, build_option_context(root), (parameter.display_name,), place)
        yield CatalogueMessage(game, "", (str(parameter.description),), place)
        for choice in parameter.choices:
            yield CatalogueMessage("", CHOICE_CONTEXT, (choice.name,), place)
