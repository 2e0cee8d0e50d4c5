"""“Since my last move” in the panel: a summary and a short film of what the others did, without secrets."""

from __future__ import annotations

import io

from PIL import Image

from cogs.pictures import film_service
from engine.kernel.text import translate_to_english
from tests.discord.fake_server import FakeServer, Message, list_pictures, read_text
from tests.discord.player import RandomPlayer


async def press_since(server: FakeServer, number: int = 0) -> Message:
    """Press the button behind "More" of a player, and return the answer."""
    user = server.people[number]
    panel = (await server.run_command(user, "hand")).response
    assert panel is not None
    answer = (await server.click_button(user, panel, "Since my last move")).response
    assert answer is not None
    return answer


async def play_until_next_turn(server: FakeServer) -> None:
    """Play until Ana has moved, Ben has moved after her, and Ana is asked again."""
    player, movers = RandomPlayer(server, "since"), []
    while movers[-1:] != ["ben"] or "ana" not in movers or await player.find_asked_user() is not server.ana:
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
        movers.append(who.name)


async def test_before_anybody_else_has_moved_nothing_is_told(race: FakeServer) -> None:
    assert "Nobody else has moved yet" in read_text(await press_since(race))


async def test_the_film_begins_after_the_own_last_move(race: FakeServer) -> None:
    await play_until_next_turn(race)
    replay = await race.bot.tables.history.load_replay(1)
    answer = await press_since(race)
    shown = read_text(answer)
    moves = (await race.bot.tables.history.build_record(1)).moves
    own_moves = [number for number, move in enumerate(moves, 1) if move.seat == 0]
    assert f"Moves {own_moves[-1]} to {replay.last}." in shown
    assert "Since your last move" in shown
    assert "**Ben**" in shown
    (data,) = await list_pictures(answer)
    film = Image.open(io.BytesIO(data))
    assert film.format == "GIF"
    since, _ = await race.bot.tables.history.load_since_own_move(1, 0, race.ana.id)
    assert film.n_frames == len(film_service.choose_moves(since)) == 2  # type: ignore[attr-defined]


async def test_the_summary_has_no_move_that_was_taken_back(race: FakeServer) -> None:
    await play_until_next_turn(race)
    before = read_text(await press_since(race))
    kept = (await race.bot.tables.history.load_replay(1)).last
    await race.play_safe_moves(1)
    plan = await race.bot.tables.rewind.plan(1, kept)
    await race.bot.tables.rewind.carry_out(1, race.dee.id, kept, plan.revision)
    assert before.splitlines()[:3] == read_text(await press_since(race)).splitlines()[:3]


async def test_the_film_shows_what_a_spectator_sees(race: FakeServer) -> None:
    """Both players get the same film of the same moves, as a spectator's replay shows them."""
    await play_until_next_turn(race)
    since, lines = await race.bot.tables.history.load_since_own_move(1, 0, race.ana.id)
    assert all(line.seats is None or 0 in line.seats for line in lines)
    film = film_service.render_film(since, lambda *_: None, 3_000_000, translate_to_english)
    whole = await race.bot.tables.history.load_replay(1)
    frames = list(whole.build_frames(film_service.choose_moves(since)))
    assert [frame.move_number for frame in frames] == film_service.choose_moves(since)
    answer = await press_since(race)
    assert await list_pictures(answer) == [film.data]


async def test_a_sealed_answer_of_another_player_changes_nothing(camp: FakeServer) -> None:
    """Ben bids differently in two equal games; what Ana learns of it is equal, too."""
    tables, answers = camp.bot.tables, []
    for channel, option in ((camp.guild.create_text_channel("north"), 0), (camp.guild.create_text_channel("south"), 1)):
        table = await tables.lobby.open(camp.guild.id, channel.id, camp.ana.id, "Ana", "toy", {"weather": "no"})
        for user, name in ((camp.ben, "Ben"), (camp.cy, "Cy")):
            await tables.lobby.join(table.id, user.id, name)
        await tables.lobby.start(table.id, camp.ana.id)
        for user, choice in ((camp.ana, 0), (camp.ben, option)):
            _, _, menu = await tables.moves.load_menu(table.id, user.id)
            bid = menu.next_menu("bid")
            assert bid is not None
            await tables.moves.play(table.id, user.id, ("bid", bid.options[choice].word))
        since, lines = await tables.history.load_since_own_move(table.id, 0, camp.ana.id)
        film = film_service.render_film(since, lambda *_: None, 3_000_000, translate_to_english)
        answers.append(([line.text for line in lines], film))
    assert answers[0] == answers[1]
