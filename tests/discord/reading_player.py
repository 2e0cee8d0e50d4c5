"""A player who sees no picture: everything it knows is in the texts, labels and alt texts of its messages."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import simcord

from tests.discord.fake_server import BUTTON_TYPE, FakeServer, Message, list_components, list_controls
from tests.discord.panels import find_answer
from tests.discord.player import RandomPlayer

READ_INTERVAL = 10
"""Every tenth decision the player reads the position."""
MAX_PAGES = 12


GAMES_FOLDER = Path(__file__).parents[1] / "games"


class ReadingPlayer(RandomPlayer):
    """Plays by the labels of its controls, which must tell every choice, and reads the position from time to time."""

    def __init__(self, server: FakeServer, seed: str) -> None:
        super().__init__(server, seed)
        self.read_count = 0

    async def choose_words_first(self, *users: simcord.MemberActor) -> None:
        """Choose the setting that puts the words before each picture."""
        for user in users:
            await self.home.bot.tables.settings.save_setting("person", user.id, "words", "yes")

    async def press_control(self, user: simcord.MemberActor, panel: Message) -> simcord.InteractionResult:
        check_words(panel)
        return await super().press_control(user, panel)

    async def read_position(self, user: simcord.MemberActor) -> None:
        """Read all pages of "In words" below the board, and check that the position can be read from them."""
        table = await self.home.load_table()
        page = find_answer(await self.home.click_button(user, self.home.newest_post, "In words"))
        lines: list[str] = []
        for _ in range(MAX_PAGES):
            lines += [line for line in "\n".join(list_texts(page)).split("\n") if not line.startswith("-# ")]
            if not any(part.get("label") == "Next page" for part in list_controls(page)):
                break
            page = find_answer(await self.home.click_button(user, page, "Next page"))
        if not has_reader(table.game):
            return
        reader, names = import_module(f"tests.games.{table.game}.reader"), [seat.name for seat in table.seats]
        snapshot = await self.home.bot.tables.snapshots.take_snapshot(table.id, table.find_seat(user.id))
        found = reader.read_position([line.strip("*") for line in lines], names)
        assert found == reader.expect_position(snapshot.view), "\n".join(lines)
        self.read_count += 1


def has_reader(slug: str) -> bool:
    """Return whether a game has a reader of its positions in words. It is optional."""
    return (GAMES_FOLDER / slug / "reader.py").is_file()


def list_texts(message: Message) -> list[str]:
    """List the texts of a message, without labels and alt texts."""
    return [str(part["content"]) for part in list_components(message) if part.get("content")]


def check_words(panel: Message) -> None:
    """Check that every picture has its words above it, and that no two controls or choices of a list are called the same."""
    text, controls = "\n".join(list_texts(panel)), list_controls(panel)
    for part in list_components(panel):
        for item in part.get("items", ()):
            assert item["description"], "a picture without words"
            assert item["description"] in text.replace("\\", ""), f"{item['description']} is not above its picture"
    buttons = [part["label"] for part in controls if part["type"] == BUTTON_TYPE]
    assert len(set(buttons)) == len(buttons), buttons
    for part in controls:
        labels = [option["label"] for option in part.get("options", ())]
        assert len(set(labels)) == len(labels), labels
