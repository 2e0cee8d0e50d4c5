"""The questions of treasure cards: which one is played, and on what (P10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from engine.games.paso import treasures
from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS, TokenKind, TreasureEffect
from engine.games.paso.hexes import Passage
from engine.games.paso.names import describe_card, name_card, name_token
from engine.games.paso.rules import TurnOptions
from engine.games.paso.way_menus import build_destination_menu
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Seat, SeatMention, Text, count, say

ROWS_PER_GROUP: Final = {4: 6, 6: 4, 8: 3}
"""Rows that fill one select, by their width."""
_ASK_FREE_DESTINATION: Final = say("Where shall your ship end? You pay nothing for it.")
_ASK_CARD: Final = say("Which treasure do you play?")


def format_seat(seat: Seat) -> Word:
    """How moves name a player: p1 is seat 0."""
    return f"p{seat + 1}"


def parse_seat(word: Word) -> Seat:
    """The seat that a word names."""
    return int(word[1:]) - 1


def build_player_option(seat: Seat, detail: Text | None = None) -> Option:
    """A player as a choice, with what matters of them now."""
    label = (
        say("{seat}", seat=SeatMention(seat))
        if detail is None
        else say("{seat}: {more}", seat=SeatMention(seat), more=detail)
    )
    return Option(format_seat(seat), label, spot=f"ship-{seat}")


def build_token_option(turn: TurnOptions, word: Word, piece_index: int, group: Text | None) -> Option:
    """A token on the board."""
    piece = turn.board.pieces[piece_index]
    kind: TokenKind = next(kind for kind in TOKEN_KINDS if kind == piece.kind)
    label = say("{token} on {hexes}", token=name_token(kind), hexes=list(piece.hexes))
    return Option(word, label, group, spot=piece.hexes[-1])


def build_card_menu(turn: TurnOptions) -> Menu:
    """A treasure of the hand, each kind once."""
    hand = turn.player.hand
    words = [effect for effect in dict.fromkeys(hand) if treasures.explain_unplayable(turn, effect) is None]

    def shown() -> list[Option]:
        return [
            Option(
                card,
                describe_card(card),
                why_not=treasures.explain_unplayable(turn, card),
                spot=f"card-{hand.index(card)}",
            )
            for card in dict.fromkeys(hand)
        ]

    return Menu("card", _ASK_CARD, LazyOptions(words, shown), cache_menus(partial(_build_target_menu, turn)))


def _build_target_menu(turn: TurnOptions, card: Word) -> Menu | None:
    """What a card is played on."""
    prompt = say("{card}: on what?", card=name_card(parse_effect(card)))
    match card:
        case "discard" | "rob":
            return _build_player_menu(turn, prompt, treasures.list_card_holders(turn))
        case "silence" | "slow":
            return _build_player_menu(turn, prompt, treasures.list_opponents(turn))
        case "redraw":
            return _build_player_menu(turn, prompt, [*treasures.list_opponents(turn), turn.seat])
        case "eliminate":
            return _build_victim_menu(turn, prompt)
        case "return":
            return Menu("on", prompt, _list_token_options(turn, treasures.list_open_tokens(turn, turn.seat)))
        case "iceberg" | "water":
            return Menu("on", prompt, _list_hex_options(turn.passage, treasures.list_bare_hexes(turn)))
        case "turn":
            return Menu("on", prompt, list_tile_options(turn.passage, treasures.list_bare_tiles(turn)))
        case "swap":
            return Menu(
                "on",
                prompt,
                list_tile_options(turn.passage, treasures.list_swappable_tiles(turn)),
                cache_menus(partial(_build_swap_menu, turn, prompt)),
            )
        case "catch-up":
            return build_destination_menu(
                turn, "on", treasures.find_free_ways(turn), _ASK_FREE_DESTINATION, turn.components.effects.catch_up
            )
        case _:
            return None


def parse_effect(word: Word) -> TreasureEffect:
    """The card that a word names."""
    return next(effect for effect in TREASURE_EFFECTS if effect == word)


def _build_player_menu(turn: TurnOptions, prompt: Text, seats: Sequence[Seat]) -> Menu:
    def shown() -> list[Option]:
        return [
            build_player_option(seat, count("{n} card", "{n} cards", len(turn.state.players[seat].hand)))
            for seat in seats
        ]

    return Menu("on", prompt, LazyOptions([format_seat(seat) for seat in seats], shown))


def _list_token_options(turn: TurnOptions, tokens: Sequence[int]) -> LazyOptions:
    pieces, words = turn.board.pieces, treasures.map_token_words(turn, tokens)

    def shown() -> list[Option]:
        return [
            build_token_option(turn, word, n, say("{seat} on the board", seat=SeatMention(pieces[n].owner)))
            for word, n in words.items()
        ]

    return LazyOptions([*words], shown)


def _build_victim_menu(turn: TurnOptions, prompt: Text) -> Menu:
    """A token that lies open, or a player out of whose reserve one is taken (P10.5)."""
    seats, tokens = (
        treasures.list_token_holders(turn),
        _list_token_options(turn, treasures.list_open_tokens(turn, None)),
    )
    words = [*(format_seat(seat) for seat in seats), *tokens.words]

    def below(word: Word) -> Menu | None:
        return _build_reserve_menu(turn, prompt, parse_seat(word)) if word[0] == "p" else None

    return Menu(
        "on", prompt, LazyOptions(words, lambda: [*map(_build_reserve_option, seats), *tokens]), cache_menus(below)
    )


def _build_reserve_option(seat: Seat) -> Option:
    label = say("A token of {seat}’s reserve", seat=SeatMention(seat))
    return Option(format_seat(seat), label, say("Reserves"), spot=f"ship-{seat}")


def _build_reserve_menu(turn: TurnOptions, prompt: Text, seat: Seat) -> Menu:
    reserve = turn.state.players[seat].reserve
    options = [
        Option(kind, say("{token}, of {n}", token=name_token(kind), n=reserve[at]), spot=f"reserve-{seat}-{kind}")
        for at, kind in enumerate(TOKEN_KINDS)
        if reserve[at]
    ]
    return Menu("with", prompt, tuple(options))


def _list_hex_options(passage: Passage, bare_hexes: Sequence[int]) -> LazyOptions:
    """Bare hexes as choices."""
    names, rows = passage.names, passage.rows
    words = [names[hex_] for hex_ in bare_hexes]
    return LazyOptions(
        words, lambda: [_build_hex_option(names[hex_], _find_row_group(passage, rows[hex_])) for hex_ in bare_hexes]
    )


@cache
def _build_hex_option(name: str, group: tuple[int, int]) -> Option:
    return Option(name, say("{hex}", hex=name), _format_rows(group), spot=name)


def _find_row_group(passage: Passage, row: int) -> tuple[int, int]:
    """The rows that are offered together with a row."""
    rows = ROWS_PER_GROUP[passage.width]
    first = (row - 1) // rows * rows + 1
    return first, min(first + rows - 1, passage.last_row)


@cache
def _format_rows(band: tuple[int, int]) -> Text:
    return say("Rows {first} to {last}", first=band[0], last=band[1])


def list_tile_options(passage: Passage, places: Sequence[int]) -> LazyOptions:
    """Scenario tiles on the board as choices."""
    names, words = passage.names, treasures.map_tile_words(passage, places)

    def shown() -> list[Option]:
        return [
            _build_tile_option(
                word,
                tuple([names[hex_] for hex_ in passage.slots[tile]]),
                _find_row_group(passage, passage.row_by_name[word]),
            )
            for word, tile in words.items()
        ]

    return LazyOptions([*words], shown)


@cache
def _build_tile_option(word: Word, hexes: tuple[str, ...], group: tuple[int, int]) -> Option:
    return Option(
        word, say("The tile {first} … {last}", first=hexes[0], last=hexes[-1]), _format_rows(group), spot=f"tile-{word}"
    )


def _build_swap_menu(turn: TurnOptions, prompt: Text, word: Word) -> Menu:
    return Menu(
        "with",
        prompt,
        list_tile_options(turn.passage, treasures.list_swap_partners(turn, turn.find_tile(word))),
        partial(_build_turning_menu, word),
    )


def _build_turning_menu(first_word: Word, second_word: Word) -> Menu:
    options = (
        Option("none", say("Both as they lie")),
        Option("first", say("Turn the one that comes from {hex}", hex=first_word)),
        Option("second", say("Turn the one that comes from {hex}", hex=second_word)),
        Option("both", say("Turn both")),
    )
    return Menu("turned", say("Is one of them turned round?"), options)
