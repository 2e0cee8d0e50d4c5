"""The questions of a turn, as menus: what can be chosen, what it is called, and what cannot be chosen and why not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import compress
from typing import Final

from engine.games.paso import treasures
from engine.games.paso.card_menus import build_card_menu, build_player_option, build_token_option, list_tile_options
from engine.games.paso.components import TreasureEffect
from engine.games.paso.hexes import Passage
from engine.games.paso.names import describe_ability, describe_card, format_points
from engine.games.paso.rules import GameBox, TurnOptions
from engine.games.paso.way_menus import build_destination_menu
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Seat, SeatMention, Text, count, say

_ASK_CHARACTER: Final = say("Who sails your ship?")
_ASK_ACTION: Final = say("What do you do?")
_ACTION_VERBS: Final = ("advance", "raid", "exit", "fresh", "card", "recover", "drop", "end")
_ASK_RAID_HEX: Final = say("Which hex do you raid?")
_ASK_RAID_OWNER: Final = say("Whose route do you enter?")
_ASK_RECOVERED_TOKEN: Final = say("Which token do you take back?")
_ASK_NEW_TILE: Final = say("You may turn one of the new tiles round.")


# ---------------------------------------------------------------- P1.2 characters
def build_character_menu(box: GameBox, offer: Sequence[str], partner_choice: int | None) -> Menu:
    """One of the characters on offer; `partner_choice` is the place of the one that the partner has (P13.2)."""
    options = tuple(
        [
            Option(
                word,
                say(
                    "{name}: {ability}",
                    name=box.find_character(word).name,
                    ability=describe_ability(box.find_character(word).ability),
                ),
                why_not=say("Your partner sails with this one (P13.2).") if n == partner_choice else None,
                spot=f"character-{n}",
            )
            for n, word in enumerate(offer)
        ]
    )
    below = Menu("character", _ASK_CHARACTER, options, is_secret=True)
    return Menu("verb", _ASK_CHARACTER, (Option("choose", say("Choose")),), lambda _: below, is_secret=True)


# ---------------------------------------------------------------- P3 a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """All that a player may do now; what would be looked for in vain stands there with the reason.

    The answer is kept secret where only the hand decides whether there is anything to choose: that a player had no choice
    would tell of the cards.
    """
    cards = turn.explain_no_cards() is None
    may = (
        turn.can_advance,
        turn.raid_targets,
        turn.can_exit,
        turn.fresh_points,
        cards and any(treasures.explain_unplayable(turn, one) is None for one in turn.player.hand),
        turn.can_recover,
        turn.can_drop,
        True,
    )
    words = [*compress(_ACTION_VERBS, may)]
    hidden = cards and not turn.can_act
    return Menu(
        "verb",
        _ASK_ACTION,
        LazyOptions(words, partial(_list_verb_options, turn)),
        cache_menus(partial(_build_next_menu, turn)),
        is_secret=hidden,
    )


def _list_verb_options(turn: TurnOptions) -> list[Option]:
    state, costs = turn.state, turn.components.costs
    raid = min((_find_lowest_raid_price(turn, owners) for owners in turn.raid_targets.values()), default=costs.raid)
    return [
        _build_action_option(_build_verb_option("advance"), turn.explain_no_advance()),
        _build_action_option(_build_verb_option("raid", raid), turn.explain_no_raid()),
        _build_action_option(_build_verb_option("exit", costs.exit), turn.explain_no_exit()),
        _build_fresh_option(turn),
        _build_action_option(_build_verb_option("card"), _explain_no_card(turn)),
        _build_action_option(_build_verb_option("recover", costs.recover), turn.explain_no_recovery()),
        _build_action_option(_build_verb_option("drop", turn.drop_price), turn.explain_no_drop(), turn.player.behind),
        _build_verb_option("end", state.points),
    ]


def _find_lowest_raid_price(turn: TurnOptions, owners: Sequence[Seat]) -> int:
    return min(turn.game_box.compute_raid_price(turn.state, owner) for owner in owners)


@cache
def _build_verb_option(verb: Word, n: int = 0, left: int = 0) -> Option:
    """A verb with its price, or with what is left for it."""
    match verb:
        case "advance":
            label = say("Advance")
        case "raid":
            label = say("Raid ({price})", price=format_points(n))
        case "exit":
            label = say("Sail past the last row and win ({price})", price=format_points(n))
        case "fresh":
            label = say("Fresh Waters")
        case "instead":
            label = say(
                "Fresh Waters: {gain} to advance, for the {left} you have left", gain=format_points(n), left=left
            )
        case "added":
            label = say("Fresh Waters: {gain} more to advance", gain=format_points(n))
        case "card":
            label = say("Play a treasure")
        case "recover":
            label = say("Take a token back ({price})", price=format_points(n))
        case "drop":
            label = say("Drop an iceberg behind you ({price})", price=format_points(n))
        case _:
            label = count("End your turn, with {n} point unused", "End your turn, with {n} points unused", n)
            label = label if n else say("End your turn")
    return Option(verb, label)


def _build_fresh_option(turn: TurnOptions) -> Option:
    """Fresh Waters with what they bring and take (P8.1)."""
    state, why = turn.state, turn.explain_no_fresh()
    if why is not None:
        return _build_action_option(_build_verb_option("fresh"), why)
    how = state.options["fresh"] if state.points else "added"
    return Option(
        "fresh", _build_verb_option(how, turn.fresh_points, state.points).label, spot=f"ship-{turn.player.raiding}"
    )


def _build_action_option(option: Option, reason: Text | None, spot: str = "") -> Option:
    if reason is None:
        return Option(option.word, option.label, spot=spot) if spot else option
    return Option(option.word, option.label, why_not=reason)


def _explain_no_card(turn: TurnOptions) -> Text | None:
    why = turn.explain_no_cards()
    if why is not None:
        return why
    whys = [treasures.explain_unplayable(turn, effect) for effect in turn.player.hand]
    if None in whys:
        return None
    return whys[0] if all(why == whys[0] for why in whys) else say("None of your treasures can be played now (P10).")


def _build_next_menu(turn: TurnOptions, verb: Word) -> Menu | None:
    match verb:
        case "advance":
            return build_destination_menu(turn, "to", turn.ways)
        case "raid":
            return _build_raid_menu(turn)
        case "card":
            return build_card_menu(turn)
        case "recover":
            return _build_recover_menu(turn)
        case _:
            return None


# ---------------------------------------------------------------- P5 recover
def _build_recover_menu(turn: TurnOptions) -> Menu:
    words = treasures.map_token_words(turn, turn.recoverable_tokens)
    return Menu(
        "token",
        _ASK_RECOVERED_TOKEN,
        LazyOptions([*words], lambda: [build_token_option(turn, word, n, None) for word, n in words.items()]),
    )


# ---------------------------------------------------------------- P7 raid
def _build_raid_menu(turn: TurnOptions) -> Menu:
    """The hexes that can be raided, and beside them the reason why one cannot."""
    names, passage = turn.passage.names, turn.passage
    hexes = sorted(turn.raid_targets, key=lambda hex_: (-passage.rows[hex_], hex_))
    words = [names[hex_] for hex_ in hexes]

    def shown() -> list[Option]:
        options = [_build_raid_option(turn, names[hex_], turn.raid_targets[hex_]) for hex_ in hexes]
        for hex_, owner in turn.movement.list_raidable_hexes(turn.position):
            why = turn.explain_not_raided(owner, turn.state.points)
            if (
                hex_ not in turn.raid_targets
                and why is not None
                and all(option.word != names[hex_] for option in options)
            ):
                options.append(Option(names[hex_], say("{hex}", hex=names[hex_]), why_not=why))
        return options

    return Menu(
        "to",
        _ASK_RAID_HEX,
        LazyOptions(words, shown),
        cache_menus(lambda word: _build_owner_menu(turn, turn.raid_targets[passage.hex_by_name[word]])),
    )


def _build_raid_option(turn: TurnOptions, name: str, owners: Sequence[Seat]) -> Option:
    price = _find_lowest_raid_price(turn, owners)
    label = say(
        "{hex}, on the route of {seats}: {price}",
        hex=name,
        seats=[SeatMention(owner) for owner in owners],
        price=format_points(price),
    )
    return Option(name, label, spot=f"to-{price}-{name}")


def _build_owner_menu(turn: TurnOptions, owners: Sequence[Seat]) -> Menu | None:
    """Asked where several routes share the hex (P7.4)."""
    if len(owners) == 1:
        return None
    options = tuple(
        [
            build_player_option(owner, format_points(turn.game_box.compute_raid_price(turn.state, owner)))
            for owner in owners
        ]
    )
    return Menu("whose", _ASK_RAID_OWNER, options)


# ---------------------------------------------------------------- P3.2 discarding, P11.10 new tiles
def build_discard_menu(hand: Sequence[TreasureEffect], card_count: int) -> Menu:
    """So many cards to discard."""
    prompt = count("Discard one card.", "Discard {n} cards.", card_count)
    options = tuple(
        [
            Option(word, describe_card(hand[at]), spot=f"card-{at}")
            for word, at in treasures.map_card_words(hand).items()
        ]
    )
    below = Menu("cards", prompt, options, min_picks=card_count, max_picks=card_count)
    return Menu("verb", prompt, (Option("discard", say("Discard")),), lambda _: below)


def build_new_tile_menu(passage: Passage, tiles_laid: Sequence[int]) -> Menu:
    """One of the tiles just laid to be turned, or none (P11.10)."""
    below = Menu("tile", _ASK_NEW_TILE, list_tile_options(passage, tiles_laid))
    options = (Option("turn", say("Turn one")), Option("keep", say("Leave them as they lie")))
    return Menu("verb", _ASK_NEW_TILE, options, lambda word: below if word == "turn" else None)
