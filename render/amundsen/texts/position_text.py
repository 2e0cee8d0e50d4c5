"""Everything on the table of Amundsen vs Scott in words: the board, both routes, the piles and the viewer's hand."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.view import SIDES, Side, View
from engine.kernel.text import Text, Translate, say
from render.amundsen import phrases
from render.amundsen.alt_text import add_hand, collect_board
from render.kit.alt_text import AltText, TextSection
from render.kit.scene import Scene


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything that the viewer may know."""
    view: View = scene.view
    sentences = collect_board(scene, translate)
    sentences.add_heading(say("The routes"))
    for side in SIDES:
        _add_route(sentences, view, side)
    if view.discards or view.removed:
        sentences.add_heading(say("The piles"))
    if view.discards:
        discards = [cards.name_card(card) for card in view.discards]
        sentences.add_detail(say("Discards, from the bottom to the top: {cards}.", cards=discards))
    if view.removed:
        removed = cards.name_cards(view.removed)
        sentences.add_detail(say("Out of the game: {cards}.", cards=list(removed)))
    if view.find_explorer(view.viewer) is not None:
        sentences.add_heading(say("Your hand"), is_hand=True)
        add_hand(sentences, scene)
    return sentences.build_sections()


def _add_route(sentences: AltText, view: View, side: Side) -> None:
    """Add the spaces of a route in order, and where the parallels cross it."""
    route = view.track.find_route(side)
    spaces: list[Text] = []
    for number, colour in enumerate(route.colours, 1):
        spaces.append(say("{number} {colour}", number=number, colour=cards.name_colour(colour)))
    name = phrases.name_explorer(side)
    sentences.add_detail(say("{explorer}’s spaces from the ship to the Pole: {spaces}.", explorer=name, spaces=spaces))
    parallels = []
    for degrees, space in sorted(route.parallels.items()):
        parallels.append(say("{degrees}° after space {space}", degrees=degrees, space=space))
    sentences.add_detail(say("Parallels: {parallels}.", parallels=parallels))
