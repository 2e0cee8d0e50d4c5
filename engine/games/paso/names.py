"""The names of tokens, cards, characters' abilities and sides in sentences."""

from __future__ import annotations

from functools import cache

from engine.games.paso.components import Ability, TeamSide, TokenKind, TreasureEffect
from engine.kernel.text import Text, count, say


@cache
def name_token(kind: TokenKind) -> Text:
    """Return the name of a progress token."""
    return {
        "s4": say("straight four"),
        "l4": say("L"),
        "j4": say("inverse L"),
        "z4": say("zigzag"),
        "n4": say("inverse zigzag"),
        "s3": say("straight three"),
        "c3": say("curve"),
        "s2": say("two"),
        "u1": say("single"),
        "x1": say("raid token"),
    }[kind]


@cache
def name_card(effect: TreasureEffect) -> Text:
    """Return the name of a treasure card."""
    return {
        "discard": say("Overboard"),
        "silence": say("Silence"),
        "two-more": say("Two more cards"),
        "shield": say("Shield"),
        "eliminate": say("Wreck"),
        "iceberg": say("Iceberg"),
        "slow": say("Headwind"),
        "turn": say("Turning chart"),
        "rob": say("Theft"),
        "redraw": say("Change of command"),
        "return": say("Salvaged token"),
        "catch-up": say("Catch up"),
        "swap": say("Swapped charts"),
        "water": say("Open water"),
        "extra": say("Tailwind"),
    }[effect]


@cache
def describe_card(effect: TreasureEffect) -> Text:
    """Return the name of a treasure card with its effect."""
    return {
        "discard": say("Overboard: an opponent discards a card"),
        "silence": say("Silence: an opponent plays no cards in the next turn"),
        "two-more": say("Two more cards this turn"),
        "shield": say("Shield: nobody raids you until your next turn"),
        "eliminate": say("Wreck: a token that lies open, or of a reserve, leaves the game"),
        "iceberg": say("Iceberg: put one on a bare hex"),
        "slow": say("Headwind: an opponent has fewer points in the next turn"),
        "turn": say("Turning chart: turn a bare tile round"),
        "rob": say("Theft: take a card from an opponent"),
        "redraw": say("Change of command: somebody gets a new character"),
        "return": say("Salvaged token: take one of yours that lies open back"),
        "catch-up": say("Catch up: alone behind, lay a token for nothing"),
        "swap": say("Swapped charts: exchange two bare tiles"),
        "water": say("Open water: put it on a bare hex"),
        "extra": say("Tailwind: more points this turn"),
    }[effect]


@cache
def describe_ability(ability: Ability) -> Text:
    """Describe the ability of a character."""
    return {
        "opens": say("a point for every iceberg or snow hex you open"),
        "snow": say("snow costs you less"),
        "drops": say("dropping an iceberg costs you less"),
        "guarded": say("who raids you has a point less"),
        "raider": say("a treasure for every raid of yours"),
        "water-chests": say("treasures only when others find them on water"),
        "bold": say("a point more every turn, but no cards"),
        "icebreaker": say("two points for every iceberg hex you open"),
        "iceberg": say("icebergs cost you less"),
        "turns": say("you may turn one of the tiles you discover"),
        "raided": say("a treasure whenever you are raided"),
        "own-route": say("your own routes cost you nothing"),
        "shore-chests": say("treasures only when others find them on land or snow"),
        "far-fresh": say("Fresh Waters from further behind, too"),
    }[ability]


@cache
def name_side(side: TeamSide) -> Text:
    """Return the name of a side of the team game."""
    return say("the Sirs") if side == "sirs" else say("the Explorers")


@cache
def format_points(n: int) -> Text:
    """Format a number of action points."""
    return count("{n} point", "{n} points", n)
