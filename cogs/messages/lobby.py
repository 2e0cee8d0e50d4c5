"""The lobby as a message: who has a seat, which options are set, and the buttons to change that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.computers import build_computer_select, build_remove_select, format_short_level
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    GREY_STYLE,
    RED_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_select,
)
from cogs.messages.learn.lesson import build_teach_button
from engine.host.model.pace import DAY_S, PACES_H, SILENCE_LIMIT_S, format_pace
from engine.host.model.table import NO_USER, TABLE_SETTINGS, SeatAssignment, Table
from engine.host.service.lobby.options import list_unconfirmed
from engine.kernel.script import Game, Setting, restore_options
from engine.kernel.text import SeatMention, Text, Translate, count, mention_seats, say
from engine.learning.course import load_course
from engine.ops.provenance import list_unbacked_groups


def build_games_message(games: Iterable[Game[Any, Any]], translate: Translate) -> ui.LayoutView:
    """Build the list of all games: the buttons that open a table, what each game is about, and the lessons."""
    fmt = TextFormatter(translate=translate)
    descriptions: list[str] = []
    buttons: list[Button] = []
    lessons: list[tuple[str, str]] = []
    for game in games:
        descriptions.append(f"**{game.title}** · {fmt(_format_player_count(game))}\n{fmt(game.blurb)}")
        custom_id = custom_ids.build_button_id("open", 0, 0, game.slug)
        buttons.append(build_button(game.title, custom_id, GREEN_STYLE))
        if load_course(game.slug) is not None and len(lessons) < MAX_SELECT_OPTIONS:
            lessons.append((game.slug, game.title))
    return build_message(
        fmt(say("Which game? Press one, and its table opens here for everybody.")),
        *build_button_rows(buttons),
        *descriptions,
        build_select(custom_ids.build_button_id("learn", 0, 0), fmt(say("Or teach me a game first")), lessons)
        if lessons
        else None,
    )


def _format_player_count(game: Game[Any, Any]) -> Text:
    least, most = min(game.seat_counts), max(game.seat_counts)
    if least == most:
        return say("{n} players", n=least)
    return say("{least} to {most} players", least=least, most=most)


def build_lobby_message(
    table: Table, game: Game[Any, Any], translate: Translate, invitation: str = ""
) -> ui.LayoutView:
    """Build the lobby, or the notice that the table was closed. `invitation` is a line above the lobby."""
    fmt = TextFormatter(table, translate=translate)
    if table.status == "closed":
        return build_message(
            f"### {game.title}", fmt(say("This table was closed before the game began. {/play} opens a new one."))
        )
    if table.is_imported:
        return _build_record_lobby(table, game, fmt)
    has_free_seats = len(table.seats) < max(game.seat_counts)
    return build_message(
        invitation,
        f"### {game.title}",
        _describe_game(game, fmt),
        _format_people(table, fmt),
        fmt(_format_next_step(table, game)),
        *build_button_rows(_build_buttons(table, fmt)),
        build_computer_select(table, fmt) if has_free_seats else None,
        *build_button_rows(_build_learning_buttons(table, game, translate)),
        fmt.format_lines(_format_options(table, game), "-# "),
    )


def _describe_game(game: Game[Any, Any], fmt: TextFormatter) -> str:
    """Describe a game in one line, and in a second line, if the game declares it, how long and how heavy it is."""
    if game.meta.effort is None:
        return fmt(game.blurb)
    return f"{fmt(game.blurb)}\n{fmt(game.meta.effort)}"


def _build_learning_buttons(table: Table, game: Game[Any, Any], translate: Translate) -> list[Button]:
    """Build the buttons for people who do not know the game: its lesson and its rules."""
    rules = build_button(
        TextFormatter(translate=translate)(say("Rules")), custom_ids.build_button_id("rules", table.id, 0)
    )
    if load_course(game.slug) is None:
        return [rules]
    return [build_teach_button(say("Teach me"), game.slug, translate), rules]


def _format_options(table: Table, game: Game[Any, Any]) -> list[Text]:
    """Format each option of the game and of the table, and what follows from computers and from rules of our own."""
    options = restore_options(game.settings, table.options)
    lines = [_format_setting(setting, options) for setting in game.settings]
    lines += _format_settings(table)
    if table.has_computer_seats:
        lines.append(say("Games with computers count in a list of their own: {/stats}."))
    if any("house" in sources for sources in list_unbacked_groups(game.components).values()):
        lines.append(say("Some of what no rule text prints is our own design; {/rules} lists it."))
    return lines


def _format_next_step(table: Table, game: Game[Any, Any]) -> Text:
    """Format what the players can do now: start, or wait for more players."""
    seat_count = len(table.seats)
    unconfirmed = list_unconfirmed(table.seats)
    if unconfirmed:
        return say(
            "What this game is worth has changed: {people} must press Start again, or Leave.", people=list(unconfirmed)
        )
    if seat_count == max(game.seat_counts):
        return say("Ready: press Start.")
    if seat_count in game.seat_counts:
        return say("Ready: press Start, or wait for more friends.")
    missing = min(n for n in game.seat_counts if n > seat_count) - seat_count
    return count(
        "Waiting for friends: {n} more is needed. Press Join.",
        "Waiting for friends: {n} more are needed. Press Join.",
        missing,
    )


def build_started_message(table: Table, game: Game[Any, Any], translate: Translate) -> ui.LayoutView:
    """Build the message that replaces the lobby when the game begins. It has no buttons."""
    fmt = TextFormatter(table, translate=translate)
    people = mention_seats(person.seat for person in table.seats)
    begun = say("The game has begun: {people}.", people=people)
    if table.is_imported:
        begun = say("The game goes on from its record: {people}.", people=people)
    return build_message(
        f"### {game.title}",
        fmt(begun),
        fmt.format_lines((*_describe_worth(table), *_describe_missing_pace(table)), "-# "),
    )


def _describe_worth(table: Table) -> list[Text]:
    """Describe whether a game counts, and whether hints are allowed."""
    if table.is_rated:
        return [
            say("This game counts: people play it, without hints, and who leaves is rated last. {/rules} fair play")
        ]
    lines = [say("This game changes no rating.")]
    if table.allows_hints:
        lines.append(say("Hints by the captain are allowed."))
    if table.has_computer_seats:
        lines.append(say("Games with computers count in a list of their own: {/stats}."))
    return lines


def _describe_missing_pace(table: Table) -> list[Text]:
    """Warn of a table without a pace, at which nobody is reminded; nothing if only one person plays there."""
    if table.pace_h or len(table.reachable_players) == 1:
        return []
    return [
        say(
            "No pace is set: a move may take as long as it likes, and nobody is reminded. After {n} days of silence the others "
            "may vote. {/pace} sets a limit.",
            n=SILENCE_LIMIT_S // DAY_S,
        )
    ]


def format_seal(table: Table, game: Game[Any, Any], seal: str, translate: Translate) -> str:
    """Format the seal of the shuffle: how to check it, and `seal`, the seed commitment, in small print.

    Return "" if the game has no chance, or the seed is known from a record.
    """
    if table.is_imported or not game.kind.has_chance:
        return ""
    explanation = say("The shuffle is fixed and can be checked afterwards: {/audit}.")
    return f"{TextFormatter(translate=translate)(explanation)}\n-# {seal}"


def _build_record_lobby(table: Table, game: Game[Any, Any], fmt: TextFormatter) -> ui.LayoutView:
    """Build the lobby of a game from a record, in which people choose who they are."""
    choices: list[tuple[str, str]] = []
    for person in table.seats:
        if person.user_id == NO_USER and not person.has_left and not person.is_computer:
            choices.append((str(person.seat), fmt(say("Seat {n}", n=person.seat + 1))))
    worth = say("The record goes to the end of the game, to be looked at. It never counts.")
    if table.is_incomplete:
        worth = say(
            "The record stops before the end, and whoever has the file may know what would come next. The game goes on for "
            "fun: it never counts."
        )
    seat_selects = []
    if choices:
        seat_id = custom_ids.build_select_id("sit", table.id, table.revision)
        seat_selects = [build_select(seat_id, fmt(say("Another seat")), choices), build_computer_select(table, fmt)]
    return build_message(
        f"### {game.title}",
        fmt(say("A game from a record. Choose who you are in it, then press Start.")),
        fmt(worth),
        _format_people(table, fmt),
        fmt.format_lines(_format_settings(table), "-# "),
        *seat_selects,
        *build_button_rows(_build_buttons(table, fmt)),
    )


def _format_setting(setting: Setting, options: Mapping[str, str]) -> Text:
    """Format the value of a setting."""
    return say("{name}: **{value}**", name=setting.label, value=setting.values[options[setting.name]])


def _format_settings(table: Table) -> list[Text]:
    """Format the settings that every game has: always the pace, the others only if they differ from their default."""
    lines = [say("{name}: **{value}**", name=say("Pace"), value=format_pace(table.pace_h))]
    for setting in TABLE_SETTINGS:
        if table.table_options[setting.name] != setting.default:
            lines.append(_format_setting(setting, table.table_options))
    return lines


def _format_people(table: Table, fmt: TextFormatter) -> str:
    return "\n".join(fmt(_format_seat(person)) for person in table.seats)


def _format_seat(person: SeatAssignment) -> Text:
    number = person.seat + 1
    if person.has_left:
        return say("{n}. given up", n=number)
    if person.user_id == NO_USER and not person.computer_level:
        return say("{n}. free", n=number)
    seat = SeatMention(person.seat)
    if person.is_computer:
        return say("{n}. {seat}: {level}", n=number, seat=seat, level=format_short_level(person.computer_level))
    return say("{n}. {seat}", n=number, seat=seat)


def _build_buttons(table: Table, fmt: TextFormatter) -> list[Button]:
    buttons = (
        (say("Join"), "join", GREEN_STYLE),
        (say("Leave"), "leave", GREY_STYLE),
        (say("Options"), "options", GREY_STYLE),
        (say("Start"), "start", BLUE_STYLE),
        (say("Close"), "close", RED_STYLE),
    )
    return [
        build_button(fmt(label), custom_ids.build_button_id(action, table.id, table.revision), style)
        for label, action, style in buttons
    ]


def list_settings(table: Table, game: Game[Any, Any]) -> list[Setting]:
    """List the settings that can be chosen in a lobby: for a game from a record only who may join, since its options are fixed."""
    settings = [*game.settings, *TABLE_SETTINGS]
    if table.is_imported:
        return [setting for setting in settings if setting.name == "joining"]
    return settings


def build_options_message(table: Table, game: Game[Any, Any], translate: Translate, user_id: int) -> ui.LayoutView:
    """Build the options as selects. The opener of the table can also remove players."""
    fmt = TextFormatter(table, translate=translate)
    chosen_options = {**restore_options(game.settings, table.options), **table.table_options}
    selects: list[ui.ActionRow[Any] | None] = []
    for setting in list_settings(table, game):
        setting_id = custom_ids.build_select_id("option", table.id, table.revision, setting.name)
        labels = _format_values(setting.label, setting.values, fmt)
        selects.append(build_select(setting_id, fmt(setting.label), labels, chosen=chosen_options[setting.name]))
    pace_id = custom_ids.build_select_id("pace", table.id, table.revision)
    paces = {str(hours): format_pace(hours) for hours in PACES_H}
    paces_select = build_select(
        pace_id, fmt(say("Pace")), _format_values(say("Pace"), paces, fmt), chosen=str(table.pace_h)
    )
    selects.append(paces_select)
    if user_id == table.opened_by:
        selects += [_build_player_select(table, fmt), build_remove_select(table, fmt, translate)]
    return build_message(fmt(say("Choose how you play. The lobby shows it to everybody.")), *selects)


def _format_values(name: Text, values: Mapping[str, Text], fmt: TextFormatter) -> list[tuple[str, str]]:
    """Return the values of a setting with their labels, which begin with its name."""
    labels: list[tuple[str, str]] = []
    for value, label in values.items():
        labels.append((value, fmt(say("{name}: {value}", name=name, value=label))))
    return labels


def _build_player_select(table: Table, fmt: TextFormatter) -> ui.ActionRow[Any] | None:
    """Build the select by which the opener removes another player; None if there is no other."""
    players: list[tuple[str, str]] = []
    for person in table.reachable_players:
        if person.user_id != table.opened_by:
            players.append((str(person.user_id), format_name(person, fmt.translate, is_label=True)))
    if not players:
        return None
    select_id = custom_ids.build_select_id("off", table.id, table.revision)
    return build_select(select_id, fmt(say("Take somebody off the table")), players)
