"""The texts in the pictures of La Aventura del Paso del Noroeste about turns, the race, treasures and characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.paso.view import Ability, TeamSide, TreasureEffect, View, VisibleCharacter, VisiblePlayer
from engine.kernel.text import Seat, SeatMention, Text, count, mention_seats, say
from render.kit import banner
from render.kit.scene import Scene


def find_own_player(view: View) -> VisiblePlayer | None:
    """Return the viewer's own player; None for a spectator."""
    if view.viewer is None:
        return None
    return view.players[view.viewer]


def has_chosen(scene: Scene, own: VisiblePlayer) -> bool:
    """Check whether a player has chosen a character.

    Outside the team game a choice is secret until all have chosen, and the view does not have it. Then a player has chosen if
    others still have to.
    """
    if own.seat in scene.view.chosen:
        return True
    return own.side is None and bool(scene.waiting_seats) and own.seat not in scene.waiting_seats


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """Return the seats to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.to_move, ended=scene.view.phase == "over")


def list_headline_seats(scene: Scene) -> tuple[Seat, ...]:
    """Return the seats that the headline names: the winners, or the seats to act."""
    view: View = scene.view
    if view.phase == "over":
        return view.winners
    return scene.winners or list_acting_seats(scene)


def format_headline(scene: Scene) -> Text:
    """Format whose turn it is, or who has won."""
    view: View = scene.view
    if view.phase == "over":
        return _describe_victory(view, view.winners)
    seats = list_acting_seats(scene)
    if not seats:
        return _describe_victory(view, scene.winners)
    if view.phase == "choose":
        if len(seats) > 1:
            return say("Choose your characters")
        return say("{seat} chooses a character", seat=SeatMention(seats[0]))
    if seats == (view.to_move,):
        return say("{seat} to sail", seat=SeatMention(seats[0]))
    return banner.describe_acting(seats, view.to_move)


def _describe_victory(view: View, winners: tuple[Seat, ...]) -> Text:
    side = find_winning_side(view, winners)
    if side is None:
        return banner.describe_winners(winners)
    if side == "sirs":
        return say("The Sirs have won")
    return say("The Explorers have won")


def find_winning_side(view: View, winners: Sequence[Seat]) -> TeamSide | None:
    """Return the side of the winners in the team game; None outside it, or if both sides share the victory."""
    sides = {view.players[seat].side for seat in winners}
    if view.teams and len(sides) == 1:
        return sides.pop()
    return None


def describe_resources(view: View) -> Text | None:
    """Describe what the player to move can still spend."""
    if view.phase == "race":
        return describe_points(view)
    return None


def describe_points(view: View) -> Text:
    """Describe the points left; points from Fresh Waters are for advancing only."""
    if view.fresh:
        return count("{n} point, to advance only", "{n} points, to advance only", view.points)
    return count("{n} action point", "{n} action points", view.points)


def describe_card_plays(view: View) -> Text:
    """Describe how many cards may still be played in this turn."""
    if not view.cards:
        return say("no card to play")
    return count("{n} card to play", "{n} cards to play", view.cards)


def describe_race(view: View) -> Text | None:
    """Describe who leads and by how much; None before any ship has come in."""
    if not view.leaders or not any(player.row for player in view.players):
        return None
    if len(view.leaders) > 1:
        return say("{seats} lead together", seats=mention_seats(view.leaders))
    return count("{seat} leads by {n} row", "{seat} leads by {n} rows", view.lead, seat=SeatMention(view.leaders[0]))


def describe_place(player: VisiblePlayer, rows: int) -> Text:
    """Describe how far a ship has come on a race of `rows` rows."""
    if player.row > rows:  # a ship past the last row has won the race
        return say("first")
    if player.row:
        return say("row {row}", row=player.row)
    return say("start")


def describe_ability(character: VisibleCharacter) -> Text:
    """Describe the ability of a character in a few words."""
    names: dict[Ability, Text] = {
        "opens": say("points for new snow and ice"),
        "snow": say("snow costs less"),
        "drops": say("drops icebergs for less"),
        "guarded": say("raids on this route cost more"),
        "raider": say("draws a card when raiding"),
        "water-chests": say("draws when others find chests at sea"),
        "bold": say("more points, plays no cards"),
        "icebreaker": say("points for new icebergs"),
        "iceberg": say("icebergs cost less"),
        "turns": say("may turn a new tile"),
        "raided": say("draws a card when raided"),
        "own-route": say("own route costs nothing"),
        "shore-chests": say("draws when others find chests ashore"),
        "far-fresh": say("Fresh Waters from further behind"),
    }
    return names[character.ability]


def describe_card_effect(effect: TreasureEffect) -> Text:
    """Describe the effect of a treasure card."""
    texts: dict[TreasureEffect, Text] = {
        "discard": say("An opponent discards a card, drawn blindly."),
        "silence": say("An opponent plays no card in the next turn."),
        "two-more": say("You may play more cards this turn."),
        "shield": say("Nobody may raid you until your next turn."),
        "eliminate": say("Remove a token in sight or in a reserve from the game."),
        "iceberg": say("Put an iceberg on a bare hex."),
        "slow": say("An opponent has fewer points next turn; the sole leader loses most."),
        "turn": say("Turn a bare tile round."),
        "rob": say("Take a card from an opponent, drawn blindly."),
        "redraw": say("A player gets a new character."),
        "return": say("Take a token of yours in sight back."),
        "catch-up": say("If you are last alone: lay a small token for nothing."),
        "swap": say("Swap two bare tiles of a size; turn them if you like."),
        "water": say("Put a water tile on a bare hex."),
        "extra": say("More points this turn; most if you are last alone."),
    }
    return texts[effect]


def name_terrain(kind: str) -> Text:
    """Return the name of a terrain."""
    names = {"water": say("water"), "land": say("land"), "snow": say("snow"), "iceberg": say("iceberg")}
    return names[kind]


def describe_character(card: VisibleCharacter) -> Text:
    """Describe a character by name and ability."""
    return say("{name}: {ability}", name=shorten_name(card), ability=describe_ability(card))


def shorten_name(card: VisibleCharacter) -> str:
    """Shorten a character's name to as many words as its word in moves has: "clark-ross" makes it Clark Ross."""
    return " ".join(card.name.split()[-1 - card.word.count("-") :])


def describe_banner_detail(scene: Scene) -> Text | None:
    """Describe the second line of the banner outside the race: who still has to choose, or when the game ended."""
    view: View = scene.view
    if view.phase == "over":
        return count("after {n} turn", "after {n} turns", view.turn)
    if len(list_acting_seats(scene)) > 1:
        return say("still to choose:")
    return None


def describe_other_prices(prices: Mapping[str, int]) -> Text:
    """Describe the prices of dropping an iceberg and of recovering a token."""
    return say("drop {drop} · recover {recover}", drop=prices["drop"], recover=prices["recover"])
