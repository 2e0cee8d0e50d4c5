"""A record becomes the same table again, or is refused with the line that does not play; nothing is half-opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.model.table import NOBODY
from engine.host.service.play.standing import standing
from engine.host.service.tables import Tables
from engine.host.store.entries import entries
from engine.host.store.tables import stored
from engine.kernel import registry
from engine.kernel.record import Record, dump, parse
from engine.kernel.text import Refusal, plain
from engine.ops import doctor
from tests.bounds import bounds
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn, bid, finish, over_for_good
from tests.recorded import records

ELSEWHERE = CHANNEL + 1
SLUGS = registry.slugs()
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.record"))


async def opened(tables: Tables, text: str, channel: int = ELSEWHERE) -> int:
    """A table from a record with Ana, Ben and Cy on as many seats as are free, started."""
    table = await tables.lobby.open_record(GUILD, channel, ANA, "Ana", text)
    free = sum(person.user == NOBODY and not person.left for person in table.seats)
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (14, "Dee"))[:free]:
        await tables.lobby.join(table.id, user, name)
    return (await tables.lobby.start(table.id, ANA)).id


async def kept(tables: Tables, table_id: int) -> object:
    """All of a table that its record stands for: what stands in the log, what was told to whom, the position, the end."""
    row = await stored(tables.store, table_id)
    assert row is not None
    stand = standing(await entries(tables.store, table_id))
    seqs = {entry.seq: n for n, entry in enumerate(stand)}
    told = [
        [(seqs[line.seq], plain(line.text)) for line in await tables.history.log(table_id, seat) if line.seq in seqs]
        for seat in (None, *range(len(row.table.seats)))
    ]
    return (
        [(e.kind, e.seat, e.words, e.digest, e.barrier, e.secret) for e in stand],
        told,
        row.position,
        row.seed,
        row.components,
        row.table.game,
        row.table.options,
        row.table.status,
        row.table.result,
        [person.left for person in row.table.seats],
    )


async def finished(camp: Inn) -> tuple[int, str]:
    """A game played to its end, with a move taken back and made again on the way."""
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.undo.take_back(table.id, ANA)
    table_id = await finish(camp.tables)
    return table_id, dump(await camp.tables.history.record(table_id))


async def test_an_imported_export_is_the_same_table(camp: Inn) -> None:
    table_id, text = await finished(camp)
    copy = await opened(camp.tables, text)
    assert (await camp.tables.table(copy)).status == "finished"
    assert await kept(camp.tables, copy) == await kept(camp.tables, table_id)
    assert dump(await camp.tables.history.record(copy)) == text
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same", "same"]


async def test_a_table_where_somebody_gave_up_is_the_same_too(inn: Inn) -> None:
    tables = inn.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    await bid(tables, ANA)
    await tables.moves.resign(table.id, BEN)
    await bid(tables, CY)
    await finish(tables)
    text = dump(await tables.history.record(table.id))
    assert "\nresign 1\n" in text
    assert await kept(tables, await opened(tables, text)) == await kept(tables, table.id)
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await tables.lobby.join(table.id, BEN, "Ben")
    await tables.lobby.start(table.id, ANA)
    await tables.moves.resign(table.id, BEN)
    text = dump(await tables.history.record(table.id))
    assert await kept(tables, await opened(tables, text)) == await kept(tables, table.id), "the last one has won"


@pytest.mark.slow
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
async def test_every_golden_record_opens_as_the_game_it_is(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr(registry, "HOME", "engine.games")
    tables = await inn.restart()
    text = _text(file)
    record = parse(text)
    copy = await opened(tables, text)
    table = await tables.table(copy)
    if table.status == "finished":
        assert (await tables.history.record(copy)).moves == record.moves
    else:
        assert len((await tables.history.record(copy)).moves) >= len(record.moves)
        seat, *_ = (await tables.snapshots.take(copy, None)).waiting
        _, _, menu = await tables.moves.menu(copy, table.user_of(seat))
        game = tables.catalogue.game(table.game)
        assert (await tables.moves.play(copy, table.user_of(seat), game.stall(seat, menu))).rev > table.rev, (
            "it goes on"
        )
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_played_here_is_the_same_table_after_export_and_import(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """With moves taken back and made again on the way, which the record does not tell."""
    monkeypatch.setattr(registry, "HOME", "engine.games")
    record = max(records(slug), key=lambda record: len(record.moves))
    await inn.restart()
    tables = Tables(inn.store, Catalogue(), lambda: inn.now, lambda: record.seed)
    people = ((ANA, "Ana"), (BEN, "Ben"), (CY, "Cy"), (14, "Dee"))[: record.seats]
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", slug, dict(record.options))
    for user, name in people[1:]:
        await tables.lobby.join(table.id, user, name)
    table = await tables.lobby.start(table.id, ANA)
    taken_back = set[int]()
    while table.status == "running":
        made = sum(entry.is_move for entry in standing(await entries(tables.store, table.id)))
        move = record.moves[made]  # what is forced is played by itself
        user, once = table.user_of(move.seat), made % 10 == 3 and made not in taken_back
        before = await kept(tables, table.id) if once else None
        table = await tables.moves.play(table.id, user, move.words)
        if once and table.status == "running" and (await tables.undo.retraction(table.id, user)).alone:
            taken_back.add(made)
            await tables.undo.take_back(table.id, user)
            assert await kept(tables, table.id) == before
    assert taken_back or not bounds(slug).free
    await over_for_good(tables, table.id)
    text = dump(await tables.history.record(table.id))
    assert parse(text).moves == record.moves
    copy = await opened(tables, text)
    assert await kept(tables, copy) == await kept(tables, table.id)
    assert dump(await tables.history.record(copy)) == text
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same", "same"]


async def test_a_record_that_stops_goes_on_from_there(camp: Inn) -> None:
    _, text = await finished(camp)
    record = parse(text)
    cut = dump(msgspec.structs.replace(record, moves=record.moves[:3]))
    copy = await opened(camp.tables, cut)
    table = await camp.tables.table(copy)
    assert table.status == "running"
    while table.status == "running":
        (seat, *_) = (await camp.tables.snapshots.take(copy, None)).waiting
        _, _, menu = await camp.tables.moves.menu(copy, table.user_of(seat))
        table = await camp.tables.moves.play(
            copy, table.user_of(seat), camp.tables.catalogue.game("toy").stall(seat, menu)
        )
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same", "same"]


def _text(file: Path) -> str:
    return file.read_text("utf-8")


# ------------------------------------------------------------------ seats
async def test_people_choose_who_they_are(camp: Inn) -> None:
    _, text = await finished(camp)
    tables = camp.tables
    table = await tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", text)
    assert table.imported
    await tables.lobby.sit(table.id, ANA, "Ana", 1)
    with pytest.raises(Refusal, match="sits there already"):
        await tables.lobby.sit(table.id, BEN, "Ben", 1)
    table = await tables.lobby.join(table.id, BEN, "Ben")
    assert [person.user for person in table.seats] == [BEN, ANA]
    with pytest.raises(Refusal, match="All 2 seats"):
        await tables.lobby.join(table.id, CY, "Cy")
    with pytest.raises(Refusal, match="already have a seat"):
        await tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="its options with it"):
        await tables.lobby.set_option(table.id, ANA, "rounds", "2")
    table = await tables.lobby.leave(table.id, ANA)
    assert table.opened_by == BEN
    assert table.seat_of(ANA) is None
    assert (await tables.lobby.leave(table.id, BEN)).status == "closed"


async def test_a_finished_game_needs_no_more_than_one_and_a_running_one_everybody(camp: Inn) -> None:
    _, text = await finished(camp)
    tables = camp.tables
    alone = await tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", text)
    done = await tables.lobby.start(alone.id, ANA)
    assert done.status == "finished"
    assert done.names == ("Ana", "")
    cut = dump(msgspec.structs.replace(parse(text), moves=()))
    table = await tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", cut)
    with pytest.raises(Refusal, match="Still free: 2"):
        await tables.lobby.start(table.id, ANA)
    with pytest.raises(Refusal, match="no seat at this table yet"):
        await tables.lobby.start(table.id, BEN)
    await tables.lobby.join(table.id, BEN, "Ben")
    assert (await tables.lobby.start(table.id, BEN)).status == "running"
    with pytest.raises(Refusal, match="begun already"):
        await tables.lobby.sit(table.id, CY, "Cy", 0)


async def given_up_twice(inn: Inn) -> int:
    """Ben gives up, Dee takes the seat and gives up too; Ana and Cy play on to the end."""
    tables = inn.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    await bid(tables, ANA)
    await tables.moves.resign(table.id, BEN)
    await tables.handover.assign(table.id, 1, DEE, "Dee")
    await bid(tables, CY)
    await tables.moves.resign(table.id, DEE)
    return await finish(tables)


async def test_a_seat_that_was_given_up_and_taken_and_given_up_again(inn: Inn) -> None:
    table_id = await given_up_twice(inn)
    text = dump(await inn.tables.history.record(table_id))
    changes = [(change.kind, change.seat) for change in parse(text).changes]
    assert changes == [("resign", 1), ("replace", 1), ("resign", 1)]
    assert "Dee" not in text
    assert await kept(inn.tables, await opened(inn.tables, text)) == await kept(inn.tables, table_id)


async def test_a_seat_that_was_taken_over_is_alive_in_the_copy(inn: Inn) -> None:
    """A record that ends with Dee on the seat: whoever sits there is asked."""
    text = dump(await inn.tables.history.record(await given_up_twice(inn)))
    record = parse(text)
    short = msgspec.structs.replace(record, moves=record.moves[: record.changes[1].before], changes=record.changes[:2])
    assert [change.kind for change in short.changes] == ["resign", "replace"]
    copy = await inn.tables.table(await opened(inn.tables, dump(short)))
    assert [(person.user, person.left) for person in copy.seats] == [(ANA, False), (BEN, False), (CY, False)]
    asked = set[int]()
    while copy.status == "running" and BEN not in asked:
        asked = {copy.user_of(seat) for seat in (await inn.tables.snapshots.take(copy.id, None)).waiting}
        user = min(asked)
        _, seat, menu = await inn.tables.moves.menu(copy.id, user)
        copy = await inn.tables.moves.play(copy.id, user, inn.tables.catalogue.game("toy").stall(seat, menu))
    assert BEN in asked


async def test_an_undo_takes_no_seat_back(trio: Inn) -> None:
    tables = trio.tables
    table = await tables.in_channel(CHANNEL)
    await tables.moves.resign(table.id, BEN)
    await bid(tables, ANA)
    await tables.handover.assign(table.id, 1, DEE, "Dee")
    await tables.undo.take_back(table.id, ANA)
    assert [change.kind for change in (await tables.history.record(table.id)).changes] == ["resign", "replace"]
    page = await tables.history.log_page(table.id, None, 50)
    undone = [plain(one.line.text) for one in page.lines if one.undone]
    assert not [line for line in undone if "seat on" in line or "that seat" in line]


async def test_nobody_is_seated_where_a_seat_was_given_up(inn: Inn) -> None:
    tables = inn.tables
    record = parse(dump(await tables.history.record(await given_up_twice(inn))))
    short = msgspec.structs.replace(
        record, moves=record.moves[:1], changes=tuple(msgspec.structs.replace(c, seat=0) for c in record.changes[:1])
    )
    table = await tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", dump(short))
    assert [(person.user, person.left) for person in table.seats] == [(NOBODY, True), (ANA, False), (NOBODY, False)]
    with pytest.raises(Refusal, match="given up on the way"):
        await tables.lobby.sit(table.id, ANA, "Ana", 0)
    await tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="All 2 seats"):
        await tables.lobby.join(table.id, CY, "Cy")
    await tables.lobby.leave(table.id, BEN)
    table = await tables.lobby.sit(table.id, BEN, "Ben", 2)
    assert [person.left for person in table.seats] == [True, False, False]
    assert (await tables.lobby.start(table.id, BEN)).status == "running"


async def test_a_record_that_stops_short_has_a_known_future(camp: Inn) -> None:
    _, text = await finished(camp)
    short = dump(msgspec.structs.replace(parse(text), moves=parse(text).moves[:2]))
    assert (await camp.tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", short)).stops_short
    assert not (await camp.tables.lobby.open_record(GUILD, ELSEWHERE + 1, ANA, "Ana", text)).stops_short


async def test_five_lobbies_are_enough_for_one_person(camp: Inn) -> None:
    tables, (_, text) = camp.tables, await finished(camp)
    opened_by_ana = [await tables.lobby.open(GUILD, 500 + n, ANA, "Ana", "toy", {}) for n in range(5)]
    for opening in (
        tables.lobby.open(GUILD, 600, ANA, "Ana", "toy", {}),
        tables.lobby.open_record(GUILD, 600, ANA, "Ana", text),
        tables.lobby.rematch(1, ANA, "Ana"),
    ):
        with pytest.raises(Refusal, match="5 tables that you have opened"):
            await opening
    await tables.lobby.open(GUILD, 600, BEN, "Ben", "toy", {})
    await tables.lobby.close(opened_by_ana[0].id, ANA)
    await tables.lobby.open(GUILD, 601, ANA, "Ana", "toy", {})


# ------------------------------------------------------------------ refusals
def _moves(edit: Callable[[list[str]], list[str]]) -> Callable[[Record], str]:
    """The record with its move lines edited."""

    def edited(record: Record) -> str:
        lines = dump(record).splitlines()
        first = next(i for i, line in enumerate(lines) if line[:1].isdigit())
        return "\n".join([*lines[:first], *edit(lines[first:])])

    return edited


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda record: dump(msgspec.structs.replace(record, seed="sha256:ab")), "of a game that goes on"),
        (_moves(lambda moves: ["0 ?", *moves]), "of a game that goes on"),
        (lambda record: dump(msgspec.structs.replace(record, origin="{}")), "rules were corrected in the middle"),
        (lambda record: dump(msgspec.structs.replace(record, game="chess")), "no game called “chess”"),
        (lambda record: dump(msgspec.structs.replace(record, components="00000000")), "other cards or another board"),
        (lambda record: dump(msgspec.structs.replace(record, seats=9)), "is not for 9 players"),
        (lambda record: dump(msgspec.structs.replace(record, options={"wether": "no"})), "no option “wether”"),
        (
            _moves(lambda moves: [moves[0], "0 fly", *moves[1:]]),
            r"Line 9 of this record, “0 fly”, does not play: .*not your turn",
        ),
        (_moves(lambda moves: [*moves[:1], re.sub("#.*", "#00000000", moves[1])]), "Line 9 .* is not the recorded one"),
        (_moves(lambda moves: ["0 bid z9", *moves[1:]]), "Line 8 .*“z9” is not a choice here"),
        (_moves(lambda moves: ["7 bid f1", *moves]), "Line 8 .*not your turn"),
        (_moves(lambda moves: [*moves, "0 rest"]), "does not play: The game is over"),
        (_moves(lambda moves: ["resign 1", *moves]), "the game was over before it"),
        (_moves(lambda moves: [*moves, "resign 1"]), "the game was over before it"),
        (
            _moves(lambda moves: [*moves[:1], "resign 5", *moves[1:]]),
            "gives up, or is handed on, that is not in the game",
        ),
        (
            _moves(lambda moves: [*moves[:1], "replace 5", *moves[1:]]),
            "gives up, or is handed on, that is not in the game",
        ),
        (_moves(lambda moves: ["resign 0", "resign 1", *moves]), "the game was over before it"),
        (_moves(lambda moves: [*moves, *["resign 1"] * 25_000]), "more than 8000 lines"),
        (_moves(lambda moves: [*["replace 1"] * 501, *moves]), "seats change hands more than 500 times"),
        (_moves(lambda moves: [*["; Ben was late"] * 8000, *moves]), "more than 8000 lines"),
        (_moves(lambda moves: ["9" * 4400 + " bid f1", *moves]), "expected a move"),
        (
            lambda record: dump(msgspec.structs.replace(record, seed="`[a](https://b.example)`")),
            "its seed is not made of",
        ),
        (lambda record: dump(msgspec.structs.replace(record, seed="a" * 65)), "its seed is not made of"),
        (lambda record: dump(msgspec.structs.replace(record, seed="")), "its seed is not made of"),
        (lambda record: dump(msgspec.structs.replace(record, options={"x" * 3000: "no"})), "no option “x{40}”"),
        (
            lambda record: dump(msgspec.structs.replace(record, options={"weather": "x" * 3000})),
            "“x{40}” is not a value",
        ),
        (lambda record: dump(msgspec.structs.replace(record, game="x" * 150)), "no game called “x{40}”"),
        (_moves(lambda moves: [*moves, "Ana rests"]), r"line \d+: expected a move"),
        (lambda _: "hello", "line 1: expected a move"),
        (lambda _: "", "the header lacks game"),
        (lambda _: "x" * 300_000, "too large"),
        (_moves(lambda _: ["0 rest"] * 5001), "more than 5000 moves"),
        (
            lambda record: _moves(lambda moves: ["0 bid z9", *moves])(msgspec.structs.replace(record, rules=7)),
            "played under rules 7, these are 1",
        ),
    ],
)
async def test_what_cannot_be_opened_says_why(camp: Inn, spoil: Callable[[Record], str], sentence: str) -> None:
    _, text = await finished(camp)
    with pytest.raises(Refusal, match=sentence) as told:
        await camp.tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", spoil(parse(text)))
    assert len(str(told.value)) < 500
    with pytest.raises(Refusal, match="no table in this channel"):
        await camp.tables.in_channel(ELSEWHERE, live_only=False)


async def test_a_channel_that_is_taken(camp: Inn) -> None:
    _, text = await finished(camp)
    await camp.tables.lobby.open(GUILD, ELSEWHERE, BEN, "Ben", "toy", {})
    with pytest.raises(Refusal, match="already a table in this channel"):
        await camp.tables.lobby.open_record(GUILD, ELSEWHERE, ANA, "Ana", text)
