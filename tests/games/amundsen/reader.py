"""Read the position of Amundsen vs Scott back from its description, as somebody does who cannot see the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, View
from engine.kernel.text import translate_to_english, write_text

DECKS = ("first deck; it will be renewed once", "last deck", "the deck is gone for good")


def read_position(lines: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Read the public position."""
    read: dict[str, Any] = {"places": {}, "hands": {}, "row": [], "discards": [], "removed": []}
    for line in lines:
        if found := re.match(r"Turn (\d+): ", line):
            read["turn"] = int(found[1])
        elif found := re.match(r"(Amundsen|Scott) \((.+)\) is (lost|at the Pole|on the ship|on space (\d+))", line):
            read["places"][found[1]] = (names.index(found[2]), _read_place(line, found))
        elif found := re.match(r"Row, from the right: (.+)\.$", line):
            read["row"] = [re.sub(r"^\d+ | \(.*\)$", "", part) for part in found[1].split(", ")]
        elif found := re.match(r"(Amundsen|Scott) holds (?:no cards|(\d+) of (\d+): (.+))\.$", line):
            read["hands"][found[1]] = _count_cards(found[4]) if found[2] else {}
        elif found := re.match(r"Deck: (\d+) cards? \((.+)\)", line):
            read["deck"] = (int(found[1]), found[2])
        elif found := re.match(r"Discards, from the bottom to the top: (.+)\.$", line):
            read["discards"] = found[1].split(", ")
        elif found := re.match(r"Out of the game: (.+)\.$", line):
            read["removed"] = _count_cards(found[1])
    return read


def expect_position(view: View) -> dict[str, Any]:
    """Return what a reader must find."""
    expected: dict[str, Any] = {"places": {}, "hands": {}}
    if view.explorers and not view.ended:
        expected["turn"] = view.turn
    for explorer in view.explorers:
        name = cards.EXPLORER_NAMES[explorer.side]
        length = len(view.track.find_route(explorer.side).colours)
        place: Any = "Pole" if explorer.space > length else explorer.space
        expected["places"][name] = (explorer.seat, ("lost", explorer.space) if explorer.is_lost else place)
        held = ["face down" if card.card == CARD_BACK else _name(card.card) for card in explorer.hand]
        expected["hands"][name] = {card: held.count(card) for card in held}
    removed = [_name(card) for card in view.removed]
    return expected | {
        "row": [_name(card) for card in reversed(view.row)],
        "deck": (view.deck, DECKS[min(view.shuffles, 2)]),
        "discards": [_name(card) for card in view.discards],
        "removed": {card: removed.count(card) for card in removed} or [],
    }


def _read_place(line: str, found: re.Match[str]) -> Any:
    if found[3] == "lost":
        number = re.search(r"behind space (\d+)", line)
        assert number is not None
        return ("lost", int(number[1]))
    if found[3] == "at the Pole":
        return "Pole"
    return int(found[4] or 0)


def _count_cards(text: str) -> dict[str, int]:
    """Count cards by their names in the singular."""
    counts: dict[str, int] = {}
    singular = {}
    for code in [*(c + k for c in "rgby" for k in "dhabcsxw"), cards.COMPASS_CODE, cards.EQUIPMENT_LOSS_CODE]:
        for n in range(2, 9):
            singular[write_text(cards.name_card(code, n), (), translate_to_english)] = (n, _name(code))
    for part in text.split(", "):
        down = re.match(r"(\d+) face down", part)
        n, name = (int(down[1]), "face down") if down else singular.get(part, (1, part))
        counts[name] = counts.get(name, 0) + n
    return counts


def _name(card: str) -> str:
    return write_text(cards.name_card(card), (), translate_to_english)
