"""A record becomes the same table again, or is refused with the first illegal line. Nothing is half-opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import NO_USER
from engine.host.service.game_log import list_active_entries
from engine.host.service.table_services import TableServices
from engine.host.store.entries import load_entries
from engine.host.store.tables import load_stored_table
from engine.kernel import registry
from engine.kernel.record import GameRecord, format_record, parse_record
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from tests.game_bounds import load_bounds
from tests.game_cases import list_game_cases
from tests.golden_records import load_records
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    DEE,
    GUILD,
    ServiceHarness,
    confirm_all_finished,
    play_bid,
    play_to_end,
)

OTHER_CHANNEL = CHANNEL + 1
SLUGS = registry.list_slugs()
SAMPLE_STEP = 4
GOLDEN_FILES = [
    pytest.param(file, id=f"{file.parent.name}/{file.stem}", marks=pytest.mark.soak if n % SAMPLE_STEP else [])
    for n, file in enumerate(sorted((Path(__file__).parents[1] / "golden").glob("*/*.record")))
]
"""The recorded games. `make test` opens every SAMPLE_STEP-th."""


async def open_record(tables: TableServices, text: str, channel: int = OTHER_CHANNEL) -> int:
    """Open a table from a record with Ana, Ben and Cy on the free seats, and start it."""
    table = await tables.lobby.open_record(GUILD, channel, ANA, "Ana", text)
    free = sum(person.user_id == NO_USER and not person.has_left for person in table.seats)
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (14, "Dee"))[:free]:
        await tables.lobby.join(table.id, user, name)
    return (await tables.lobby.start(table.id, ANA)).id


async def load_everything(tables: TableServices, table_id: int) -> object:
    """Load everything that a record stands for: the log, the events and their audience, the position and the end."""
    row = await load_stored_table(tables.store, table_id)
    assert row is not None
    stand = list_active_entries(await load_entries(tables.store, table_id))
    seqs = {entry.seq: n for n, entry in enumerate(stand)}
    told = [
        [
            (seqs[line.seq], write_plain_text(line.text))
            for line in await tables.history.load_log(table_id, seat)
            if line.seq in seqs
        ]
        for seat in (None, *range(len(row.table.seats)))
    ]
    return (
        [(e.kind, e.seat, e.words if e.is_move else "", e.digest, e.is_barrier, e.is_secret) for e in stand],
        told,
        row.position_json,
        row.seed,
        row.components_digest,
        row.table.game,
        row.table.options,
        row.table.status,
        row.table.result,
        [person.has_left for person in row.table.seats],
    )


async def play_with_undo(running_table: ServiceHarness) -> tuple[int, str]:
    """Play a game to its end, with an undone and repeated move."""
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.undo.take_back(table.id, ANA)
    table_id = await play_to_end(running_table.tables)
    return table_id, format_record(await running_table.tables.history.build_record(table_id))


async def test_an_imported_export_is_the_same_table(running_table: ServiceHarness) -> None:
    table_id, text = await play_with_undo(running_table)
    copy = await open_record(running_table.tables, text)
    assert (await running_table.tables.load_table(copy)).status == "finished"
    assert await load_everything(running_table.tables, copy) == await load_everything(running_table.tables, table_id)
    assert format_record(await running_table.tables.history.build_record(copy)) == text
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same", "same"]


async def test_a_table_where_somebody_gave_up_is_the_same_too(service: ServiceHarness) -> None:
    tables = service.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    await play_bid(tables, ANA)
    await tables.moves.resign(table.id, BEN)
    await play_bid(tables, CY)
    await play_to_end(tables)
    text = format_record(await tables.history.build_record(table.id))
    assert "\nresign 1\n" in text
    assert await load_everything(tables, await open_record(tables, text)) == await load_everything(tables, table.id)
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await tables.lobby.join(table.id, BEN, "Ben")
    await tables.lobby.start(table.id, ANA)
    await tables.moves.resign(table.id, BEN)
    text = format_record(await tables.history.build_record(table.id))
    assert await load_everything(tables, await open_record(tables, text)) == await load_everything(tables, table.id), (
        "the last one has won"
    )


@pytest.mark.slow
@pytest.mark.parametrize("file", GOLDEN_FILES)
async def test_every_golden_record_opens_as_the_game_it_is(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "engine.games")
    tables = await service.restart()
    text = _read_text(file)
    record = parse_record(text)
    copy = await open_record(tables, text)
    table = await tables.load_table(copy)
    if table.status == "finished":
        assert (await tables.history.build_record(copy)).moves == record.moves
    else:
        assert len((await tables.history.build_record(copy)).moves) >= len(record.moves)
        seat, *_ = (await tables.snapshots.take_snapshot(copy, None)).waiting_seats
        _, _, menu = await tables.moves.load_menu(copy, table.find_seat_user(seat))
        game = tables.catalogue.load_game(table.game)
        assert (
            await tables.moves.play(copy, table.find_seat_user(seat), game.safe_move(seat, menu))
        ).revision > table.revision, "it goes on"
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=SLUGS))
async def test_a_game_played_here_is_the_same_table_after_export_and_import(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """The record does not show the moves that were undone and repeated."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "engine.games")
    record = max(load_records(slug), key=lambda record: len(record.moves))
    await service.restart()
    tables = TableServices(service.store, GameCatalogue(), lambda: service.now, lambda: record.seed)
    people = ((ANA, "Ana"), (BEN, "Ben"), (CY, "Cy"), (14, "Dee"))[: record.seat_count]
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", slug, dict(record.options))
    for user, name in people[1:]:
        await tables.lobby.join(table.id, user, name)
    table = await tables.lobby.start(table.id, ANA)
    taken_back = set[int]()
    while table.status == "running":
        made = sum(entry.is_move for entry in list_active_entries(await load_entries(tables.store, table.id)))
        move = record.moves[made]  # forced moves are played automatically
        user, once = table.find_seat_user(move.seat), made % 10 == 3 and made not in taken_back
        before = await load_everything(tables, table.id) if once else None
        table = await tables.moves.play(table.id, user, move.words)
        if once and table.status == "running" and not (await tables.undo.preview_undo(table.id, user)).needs_consent:
            taken_back.add(made)
            await tables.undo.take_back(table.id, user)
            assert await load_everything(tables, table.id) == before
    assert taken_back or not load_bounds(slug).free
    await confirm_all_finished(tables, table.id)
    text = format_record(await tables.history.build_record(table.id))
    assert parse_record(text).moves == record.moves
    copy = await open_record(tables, text)
    assert await load_everything(tables, copy) == await load_everything(tables, table.id)
    assert format_record(await tables.history.build_record(copy)) == text
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same", "same"]


async def test_a_record_that_stops_goes_on_from_there(running_table: ServiceHarness) -> None:
    _, text = await play_with_undo(running_table)
    record = parse_record(text)
    cut = format_record(msgspec.structs.replace(record, moves=record.moves[:3]))
    copy = await open_record(running_table.tables, cut)
    table = await running_table.tables.load_table(copy)
    assert table.status == "running"
    while table.status == "running":
        (seat, *_) = (await running_table.tables.snapshots.take_snapshot(copy, None)).waiting_seats
        _, _, menu = await running_table.tables.moves.load_menu(copy, table.find_seat_user(seat))
        table = await running_table.tables.moves.play(
            copy, table.find_seat_user(seat), running_table.tables.catalogue.load_game("toy").safe_move(seat, menu)
        )
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same", "same"]


def _read_text(file: Path) -> str:
    return file.read_text("utf-8")


# ------------------------------------------------------------------ seats
async def test_people_choose_who_they_are(running_table: ServiceHarness) -> None:
    _, text = await play_with_undo(running_table)
    tables = running_table.tables
    table = await tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", text)
    assert table.is_imported
    await tables.lobby.take_seat(table.id, ANA, "Ana", 1)
    with pytest.raises(UserError, match="sits there already"):
        await tables.lobby.take_seat(table.id, BEN, "Ben", 1)
    table = await tables.lobby.join(table.id, BEN, "Ben")
    assert [person.user_id for person in table.seats] == [BEN, ANA]
    with pytest.raises(UserError, match="All 2 seats"):
        await tables.lobby.join(table.id, CY, "Cy")
    with pytest.raises(UserError, match="already have a seat"):
        await tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="its options with it"):
        await tables.lobby.set_option(table.id, ANA, "rounds", "2")
    table = await tables.lobby.leave(table.id, ANA)
    assert table.opened_by == BEN
    assert table.find_seat(ANA) is None
    assert (await tables.lobby.leave(table.id, BEN)).status == "closed"


async def test_a_finished_game_needs_no_more_than_one_and_a_running_one_everybody(
    running_table: ServiceHarness,
) -> None:
    _, text = await play_with_undo(running_table)
    tables = running_table.tables
    alone = await tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", text)
    done = await tables.lobby.start(alone.id, ANA)
    assert done.status == "finished"
    assert done.player_names == ("Ana", "")
    cut = format_record(msgspec.structs.replace(parse_record(text), moves=()))
    table = await tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", cut)
    with pytest.raises(UserError, match="Still free: 2"):
        await tables.lobby.start(table.id, ANA)
    with pytest.raises(UserError, match="no seat at this table yet"):
        await tables.lobby.start(table.id, BEN)
    await tables.lobby.join(table.id, BEN, "Ben")
    assert (await tables.lobby.start(table.id, BEN)).status == "running"
    with pytest.raises(UserError, match="begun already"):
        await tables.lobby.take_seat(table.id, CY, "Cy", 0)


async def play_two_resignations(service: ServiceHarness) -> int:
    """Ben resigns, Dee takes the seat and resigns too; Ana and Cy play to the end."""
    tables = service.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    await play_bid(tables, ANA)
    await tables.moves.resign(table.id, BEN)
    await tables.handover.assign_seat(table.id, 1, DEE, "Dee")
    await play_bid(tables, CY)
    await tables.moves.resign(table.id, DEE)
    return await play_to_end(tables)


async def test_a_seat_that_was_given_up_and_taken_and_given_up_again(service: ServiceHarness) -> None:
    table_id = await play_two_resignations(service)
    text = format_record(await service.tables.history.build_record(table_id))
    changes = [(change.kind, change.seat) for change in parse_record(text).changes]
    assert changes == [("resign", 1), ("replace", 1), ("resign", 1)]
    assert "Dee" not in text
    assert await load_everything(service.tables, await open_record(service.tables, text)) == await load_everything(
        service.tables, table_id
    )


async def test_a_seat_that_was_taken_over_is_alive_in_the_copy(service: ServiceHarness) -> None:
    """The record ends with Dee on the seat, so the player of that seat is asked."""
    text = format_record(await service.tables.history.build_record(await play_two_resignations(service)))
    record = parse_record(text)
    short = msgspec.structs.replace(
        record, moves=record.moves[: record.changes[1].moves_before], changes=record.changes[:2]
    )
    assert [change.kind for change in short.changes] == ["resign", "replace"]
    copy = await service.tables.load_table(await open_record(service.tables, format_record(short)))
    assert [(person.user_id, person.has_left) for person in copy.seats] == [(ANA, False), (BEN, False), (CY, False)]
    asked = set[int]()
    while copy.status == "running" and BEN not in asked:
        asked = {
            copy.find_seat_user(seat)
            for seat in (await service.tables.snapshots.take_snapshot(copy.id, None)).waiting_seats
        }
        user = min(asked)
        _, seat, menu = await service.tables.moves.load_menu(copy.id, user)
        copy = await service.tables.moves.play(
            copy.id, user, service.tables.catalogue.load_game("toy").safe_move(seat, menu)
        )
    assert BEN in asked


async def test_an_undo_takes_no_seat_back(paced_trio: ServiceHarness) -> None:
    tables = paced_trio.tables
    table = await tables.find_channel_table(CHANNEL)
    await tables.moves.resign(table.id, BEN)
    await play_bid(tables, ANA)
    await tables.handover.assign_seat(table.id, 1, DEE, "Dee")
    await tables.undo.take_back(table.id, ANA)
    assert [change.kind for change in (await tables.history.build_record(table.id)).changes] == ["resign", "replace"]
    page = await tables.history.load_log_page(table.id, None, 50)
    undone = [write_plain_text(one.line.text) for one in page.lines if one.was_undone]
    assert not [line for line in undone if "seat on" in line or "that seat" in line]


async def test_nobody_is_seated_where_a_seat_was_given_up(service: ServiceHarness) -> None:
    tables = service.tables
    record = parse_record(format_record(await tables.history.build_record(await play_two_resignations(service))))
    short = msgspec.structs.replace(
        record, moves=record.moves[:1], changes=tuple(msgspec.structs.replace(c, seat=0) for c in record.changes[:1])
    )
    table = await tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", format_record(short))
    assert [(person.user_id, person.has_left) for person in table.seats] == [
        (NO_USER, True),
        (ANA, False),
        (NO_USER, False),
    ]
    with pytest.raises(UserError, match="given up on the way"):
        await tables.lobby.take_seat(table.id, ANA, "Ana", 0)
    await tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="All 2 seats"):
        await tables.lobby.join(table.id, CY, "Cy")
    await tables.lobby.leave(table.id, BEN)
    table = await tables.lobby.take_seat(table.id, BEN, "Ben", 2)
    assert [person.has_left for person in table.seats] == [True, False, False]
    assert (await tables.lobby.start(table.id, BEN)).status == "running"


async def test_a_record_that_stops_short_has_a_known_future(running_table: ServiceHarness) -> None:
    _, text = await play_with_undo(running_table)
    short = format_record(msgspec.structs.replace(parse_record(text), moves=parse_record(text).moves[:2]))
    assert (await running_table.tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", short)).is_incomplete
    assert not (await running_table.tables.lobby.open_record(GUILD, OTHER_CHANNEL + 1, ANA, "Ana", text)).is_incomplete


async def test_five_lobbies_are_enough_for_one_person(running_table: ServiceHarness) -> None:
    tables, (_, text) = running_table.tables, await play_with_undo(running_table)
    opened_by_ana = [await tables.lobby.open(GUILD, 500 + n, ANA, "Ana", "toy", {}) for n in range(5)]
    for opening in (
        tables.lobby.open(GUILD, 600, ANA, "Ana", "toy", {}),
        tables.lobby.open_record(GUILD, 600, ANA, "Ana", text),
        tables.lobby.open_rematch(1, ANA, "Ana"),
    ):
        with pytest.raises(UserError, match="5 tables that you have opened"):
            await opening
    await tables.lobby.open(GUILD, 600, BEN, "Ben", "toy", {})
    await tables.lobby.close(opened_by_ana[0].id, ANA)
    await tables.lobby.open(GUILD, 601, ANA, "Ana", "toy", {})


# ------------------------------------------------------------------ refusals
def _edit_moves(edit: Callable[[list[str]], list[str]]) -> Callable[[GameRecord], str]:
    """Return a function that writes the record with edited move lines."""

    def edited(record: GameRecord) -> str:
        lines = format_record(record).splitlines()
        first = next(i for i, line in enumerate(lines) if line[:1].isdigit())
        return "\n".join([*lines[:first], *edit(lines[first:])])

    return edited


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda record: format_record(msgspec.structs.replace(record, seed="sha256:ab")), "of a game that goes on"),
        (_edit_moves(lambda moves: ["0 ?", *moves]), "of a game that goes on"),
        (
            lambda record: format_record(msgspec.structs.replace(record, origin="{}")),
            "rules were corrected in the middle",
        ),
        (lambda record: format_record(msgspec.structs.replace(record, game="chess")), "no game called “chess”"),
        (
            lambda record: format_record(msgspec.structs.replace(record, components_digest="00000000")),
            "other cards or another board",
        ),
        (lambda record: format_record(msgspec.structs.replace(record, seat_count=9)), "is not for 9 players"),
        (lambda record: format_record(msgspec.structs.replace(record, options={"wether": "no"})), "no option “wether”"),
        (
            _edit_moves(lambda moves: [moves[0], "0 fly", *moves[1:]]),
            r"Line 9 of this record, “0 fly”, does not play: .*not your turn",
        ),
        (
            _edit_moves(lambda moves: [*moves[:1], re.sub("#.*", "#00000000", moves[1])]),
            "Line 9 .* is not the recorded one",
        ),
        (_edit_moves(lambda moves: ["0 bid z9", *moves[1:]]), "Line 8 .*“z9” is not a choice here"),
        (_edit_moves(lambda moves: ["7 bid f1", *moves]), "Line 8 .*not your turn"),
        (_edit_moves(lambda moves: [*moves, "0 rest"]), "does not play: The game is over"),
        (_edit_moves(lambda moves: ["resign 1", *moves]), "the game was over before it"),
        (_edit_moves(lambda moves: [*moves, "resign 1"]), "the game was over before it"),
        (
            _edit_moves(lambda moves: [*moves[:1], "resign 5", *moves[1:]]),
            "gives up, or is handed on, that is not in the game",
        ),
        (
            _edit_moves(lambda moves: [*moves[:1], "replace 5", *moves[1:]]),
            "gives up, or is handed on, that is not in the game",
        ),
        (_edit_moves(lambda moves: ["resign 0", "resign 1", *moves]), "the game was over before it"),
        (_edit_moves(lambda moves: [*moves, *["resign 1"] * 25_000]), "more than 8000 lines"),
        (_edit_moves(lambda moves: [*["replace 1"] * 501, *moves]), "seats change hands more than 500 times"),
        (_edit_moves(lambda moves: [*["; Ben was late"] * 8000, *moves]), "more than 8000 lines"),
        (_edit_moves(lambda moves: ["9" * 4400 + " bid f1", *moves]), "expected a move"),
        (
            lambda record: format_record(msgspec.structs.replace(record, seed="`[a](https://b.example)`")),
            "its seed is not made of",
        ),
        (lambda record: format_record(msgspec.structs.replace(record, seed="a" * 65)), "its seed is not made of"),
        (lambda record: format_record(msgspec.structs.replace(record, seed="")), "its seed is not made of"),
        (
            lambda record: format_record(msgspec.structs.replace(record, options={"x" * 3000: "no"})),
            "no option “x{40}”",
        ),
        (
            lambda record: format_record(msgspec.structs.replace(record, options={"weather": "x" * 3000})),
            "“x{40}” is not a value",
        ),
        (lambda record: format_record(msgspec.structs.replace(record, game="x" * 150)), "no game called “x{40}”"),
        (_edit_moves(lambda moves: [*moves, "Ana rests"]), r"line \d+: expected a move"),
        (lambda _: "hello", "line 1: expected a move"),
        (lambda _: "", "the header lacks game"),
        (lambda _: "x" * 300_000, "too large"),
        (_edit_moves(lambda _: ["0 rest"] * 5001), "more than 5000 moves"),
        (
            lambda record: _edit_moves(lambda moves: ["0 bid z9", *moves])(
                msgspec.structs.replace(record, rules_version=7)
            ),
            "played under rules 7, these are 1",
        ),
    ],
)
async def test_what_cannot_be_opened_says_why(
    running_table: ServiceHarness, spoil: Callable[[GameRecord], str], sentence: str
) -> None:
    _, text = await play_with_undo(running_table)
    with pytest.raises(UserError, match=sentence) as told:
        await running_table.tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", spoil(parse_record(text)))
    assert len(str(told.value)) < 500
    with pytest.raises(UserError, match="no table in this channel"):
        await running_table.tables.find_channel_table(OTHER_CHANNEL, live_only=False)


async def test_a_channel_that_is_taken(running_table: ServiceHarness) -> None:
    _, text = await play_with_undo(running_table)
    await running_table.tables.lobby.open(GUILD, OTHER_CHANNEL, BEN, "Ben", "toy", {})
    with pytest.raises(UserError, match="already a table in this channel"):
        await running_table.tables.lobby.open_record(GUILD, OTHER_CHANNEL, ANA, "Ana", text)
