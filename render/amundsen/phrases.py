"""The phrases of the pictures of Amundsen vs Scott about turns, patrons, places and the effects of cards."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.view import Card, Side, Track, View, VisibleExplorer
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.scene import Scene

COLOURLESS_LETTER = "-"


def find_colour(card: Card) -> str:
    """Return the colour letter of a card, `COLOURLESS_LETTER` for the Compass and Equipment Loss."""
    if card[0] in cards.COLOUR_LETTERS:
        return card[0]
    return COLOURLESS_LETTER


def find_kind(card: Card) -> str:
    """Return the symbol of a coloured card, the whole code of a colourless card."""
    return cards.find_symbol(card) or card


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """List the seats that must answer, or else the seat to move; none after the end of the game."""
    view: View = scene.view
    if scene.end_reason is not None:
        return ()
    return scene.waiting_seats or _list_seats(view, view.to_move)


def _list_seats(view: View, side: Side | None) -> tuple[Seat, ...]:
    """List the seat of a side, nothing before the choice of explorers."""
    seats = []
    for explorer in view.explorers:
        if explorer.side == side:
            seats.append(explorer.seat)
    return tuple(seats)


def format_headline(scene: Scene) -> Text:
    """Say who must act, or how the game ended."""
    view: View = scene.view
    for seat in _list_seats(view, view.winner):
        return say("{seat} is first at the Pole", seat=SeatMention(seat))
    if view.ended:
        return say("Frozen: nobody wins")
    seats = list_acting_seats(scene)
    if not seats:
        return banner.describe_winners(scene.winners)
    if not view.explorers:
        if len(seats) > 1:
            return say("Choose the explorers")
        return say("{seat} chooses an explorer", seat=SeatMention(seats[0]))
    if len(seats) != 1:
        return say("Both to answer")
    (seat_to_move,) = _list_seats(view, view.to_move)
    return banner.describe_acting(seats, seat_to_move)


def describe_resources(view: View) -> Text | None:
    """Describe the cards that the viewer can pay with, None for a spectator."""
    explorer = view.find_explorer(view.viewer)
    if explorer is None:
        return None
    return count("{n} card in your hand", "{n} cards in your hand", len(explorer.hand))


def name_explorer(side: Side) -> Text:
    """Return the explorer's name."""
    if side == "amundsen":
        return say("Amundsen")
    return say("Scott")


def describe_patron_use(explorer: VisibleExplorer) -> Text | None:
    """Describe the use of a patron, None for a patron without further use."""
    if explorer.patron in cards.WILD_PATRONS:
        return say("wild, once")
    if not explorer.officer:
        return None
    if explorer.side == "amundsen":
        return count("removes the next Horse", "removes the next {n} Horses", explorer.officer)
    return count("removes the next Dog", "removes the next {n} Dogs", explorer.officer)


def describe_place(track: Track, explorer: VisibleExplorer) -> Text:
    """Describe the explorer's place for a label."""
    if explorer.is_lost:
        return say("lost at ?{space}", space=explorer.space)
    if not explorer.space:
        return say("on the ship")
    if explorer.space > len(track.find_route(explorer.side).colours):
        return say("at the Pole")
    return say("on space {space}", space=explorer.space)


def describe_card_effect(card: Card, explorer: VisibleExplorer, track: Track) -> Text:
    """Describe the effect of a card for its holder in a few words. A card without an effect counts as its colour."""
    is_amundsen = explorer.side == "amundsen"
    kind = find_kind(card)
    if kind == cards.SIDE_ANIMALS[explorer.side]:
        return say("wild for you")
    match kind:
        case cards.BLIZZARD_SYMBOL if is_amundsen:
            return say("play two: Scott loses the route")
        case cards.CREVASSE_SYMBOL if not is_amundsen:
            return say("play two: Amundsen loses the route")
        case cards.BLIZZARD_SYMBOL | cards.CREVASSE_SYMBOL:
            return say("play on a lost rival: one “?” back")
        case cards.SUPPLIES_SYMBOL:
            return say("discard: steal a card")
        case cards.SACRIFICE_SYMBOL:
            if is_amundsen:
                return say("discard: Scott loses horses")
            return say("discard: Amundsen loses dogs")
        case cards.WEATHER_SYMBOL:
            return say("discard: draw a card, advance if it fits")
        case cards.COMPASS_CODE:
            if explorer.space <= track.find_route(explorer.side).parallels["85"]:
                return say("play: one space forward")
            return say("play: one space back")
        case cards.EQUIPMENT_LOSS_CODE:
            return say("play: rival holds fewer cards")
        case _:
            return say("counts as {colour}", colour=cards.name_colour(card[0]))


def describe_price(view: View, n: int) -> Text:
    """Describe the price of a Take of the n rightmost cards."""
    cost = view.prices[n]
    if cost:
        return count("discard {n}", "discard {n}", cost)
    return say("free")


def describe_deck(view: View) -> Text:
    """Name the current deck; the discards become a new deck only once."""
    decks = (say("first deck"), say("last deck"), say("deck gone"))
    return decks[min(view.shuffles, 2)]
