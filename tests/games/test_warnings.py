"""The warnings that a friend would give before a move: in recorded games, and of the tokens of the Paso."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cogs.messages.presenter import build_screen
from engine.games.paso.components import TOKEN_KINDS
from engine.games.paso.game import Paso
from engine.host.service.play.likely_moves import find_likely_moves
from engine.host.service.play.move_warnings import find_warnings
from engine.kernel import registry
from engine.kernel.position import GameRun, begin_game
from engine.kernel.record import parse_record
from engine.kernel.script import complete_options
from engine.kernel.state_codec import copy_state
from engine.kernel.text import write_plain_text
from tests.golden_records import read_record
from tests.rules.paso.play import make_table


def list_warned_moves(slug: str, record_name: str) -> Iterator[tuple[str, str]]:
    """List the moves of a recorded game before which its player is warned, each with the warning."""
    game, record = registry.load_game(slug), parse_record(read_record(slug, record_name).decode())
    position = begin_game(game, record.seat_count, record.options, record.seed).position
    run: GameRun[Any] = GameRun(game, position, record.seed)
    for move in record.moves:
        for warning in find_warnings(game, run.position, record.seed, move.seat, move.words):
            yield " ".join(move.words), write_plain_text(warning)
        run.play(move.seat, move.words)


@pytest.mark.parametrize(
    ("slug", "record_name", "words", "warning"),
    [
        ("northwest", "mainland-counts", "move ship e15", "−16 points (N11.5, N11.6)"),
        ("amundsen", "frozen-by-declaration", "take 3 rd+gd+ra", "each of you may let both freeze (A2.4)"),
        ("amundsen", "frozen-by-declaration", "freeze", "Both explorers freeze"),
        ("expanse", "four-clear", "bonus outer", "Outer Planets cannot be the Bonus Sector again"),
    ],
)
def test_a_recorded_move_is_warned_of(slug: str, record_name: str, words: str, warning: str) -> None:
    warned = dict(list_warned_moves(slug, record_name))
    assert warning in warned[words], warned


def test_the_last_tokens_of_the_paso_are_warned_of() -> None:
    game = registry.load_game("paso")
    assert isinstance(game, Paso)
    before = begin_game(game, 2, complete_options(game.settings, {}), "tokens").position.base
    after = copy_state(before)
    four = [n for n, kind in enumerate(TOKEN_KINDS) if kind.endswith("4")]

    def list_texts(left: int, kept: list[int]) -> list[str]:
        """List the warnings before a move that leaves `left` of each kind in `kept`."""
        reserve = [left if n in kept else 0 for n in range(len(TOKEN_KINDS))]
        after.players[0] = msgspec.structs.replace(after.players[0], reserve=reserve)
        return [write_plain_text(text) for text in game.list_warnings((), before, after, 0)]

    others = [n for n in range(len(TOKEN_KINDS)) if n not in four]
    assert list_texts(1, [*four, *others]) == []
    assert list_texts(1, others) == ["That is your last token of four hexes; to take one back costs 4 points (P5)."]
    assert list_texts(0, others) == ["That is your last token; to take one back costs 4 points (P5)."]


def test_sailing_back_is_warned_of_and_its_button_says_so() -> None:
    table = make_table(
        pieces=["0 s2 b3 b4", "0 u1 b5"], ships={0: "b5"}, points=1, reserve={0: dict.fromkeys(TOKEN_KINDS, 0)}
    )
    words = ("advance", "back", "walk-b4")
    menu = table.menu("0")
    assert menu is not None
    (button,) = [choice for choice in build_screen(menu).choices if choice.words == words]
    assert write_plain_text(button.label) == "Back to b4: 1 point, 1 row lost"
    game, position = table.rules, table.position
    warnings = find_warnings(game, position, table.seed, 0, words)
    assert [write_plain_text(text) for text in warnings] == ["This sails back: 1 row lost (P4.8)."]
    assert words not in [move.words for move in find_likely_moves(game, position, table.seed, 0)]
