"""Read the position of La Aventura del Paso del Noroeste back from its description, as somebody does who cannot see the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.games.paso.names import name_card, name_token
from engine.games.paso.view import TOKEN_KINDS, View
from engine.kernel.text import Text, translate_to_english, write_text


def read_position(lines: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Read the public position."""
    read: dict[str, Any] = {"hexes": {}, "pieces": [], "bare": set(), "players": {}, "discards": []}
    seat, section = None, ""
    for line in lines:
        if line in names:
            section, seat = "player", names.index(line)
            read["players"][seat] = {"removed": {}}
        elif line in ("The passage", "Tiles", "Your cards") or line.startswith(("Pieces in the", "Treasures played")):
            section = line
        elif section == "player":
            _read_player(read["players"][seat], line)
        elif section == "The passage" and re.match(r"[a-z]\d", line):
            _read_row(read["hexes"], line, names)
        elif section.startswith("Pieces in the"):
            read["pieces"].append(_read_piece(line, names))
        elif found := re.match(r"Bare: (.+)\.$", line):
            read["bare"] = set(found[1].split(", "))
        elif section.startswith("Treasures played"):
            read["discards"] = line.removesuffix(".").split(", ")
        elif found := re.match(r"Turn (\d+): ", line):
            read["turn"] = int(found[1])
        elif found := re.match(r"In the supply: (\d+) icebergs, (\d+) waters, (\d+) treasures", line):
            read["supply"] = tuple(int(number) for number in found.groups())
        elif found := re.match(r"(.+): (?:on (\w+)|row \d+|start|first).*?, (\d+) treasures?", line):
            read.setdefault("ships", {})[names.index(found[1])] = (found[2], int(found[3]))
    return read


def expect_position(view: View) -> dict[str, Any]:
    """Return what a reader must find."""
    hexes = {}
    for hexagon in view.hexes:
        ground: Any = tuple(reversed(hexagon.owners)) or (hexagon.terrain, hexagon.has_chest)
        hexes[hexagon.name] = (ground, hexagon.ship)
    pieces = [
        (_name_piece(piece.kind), piece.owner, piece.hexes, piece.covered_hexes, piece.is_open) for piece in view.pieces
    ]
    players = {}
    for player in view.players:
        reserve, removed = (
            {_write(name_token(kind)): tokens[kind] for kind in TOKEN_KINDS if tokens.get(kind)}
            for tokens in (player.reserve, player.removed)
        )
        players[player.seat] = {"reserve": reserve, "removed": removed}
    return {
        "hexes": hexes,
        "pieces": pieces,
        "bare": {f"{tile.hexes[0]} to {tile.hexes[-1]}" for tile in view.tiles if tile.is_bare},
        "players": players,
        "discards": [_write(name_card(effect)) for effect in view.discards],
        "turn": view.turn,
        "supply": (view.icebergs, view.waters, view.deck),
        "ships": {player.seat: (player.ship, player.hand) for player in view.players},
    }


def _write(text: Text) -> str:
    return write_text(text, (), translate_to_english)


def _name_piece(kind: str) -> str:
    return {"ice": "iceberg", "water": "water"}.get(kind) or _write(
        name_token(next(k for k in TOKEN_KINDS if k == kind))
    )


def _read_tokens(text: str) -> dict[str, int]:
    pairs = [part.partition(" ") for part in text.split(", ")]
    return {} if text == "none" else {name: int(number) for number, _, name in pairs}


def _read_player(player: dict[str, Any], line: str) -> None:
    if found := re.match(r"Tokens left: (.+)\.$", line):
        player["reserve"] = _read_tokens(found[1])
    elif found := re.match(r"Tokens out of the game: (.+)\.$", line):
        player["removed"] = _read_tokens(found[1])


def _read_row(hexes: dict[str, Any], line: str, names: Sequence[str]) -> None:
    for part in re.split(r", (?=[a-z]\d+ )", line.removesuffix(".")):
        name, _, what = part.partition(" ")
        place, _, ship = what.partition(" and ship of ")
        if place.startswith("route of "):
            ground: Any = tuple(names.index(owner) for owner in place.removeprefix("route of ").split(", "))
        else:
            ground = (place.removesuffix(" with a chest"), place.endswith(" with a chest"))
        hexes[name] = (ground, names.index(ship) if ship else None)


def _read_piece(line: str, names: Sequence[str]) -> Any:
    found = re.match(r"(.+?)(?: of (.+?))? on (\w+(?:, \w+)*?)(?:, covered on (\w+(?:, \w+)*?))?(, open)?\.$", line)
    assert found is not None, line
    covered = tuple(found[4].split(", ")) if found[4] else ()
    owner = names.index(found[2]) if found[2] else None
    return found[1], owner, tuple(found[3].split(", ")), covered, found[5] is not None
