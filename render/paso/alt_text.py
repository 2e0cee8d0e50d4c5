"""La Aventura del Paso del Noroeste in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.paso.names import ability_text, card_name, side_name, token_name
from engine.games.paso.view import KINDS, Seen, SeenHex, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.paso import phrases
from render.paso.hand_sheet import Way, has_chosen, way_of
from render.paso.story import news

AHEAD = 4
"""How many rows ahead of the ship to move are described."""


def alt(scene: Scene, translate: Translate) -> str:
    """Whose turn, the race, every ship with its hand and reserve, the rows ahead hex by hex, the supply, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = news(scene)
    for sentence in happened:
        sentences.add(0, sentence)
    sentences.add(0, say("Turn {turn}: {headline}.", turn=view.turn, headline=phrases.headline(scene)))
    if view.phase == "race":
        sentences.add(0, say("{points}, {cards}.", points=phrases.points(view), cards=phrases.cards(view)))
    if scene.reason:
        sentences.add(1, scene.reason)
    race = phrases.race(view)
    if race is not None:
        sentences.add(1, say("{race}.", race=race))
    for seen in view.players:
        sentences.add(1, _player(view, seen))
    mover = view.players[view.to_move]
    if view.phase == "race":
        sentences.add(2, say("Left to {seat}: {tokens}.", seat=Who(mover.seat), tokens=_reserve(mover)))
    for distance, row in enumerate(range(max(1, mover.row), min(view.laid, mover.row + AHEAD) + 1)):
        sentences.add(3 + distance, _row(view, row))
    for seen in view.players:
        if seen.seat != mover.seat or view.phase != "race":
            sentences.add(9, say("Left to {seat}: {tokens}.", seat=Who(seen.seat), tokens=_reserve(seen)))
    sentences.add(
        10,
        say(
            "In the supply: {icebergs} icebergs, {waters} waters, {deck} treasures.",
            icebergs=view.icebergs,
            waters=view.waters,
            deck=view.deck,
        ),
    )
    if scene.recent and not happened:
        sentences.add(4, say("Last: {event}", event=scene.recent[-1]))
    return sentences.text()


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's cards in order, each with its letter if it is lettered; or the characters on offer, or the ways."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    ways = [way for way in (way_of(view, spot) for spot in scene.marks) if way is not None]
    own = next((seen for seen in view.players if seen.seat == view.viewer), None)
    if own is None:
        sentences.add(0, say("You hold no cards."))
    elif ways:
        sentences.add(0, count("{n} way.", "{n} ways.", len(ways)))
        for way in ways:
            sentences.add(1, _lettered(scene, way.spot, _way(view, way)))
    elif view.offers:
        sentences.add(0, count("{n} character on offer.", "{n} characters on offer.", len(view.offers)))
        for k, one in enumerate(view.offers):
            line = say("{name}: {ability}.", name=one.name, ability=ability_text(one.ability))
            sentences.add(1, _lettered(scene, f"character-{k}", line))
        if (mine := view.chosen.get(own.seat)) is not None:
            sentences.add(0, say("You have chosen {name}.", name=view.offers[mine].name))
        elif has_chosen(scene, own):
            sentences.add(0, say("You have chosen, others not yet."))
    else:
        if own.character is not None:
            what = ability_text(own.character.ability)
            sentences.add(1, say("You sail with {name}: {ability}.", name=own.character.name, ability=what))
        sentences.add(
            0,
            count("You hold {n} treasure.", "You hold {n} treasures.", len(view.hand))
            if view.hand
            else say("You hold no treasures."),
        )
        for k, effect in enumerate(view.hand):
            line = say("{card}: {does}", card=card_name(effect), does=phrases.does(effect))
            sentences.add(1, _lettered(scene, f"card-{k}", line))
    return sentences.text()


def _lettered(scene: Scene, spot: str, line: Text) -> Text:
    mark = scene.marks.get(spot)
    return say("{mark}: {line}", mark=mark, line=line) if mark else line


def _way(view: View, way: Way) -> Text:
    hexes = [f"{view.columns[column]}{row}" for column, row in way.path]
    points = count("{n} point", "{n} points", way.price)
    if not way.kind:
        return say("Without a token by {hexes}: {points}.", hexes=hexes, points=points)
    kind = next(kind for kind in KINDS if kind == way.kind)
    return say("{token} over {hexes}: {points}.", token=token_name(kind), hexes=hexes, points=points)


def _player(view: View, seen: Seen) -> Text:
    """Where a ship is, with whom, and what is held."""
    parts: list[Text] = []
    if seen.ship is not None:
        parts.append(say("on {hex}", hex=seen.ship))
    else:
        parts.append(phrases.where(seen, view.rows))
    if seen.raiding is not None:
        parts.append(say("on the route of {seat}", seat=Who(seen.raiding)))
    if seen.side is not None:
        parts.append(say("with {side}", side=side_name(seen.side)))
    if seen.character is not None:
        parts.append(say("{name}", name=phrases.surname(seen.character)))
    parts.append(count("{n} treasure", "{n} treasures", seen.hand))
    if seen.shielded:
        parts.append(say("cannot be raided"))
    if seen.silenced:
        parts.append(say("plays no cards"))
    if seen.slowed:
        parts.append(count("{n} point less next turn", "{n} points less next turn", seen.slowed))
    return say("{seat}: {parts}.", seat=Who(seen.seat), parts=parts)


def _reserve(seen: Seen) -> list[Text]:
    return [say("{n} {token}", n=seen.reserve[kind], token=token_name(kind)) for kind in KINDS if seen.reserve[kind]]


def _row(view: View, row: int) -> Text:
    """A row from west to east."""
    hexes = [_hex(seen) for seen in sorted(view.hexes, key=lambda one: one.x) if seen.row == row]
    first = min((seen.x for seen in view.hexes if seen.row == row), default=0)
    return say("Row {row} from {column}: {hexes}.", row=row, column=view.columns[first], hexes=hexes)


def _hex(seen: SeenHex) -> Text:
    if seen.ship is not None:
        return say("ship of {seat}", seat=Who(seen.ship))
    if seen.owners:
        return say("route of {seat}", seat=Who(seen.owners[-1]))
    name = phrases.terrain(seen.terrain)
    return say("{terrain} with a chest", terrain=name) if seen.chest else name
