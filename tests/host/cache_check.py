"""Check that the cached tables equal the stored ones."""

from __future__ import annotations

from engine.host.service.service_context import ServiceContext
from engine.kernel import position as kernel
from engine.kernel.menu import Menu


async def check_cache(context: ServiceContext) -> None:
    """Compare every cached table with a fresh reading of the same store."""
    for table_id, kept in list(context.cached_tables.items()):
        fresh = await ServiceContext(context.store, context.catalogue, context.clock).load_playable(table_id)
        assert (kept.table, kept.seed) == (fresh.table, fresh.seed)
        assert (kept.position is None) == (fresh.position is None)
        if kept.position is None or fresh.position is None or kept.situation is None or fresh.situation is None:
            continue
        assert kernel.encode_position(kept.position) == kernel.encode_position(fresh.position)
        assert (kept.situation.asked_at_move, kept.situation.result, list(kept.situation.questions)) == (
            fresh.situation.asked_at_move,
            fresh.situation.result,
            list(fresh.situation.questions),
        )
        assert kept.situation.state == fresh.situation.state
        for viewer in (None, *range(len(kept.table.seats))):
            assert kept.game.build_view(kept.situation.state, viewer) == fresh.game.build_view(
                fresh.situation.state, viewer
            )
        for seat in kept.situation.questions:
            assert _list_options(kept.situation.build_menu(seat)) == _list_options(fresh.situation.build_menu(seat))


def _list_options(menu: Menu) -> tuple[object, ...]:
    return (menu.name, menu.prompt, menu.options, menu.min_picks, menu.max_picks, menu.is_secret)
