"""E18: the source of the values, and the contents of an owner's file."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec
import pytest

from engine.__main__ import run_command
from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS
from engine.kernel import registry
from engine.ops import owner_files, provenance
from engine.ops.config import ConfigError, load_config
from tests.rules.expanse.play import load_game, make_table

COMPONENTS_TEXT = resources.files("engine.games.expanse").joinpath("components.toml").read_text("utf-8")


def load_board() -> Board:
    return load_game().board


def test_e18_every_card_says_what_on_it_is_house_data():
    cards = load_board().cards
    assert sum(card.source == "house" for card in cards.values()) == 20
    assert cards["covert"].house_values == ()
    assert cards["drummer"].house_values == ("opa", "pg")
    assert cards["lobbyists"].house_values == ("all",)
    assert make_table(4, track="lobbyists").build_view(None).track[0].card.house == ("all",)
    assert [one.house for one in make_table(4).build_view(None).sides[1].abilities] == [True] * 4


def test_e18_the_counts_of_the_report():
    cards = load_board().cards.values()
    two = [card for card in cards if 2 in card.sets]
    assert [sum(card.ap == ap for card in two) for ap in (2, 3, 4)] == [6, 12, 12]
    assert [sum(faction in card.factions for card in two) for faction in ("un", "mcr")] == [20, 20]
    three = [card for card in cards if 3 in card.sets]
    assert [sum(faction in card.factions for card in three) for faction in ("un", "mcr", "opa")] == [23, 23, 26]
    assert [sum(faction in card.factions for card in cards) for faction in FACTIONS] == [23, 29, 31, 23]
    assert [sum(card.ap == ap for card in cards) for ap in (2, 3, 4)] == [10, 23, 19]
    assert all(set(card.factions) & set(FACTIONS[:n]) for n in (2, 3, 4) for card in cards if n in card.sets)


def test_e18_1_an_owners_file_replaces_ours():
    mine = load_game(
        ('resource = "tech"\ntwo = false', 'resource = "minerals"\ntwo = false'),
        ("prices = [0, 1, 1, 2, 2]", "prices = [0, 1, 2, 3, 4]"),
    )
    t = make_table(4, rules=mine)
    assert t.find_base("luna").resource == "minerals"
    assert t.build_view(None).prices == (0, 1, 2, 3, 4)


def test_e18_1_what_an_effect_leaves_out_is_one_fleet_and_three_influence():
    rules = load_game(('where = "ceres", n = 2, upto = true, scrap = true', 'where = "ceres"'), (", from = 3 }", " }"))
    t = make_table(4, track="salvage", fleets="vesta mcr r", influence="", move="opa", rules=rules)
    assert t.play("opa take 1 event").write_fleets("ceres") == "opa f"
    t = make_table(4, track="errinwright", fleets="vesta mcr r", influence="io pg 3; rings pg 2", rules=rules)
    t.play("un take 1 event")
    assert (t.write_influence("io"), t.write_influence("rings")) == ("pg 2", "pg 2")


def test_e18_1_the_order_of_the_sectors_in_a_file_changes_nothing():
    """Stored components are sorted. The Bands, a list, decide which sectors are beyond the Inner Planets."""
    mine = load_game(
        ('bands = { inner = ["inner"], belt = ["belt"], ', 'bands = { belt = ["belt"], inner = ["inner"], ')
    )
    assert mine.board.list_bases("far", 4) == load_game().board.list_bases("far", 4)
    assert "luna" not in mine.board.list_bases("far", 4)


def test_e18_1_a_table_keeps_the_components_it_was_started_with():
    mine = load_game(("ap = 3", "ap = 2"))
    again = registry.reload_game("expanse", msgspec.json.encode(mine.components))
    assert again.components == mine.components
    assert again.board.cards["drummer"].ap == 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('do = "points", n = 1', 'do = "zap", n = 1', "Invalid value 'zap' - at `$.cards.drummer.effects[0].do`"),
        (
            'do = "points", n = 1',
            'do = "points", n = "x"',
            "Expected `int`, got `str` - at `$.cards.drummer.effects[0].n`",
        ),
        ('do = "points", n = 1', 'do = "points", m = 1', "unknown field `m` - at `$.cards.drummer.effects[0]`"),
        (
            'where = "outer" }',
            'where = "pluto" }',
            "there is no place “pluto” - at `$.cards.voices.effects[2].where`",
        ),
        ("ap = 3\n", "", "missing required field `ap` - at `$.cards.drummer`"),
        ("ap = 3\n", "ap = 12\n", "ap must be 0 to 6, not 12 - at `$.cards.drummer`"),
        ('factions = ["mcr", "opa"]', "factions = []", "factions: at least one faction must be on a card"),
        (
            "sources = { opa",
            "sources = { spa",
            "“spa” is not a value that could have a source - at `$.cards.drummer.sources`",
        ),
        ('orbital = "earth"\n', 'orbital = "pluto"\n', "there is no orbital “pluto” - at `$.bases.eurasia.orbital`"),
        ('power = "drop"', 'power = "zing"', "Invalid enum value 'zing' - at `$.factions.mcr.techs[0].power`"),
        ("[cards.mao]", "[cards.score]", "“score” is not a word"),
        ("prices = [0,", "prices = [1,", "prices must begin with 0"),
        (
            "sets = [2, 3, 4]",
            "sets = [3, 4]",
            "30 cards are needed with 2 players, only 29 have 2 in `sets` - at `$.cards`",
        ),
    ],
)
def test_e18_1_a_file_that_does_not_fit_is_refused_with_key_and_reason(old: str, new: str, told: str):
    assert old in COMPONENTS_TEXT
    with pytest.raises(registry.ComponentsError) as bad:
        registry.load_game("expanse", COMPONENTS_TEXT.replace(old, new, 1))
    assert told in str(bad.value)


def test_e18_1_a_check_tells_everything_that_is_missing_or_wrong():
    spoiled = (
        COMPONENTS_TEXT.replace("ap = 3\n", "", 1)
        .replace('do = "trim"', 'do = "zap"', 1)
        .replace('orbital = "eros"', 'orbital = "pluto"')
    )
    missing, wrong, nowhere = owner_files.find_problems("expanse", spoiled.encode())
    assert missing == ("cards.drummer.ap", "it is missing")
    assert wrong[0] == "cards.errinwright.effects[0].do"
    assert wrong[1].startswith("Invalid value 'zap' (one of: again, bring, build, ")
    assert nowhere == ("bases.eros.orbital", "there is no orbital “pluto”")
    assert owner_files.find_problems("expanse", COMPONENTS_TEXT.encode()) == []
    assert owner_files.find_problems("expanse", b"\xff") != []
    assert "not TOML" in owner_files.find_problems("expanse", b"[cards")[0][1]


def test_e18_1_a_check_tells_what_is_still_house_data():
    house = [
        key for key, source in provenance.generate_provenance(msgspec.toml.decode(COMPONENTS_TEXT)) if source == "house"
    ]
    assert "cards.lobbyists" in house
    assert "cards.drummer.opa" in house
    assert "factions.pg.techs[1]" in house
    assert "factions.mcr.battleships" in house
    assert not any(key.startswith(("scoring", "deck", "track", "crew")) for key in house)


def test_the_names_in_the_data_are_all_different():
    data = load_board()
    for names in (
        [card.name for card in data.cards.values()],
        [base.name for base in data.components.bases.values()],
    ):
        assert len(set(names)) == len(names)


def check_file(capsys: pytest.CaptureFixture[str], file: Path) -> tuple[int, str, str]:
    code = run_command(["components", "expanse", "--check", str(file)])
    return code, *capsys.readouterr()


def test_e18_1_the_command_line_checks_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_text(COMPONENTS_TEXT, "utf-8")
    code, out, err = check_file(capsys, mine)
    assert (code, err) == (0, "")
    assert "still house: " in out
    assert out.endswith(f"{mine} fits.\n")
    mine.write_text(COMPONENTS_TEXT.replace("cp = 10\n", "").replace('do = "trim"', 'do = "zap"'), "utf-8")
    code, out, err = check_file(capsys, mine)
    assert (code, out) == (1, "")
    missing, wrong = err.splitlines()
    assert missing == f"{mine}: numbers.cp: it is missing"
    assert wrong.startswith(f"{mine}: cards.errinwright.effects[0].do: Invalid value 'zap' (one of: ")


def test_e18_1_the_start_is_refused_with_file_card_key_and_reason(tmp_path: Path):
    (tmp_path / "mine.toml").write_text(COMPONENTS_TEXT.replace('do = "trim"', 'do = "zap"'), "utf-8")
    (tmp_path / "config.toml").write_text('[components]\nexpanse = "mine.toml"\n', "utf-8")
    with pytest.raises(ConfigError) as bad:
        load_config(tmp_path / "config.toml", {})
    assert f"{tmp_path / 'mine.toml'}" in str(bad.value)
    assert "cards.errinwright.effects" in str(bad.value)
    assert "nvalid value 'zap'" in str(bad.value)
