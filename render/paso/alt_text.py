"""La Aventura del Paso del Noroeste in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.paso.names import describe_ability, name_card, name_side, name_token
from engine.games.paso.view import TOKEN_KINDS, View, VisibleHex, VisiblePlayer
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.paso import phrases
from render.paso.hand_sheet import WayPreview, has_chosen, parse_way
from render.paso.story import list_turn_summaries

ROWS_DESCRIBED = 4
"""How many rows ahead of the ship to move are described."""


def describe_board(scene: Scene, translate: Translate) -> str:
    """Whose turn, the race, every ship with its hand and reserve, the rows ahead hex by hex, the supply, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = list_turn_summaries(scene)
    for sentence in happened:
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
    for seen in view.players:
        sentences.add(1, _describe_player(view, seen))
    mover = view.players[view.to_move]
    if view.phase == "race":
        sentences.add(
            2, say("Left to {seat}: {tokens}.", seat=SeatMention(mover.seat), tokens=_describe_reserve(mover))
        )
    for distance, row in enumerate(range(max(1, mover.row), min(view.laid, mover.row + ROWS_DESCRIBED) + 1)):
        sentences.add(3 + distance, _describe_row(view, row))
    for seen in view.players:
        if seen.seat != mover.seat or view.phase != "race":
            sentences.add(
                9, say("Left to {seat}: {tokens}.", seat=SeatMention(seen.seat), tokens=_describe_reserve(seen))
            )
    sentences.add(
        10,
        say(
            "In the supply: {icebergs} icebergs, {waters} waters, {deck} treasures.",
            icebergs=view.icebergs,
            waters=view.waters,
            deck=view.deck,
        ),
    )
    if scene.recent_events and not happened:
        sentences.add(4, say("Last: {event}", event=scene.recent_events[-1]))
    return sentences.build_text()


def describe_hand(scene: Scene, translate: Translate) -> str:
    """The viewer's cards in order, each with its letter if it is lettered; or the characters on offer, or the ways."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    ways = [way for way in (parse_way(view, spot) for spot in scene.marks) if way is not None]
    own = next((seen for seen in view.players if seen.seat == view.viewer), None)
    if own is None:
        sentences.add(0, say("You hold no cards."))
    elif ways:
        sentences.add(0, count("{n} way.", "{n} ways.", len(ways)))
        for way in ways:
            sentences.add(1, _prefix_letter(scene, way.spot, _describe_way(view, way)))
    elif view.offers:
        sentences.add(0, count("{n} character on offer.", "{n} characters on offer.", len(view.offers)))
        for k, one in enumerate(view.offers):
            line = say("{name}: {ability}.", name=one.name, ability=describe_ability(one.ability))
            sentences.add(1, _prefix_letter(scene, f"character-{k}", line))
        if (mine := view.chosen.get(own.seat)) is not None:
            sentences.add(0, say("You have chosen {name}.", name=view.offers[mine].name))
        elif has_chosen(scene, own):
            sentences.add(0, say("You have chosen, others not yet."))
    else:
        if own.character is not None:
            what = describe_ability(own.character.ability)
            sentences.add(1, say("You sail with {name}: {ability}.", name=own.character.name, ability=what))
        sentences.add(
            0,
            count("You hold {n} treasure.", "You hold {n} treasures.", len(view.hand))
            if view.hand
            else say("You hold no treasures."),
        )
        for k, effect in enumerate(view.hand):
            line = say("{card}: {does}", card=name_card(effect), does=phrases.describe_card_effect(effect))
            sentences.add(1, _prefix_letter(scene, f"card-{k}", line))
    return sentences.build_text()


def _prefix_letter(scene: Scene, spot: str, line: Text) -> Text:
    mark = scene.marks.get(spot)
    return say("{mark}: {line}", mark=mark, line=line) if mark else line


def _describe_way(view: View, way: WayPreview) -> Text:
    hexes = [f"{view.columns[column]}{row}" for column, row in way.path]
    points = count("{n} point", "{n} points", way.price)
    if not way.kind:
        return say("Without a token by {hexes}: {points}.", hexes=hexes, points=points)
    kind = next(kind for kind in TOKEN_KINDS if kind == way.kind)
    return say("{token} over {hexes}: {points}.", token=name_token(kind), hexes=hexes, points=points)


def _describe_player(view: View, player: VisiblePlayer) -> Text:
    """Where a ship is, with whom, and what is held."""
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


def _describe_reserve(player: VisiblePlayer) -> list[Text]:
    return [
        say("{n} {token}", n=player.reserve[kind], token=name_token(kind))
        for kind in TOKEN_KINDS
        if player.reserve[kind]
    ]


def _describe_row(view: View, row: int) -> Text:
    """A row from west to east."""
    hexes = [_describe_hex(seen) for seen in sorted(view.hexes, key=lambda one: one.x) if seen.row == row]
    first = min((seen.x for seen in view.hexes if seen.row == row), default=0)
    return say("Row {row} from {column}: {hexes}.", row=row, column=view.columns[first], hexes=hexes)


def _describe_hex(hexagon: VisibleHex) -> Text:
    if hexagon.ship is not None:
        return say("ship of {seat}", seat=SeatMention(hexagon.ship))
    if hexagon.owners:
        return say("route of {seat}", seat=SeatMention(hexagon.owners[-1]))
    name = phrases.name_terrain(hexagon.terrain)
    return say("{terrain} with a chest", terrain=name) if hexagon.has_chest else name
