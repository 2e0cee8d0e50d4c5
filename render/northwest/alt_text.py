"""The pictures of Expedition: Northwest Passage in words, for players who cannot see them."""

from __future__ import annotations

from engine.games.northwest.names import name_find_kind
from engine.games.northwest.view import CrewColumn, Point, View, VisibleExpedition, VisibleMajority, VisibleTile
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.kit.alt_text import AltText
from render.kit.scene import Scene
from render.northwest import phrases
from render.northwest.layout import BoardLayout
from render.northwest.place_sheet import TileWay, list_ways
from render.northwest.story import list_turn_summaries


def describe_board(scene: Scene, translate: Translate) -> str:
    """Describe round, ice, expeditions, majorities, finds on the chart, tiles on offer and the last event."""
    return collect_board(scene, translate).build_text()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    turn_summaries = list_turn_summaries(scene)
    for summary in turn_summaries:
        sentences.add(0, summary)
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
        for expedition in view.expeditions:
            _describe_score(sentences, expedition)
        return sentences
    sentences.add(0, _describe_ice(view))
    for expedition in view.expeditions:
        sentences.add(1, _describe_expedition(view, expedition))
    for majority in view.majorities:
        sentences.add(3, _describe_majority(majority))
    for expedition in view.expeditions:
        if expedition.hand:
            tiles = [name_tile(tile) for tile in expedition.hand]
            sentences.add(5, say("{seat} holds {tiles}.", seat=SeatMention(expedition.seat), tiles=tiles))
    finds = _list_finds(view)
    if finds:
        sentences.add(2, say("To be found: {finds}.", finds=finds))
    if view.market:
        sentences.add(4, say("On offer: {tiles}.", tiles=[name_tile(tile) for tile in view.market]))
    sentences.add(7, _describe_stock(view))
    sentences.add(6, _describe_arrows(view))
    if scene.recent_events and not turn_summaries:
        sentences.add(5, say("Last: {event}", event=scene.recent_events[-1]))
    return sentences


def _describe_ice(view: View) -> Text:
    ice = phrases.describe_ice(view.sun.frozen_rows)
    ahead = phrases.describe_next_suns(view.suns)
    if ahead is None:
        return say("Now {ice}; this is the last round.", ice=ice)
    return say("Now {ice}; {ahead}.", ice=ice, ahead=ahead)


def _list_finds(view: View) -> list[Text]:
    finds: list[Text] = []
    for tile in view.laid_tiles:
        if tile.has_token and tile.symbol_cell is not None:
            cell = name_cell(view, tile.symbol_cell)
            finds.append(say("{kind} on {cell}", kind=name_find_kind(tile.symbol), cell=cell))
    return finds


def _describe_stock(view: View) -> Text:
    piles = [say("{left} {tile}", left=pile.tiles_left, tile=pile.tile.upper()) for pile in view.piles]
    return count(
        "{n} large tile in the bag; small tiles: {piles}.",
        "{n} large tiles in the bag; small tiles: {piles}.",
        view.bag,
        piles=piles,
    )


def describe_hand(scene: Scene, translate: Translate) -> str:
    """Describe the viewer's tiles in order, each with both faces and with its letter, if any."""
    sentences = AltText(scene.names, translate)
    add_hand(sentences, scene)
    return sentences.build_text()


def add_hand(sentences: AltText, scene: Scene) -> None:
    """Add the sentences about the viewer's tiles, or about the ways to lay one."""
    view: View = scene.view
    own = phrases.find_own_expedition(view)
    if own is None or not own.hand:
        sentences.add(0, say("You hold no tiles."))
        return
    ways = list_ways(scene)
    if ways:
        _describe_ways(sentences, scene, ways)
        return
    sentences.add(
        0,
        count(
            "You hold {n} tile; each is told by its corners from west to east, first in the north, then in the south.",
            "You hold {n} tiles; each is told by its corners from west to east, first in the north, then in the south.",
            len(own.hand),
        ),
    )
    for k, tile in enumerate(own.hand):
        line = describe_faces(tile)
        mark = scene.marks.get(f"tile-{k}")
        if mark:
            line = say("{mark}: {tile}", mark=mark, tile=line)
        sentences.add(1, line)


def _describe_ways(sentences: AltText, scene: Scene, ways: list[TileWay]) -> None:
    """Describe every way to lay a tile: its letters, its cells and its corners."""
    layout = BoardLayout.from_view(scene.view)
    sentences.add(0, say("The ways to lay a tile, each with its corners from west to east, row by row from the north."))
    for way in ways:
        _, lie, symbol = way.tile
        cells = [layout.name_square(cell) for cell in way.cells]
        corners = describe_corners(lie.rows)
        if symbol and lie.symbol_at is not None:
            cell = cells[lie.symbol_at]
            corners = say("{corners}; {kind} on {cell}", corners=corners, kind=name_find_kind(symbol), cell=cell)
        sentences.add(
            1, say("{letters}: on {cells}: {corners}.", letters=list(way.letters), cells=cells, corners=corners)
        )


def describe_faces(tile: VisibleTile) -> Text:
    """Describe both faces of a tile."""
    front = tile.lies[0].rows
    if not tile.back or tile.back == front:
        return say("{tile}: front {rows}.", tile=name_tile(tile), rows=describe_corners(front))
    return say(
        "{tile}: front {rows}; back {back}.",
        tile=name_tile(tile),
        rows=describe_corners(front),
        back=describe_corners(tile.back),
    )


def describe_corners(rows: str) -> Text:
    """Describe the corners of a tile, row by row: "land, sea, sea; sea, sea, sea"."""
    terrain = {"1": say("land"), "0": say("sea")}
    described: Text | None = None
    for row in rows.split("/"):
        corners = [terrain[corner] for corner in row]
        if described is None:
            described = say("{corners}", corners=corners)
        else:
            described = say("{north}; {south}", north=described, south=corners)
    assert described is not None, "a tile has at least two rows of corners"
    return described


def name_tile(tile: VisibleTile) -> Text:
    """Name a tile with its find."""
    word = tile.tile.upper()
    if tile.symbol:
        return say("{tile} ({kind})", tile=word, kind=name_find_kind(tile.symbol))
    return say("{tile}", tile=word)


def name_cell(view: View, point: Point) -> str:
    """Return the printed name of a cell with a tile on it."""
    for cell in view.cells:
        if (cell.x, cell.y) == point:
            return cell.name
    return ""


def _describe_place(view: View, tile_index: int) -> Text:
    """Describe a tile by the name of its cell, or of its arrow."""
    laid = view.laid_tiles[tile_index]
    if laid.tile == "greenland":
        return say("at Greenland")
    if laid.tile == "passage":
        return say("at the Northwest Passage")
    return say("on {cell}", cell=name_cell(view, laid.cells[0]))


def _describe_expedition(view: View, expedition: VisibleExpedition) -> Text:
    """Describe an expedition's place, crew and points."""
    points = count("{n} point", "{n} points", expedition.track_points)
    if expedition.home:
        return say("{seat}: {points}, home in Greenland.", seat=SeatMention(expedition.seat), points=points)
    where = say("ship {place}", place=_describe_place(view, expedition.ship.tile_index))
    if expedition.ship.is_held:
        where = say("{ship} (held in the ice)", ship=where)
    elif expedition.ship.will_be_held:
        where = say("{ship} (held next round)", ship=where)
    parts: list[Text] = [points, _describe_crew(where, expedition.crew["ship"])]
    if expedition.sled.state == "lost":
        parts.append(say("sled lost"))
    elif expedition.sled.tile_index is not None:
        where = say("sled {place}", place=_describe_place(view, expedition.sled.tile_index))
        if expedition.sled.next_fate == "lost":
            where = say("{sled} (lost in the next thaw)", sled=where)
        parts.append(_describe_crew(where, expedition.crew["sled"]))
    if expedition.has_passed:
        parts.append(say("passed"))
    return say("{seat}: {parts}.", seat=SeatMention(expedition.seat), parts=parts)


def _describe_crew(vehicle: Text, crew: CrewColumn) -> Text:
    return say(
        "{vehicle} with {available} of {all} crew ready",
        vehicle=vehicle,
        available=crew.available,
        all=crew.available + crew.resting,
    )


def _describe_majority(majority: VisibleMajority) -> Text:
    """Describe a majority: the tokens of each seat and the points for them now."""
    held: list[Text] = []
    for place in majority.places:
        if place.tokens:
            seat = SeatMention(place.seat)
            held.append(say("{seat} {n} (+{points})", seat=seat, n=place.tokens, points=place.points))
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
    seat, total = SeatMention(expedition.seat), expedition.total
    lines: list[Text] = []
    for line in expedition.score:
        if line.points:
            lines.append(say("{what} {points}", what=phrases.name_line(line.item), points=line.points))
    if lines:
        sentences.add(1, say("{seat}: {total} ({lines}).", seat=seat, total=total, lines=lines))
    else:
        sentences.add(1, say("{seat}: {total}.", seat=seat, total=total))
