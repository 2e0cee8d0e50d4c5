"""Somebody types any command, with options of the right types, so that a hundred seasons use each command.

Commands that a season watches, such as /resign, are typed by a tourist in a channel without a table: they are refused.
"""

from __future__ import annotations

from typing import Any

from discord import AppCommandOptionType, app_commands

from engine.kernel import registry
from tests.discord.simulation.simulation_state import SimulatedUser, SimulationState

WATCHED_COMMANDS = {
    *(
        "close",
        "computer",
        "continue",
        "forget-me",
        "join",
        "leave",
        "orders",
        "pace",
        "play",
        "quiet",
        "reinstate",
        "replace",
    ),
    *("resign", "solo", "start", "undo", "vacation", "vote", "watch"),
}
"""Commands whose effects the checks know only where the season itself types them."""
TEXTS_BY_OPTION = {"sentence": "The board is too dark.", "text": "News for all tables.", "from": "22:00", "to": "7:00"}
MAX_OPTIONS = 4
GAMES_PACKAGE = registry.GAMES_PACKAGE
ADMIN_GROUP = "admin"
UNKNOWN_GAME = "chess"
"""What a tourist wants to play, because a table of theirs would be none of the season's."""


async def type_any_command(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Type the next command of all. A game that only tests know has no pages of rules for them."""
    if registry.GAMES_PACKAGE != GAMES_PACKAGE:
        return
    commands = {
        one.qualified_name: one for one in state.home.bot.tree.walk_commands() if isinstance(one, app_commands.Command)
    }
    names = sorted(commands)
    name = names[(state.first_command + state.count_up("tour")) % len(names)]
    who, options = member, dict[str, Any]()
    if name in WATCHED_COMMANDS or name.startswith(ADMIN_GROUP):
        who, channel = state.tourist, state.home.games
    for parameter in commands[name].parameters[:MAX_OPTIONS]:
        value = await _choose_value(state, who, channel, name, parameter, options)
        if value is not None:
            options[_find_shown_name(parameter)] = value
        elif parameter.required:
            return
    await state.run_command(who, channel, name, **options)


def _find_shown_name(parameter: app_commands.Parameter) -> str:
    return str(parameter.display_name)


async def _choose_value(
    state: SimulationState,
    who: SimulatedUser,
    channel: Any,
    name: str,
    parameter: app_commands.Parameter,
    given: dict[str, Any],
) -> Any:
    """Choose a value for an option, None to leave it out."""
    shown_name = _find_shown_name(parameter)
    if not parameter.required and state.roll_below(2):
        return None
    if shown_name == "game" and who is state.tourist:
        return UNKNOWN_GAME
    if parameter.choices:
        return state.choose_one(parameter.choices).value
    if parameter.type is AppCommandOptionType.user:
        return state.choose_one([member for member in state.members if not member.has_left]).actor
    if parameter.autocomplete:
        offers = await who.actor.autocomplete(channel, name, shown_name, "", **given)
        await state.home.revive()
        return state.choose_one(offers)["value"] if offers else None
    if parameter.type is AppCommandOptionType.integer:
        return 1 + state.roll_below(4)
    return TEXTS_BY_OPTION.get(shown_name)
