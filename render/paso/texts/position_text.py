"""Everything on the table of La Aventura del Paso del Noroeste in words: the passage row by row, pieces, players and cards."""

from __future__ import annotations

from engine.games.paso.names import name_card, name_token
from engine.games.paso.view import TOKEN_KINDS, TokenKind, View, VisibleHex, VisiblePiece, VisiblePlayer
from engine.kernel.text import SeatMention, Text, Translate, count, mention_seats, say
from render.kit.alt_text import AltText, TextSection
from render.kit.scene import Scene
from render.paso import phrases
from render.paso.alt_text import add_hand, collect_board, list_row_hexes


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything that the viewer may know."""
    view: View = scene.view
    sentences = collect_board(scene, translate)
    _add_prices(sentences, view)
    for player in view.players:
        _add_player(sentences, view, player)
    _add_passage(sentences, view)
    if view.pieces:
        sentences.add_heading(say("Pieces in the order in which they were laid"))
    for piece in view.pieces:
        sentences.add_detail(_describe_piece(piece))
    _add_tiles(sentences, view)
    if view.discards:
        sentences.add_heading(say("Treasures played, the newest last"))
        sentences.add_detail(say("{cards}.", cards=[name_card(effect) for effect in view.discards]))
    if phrases.find_own_player(view) is not None:
        sentences.add_heading(say("Your cards"), is_hand=True)
        add_hand(sentences, scene)
    return sentences.build_sections()


def _add_tiles(sentences: AltText, view: View) -> None:
    """Add which hexes belong to one tile, which tiles are bare, and how many are not laid."""
    sentences.add_heading(say("Tiles"))
    bare: list[Text] = []
    others: list[Text] = []
    for tile in view.tiles:
        span = say("{first} to {last}", first=tile.hexes[0], last=tile.hexes[-1])
        if tile.is_bare:
            bare.append(span)
        else:
            others.append(span)
    if bare:
        sentences.add_detail(say("Bare: {tiles}.", tiles=list(bare)))
    if others:
        sentences.add_detail(say("With pieces or ships: {tiles}.", tiles=list(others)))
    left = [say("{n} of {size} hexes", n=n, size=size) for size, n in sorted(view.tiles_left.items())]
    sentences.add_detail(say("Not laid yet: {tiles}.", tiles=left))


def _add_prices(sentences: AltText, view: View) -> None:
    """Add what the hexes and the actions cost."""
    names = {
        "water": say("water"),
        "land": say("land"),
        "snow": say("snow"),
        "iceberg": say("iceberg"),
        "raid": say("raid"),
        "recover": say("recover a token"),
        "drop": say("drop an iceberg"),
    }
    prices: list[Text] = []
    for word, name in names.items():
        if word in view.prices:
            prices.append(say("{what} {n}", what=name, n=view.prices[word]))
    sentences.add_detail(say("Prices before abilities: {prices}.", prices=prices))


def _add_player(sentences: AltText, view: View, player: VisiblePlayer) -> None:
    """Add a player's ability, tokens out of the game, and where the ship may step back onto a route."""
    sentences.add_heading(say("{seat}", seat=SeatMention(player.seat)))
    if player.character is not None:
        ability = phrases.describe_ability(player.character)
        sentences.add_detail(say("{name}: {ability}.", name=player.character.name, ability=ability))
    if view.phase == "race":
        sentences.add_detail(
            count("{n} point in a turn before losses.", "{n} points in a turn before losses.", player.points)
        )
    sentences.add_detail(say("Tokens left: {tokens}.", tokens=_list_tokens(player.reserve) or [say("none")]))
    removed = _list_tokens(player.removed)
    if removed:
        sentences.add_detail(say("Tokens out of the game: {tokens}.", tokens=removed))
    for seat, hexagon in sorted(player.leave_hexes.items()):
        sentences.add_detail(
            say("May step back from {hex} onto the route of {seat}.", hex=hexagon, seat=SeatMention(seat))
        )


def _list_tokens(tokens: dict[TokenKind, int]) -> list[Text]:
    found: list[Text] = []
    for kind in TOKEN_KINDS:
        n = tokens.get(kind)
        if n:
            found.append(say("{n} {token}", n=n, token=name_token(kind)))
    return found


def _add_passage(sentences: AltText, view: View) -> None:
    """Add every hex that lies open, the foremost rows first."""
    sentences.add_heading(say("The passage"))
    sentences.add_detail(
        say(
            "{rows} rows from the south to the north, columns {first} to {last} from west to east; every even row lies half a "
            "hex further east. {laid} rows are discovered.",
            rows=view.rows,
            first=view.columns[0],
            last=view.columns[-1],
            laid=view.laid,
        )
    )
    for row in range(view.laid, 0, -1):
        described: list[Text] = []
        for hexagon in list_row_hexes(view, row):
            described.append(say("{hex} {what}", hex=hexagon.name, what=_describe_hex(hexagon)))
        if described:
            sentences.add_detail(say("{hexes}.", hexes=list(described)))


def _describe_hex(hexagon: VisibleHex) -> Text:
    """Describe the terrain, or the route that covers it, and the ship."""
    text = phrases.name_terrain(hexagon.terrain)
    if hexagon.has_chest:
        text = say("{terrain} with a chest", terrain=text)
    if hexagon.owners:
        text = say("route of {seats}", seats=mention_seats(reversed(hexagon.owners)))
    if hexagon.ship is not None:
        return say("{place} and ship of {seat}", place=text, seat=SeatMention(hexagon.ship))
    return text


def _describe_piece(piece: VisiblePiece) -> Text:
    """Describe a piece by owner, kind and hexes."""
    if piece.kind == "ice":
        text = say("iceberg on {hexes}", hexes=list(piece.hexes))
    elif piece.kind == "water":
        text = say("water on {hexes}", hexes=list(piece.hexes))
    else:
        kind = next(kind for kind in TOKEN_KINDS if kind == piece.kind)
        seat = SeatMention(piece.owner or 0)
        text = say("{token} of {seat} on {hexes}", token=name_token(kind), seat=seat, hexes=list(piece.hexes))
    if piece.covered_hexes:
        text = say("{piece}, covered on {hexes}", piece=text, hexes=list(piece.covered_hexes))
    if piece.is_open:
        return say("{piece}, open.", piece=text)
    return say("{piece}.", piece=text)
