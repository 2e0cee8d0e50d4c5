"""Everything on the table of Expedition: Northwest Passage in words: the chart, the expeditions and the tiles on offer."""

from __future__ import annotations

from engine.games.northwest.names import name_find_kind
from engine.games.northwest.view import LaidTile, View, VisibleExpedition
from engine.kernel.text import SeatMention, Text, Translate, count, mention_seats, say
from render.kit.alt_text import AltText, TextSection
from render.kit.scene import Scene
from render.northwest import phrases
from render.northwest.alt_text import add_hand, collect_board, describe_corners, describe_faces, name_cell
from render.northwest.layout import ROW_LETTERS


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything that the viewer may know."""
    view: View = scene.view
    sentences = collect_board(scene, translate)
    _add_chart(sentences, view)
    for expedition in view.expeditions:
        _add_expedition(sentences, view, expedition)
    _add_supply(sentences, view)
    sentences.add_heading(say("The rounds"))
    sentences.add_detail(say("Turn order: {seats}.", seats=mention_seats(view.order)))
    if not view.ended:
        acted = count("{n} action in this turn", "{n} actions in this turn", view.acted)
        sentences.add_detail(say("{acted}; a further one costs {crew} crew more.", acted=acted, crew=view.surcharge))
    if view.next_order:
        seats = mention_seats(view.next_order)
        sentences.add_detail(say("Next round begins with {seats}.", seats=seats))
    for sun in view.suns:
        ice = phrases.describe_ice(sun.frozen_rows)
        sentences.add_detail(say("Round {round}: {ice}.", round=sun.round, ice=ice))
    if view.viewer is not None:
        sentences.add_heading(say("Your tiles"), is_hand=True)
        add_hand(sentences, scene)
    return sentences.build_sections()


def _add_chart(sentences: AltText, view: View) -> None:
    """Add every tile on the chart with its corners, and its find."""
    sentences.add_heading(say("The chart"))
    sentences.add_detail(
        say(
            "Rows a to {row} from north to south, columns 1 to {columns} from west to east. All other squares are not charted. "
            "A tile is told by its corners from west to east, first in the north, then in the south.",
            row=ROW_LETTERS[view.rows - 1],
            columns=view.columns,
        )
    )
    sentences.add_detail(say("Finds count: {zones}.", zones=_list_zones(view)))
    for tile in sorted(view.laid_tiles, key=lambda tile: (tile.cells[0][1], tile.cells[0][0])):
        cells = [name_cell(view, cell) for cell in tile.cells]
        corners = describe_corners(tile.rows)
        if tile.has_token and tile.symbol_cell is not None:
            corners = say(
                "{corners}; {kind} to find on {cell}, worth {points}",
                corners=corners,
                kind=name_find_kind(tile.symbol),
                cell=name_cell(view, tile.symbol_cell),
                points=tile.points,
            )
        sentences.add_detail(say("{cells}: {tile}: {corners}.", cells=cells, tile=_name_tile(tile), corners=corners))


def _list_zones(view: View) -> list[Text]:
    """List the zones of the chart by their columns."""
    zones: list[Text] = []
    start = 0
    for column in range(1, view.columns + 1):
        if column == view.columns or view.zones[column] != view.zones[start]:
            zones.append(
                say("×{factor} in columns {first} to {last}", factor=view.zones[start], first=start + 1, last=column)
            )
            start = column
    return zones


def _name_tile(tile: LaidTile) -> Text:
    """Name a tile on the chart, and how it lies."""
    if tile.kind == "joker":
        return say("joker")
    if tile.kind == "gap":
        return say("a gap that is closed")
    if tile.kind == "printed":
        return {
            "greenland": say("Greenland"),
            "passage": say("Northwest Passage"),
            "cape": say("cape"),
            "continent": say("continent"),
        }[tile.tile]
    return say("{tile}", tile=tile.tile.upper())


def _add_expedition(sentences: AltText, view: View, expedition: VisibleExpedition) -> None:
    """Add where an expedition is, its finds and its score."""
    seat = SeatMention(expedition.seat)
    sentences.add_heading(say("Expedition of {seat}", seat=seat))
    if expedition.home:
        sentences.add_detail(say("Home in Greenland, as number {place}.", place=expedition.home))
    else:
        _add_vehicles(sentences, view, expedition)
    finds: list[Text] = []
    for kind in phrases.TOKEN_KINDS:
        if expedition.tokens[kind]:
            finds.append(say("{n} {kind}", n=expedition.tokens[kind], kind=name_find_kind(kind)))
    if finds:
        sentences.add_detail(say("Finds: {finds}.", finds=finds))
    if expedition.passage is not None:
        sentences.add_detail(say("It holds the token of the Northwest Passage, {points}.", points=expedition.passage))
    if expedition.greenland is not None:
        sentences.add_detail(say("It holds the token of Greenland, {points}.", points=expedition.greenland))
    lines = [say("{what} {points}", what=phrases.name_line(line.item), points=line.points) for line in expedition.score]
    sentences.add_detail(say("If the game ended now: {total} ({lines}).", total=expedition.total, lines=list(lines)))
    if expedition.seat == view.viewer:
        return
    for tile in expedition.hand:
        sentences.add_detail(describe_faces(tile))


def _add_vehicles(sentences: AltText, view: View, expedition: VisibleExpedition) -> None:
    """Add the tile of the ship and the area of the sled."""
    cells = [name_cell(view, cell) for cell in view.laid_tiles[expedition.ship.tile_index].cells]
    sentences.add_detail(say("The ship is on the tile {cells}.", cells=cells))
    sled, lost = expedition.sled, expedition.lost_crewmen
    if sled.state == "aboard":
        sentences.add_detail(say("The sled is aboard."))
    elif sled.area is not None:
        sentences.add_detail(say("The sled is on the area {area}.", area=sled.area.name))
    else:
        sentences.add_detail(count("The sled is lost, with {n} crewman.", "The sled is lost, with {n} crewmen.", lost))


def _add_supply(sentences: AltText, view: View) -> None:
    """Add the tiles on offer with both faces, and the piles of small tiles."""
    sentences.add_heading(say("Tiles on offer"))
    for tile in view.market:
        sentences.add_detail(describe_faces(tile))
    for pile in view.piles:
        sentences.add_detail(
            say(
                "{tile}, {left} left: {corners}.",
                tile=pile.tile.upper(),
                left=pile.tiles_left,
                corners=describe_corners(pile.rows),
            )
        )
