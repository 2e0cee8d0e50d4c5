"""La Aventura del Paso del Noroeste in words, for players who cannot see the pictures."""

from __future__ import annotations

from engine.games.paso.names import describe_ability, name_card, name_side, name_token
from engine.games.paso.view import TOKEN_KINDS, TreasureEffect, View, VisibleHex, VisiblePlayer
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.paso import phrases
from render.paso.story import list_turn_summaries
from render.paso.way_previews import WayPreview, list_ways

ROWS_DESCRIBED = 4
"""The number of rows that are described ahead of the ship to move."""


def describe_board(scene: Scene, translate: Translate) -> str:
    """Describe whose turn it is, the race, every ship and reserve, the rows ahead hex by hex, the supply and the last event."""
    return collect_board(scene, translate).build_text()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    turn_summaries = list_turn_summaries(scene)
    for sentence in turn_summaries:
        sentences.add(0, sentence)
    sentences.add(0, say("Turn {turn}: {headline}.", turn=view.turn, headline=phrases.format_headline(scene)))
    if view.phase == "race":
        sentences.add(
            0, say("{points}, {cards}.", points=phrases.describe_points(view), cards=phrases.describe_card_plays(view))
        )
    if scene.end_reason:
        sentences.add(1, scene.end_reason)
    race = phrases.describe_race(view)
    if race is not None:
        sentences.add(1, say("{race}.", race=race))
    for player in view.players:
        sentences.add(1, _describe_player(view, player))
    mover = view.players[view.to_move]
    if view.phase == "race":
        sentences.add(2, _describe_reserve(mover))
    for distance, row in enumerate(range(max(1, mover.row), min(view.laid, mover.row + ROWS_DESCRIBED) + 1)):
        sentences.add(3 + distance, _describe_row(view, row))
    for player in view.players:
        if player is not mover or view.phase != "race":
            sentences.add(9, _describe_reserve(player))
    sentences.add(
        10,
        say(
            "In the supply: {icebergs} icebergs, {waters} waters, {deck} treasures.",
            icebergs=view.icebergs,
            waters=view.waters,
            deck=view.deck,
        ),
    )
    if scene.recent_events and not turn_summaries:
        sentences.add(4, say("Last: {event}", event=scene.recent_events[-1]))
    return sentences


def describe_hand(scene: Scene, translate: Translate) -> str:
    """Describe the viewer's cards in order, or the characters on offer, or the ways; marked ones with their letter."""
    sentences = AltText(scene.names, translate)
    add_hand(sentences, scene)
    return sentences.build_text()


def add_hand(sentences: AltText, scene: Scene) -> None:
    """Add the sentences about the viewer's cards, about the characters on offer, or about the ways."""
    view: View = scene.view
    ways = list_ways(scene)
    own = phrases.find_own_player(view)
    if own is None:
        sentences.add(0, say("You hold no cards."))
    elif ways:
        sentences.add(0, count("{n} way.", "{n} ways.", len(ways)))
        for way in ways:
            sentences.add(1, _prefix_letter(scene, way.spot, _describe_way(view, way)))
    elif view.offers:
        _describe_offers(sentences, scene, own)
    else:
        _describe_cards(sentences, scene, own)


def _describe_offers(sentences: AltText, scene: Scene, own: VisiblePlayer) -> None:
    view: View = scene.view
    sentences.add(0, count("{n} character on offer.", "{n} characters on offer.", len(view.offers)))
    for n, card in enumerate(view.offers):
        line = say("{name}: {ability}.", name=card.name, ability=describe_ability(card.ability))
        sentences.add(1, _prefix_letter(scene, f"character-{n}", line))
    chosen = view.chosen.get(own.seat)
    if chosen is not None:
        sentences.add(0, say("You have chosen {name}.", name=view.offers[chosen].name))
    elif phrases.has_chosen(scene, own):
        sentences.add(0, say("You have chosen, others not yet."))


def _describe_cards(sentences: AltText, scene: Scene, own: VisiblePlayer) -> None:
    hand: tuple[TreasureEffect, ...] = scene.view.hand
    if own.character is not None:
        ability = describe_ability(own.character.ability)
        sentences.add(1, say("You sail with {name}: {ability}.", name=own.character.name, ability=ability))
    if hand:
        sentences.add(0, count("You hold {n} treasure.", "You hold {n} treasures.", len(hand)))
    else:
        sentences.add(0, say("You hold no treasures."))
    for n, effect in enumerate(hand):
        line = say("{card}: {does}", card=name_card(effect), does=phrases.describe_card_effect(effect))
        sentences.add(1, _prefix_letter(scene, f"card-{n}", line))


def _prefix_letter(scene: Scene, spot: str, line: Text) -> Text:
    letter = scene.marks.get(spot)
    if letter:
        return say("{mark}: {line}", mark=letter, line=line)
    return line


def _describe_way(view: View, way: WayPreview) -> Text:
    hexes = [f"{view.columns[column]}{row}" for column, row in way.path]
    points = count("{n} point", "{n} points", way.price)
    if not way.kind:
        return say("Without a token by {hexes}: {points}.", hexes=hexes, points=points)
    kind = next(kind for kind in TOKEN_KINDS if kind == way.kind)
    return say("{token} over {hexes}: {points}.", token=name_token(kind), hexes=hexes, points=points)


def _describe_player(view: View, player: VisiblePlayer) -> Text:
    """Describe the place of a ship, its character, its hand and the effects of cards."""
    parts: list[Text] = []
    if player.ship is not None:
        parts.append(say("on {hex}", hex=player.ship))
    else:
        parts.append(phrases.describe_place(player, view.rows))
    if player.raiding is not None:
        parts.append(say("on the route of {seat}", seat=SeatMention(player.raiding)))
    if player.side is not None:
        parts.append(say("with {side}", side=name_side(player.side)))
    if player.character is not None:
        parts.append(say("{name}", name=phrases.shorten_name(player.character)))
    parts.append(count("{n} treasure", "{n} treasures", player.hand))
    if player.shielded:
        parts.append(say("cannot be raided"))
    if player.silenced:
        parts.append(say("plays no cards"))
    if player.slowed:
        parts.append(count("{n} point less next turn", "{n} points less next turn", player.slowed))
    return say("{seat}: {parts}.", seat=SeatMention(player.seat), parts=parts)


def _describe_reserve(player: VisiblePlayer) -> Text:
    tokens: list[Text] = []
    for kind in TOKEN_KINDS:
        n = player.reserve[kind]
        if n:
            tokens.append(say("{n} {token}", n=n, token=name_token(kind)))
    return say("Left to {seat}: {tokens}.", seat=SeatMention(player.seat), tokens=tokens)


def _describe_row(view: View, row: int) -> Text:
    """Describe the hexes of a row from west to east."""
    row_hexes = list_row_hexes(view, row)
    first_column = view.columns[0]
    if row_hexes:
        first_column = view.columns[row_hexes[0].x]
    hexes = [_describe_hex(hexagon) for hexagon in row_hexes]
    return say("Row {row} from {column}: {hexes}.", row=row, column=first_column, hexes=hexes)


def list_row_hexes(view: View, row: int) -> list[VisibleHex]:
    """List the discovered hexes of a row from west to east."""
    row_hexes = [hexagon for hexagon in view.hexes if hexagon.row == row]
    return sorted(row_hexes, key=lambda hexagon: hexagon.x)


def _describe_hex(hexagon: VisibleHex) -> Text:
    if hexagon.ship is not None:
        return say("ship of {seat}", seat=SeatMention(hexagon.ship))
    if hexagon.owners:
        return say("route of {seat}", seat=SeatMention(hexagon.owners[-1]))
    name = phrases.name_terrain(hexagon.terrain)
    if hexagon.has_chest:
        return say("{terrain} with a chest", terrain=name)
    return name
