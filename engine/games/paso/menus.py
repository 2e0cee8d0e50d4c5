"""The menus of a turn: the options, their labels, and the reasons for what cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import compress
from typing import Final

from engine.games.paso import treasures
from engine.games.paso.card_menus import build_card_menu, build_player_option, build_token_option, list_tile_options
from engine.games.paso.components import TreasureEffect
from engine.games.paso.game_box import GameBox
from engine.games.paso.hexes import Passage
from engine.games.paso.names import describe_ability, describe_card, format_points
from engine.games.paso.rules import TurnOptions
from engine.games.paso.way_menus import build_destination_menu, describe_only_back
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Seat, Text, count, mention_seats, say

_ASK_CHARACTER: Final = say("Who sails your ship?")
_ACTION_VERBS: Final = ("advance", "raid", "exit", "fresh", "card", "recover", "drop", "end")
_ASK_RAID_HEX: Final = say("Which hex do you raid?")
_ASK_RAID_OWNER: Final = say("Whose route do you enter?")
_ASK_RECOVERED_TOKEN: Final = say("Which token do you take back?")
_ASK_NEW_TILE: Final = say("You may turn one of the new tiles round.")


# ---------------------------------------------------------------- P1.2 characters
def build_character_menu(box: GameBox, offer: Sequence[str], partner_choice: int | None) -> Menu:
    """Build the menu of the characters on offer; `partner_choice` is the index of the partner's character (P13.2)."""
    options: list[Option] = []
    for n, word in enumerate(offer):
        card = box.find_character(word)
        label = say("{name}: {ability}", name=card.name, ability=describe_ability(card.ability))
        why_not = say("Your partner sails with this one (P13.2).") if n == partner_choice else None
        options.append(Option(word, label, why_not=why_not, spot=f"character-{n}"))
    next_menu = Menu("character", _ASK_CHARACTER, tuple(options), is_secret=True)
    return Menu("verb", _ASK_CHARACTER, (Option("choose", say("Choose")),), lambda _: next_menu, is_secret=True)


# ---------------------------------------------------------------- P3 a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """Build the menu of all actions; those that cannot be chosen have a reason.

    The answer is secret if only the hand decides whether there is a choice: otherwise a forced move would reveal something about
    the cards.
    """
    can_play_cards = turn.explain_no_cards() is None
    is_available = (
        turn.can_advance,
        turn.raid_targets,
        turn.can_exit,
        turn.fresh_points,
        can_play_cards and _has_playable_card(turn),
        turn.can_recover,
        turn.can_drop,
        True,
    )
    return Menu(
        "verb",
        count("{n} point left: what do you do?", "{n} points left: what do you do?", turn.state.points),
        LazyOptions([*compress(_ACTION_VERBS, is_available)], partial(_list_verb_options, turn)),
        cache_menus(partial(_build_next_menu, turn)),
        is_secret=can_play_cards and not turn.can_act,
        may_end_after=True,
    )


def _has_playable_card(turn: TurnOptions) -> bool:
    return any(treasures.explain_unplayable(turn, effect) is None for effect in turn.player.hand)


def _list_verb_options(turn: TurnOptions) -> list[Option]:
    state, costs = turn.state, turn.components.costs
    raid_prices = [_find_lowest_raid_price(turn, owners) for owners in turn.raid_targets.values()]
    raid = _build_verb_option("raid", min(raid_prices, default=costs.raid))
    drop = _build_verb_option("drop", turn.drop_price)
    return [
        _build_advance_option(turn),
        _build_action_option(raid, turn.explain_no_raid()),
        _build_action_option(_build_verb_option("exit", costs.exit), turn.explain_no_exit()),
        _build_fresh_option(turn),
        _build_action_option(_build_verb_option("card"), _explain_no_card(turn)),
        _build_action_option(_build_verb_option("recover", costs.recover), turn.explain_no_recovery()),
        _build_action_option(drop, turn.explain_no_drop(), turn.player.behind),
        _build_end_option(state.points if turn.can_act else 0),
    ]


def _find_lowest_raid_price(turn: TurnOptions, owners: Sequence[Seat]) -> int:
    return min([turn.game_box.compute_raid_price(turn.state, owner) for owner in owners])


@cache
def _build_verb_option(verb: Word, n: int = 0, left: int = 0) -> Option:
    """Build the option for a verb; `n` is its price or gain, `left` the points left."""
    match verb:
        case "advance":
            label = say("Advance")
        case "raid":
            return Option(verb, say("Raid ({price})", price=format_points(n)), lists_next=True)
        case "exit":
            label = say("Sail past the last row: win ({price})", price=format_points(n))
        case "fresh":
            label = say("Fresh Waters")
        case "instead":
            label = say(
                "Fresh Waters: {gain} to advance, for the {left} you have left", gain=format_points(n), left=left
            )
        case "added":
            label = say("Fresh Waters: {gain} more", gain=format_points(n))
        case "card":
            return Option(verb, say("Play a treasure"), lists_next=True)
        case "recover":
            label = say("Take a token back ({price})", price=format_points(n))
        case "drop":
            label = say("Drop an iceberg ({price})", price=format_points(n))
        case _:
            raise ValueError(f"{verb} is no action")
    return Option(verb, label)


@cache
def _build_end_option(unused: int) -> Option:
    """Build the option that ends the turn and loses the points that could still be used."""
    loses = count("{n} point", "{n} points", unused) if unused else None
    return Option("end", say("End your turn"), ends_turn=True, loses=loses)


def _build_advance_option(turn: TurnOptions) -> Option:
    """Build the option to advance. If the ship can only sail back, its label says so."""
    why_not = turn.explain_no_advance()
    only_back = describe_only_back(turn) if why_not is None else None
    if only_back is not None:
        return Option("advance", only_back)
    return _build_action_option(_build_verb_option("advance"), why_not)


def _build_fresh_option(turn: TurnOptions) -> Option:
    """Build the option for Fresh Waters, with the points that they give and take (P8.1)."""
    state, why_not = turn.state, turn.explain_no_fresh()
    if why_not is not None:
        return _build_action_option(_build_verb_option("fresh"), why_not)
    mode = state.options["fresh"] if state.points else "added"
    label = _build_verb_option(mode, turn.fresh_points, state.points).label
    return Option("fresh", label, spot=f"ship-{turn.player.raiding}")


def _build_action_option(option: Option, why_not: Text | None, spot: str = "") -> Option:
    if why_not is not None:
        return Option(option.word, option.label, why_not=why_not)
    if spot:
        return Option(option.word, option.label, spot=spot)
    return option


def _explain_no_card(turn: TurnOptions) -> Text | None:
    why_not = turn.explain_no_cards()
    if why_not is not None:
        return why_not
    card_reasons = [treasures.explain_unplayable(turn, effect) for effect in turn.player.hand]
    if None in card_reasons:
        return None
    if all(reason == card_reasons[0] for reason in card_reasons):
        return card_reasons[0]
    return say("None of your treasures can be played now (P10).")


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

    def list_options() -> list[Option]:
        return [build_token_option(turn, word, n, None) for word, n in words.items()]

    return Menu("token", _ASK_RECOVERED_TOKEN, LazyOptions([*words], list_options))


# ---------------------------------------------------------------- P7 raid
def _build_raid_menu(turn: TurnOptions) -> Menu:
    """Build the menu of the hexes that can be raided; those that cannot have a reason."""
    names, passage = turn.passage.names, turn.passage
    hexes = sorted(turn.raid_targets, key=lambda hex_: (-passage.rows[hex_], hex_))

    def list_options() -> list[Option]:
        lowest = min(_find_lowest_raid_price(turn, owners) for owners in turn.raid_targets.values())
        options = {hex_: _build_raid_option(turn, names[hex_], turn.raid_targets[hex_], lowest) for hex_ in hexes}
        for hex_, owner in turn.movement.list_raidable_hexes(turn.position):
            if hex_ in options:
                continue
            why_not = turn.explain_not_raided(owner, turn.state.points)
            if why_not is not None:
                options[hex_] = Option(names[hex_], say("{hex}", hex=names[hex_]), why_not=why_not)
        return [*options.values()]

    def build_next_menu(word: Word) -> Menu | None:
        return _build_owner_menu(turn, turn.raid_targets[passage.hex_by_name[word]])

    words = [names[hex_] for hex_ in hexes]
    return Menu("to", _ASK_RAID_HEX, LazyOptions(words, list_options), cache_menus(build_next_menu))


def _build_raid_option(turn: TurnOptions, name: str, owners: Sequence[Seat], lowest_price: int) -> Option:
    """Build the option for a hex; it shows its price if that is not the one on the button for raids."""
    price = _find_lowest_raid_price(turn, owners)
    label = say("{hex}, route of {seats}", hex=name, seats=mention_seats(owners))
    if price > lowest_price:
        label = say("{raid}: {price}", raid=label, price=format_points(price))
    return Option(name, label, spot=f"to-{price}-{name}")


def _build_owner_menu(turn: TurnOptions, owners: Sequence[Seat]) -> Menu | None:
    """Build the menu of the owners of several routes on one hex (P7.4); None for a single owner."""
    if len(owners) == 1:
        return None
    options: list[Option] = []
    for owner in owners:
        price = turn.game_box.compute_raid_price(turn.state, owner)
        options.append(build_player_option(owner, format_points(price)))
    return Menu("whose", _ASK_RAID_OWNER, tuple(options))


# ---------------------------------------------------------------- P3.2 discarding, P11.10 new tiles
def build_discard_menu(hand: Sequence[TreasureEffect], card_count: int) -> Menu:
    """Build the menu of the cards to discard; `card_count` must be picked."""
    prompt = count("Discard one card.", "Discard {n} cards.", card_count)
    options: list[Option] = []
    for word, index in treasures.map_card_words(hand).items():
        options.append(Option(word, describe_card(hand[index]), spot=f"card-{index}"))
    next_menu = Menu("cards", prompt, tuple(options), min_picks=card_count, max_picks=card_count)
    return Menu("verb", prompt, (Option("discard", say("Discard")),), lambda _: next_menu)


def build_new_tile_menu(passage: Passage, new_tiles: Sequence[int]) -> Menu:
    """Build the menu of the new tiles; one may be turned round (P11.10)."""
    tile_menu = Menu("tile", _ASK_NEW_TILE, list_tile_options(passage, new_tiles))
    options = (Option("turn", say("Turn one")), Option("keep", say("Leave them as they lie")))
    return Menu("verb", _ASK_NEW_TILE, options, lambda word: tile_menu if word == "turn" else None, may_end_after=True)
