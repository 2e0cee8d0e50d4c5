"""What the pictures of Amundsen vs Scott say about turns, patrons and places, and what cards do."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.view import Card, Route, Side, Track, View, VisibleExplorer
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.scene import Scene

COLOURLESS_LETTER = "-"


def find_colour(card: Card) -> str:
    """r, g, b or y; COLOURLESS for the Compass and Equipment Loss."""
    return card[0] if card[0] in cards.COLOUR_LETTERS else COLOURLESS_LETTER


def find_kind(card: Card) -> str:
    """The symbol of a coloured card; "co" and "eq" themselves."""
    return cards.find_symbol(card) or card


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act: those that owe an answer, else the side to move; none once the game is over."""
    view: View = scene.view
    if scene.end_reason is not None:
        return ()
    return scene.waiting_seats or tuple(explorer.seat for explorer in view.explorers if explorer.side == view.to_move)


def format_headline(scene: Scene) -> Text:
    """Who is to act, or how it ended."""
    view: View = scene.view
    winner = next((explorer for explorer in view.explorers if explorer.side == view.winner), None)
    if winner:
        return say("{seat} is first at the Pole", seat=SeatMention(winner.seat))
    if view.ended:
        return say("Frozen: nobody wins")
    seats = list_acting_seats(scene)
    if not seats:
        return banner.describe_winners(scene.winners)
    if not view.explorers:
        return (
            say("{seat} chooses an explorer", seat=SeatMention(seats[0]))
            if len(seats) == 1
            else say("Choose the explorers")
        )
    if len(seats) != 1:
        return say("Both to answer")
    return banner.describe_acting(
        seats, next(explorer.seat for explorer in view.explorers if explorer.side == view.to_move)
    )


def describe_resources(view: View) -> Text | None:
    """What the viewer can still pay with."""
    own = next((one for one in view.explorers if one.seat == view.viewer), None)
    return count("{n} card in your hand", "{n} cards in your hand", len(own.hand)) if own else None


def name_explorer(side: Side) -> Text:
    """The explorer's name."""
    return say("Amundsen") if side == "amundsen" else say("Scott")


def describe_patron_use(explorer: VisibleExplorer) -> Text | None:
    """What a patron still does; None if nothing."""
    if explorer.patron in cards.WILD_PATRONS:
        return say("wild, once")
    if not explorer.officer:
        return None
    if explorer.side == "amundsen":
        return count("removes the next Horse", "removes the next {n} Horses", explorer.officer)
    return count("removes the next Dog", "removes the next {n} Dogs", explorer.officer)


def find_route(track: Track, side: Side) -> Route:
    """The side's route."""
    return track.amundsen if side == "amundsen" else track.scott


def describe_place(track: Track, explorer: VisibleExplorer) -> Text:
    """Where the pawn stands, for a label."""
    if explorer.is_lost:
        return say("lost at ?{space}", space=explorer.space)
    if not explorer.space:
        return say("on the ship")
    at_pole = explorer.space > len(find_route(track, explorer.side).colours)
    return say("at the Pole") if at_pole else say("on space {space}", space=explorer.space)


def describe_card_effect(card: Card, explorer: VisibleExplorer, track: Track) -> Text:
    """What a card does for its holder, in a few words; without an effect for this holder it counts as its colour."""
    mine = explorer.side == "amundsen"
    kind = find_kind(card)
    if kind == cards.SIDE_ANIMALS[explorer.side]:
        return say("wild for you")
    match kind:
        case cards.BLIZZARD_SYMBOL if mine:
            return say("play two: Scott loses the route")
        case cards.CREVASSE_SYMBOL if not mine:
            return say("play two: Amundsen loses the route")
        case cards.BLIZZARD_SYMBOL | cards.CREVASSE_SYMBOL:
            return say("play on a lost rival: one “?” back")
        case cards.SUPPLIES_SYMBOL:
            return say("discard: steal a card")
        case cards.SACRIFICE_SYMBOL:
            return say("discard: Scott loses horses") if mine else say("discard: Amundsen loses dogs")
        case cards.WEATHER_SYMBOL:
            return say("discard: draw a card, advance if it fits")
        case cards.COMPASS_CODE:
            before = explorer.space <= find_route(track, explorer.side).parallels["85"]
            return say("play: one space forward") if before else say("play: one space back")
        case cards.EQUIPMENT_LOSS_CODE:
            return say("play: rival holds fewer cards")
        case _:
            return say("counts as {colour}", colour=cards.name_colour(card[0]))


def describe_price(view: View, n: int) -> Text:
    """What taking the n rightmost cards costs."""
    cost = view.prices[n]
    return count("discard {n}", "discard {n}", cost) if cost else say("free")


def describe_deck(view: View) -> Text:
    """Which deck this is: the discards become a new one only once."""
    return (say("first deck"), say("last deck"), say("deck gone"))[min(view.shuffles, 2)]
