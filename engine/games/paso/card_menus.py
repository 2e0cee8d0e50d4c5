"""The questions of treasure cards: which one is played, and on what (P10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from msgspec import structs

from engine.games.paso import treasures
from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS, TokenKind, TreasureEffect
from engine.games.paso.hexes import Passage
from engine.games.paso.names import describe_card, name_card, name_token
from engine.games.paso.rules import TurnOptions
from engine.games.paso.way_menus import build_destination_menu
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Seat, SeatMention, Text, count, say

ROWS_PER_GROUP: Final = {4: 6, 6: 4, 8: 3}
"""The number of rows that one select can list, by the width of the passage."""
_ASK_FREE_DESTINATION: Final = say("Where shall your ship end? You pay nothing for it.")
_ASK_CARD: Final = say("Which treasure do you play?")


def format_seat(seat: Seat) -> Word:
    """Format a seat as a word of a move: p1 is seat 0."""
    return f"p{seat + 1}"


def parse_seat(word: Word) -> Seat:
    """Parse a word of `format_seat`."""
    return int(word[1:]) - 1


def build_player_option(seat: Seat, detail: Text | None = None) -> Option:
    """Build the option for a player, with a detail that matters for the choice."""
    label = say("{seat}", seat=SeatMention(seat))
    if detail is not None:
        label = say("{seat}: {more}", seat=SeatMention(seat), more=detail)
    return Option(format_seat(seat), label, spot=f"ship-{seat}")


def build_token_option(turn: TurnOptions, word: Word, piece_index: int, group: Text | None) -> Option:
    """Build the option for a token on the board."""
    piece = turn.board.pieces[piece_index]
    kind: TokenKind = next(kind for kind in TOKEN_KINDS if kind == piece.kind)
    label = say("{token} on {hexes}", token=name_token(kind), hexes=list(piece.hexes))
    return Option(word, label, group, spot=piece.hexes[-1])


def build_card_menu(turn: TurnOptions) -> Menu:
    """Build the menu of the treasures in hand, each kind once."""
    hand = turn.player.hand
    words = [effect for effect in dict.fromkeys(hand) if treasures.explain_unplayable(turn, effect) is None]

    def list_options() -> list[Option]:
        options: list[Option] = []
        for card in dict.fromkeys(hand):
            why_not = treasures.explain_unplayable(turn, card)
            options.append(Option(card, describe_card(card), why_not=why_not, spot=f"card-{hand.index(card)}"))
        return options

    return Menu("card", _ASK_CARD, LazyOptions(words, list_options), cache_menus(partial(_build_target_menu, turn)))


def _build_target_menu(turn: TurnOptions, card: Word) -> Menu | None:
    """Build the menu of the targets of a card; None for a card without a target."""
    prompt = say("{card}: on what?", card=name_card(parse_effect(card)))
    match card:
        case "discard" | "rob":
            return _build_player_menu(turn, card, treasures.list_card_holders(turn))
        case "silence" | "slow":
            return _build_player_menu(turn, card, treasures.list_opponents(turn))
        case "redraw":
            return _build_player_menu(turn, card, [*treasures.list_opponents(turn), turn.seat])
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
    """Return the treasure card that a word names."""
    return next(effect for effect in TREASURE_EFFECTS if effect == word)


def _build_player_menu(turn: TurnOptions, card: Word, seats: Sequence[Seat]) -> Menu:
    name = name_card(parse_effect(card))

    def list_options() -> list[Option]:
        options: list[Option] = []
        for seat in seats:
            card_count = len(turn.state.players[seat].hand)
            option = build_player_option(seat, count("{n} card", "{n} cards", card_count))
            whole_label = say("{card}: {seat}", card=name, seat=SeatMention(seat))
            options.append(structs.replace(option, whole_label=whole_label))
        return options

    prompt = say("{card}: on what?", card=name)
    return Menu("on", prompt, LazyOptions([format_seat(seat) for seat in seats], list_options))


def _list_token_options(turn: TurnOptions, tokens: Sequence[int]) -> LazyOptions:
    pieces, words = turn.board.pieces, treasures.map_token_words(turn, tokens)

    def list_options() -> list[Option]:
        options: list[Option] = []
        for word, n in words.items():
            group = say("{seat} on the board", seat=SeatMention(pieces[n].owner))
            options.append(build_token_option(turn, word, n, group))
        return options

    return LazyOptions([*words], list_options)


def _build_victim_menu(turn: TurnOptions, prompt: Text) -> Menu:
    """Build the menu of the open tokens, and of the players from whose reserve a token can be taken (P10.5)."""
    seats = treasures.list_token_holders(turn)
    tokens = _list_token_options(turn, treasures.list_open_tokens(turn, None))
    words = [*map(format_seat, seats), *tokens.words]

    def list_options() -> list[Option]:
        return [*map(_build_reserve_option, seats), *tokens]

    def build_next_menu(word: Word) -> Menu | None:
        return _build_reserve_menu(turn, prompt, parse_seat(word)) if word[0] == "p" else None

    return Menu("on", prompt, LazyOptions(words, list_options), cache_menus(build_next_menu))


def _build_reserve_option(seat: Seat) -> Option:
    label = say("A token of {seat}’s reserve", seat=SeatMention(seat))
    return Option(format_seat(seat), label, say("Reserves"), spot=f"ship-{seat}")


def _build_reserve_menu(turn: TurnOptions, prompt: Text, seat: Seat) -> Menu:
    options: list[Option] = []
    for kind, token_count in zip(TOKEN_KINDS, turn.state.players[seat].reserve, strict=True):
        if token_count:
            label = say("{token}, of {n}", token=name_token(kind), n=token_count)
            options.append(Option(kind, label, spot=f"reserve-{seat}-{kind}"))
    return Menu("with", prompt, tuple(options))


def _list_hex_options(passage: Passage, bare_hexes: Sequence[int]) -> LazyOptions:
    """Return the options for bare hexes."""
    names, rows = passage.names, passage.rows

    def list_options() -> list[Option]:
        return [_build_hex_option(names[hex_], _find_row_group(passage, rows[hex_])) for hex_ in bare_hexes]

    return LazyOptions([names[hex_] for hex_ in bare_hexes], list_options)


@cache
def _build_hex_option(name: str, group: tuple[int, int]) -> Option:
    return Option(name, say("{hex}", hex=name), _format_rows(group), spot=name)


def _find_row_group(passage: Passage, row: int) -> tuple[int, int]:
    """Return the first and the last row of the group of options that a row belongs to."""
    rows = ROWS_PER_GROUP[passage.width]
    first = (row - 1) // rows * rows + 1
    return first, min(first + rows - 1, passage.last_row)


@cache
def _format_rows(group: tuple[int, int]) -> Text:
    return say("Rows {first} to {last}", first=group[0], last=group[1])


def list_tile_options(passage: Passage, tiles: Sequence[int]) -> LazyOptions:
    """Return the options for scenario tiles on the board."""
    names, words = passage.names, treasures.map_tile_words(passage, tiles)

    def list_options() -> list[Option]:
        options: list[Option] = []
        for word, tile in words.items():
            hexes = tuple([names[hex_] for hex_ in passage.slots[tile]])
            group = _find_row_group(passage, passage.row_by_name[word])
            options.append(_build_tile_option(word, hexes, group))
        return options

    return LazyOptions([*words], list_options)


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
    first, second = say("turn {hex}", hex=first_word), say("turn {hex}", hex=second_word)
    turned = {"none": say("both as they lie"), "first": first, "second": second, "both": say("turn both")}
    options = tuple(
        Option(word, label, whole_label=say("With {hex}, {turned}", hex=second_word, turned=label))
        for word, label in turned.items()
    )
    return Menu("turned", say("Is one of them turned round?"), options)
