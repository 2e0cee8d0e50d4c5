"""What the services ask of a store and what they write, asked directly: the same answers on both databases."""

from __future__ import annotations

from typing import Any

from engine.host.model.share import EVERYTHING, Share
from engine.host.model.table import Post, UndoRequest
from engine.host.store import (
    crew,
    entries,
    errands,
    motions,
    notices,
    people,
    posts,
    snapshots,
    tables,
    turns,
    votes,
    wishes,
)
from engine.host.store.errands import Errand
from engine.host.store.past import archive, games, results
from engine.host.store.wishes import Question
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn, bid, finish

LATE = 10**10


async def test_which_games_there_are(camp: Inn) -> None:
    store, (table_id,) = camp.store, await tables.live_tables(camp.store, EVERYTHING)
    await camp.tables.lobby.open(GUILD, CHANNEL + 1, CY, "Cy", "toy", {})
    asked: list[dict[str, Any]] = [
        {}, {"channel": CHANNEL}, {"user": BEN}, {"game": "toy"}, {"channel": CHANNEL, "user": ANA, "game": "toy"},
    ]  # fmt: skip
    for how in asked:
        assert [one.id for one in await games.begun(store, GUILD, finished=False, **how)] == [table_id]
        assert await games.begun(store, GUILD, finished=True, **how) == []
    for nobody in ({"channel": 1}, {"user": CY}, {"game": "none"}):
        assert await games.begun(store, GUILD, finished=False, **nobody) == []
    assert [one.status for one in await games.live(store, GUILD)] == ["lobby", "running"]
    await finish(camp.tables)
    (ended,) = await games.begun(store, GUILD, finished=True)
    assert ended.users == {ANA, BEN}
    assert ended.result is not None
    assert ended.seats == (await camp.tables.table(table_id)).seats
    (counted,) = await results.finished(store, GUILD, None, LATE)
    assert counted.moves == len((await camp.tables.history.record(table_id)).moves)
    assert [one.id for one in await results.finished(store, GUILD, "toy", LATE)] == [table_id]
    assert await results.finished(store, GUILD, "none", LATE) == []
    assert await results.against_computers(store, GUILD, LATE) == []
    assert await crew.moves(store, table_id) == counted.moves
    assert list((await entries.origins(store, table_id)).values()) == [0]


async def test_errands_are_run_once_and_looked_after(camp: Inn) -> None:
    store, (table_id,) = camp.store, await tables.live_tables(camp.store, EVERYTHING)
    await store.write(lambda tx: errands.put(tx, table_id, "opened", 5, 50, mark=ANA))
    await store.write(lambda tx: errands.put(tx, table_id, "opened", 6, 60, mark=ANA))
    assert await errands.marks(store, table_id, "opened") == [ANA]
    for share in (EVERYTHING, Share(0, 0, 2)):
        assert await errands.due(store, share, 60) == [Errand(table_id, "opened", ANA, 6, 0)]
    assert await errands.due(store, Share(1, 1, 2), 60) == []
    (errand,) = await errands.due(store, EVERYTHING, 60)
    assert await store.write(lambda tx: errands.trying(tx, errand, 900))
    await store.write(lambda tx: errands.look_after(tx, EVERYTHING, 70))
    assert [one.tries for one in await errands.due(store, EVERYTHING, 70)] == [1]
    await store.write(lambda tx: errands.done(tx, errand))
    assert not await store.write(lambda tx: errands.there(tx, errand))


async def test_a_wish_is_put_to_the_others_once(camp: Inn) -> None:
    store, (table_id,) = camp.store, await tables.live_tables(camp.store, EVERYTHING)
    await bid(camp.tables, ANA)
    rev = (await camp.tables.table(table_id)).rev
    await store.write(lambda tx: wishes.save(tx, table_id, UndoRequest(rev, 0, 1, (0, 1), 40)))
    question = Question(table_id, rev, 0, 40, tried=False, tries=0)
    assert await store.write(lambda tx: wishes.current(tx, question, 50))
    await store.write(lambda tx: wishes.try_again_at(tx, question, 99))
    await store.write(lambda tx: wishes.look_after(tx, EVERYTHING, 60))
    (waiting,) = await wishes.due(store, EVERYTHING, 60)
    assert (waiting.tried, waiting.tries) == (True, 1)
    await store.write(lambda tx: wishes.another_person(tx, table_id, 1))
    wish = await wishes.request(store, table_id, rev)
    assert wish is not None
    assert wish.agreed == (0,)
    await store.write(lambda tx: wishes.settle(tx, question, "failed"))
    await store.write(lambda tx: wishes.ask_again(tx, table_id, 70))
    await store.write(lambda tx: wishes.settle(tx, question, "sent", 2**60))
    assert await store.write(lambda tx: wishes.run_out(tx, table_id, 2**60))
    assert not await store.write(lambda tx: wishes.current(tx, question, 50))


async def test_what_a_message_shows_is_noted(camp: Inn) -> None:
    store, (table_id,) = camp.store, await tables.live_tables(camp.store, EVERYTHING)
    newest = Post(2, CHANNEL, 2**62, (0, 1))
    for one in (newest, Post(1, CHANNEL, 7, ())):
        await store.write(lambda tx, one=one: posts.save_post(tx, table_id, one))
    assert await posts.post(store, table_id) == newest
    assert [one.rev for one in await posts.shown(store, table_id)] == [1, 2]
    assert (await snapshots.around(store, table_id, 2, None)).post == newest
    assert await snapshots.around(store, 99, 2, None) == snapshots.Around(None, None, ())
    await store.write(lambda tx: tables.shown_to_nobody(tx, table_id))
    assert await posts.unposted(store, EVERYTHING) == []
    asked = await store.write(lambda tx: motions.insert(tx, table_id, "pace", 24, 0, 5))
    await store.write(lambda tx: motions.save_message(tx, asked, CHANNEL, 2**60))
    await store.write(lambda tx: motions.forget_seat(tx, table_id, 1))
    await store.write(lambda tx: motions.decide(tx, asked, "carried"))
    assert await motions.to_show(store, EVERYTHING) == [asked]
    await store.write(lambda tx: motions.save_shown(tx, asked, "carried"))
    assert await motions.to_show(store, EVERYTHING) == []
    vote = await store.write(lambda tx: votes.insert(tx, table_id, 0, 1, (CY, "Cy"), 5))
    for choice in ("wait", "hand"):
        await store.write(lambda tx, choice=choice: votes.cast_ballot(tx, vote, 1, choice))
    stored = await votes.vote(store, vote)
    assert stored is not None
    assert stored.ballots == {1: "hand"}


async def test_what_people_and_servers_want_is_kept(camp: Inn) -> None:
    store = camp.store
    await store.write(lambda tx: people.watch(tx, GUILD, ANA, frozenset({"toy", "paso"})))
    assert await people.watched(store, GUILD, ANA) == {"toy", "paso"}
    assert await store.write(lambda tx: people.watchers(tx, GUILD, "paso")) == [ANA]
    await store.write(lambda tx: people.choose_forum(tx, GUILD, 2**61))
    assert await people.forum(store, GUILD) == 2**61
    await store.write(lambda tx: people.choose_forum(tx, GUILD, None))
    assert not await store.all("SELECT * FROM guild_settings")
    for value in ("no", "yes", None):
        await store.write(lambda tx, value=value: people.choose(tx, "person", ANA, "statistics", value))
        assert await people.unlisted(store) == ({ANA} if value == "no" else set())
    assert not await store.all("SELECT * FROM user_settings")
    await store.write(lambda tx: turns.set_substitute(tx, ANA, "mate"))
    assert await crew.covered(store) == [(ANA, "mate")]


async def test_what_is_kept_beside_the_log_is_found(camp: Inn) -> None:
    store, (table_id,) = camp.store, await tables.live_tables(camp.store, EVERYTHING)
    assert await archive.record(store, table_id) is None
    (row,) = await store.all("SELECT digest, data FROM components")
    assert await archive.components(store, row["digest"], "toy") == row["data"]
    await store.write(lambda tx: archive.save_note(tx, table_id, ANA, "they bluff"))
    assert await archive.note(store, table_id, ANA) == "they bluff"
    await store.write(lambda tx: archive.wish(tx, archive.Wish(table_id, ANA, 5)))
    await store.write(lambda tx: archive.save_analysis(tx, table_id, "{}"))
    assert await archive.analysis(store, table_id) == "{}"
    assert await archive.wishes(store) == []
    await store.write(lambda tx: tables.invite(tx, table_id, CY))
    assert await tables.invited(store, table_id, CY)
    await store.write(lambda tx: tables.uninvite(tx, table_id, CY))
    assert not await tables.invited(store, table_id, CY)
    asked = (await camp.tables.table(table_id)).asked
    for _ in range(2):
        await store.write(lambda tx: notices.call_later(tx, table_id, 0, asked, 5, 50))
    assert len(await store.all("SELECT * FROM reminders WHERE kind = 'call'")) == 1
    assert [one.id for one in await tables.live_tables_of(store, ANA, 5)] == [table_id]
