"""How often a move and a panel read the store and run the turn script: counts, which do not depend on the machine."""

from __future__ import annotations

import pytest

from tests.discord.fake_server import FakeServer
from tests.game_cases import list_game_cases
from tests.programs.bench.counts import count_moves


@pytest.mark.parametrize("slug", list_game_cases())
async def test_a_typed_move_and_a_panel_use_the_store_seldom(server: FakeServer, slug: str) -> None:
    found = await count_moves(server, slug)
    assert found.move["reads"] <= 9, found
    assert found.move["reads while writing"] <= 3, found
    assert 1 <= found.move["hops"] <= 6, found
    assert 1 <= found.move["runs"] <= 3, found
    assert (found.answer["snapshots"], found.answer["transactions"]) == (1, 1), found
    # The post is another reader's view, and the bot can note its message only when Discord has taken it.
    assert (found.post["snapshots"], found.post["transactions"], found.post["runs"]) == (1, 1, 0), found
    assert found.panel["reads"] <= 5, found
    assert (found.panel["snapshots"], found.panel["transactions"]) == (1, 0), found
    assert 1 <= found.panel["hops"] <= 2, found
    assert found.panel["runs"] <= 2, found
