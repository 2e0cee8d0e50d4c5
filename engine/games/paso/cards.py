"""The questions of treasure cards: which one is played, and on what (P10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from engine.games.paso import treasures
from engine.games.paso.components import EFFECTS, KINDS, Effect, Kind
from engine.games.paso.hexes import Passage
from engine.games.paso.names import card_name, card_text, token_name
from engine.games.paso.rules import Turn
from engine.games.paso.ways import destinations
from engine.kernel.menu import Lazy, Menu, Option, Word, once
from engine.kernel.text import Seat, Text, Who, count, say

BAND: Final = {4: 6, 6: 4, 8: 3}
"""Rows that fill one select, by their width."""
_FREE: Final = say("Where shall your ship end? You pay nothing for it.")
_CARD: Final = say("Which treasure do you play?")


def seat_word(seat: Seat) -> Word:
    """How moves name a player: p1 is seat 0."""
    return f"p{seat + 1}"


def seat_of(word: Word) -> Seat:
    """The seat that a word names."""
    return int(word[1:]) - 1


def player(seat: Seat, more: Text | None = None) -> Option:
    """A player as a choice, with what matters of them now."""
    label = say("{seat}", seat=Who(seat)) if more is None else say("{seat}: {more}", seat=Who(seat), more=more)
    return Option(seat_word(seat), label, spot=f"ship-{seat}")


def lying(turn: Turn, word: Word, n: int, group: Text | None) -> Option:
    """A token on the board."""
    piece = turn.board.pieces[n]
    kind: Kind = next(kind for kind in KINDS if kind == piece.kind)
    label = say("{token} on {hexes}", token=token_name(kind), hexes=list(piece.hexes))
    return Option(word, label, group, spot=piece.hexes[-1])


def card(turn: Turn) -> Menu:
    """A treasure of the hand, each kind once."""
    hand = turn.me.hand
    words = [effect for effect in dict.fromkeys(hand) if treasures.why_not(turn, effect) is None]

    def shown() -> list[Option]:
        return [
            Option(card, card_text(card), why_not=treasures.why_not(turn, card), spot=f"card-{hand.index(card)}")
            for card in dict.fromkeys(hand)
        ]

    return Menu("card", _CARD, Lazy(words, shown), once(partial(_on, turn)))


def _on(turn: Turn, card: Word) -> Menu | None:
    """What a card is played on."""
    prompt = say("{card}: on what?", card=card_name(effect_of(card)))
    match card:
        case "discard" | "rob":
            return _players(turn, prompt, treasures.with_cards(turn))
        case "silence" | "slow":
            return _players(turn, prompt, treasures.opponents(turn))
        case "redraw":
            return _players(turn, prompt, [*treasures.opponents(turn), turn.seat])
        case "eliminate":
            return _victims(turn, prompt)
        case "return":
            return Menu("on", prompt, _lying_tokens(turn, treasures.open_tokens(turn, turn.seat)))
        case "iceberg" | "water":
            return Menu("on", prompt, _hexes(turn.passage, treasures.bare_hexes(turn)))
        case "turn":
            return Menu("on", prompt, tiles(turn.passage, treasures.bare_tiles(turn)))
        case "swap":
            return Menu(
                "on", prompt, tiles(turn.passage, treasures.swappable(turn)), once(partial(_swap, turn, prompt))
            )
        case "catch-up":
            return destinations(turn, "on", treasures.free_ways(turn), _FREE, turn.components.effects.catch_up)
        case _:
            return None


def effect_of(word: Word) -> Effect:
    """The card that a word names."""
    return next(effect for effect in EFFECTS if effect == word)


def _players(turn: Turn, prompt: Text, seats: Sequence[Seat]) -> Menu:
    def shown() -> list[Option]:
        return [player(seat, count("{n} card", "{n} cards", len(turn.state.players[seat].hand))) for seat in seats]

    return Menu("on", prompt, Lazy([seat_word(seat) for seat in seats], shown))


def _lying_tokens(turn: Turn, tokens: Sequence[int]) -> Lazy:
    pieces, words = turn.board.pieces, treasures.token_words(turn, tokens)

    def shown() -> list[Option]:
        return [
            lying(turn, word, n, say("{seat} on the board", seat=Who(pieces[n].owner))) for word, n in words.items()
        ]

    return Lazy([*words], shown)


def _victims(turn: Turn, prompt: Text) -> Menu:
    """A token that lies open, or a player out of whose reserve one is taken (P10.5)."""
    seats, tokens = treasures.with_tokens(turn), _lying_tokens(turn, treasures.open_tokens(turn, None))
    words = [*(seat_word(seat) for seat in seats), *tokens.words]

    def below(word: Word) -> Menu | None:
        return _reserve(turn, prompt, seat_of(word)) if word[0] == "p" else None

    return Menu("on", prompt, Lazy(words, lambda: [*map(_of_reserve, seats), *tokens]), once(below))


def _of_reserve(seat: Seat) -> Option:
    label = say("A token of {seat}’s reserve", seat=Who(seat))
    return Option(seat_word(seat), label, say("Reserves"), spot=f"ship-{seat}")


def _reserve(turn: Turn, prompt: Text, seat: Seat) -> Menu:
    reserve = turn.state.players[seat].reserve
    options = [
        Option(kind, say("{token}, of {n}", token=token_name(kind), n=reserve[at]), spot=f"reserve-{seat}-{kind}")
        for at, kind in enumerate(KINDS)
        if reserve[at]
    ]
    return Menu("with", prompt, tuple(options))


def _hexes(passage: Passage, bare: Sequence[int]) -> Lazy:
    """Bare hexes as choices."""
    names, rows = passage.names, passage.rows
    words = [names[hex_] for hex_ in bare]
    return Lazy(words, lambda: [_bare_hex(names[hex_], _band(passage, rows[hex_])) for hex_ in bare])


@cache
def _bare_hex(name: str, group: tuple[int, int]) -> Option:
    return Option(name, say("{hex}", hex=name), _rows(group), spot=name)


def _band(passage: Passage, row: int) -> tuple[int, int]:
    """The rows that are offered together with a row."""
    rows = BAND[passage.width]
    first = (row - 1) // rows * rows + 1
    return first, min(first + rows - 1, passage.last_row)


@cache
def _rows(band: tuple[int, int]) -> Text:
    return say("Rows {first} to {last}", first=band[0], last=band[1])


def tiles(passage: Passage, places: Sequence[int]) -> Lazy:
    """Scenario tiles on the board as choices."""
    names, words = passage.names, treasures.tile_words(passage, places)

    def shown() -> list[Option]:
        return [
            _tile(word, tuple([names[hex_] for hex_ in passage.slots[tile]]), _band(passage, passage.row_by_name[word]))
            for word, tile in words.items()
        ]

    return Lazy([*words], shown)


@cache
def _tile(word: Word, hexes: tuple[str, ...], group: tuple[int, int]) -> Option:
    return Option(
        word, say("The tile {first} … {last}", first=hexes[0], last=hexes[-1]), _rows(group), spot=f"tile-{word}"
    )


def _swap(turn: Turn, prompt: Text, word: Word) -> Menu:
    return Menu(
        "with", prompt, tiles(turn.passage, treasures.partners(turn, turn.passage_tile(word))), partial(_turned, word)
    )


def _turned(one: Word, other: Word) -> Menu:
    options = (
        Option("none", say("Both as they lie")),
        Option("first", say("Turn the one that comes from {hex}", hex=one)),
        Option("second", say("Turn the one that comes from {hex}", hex=other)),
        Option("both", say("Turn both")),
    )
    return Menu("turned", say("Is one of them turned round?"), options)
