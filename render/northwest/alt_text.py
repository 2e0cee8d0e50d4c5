"""Expedition: Northwest Passage in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.northwest.names import kind_name
from engine.games.northwest.view import Column, Seen, SeenMajority, SeenTile, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.northwest import phrases
from render.northwest.story import news


def alt(scene: Scene, translate: Translate) -> str:
    """Round, ice, where everybody is and with which crew, majorities, finds on the chart, tiles on offer, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = news(scene)
    for sentence in happened:
        sentences.add(0, sentence)
    sentences.add(
        0,
        say(
            "Round {round} of {rounds}: {headline}.",
            round=view.sun.round,
            rounds=view.rounds,
            headline=phrases.headline(scene),
        ),
    )
    if scene.reason:
        sentences.add(1, scene.reason)
    if view.ended:
        for seen in view.expeditions:
            _score(sentences, seen)
        return sentences.text()
    ahead = phrases.coming(view.suns)
    now = phrases.ice(view.sun.frozen_rows)
    sentences.add(
        0,
        say("Now {ice}; {ahead}.", ice=now, ahead=ahead)
        if ahead
        else say("Now {ice}; this is the last round.", ice=now),
    )
    for seen in view.expeditions:
        sentences.add(1, _expedition(view, seen))
    for majority in view.majorities:
        sentences.add(3, _majority(majority))
    for seen in view.expeditions:
        if seen.hand:
            sentences.add(
                5, say("{seat} holds {tiles}.", seat=Who(seen.seat), tiles=[_short(tile) for tile in seen.hand])
            )
    finds = [
        say("{kind} on {cell}", kind=kind_name(tile.symbol), cell=_name(view, tile.symbol_cell))
        for tile in view.laid
        if tile.token and tile.symbol_cell is not None
    ]
    if finds:
        sentences.add(2, say("To be found: {finds}.", finds=finds))
    if view.market:
        sentences.add(4, say("On offer: {tiles}.", tiles=[_short(tile) for tile in view.market]))
    piles = [say("{left} {tile}", left=pile.left, tile=pile.tile.upper()) for pile in view.piles]
    sentences.add(
        7,
        count(
            "{n} large tile in the bag; small tiles: {piles}.",
            "{n} large tiles in the bag; small tiles: {piles}.",
            view.bag,
            piles=piles,
        ),
    )
    sentences.add(6, _arrows(view))
    if scene.recent and not happened:
        sentences.add(5, say("Last: {event}", event=scene.recent[-1]))
    return sentences.text()


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's tiles in order, each with its letter if it is lettered, and both of its faces."""
    view: View = scene.view
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    sentences = AltText(scene.names, translate)
    if own is None or not own.hand:
        sentences.add(0, say("You hold no tiles."))
        return sentences.text()
    sentences.add(
        0,
        count(
            "You hold {n} tile; each is told by its corners from west to east, first in the north, then in the south.",
            "You hold {n} tiles; each is told by its corners from west to east, first in the north, then in the south.",
            len(own.hand),
        ),
    )
    for k, tile in enumerate(own.hand):
        line = say("{tile}: front {rows}.", tile=_short(tile), rows=_rows(tile.lies[0].rows))
        if tile.back and tile.back != tile.lies[0].rows:
            line = say(
                "{tile}: front {rows}; back {back}.",
                tile=_short(tile),
                rows=_rows(tile.lies[0].rows),
                back=_rows(tile.back),
            )
        mark = scene.marks.get(f"tile-{k}")
        sentences.add(1, say("{mark}: {tile}", mark=mark, tile=line) if mark else line)
    return sentences.text()


def _rows(rows: str) -> Text:
    """The corners of a tile: "land sea sea over sea sea sea"."""
    land, sea = say("land"), say("sea")
    lines = [[land if corner == "1" else sea for corner in line] for line in rows.split("/")]
    return say("{north}; {south}", north=lines[0], south=lines[1])


def _short(tile: SeenTile) -> Text:
    word = tile.tile.upper()
    return say("{tile} ({kind})", tile=word, kind=kind_name(tile.symbol)) if tile.symbol else say("{tile}", tile=word)


def _name(view: View, at: tuple[int, int] | None) -> str:
    return next((cell.name for cell in view.cells if (cell.x, cell.y) == at), "")


def _place(view: View, on: int) -> Text:
    """A tile by the name of its cell; the two arrows by their own."""
    laid = view.laid[on]
    if laid.tile == "greenland":
        return say("at Greenland")
    if laid.tile == "passage":
        return say("at the Northwest Passage")
    return say("on {cell}", cell=_name(view, laid.cells[0]))


def _expedition(view: View, seen: Seen) -> Text:
    """Where one expedition is, its crew, its points."""
    points = count("{n} point", "{n} points", seen.track)
    if seen.home:
        return say("{seat}: {points}, home in Greenland.", seat=Who(seen.seat), points=points)
    ship, sled = seen.crew["ship"], seen.crew["sled"]
    parts: list[Text] = [points]
    if seen.ship is not None:
        where = say("ship {place}", place=_place(view, seen.ship.on))
        if seen.ship.held:
            where = say("{ship} (held in the ice)", ship=where)
        elif seen.ship.held_next:
            where = say("{ship} (held next round)", ship=where)
        parts.append(_manned(where, ship))
    if seen.sled.state == "lost":
        parts.append(say("sled lost"))
    elif seen.sled.on is not None:
        where = say("sled {place}", place=_place(view, seen.sled.on))
        if seen.sled.next == "lost":
            where = say("{sled} (lost in the next thaw)", sled=where)
        parts.append(_manned(where, sled))
    if seen.passed:
        parts.append(say("passed"))
    return say("{seat}: {parts}.", seat=Who(seen.seat), parts=parts)


def _manned(vehicle: Text, crew: Column) -> Text:
    everybody = crew.available + crew.resting
    return say(
        "{vehicle} with {available} of {all} crew ready", vehicle=vehicle, available=crew.available, all=everybody
    )


def _majority(majority: SeenMajority) -> Text:
    """Who has how many and what it would pay now."""
    held = [
        say("{seat} {n} (+{points})", seat=Who(place.seat), n=place.tokens, points=place.points)
        for place in majority.places
        if place.tokens
    ]
    name = phrases.kind(majority.kind)
    if not held:
        return say("{kind} pays {pays}: nobody yet.", kind=name, pays=list(majority.pays))
    return say("{kind} pays {pays}: {held}.", kind=name, pays=list(majority.pays), held=held)


def _arrows(view: View) -> Text:
    nothing = [say("nothing")]
    return say(
        "Left at the Northwest Passage: {passage}; at Greenland: {greenland}.",
        passage=list(view.tokens.passage) or nothing,
        greenland=list(view.tokens.greenland) or nothing,
    )


def _score(sentences: AltText, seen: Seen) -> None:
    lines = [
        say("{what} {points}", what=phrases.line(line.what), points=line.points) for line in seen.score if line.points
    ]
    if lines:
        sentences.add(1, say("{seat}: {total} ({lines}).", seat=Who(seen.seat), total=seen.total, lines=lines))
    else:
        sentences.add(1, say("{seat}: {total}.", seat=Who(seen.seat), total=seen.total))
