"""A table of The Expanse Board Game for four."""

from __future__ import annotations

from engine.games.expanse.view import View
from tests.discord.hut import Hut

FACTIONS = ("un", "mcr", "opa", "pg")


async def the_factions(home: Hut) -> None:
    """Ana plays the UN, Ben the MCR, Cy the OPA, Dee ProtoGen; Ana moves first."""
    await home.begin("expanse", 4)
    for who, faction in zip(home.people, FACTIONS, strict=True):
        await home.slash(who, "expanse faction", faction=faction)


async def seen(home: Hut) -> View:
    """The table as everybody sees it."""
    view = (await home.bot.tables.snapshots.take((await home.table()).id, None)).view
    assert isinstance(view, View)
    return view
