"""A table of The Expanse Board Game for four."""

from __future__ import annotations

from engine.games.expanse.view import View
from tests.discord.fake_server import FakeServer

FACTIONS = ("un", "mcr", "opa", "pg")


async def assign_factions(server: FakeServer) -> None:
    """Assign the UN to Ana, the MCR to Ben, the OPA to Cy and ProtoGen to Dee; Ana moves first."""
    await server.start_game("expanse", 4)
    for who, faction in zip(server.people, FACTIONS, strict=True):
        await server.run_command(who, "expanse faction", faction=faction)


async def read_public_view(server: FakeServer) -> View:
    """Return the table as spectators see it."""
    view = (await server.bot.tables.snapshots.take_snapshot((await server.load_table()).id, None)).view
    assert isinstance(view, View)
    return view
