"""What the pictures of La Aventura del Paso del Noroeste say about turns, the race, treasures and characters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.paso.view import Ability, TreasureEffect, View, VisibleCharacter, VisiblePlayer
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.scene import Scene


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.to_move, ended=scene.view.phase == "over")


def format_headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
    view: View = scene.view
    if view.phase == "over":
        return _describe_victory(view, view.winners)
    seats = list_acting_seats(scene)
    if not seats:
        return _describe_victory(view, scene.winners)
    if view.phase == "choose":
        return (
            say("Choose your characters")
            if len(seats) > 1
            else say("{seat} chooses a character", seat=SeatMention(seats[0]))
        )
    return (
        say("{seat} to sail", seat=SeatMention(seats[0]))
        if seats == (view.to_move,)
        else banner.describe_acting(seats, view.to_move)
    )


def _describe_victory(view: View, winners: tuple[Seat, ...]) -> Text:
    if view.teams and winners:
        side = view.players[winners[0]].side
        if side is not None and {view.players[seat].side for seat in winners} == {side}:
            return say("The Sirs have won") if side == "sirs" else say("The Explorers have won")
    return banner.describe_winners(winners)


def describe_resources(view: View) -> Text | None:
    """What the player to move can still spend."""
    return describe_points(view) if view.phase == "race" else None


def describe_points(view: View) -> Text:
    """The action points left, and what they are good for."""
    if view.fresh:
        return count("{n} point, to advance only", "{n} points, to advance only", view.points)
    return count("{n} action point", "{n} action points", view.points)


def describe_card_plays(view: View) -> Text:
    """How many cards may still be played in this turn."""
    return count("{n} card to play", "{n} cards to play", view.cards) if view.cards else say("no card to play")


def describe_race(view: View) -> Text | None:
    """Who leads and by how much; None before anybody has come in."""
    if not view.leaders or all(seen.row == 0 for seen in view.players):
        return None
    if len(view.leaders) > 1:
        return say("{seats} lead together", seats=[SeatMention(seat) for seat in view.leaders])
    return count("{seat} leads by {n} row", "{seat} leads by {n} rows", view.lead, seat=SeatMention(view.leaders[0]))


def describe_lead(view: View) -> Text | None:
    """The same without names, to stand behind badges."""
    if not view.leaders or all(seen.row == 0 for seen in view.players):
        return None
    over = view.phase == "over"
    if len(view.leaders) > 1:
        return say("in front together") if over else say("lead together")
    if over:
        return count("{n} row ahead", "{n} rows ahead", view.lead)
    return count("leads by {n} row", "leads by {n} rows", view.lead)


def describe_place(player: VisiblePlayer, rows: int) -> Text:
    """How far a ship has come."""
    if player.row > rows:
        return say("first")
    return say("row {row}", row=player.row) if player.row else say("start")


def describe_ability(character: VisibleCharacter) -> Text:
    """What a character can do, in a few words."""
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
    """What a treasure card does."""
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
    """The name of a terrain."""
    names = {"water": say("water"), "land": say("land"), "snow": say("snow"), "iceberg": say("iceberg")}
    return names[kind]


def describe_character(card: VisibleCharacter) -> Text:
    """A character with what it can do."""
    return say("{name}: {ability}", name=shorten_name(card), ability=describe_ability(card))


def shorten_name(card: VisibleCharacter) -> str:
    """As much of a character's name as its word has: "clark-ross" is Sir James Clark Ross."""
    return " ".join(card.name.split()[-1 - card.word.count("-") :])


def format_turn(view: View) -> Text:
    """Which turn it is."""
    return say("turn {n}", n=view.turn)


def describe_start(view: View) -> Text:
    """The length of the race, while nobody leads."""
    return say("{rows} rows to sail", rows=view.rows)


def describe_banner_detail(scene: Scene) -> Text | None:
    """The second line of the banner outside of the race: who has still to choose, or how it ended."""
    view: View = scene.view
    if view.phase == "over":
        return count("after {n} turn", "after {n} turns", view.turn)
    return say("still to choose:") if len(list_acting_seats(scene)) > 1 else None


def describe_other_prices(prices: Mapping[str, int]) -> Text:
    """What the rarer actions cost."""
    return say("drop {drop} · recover {recover}", drop=prices["drop"], recover=prices["recover"])
