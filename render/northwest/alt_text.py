"""Expedition: Northwest Passage in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.northwest.names import name_find_kind
from engine.games.northwest.view import CrewColumn, View, VisibleExpedition, VisibleMajority, VisibleTile
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.northwest import phrases
from render.northwest.story import list_turn_summaries


def describe_board(scene: Scene, translate: Translate) -> str:
    """Round, ice, where everybody is and with which crew, majorities, finds on the chart, tiles on offer, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = list_turn_summaries(scene)
    for sentence in happened:
        sentences.add(0, sentence)
    sentences.add(
        0,
        say(
            "Round {round} of {rounds}: {headline}.",
            round=view.sun.round,
            rounds=view.rounds,
            headline=phrases.format_headline(scene),
        ),
    )
    if scene.end_reason:
        sentences.add(1, scene.end_reason)
    if view.ended:
        for seen in view.expeditions:
            _describe_score(sentences, seen)
        return sentences.build_text()
    ahead = phrases.describe_next_suns(view.suns)
    now = phrases.describe_ice(view.sun.frozen_rows)
    sentences.add(
        0,
        say("Now {ice}; {ahead}.", ice=now, ahead=ahead)
        if ahead
        else say("Now {ice}; this is the last round.", ice=now),
    )
    for seen in view.expeditions:
        sentences.add(1, _describe_expedition(view, seen))
    for majority in view.majorities:
        sentences.add(3, _describe_majority(majority))
    for seen in view.expeditions:
        if seen.hand:
            sentences.add(
                5,
                say(
                    "{seat} holds {tiles}.",
                    seat=SeatMention(seen.seat),
                    tiles=[_shorten_row(tile) for tile in seen.hand],
                ),
            )
    finds = [
        say("{kind} on {cell}", kind=name_find_kind(tile.symbol), cell=_name_tile(view, tile.symbol_cell))
        for tile in view.laid_tiles
        if tile.has_token and tile.symbol_cell is not None
    ]
    if finds:
        sentences.add(2, say("To be found: {finds}.", finds=finds))
    if view.market:
        sentences.add(4, say("On offer: {tiles}.", tiles=[_shorten_row(tile) for tile in view.market]))
    piles = [say("{left} {tile}", left=pile.tiles_left, tile=pile.tile.upper()) for pile in view.piles]
    sentences.add(
        7,
        count(
            "{n} large tile in the bag; small tiles: {piles}.",
            "{n} large tiles in the bag; small tiles: {piles}.",
            view.bag,
            piles=piles,
        ),
    )
    sentences.add(6, _describe_arrows(view))
    if scene.recent_events and not happened:
        sentences.add(5, say("Last: {event}", event=scene.recent_events[-1]))
    return sentences.build_text()


def describe_hand(scene: Scene, translate: Translate) -> str:
    """The viewer's tiles in order, each with its letter if it is lettered, and both of its faces."""
    view: View = scene.view
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    sentences = AltText(scene.names, translate)
    if own is None or not own.hand:
        sentences.add(0, say("You hold no tiles."))
        return sentences.build_text()
    sentences.add(
        0,
        count(
            "You hold {n} tile; each is told by its corners from west to east, first in the north, then in the south.",
            "You hold {n} tiles; each is told by its corners from west to east, first in the north, then in the south.",
            len(own.hand),
        ),
    )
    for k, tile in enumerate(own.hand):
        line = say("{tile}: front {rows}.", tile=_shorten_row(tile), rows=_describe_rows(tile.lies[0].rows))
        if tile.back and tile.back != tile.lies[0].rows:
            line = say(
                "{tile}: front {rows}; back {back}.",
                tile=_shorten_row(tile),
                rows=_describe_rows(tile.lies[0].rows),
                back=_describe_rows(tile.back),
            )
        mark = scene.marks.get(f"tile-{k}")
        sentences.add(1, say("{mark}: {tile}", mark=mark, tile=line) if mark else line)
    return sentences.build_text()


def _describe_rows(rows: str) -> Text:
    """The corners of a tile: "land sea sea over sea sea sea"."""
    land, sea = say("land"), say("sea")
    lines = [[land if corner == "1" else sea for corner in line] for line in rows.split("/")]
    return say("{north}; {south}", north=lines[0], south=lines[1])


def _shorten_row(tile: VisibleTile) -> Text:
    word = tile.tile.upper()
    return (
        say("{tile} ({kind})", tile=word, kind=name_find_kind(tile.symbol)) if tile.symbol else say("{tile}", tile=word)
    )


def _name_tile(view: View, at: tuple[int, int] | None) -> str:
    return next((cell.name for cell in view.cells if (cell.x, cell.y) == at), "")


def _describe_place(view: View, on: int) -> Text:
    """A tile by the name of its cell; the two arrows by their own."""
    laid = view.laid_tiles[on]
    if laid.tile == "greenland":
        return say("at Greenland")
    if laid.tile == "passage":
        return say("at the Northwest Passage")
    return say("on {cell}", cell=_name_tile(view, laid.cells[0]))


def _describe_expedition(view: View, expedition: VisibleExpedition) -> Text:
    """Where one expedition is, its crew, its points."""
    points = count("{n} point", "{n} points", expedition.track_points)
    if expedition.home:
        return say("{seat}: {points}, home in Greenland.", seat=SeatMention(expedition.seat), points=points)
    ship, sled = expedition.crew["ship"], expedition.crew["sled"]
    parts: list[Text] = [points]
    if expedition.ship is not None:
        where = say("ship {place}", place=_describe_place(view, expedition.ship.tile_index))
        if expedition.ship.is_held:
            where = say("{ship} (held in the ice)", ship=where)
        elif expedition.ship.will_be_held:
            where = say("{ship} (held next round)", ship=where)
        parts.append(_describe_crew(where, ship))
    if expedition.sled.state == "lost":
        parts.append(say("sled lost"))
    elif expedition.sled.tile_index is not None:
        where = say("sled {place}", place=_describe_place(view, expedition.sled.tile_index))
        if expedition.sled.next_fate == "lost":
            where = say("{sled} (lost in the next thaw)", sled=where)
        parts.append(_describe_crew(where, sled))
    if expedition.has_passed:
        parts.append(say("passed"))
    return say("{seat}: {parts}.", seat=SeatMention(expedition.seat), parts=parts)


def _describe_crew(vehicle: Text, crew: CrewColumn) -> Text:
    everybody = crew.available + crew.resting
    return say(
        "{vehicle} with {available} of {all} crew ready", vehicle=vehicle, available=crew.available, all=everybody
    )


def _describe_majority(majority: VisibleMajority) -> Text:
    """Who has how many and what it would pay now."""
    held = [
        say("{seat} {n} (+{points})", seat=SeatMention(place.seat), n=place.tokens, points=place.points)
        for place in majority.places
        if place.tokens
    ]
    name = phrases.name_kind(majority.kind)
    if not held:
        return say("{kind} pays {pays}: nobody yet.", kind=name, pays=list(majority.place_points))
    return say("{kind} pays {pays}: {held}.", kind=name, pays=list(majority.place_points), held=held)


def _describe_arrows(view: View) -> Text:
    nothing = [say("nothing")]
    return say(
        "Left at the Northwest Passage: {passage}; at Greenland: {greenland}.",
        passage=list(view.tokens.passage) or nothing,
        greenland=list(view.tokens.greenland) or nothing,
    )


def _describe_score(sentences: AltText, expedition: VisibleExpedition) -> None:
    lines = [
        say("{what} {points}", what=phrases.name_line(line.item), points=line.points)
        for line in expedition.score
        if line.points
    ]
    if lines:
        sentences.add(
            1, say("{seat}: {total} ({lines}).", seat=SeatMention(expedition.seat), total=expedition.total, lines=lines)
        )
    else:
        sentences.add(1, say("{seat}: {total}.", seat=SeatMention(expedition.seat), total=expedition.total))
