"""What the host keeps in memory is what a restart would read."""

from __future__ import annotations

from engine.host.service.context import Context
from engine.kernel import position as kernel


async def kept_is_stored(context: Context) -> None:
    """Every table that is kept ready, beside a fresh reading of the same file."""
    for table_id, kept in list(context._kept.items()):
        fresh = await Context(context.store, context.catalogue, context.clock).load(table_id)
        assert (kept.table, kept.seed) == (fresh.table, fresh.seed)
        assert (kept.position is None) == (fresh.position is None)
        if kept.position is None or fresh.position is None or kept.now is None or fresh.now is None:
            continue
        assert kernel.encode(kept.position) == kernel.encode(fresh.position)
        assert (kept.now.asked, kept.now.result, list(kept.now.ask)) == (
            fresh.now.asked,
            fresh.now.result,
            list(fresh.now.ask),
        )
        assert kept.now.state == fresh.now.state
        for viewer in (None, *range(len(kept.table.seats))):
            assert kept.game.view(kept.now.state, viewer) == fresh.game.view(fresh.now.state, viewer)
        for seat in kept.now.ask:
            assert _shown(kept.now.menu(seat)) == _shown(fresh.now.menu(seat))


def _shown(menu: object) -> tuple[object, ...]:
    return (menu.name, menu.prompt, menu.options, menu.lo, menu.hi, menu.secret)  # type: ignore[attr-defined]
