"""docs/owners.md: every worked example applies, passes the check, and changes the rules as the page says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import commands
from engine.kernel import registry
from engine.ops import config, rule_pages
from tests.discord.fake_server import open_server, read_text

ROOT = Path(__file__).parents[1]
OWNERS_PAGE = (ROOT / "docs" / "owners.md").read_text("utf-8")
CLAIM_PATTERN = re.compile(r"^([A-Z]\d+(?:\.\d+)*) then says: “(.+)”\.$", re.MULTILINE)


class OwnerExample(NamedTuple):
    """The changes to a game's built-in file, and the texts of the rules that result."""

    slug: str
    changes: list[tuple[str, str]]
    claims: list[tuple[str, str]]


def parse_examples() -> list[OwnerExample]:
    found = []
    for chapter in OWNERS_PAGE.split("\n## ")[1:]:
        slug = re.search(r"\(`(\w+)`\)", chapter.splitlines()[0])
        assert slug is not None
        changes = []
        for block in re.findall(r"```diff\n(.*?)```", chapter, re.DOTALL):
            lines = block.splitlines()
            changes.append(
                tuple("\n".join(line[1:] for line in lines if not line.startswith(sign)) for sign in ("+", "-"))
            )
        found.append(OwnerExample(slug[1], changes, CLAIM_PATTERN.findall(chapter)))
    return found


EXAMPLES = parse_examples()


def write_owner_file(example: OwnerExample) -> str:
    """Return the owner's file of an example."""
    made = registry.own_components(example.slug)
    for before, after in example.changes:
        assert made.count(before) == 1, before
        made = made.replace(before, after)
    return made


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.slug for one in EXAMPLES])
def test_an_example_is_checked_and_the_rules_follow_it(example: OwnerExample, tmp_path: Path) -> None:
    file = tmp_path / f"my-{example.slug}.toml"
    file.write_text(write_owner_file(example), "utf-8")
    lines = list(commands.print_components(example.slug, file))
    assert lines[-1] == f"{file} fits."
    assert any("printed" in line for line in lines)
    shown = "\n".join(commands.print_rules(example.slug, file))
    ours = "\n".join(commands.print_rules(example.slug))
    assert example.claims
    for rule, words in example.claims:
        (line,) = [line for line in shown.splitlines() if line.startswith(f"{rule} ")]
        assert words in line
        assert words not in ours


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.slug for one in EXAMPLES])
def test_spanish_rules_follow_it_too(example: OwnerExample) -> None:
    changed = list_changed_rules(example, "es")
    assert changed == list_changed_rules(example, "en")
    assert {rule for rule, _ in example.claims} <= changed


def list_changed_rules(example: OwnerExample, language: str) -> set[str]:
    """List the rules that the example's file tells otherwise, also those that say what is not printed."""
    ours, theirs = (
        {rule.number: rule.text for rule in rule_pages.load_rules(registry.load_game(example.slug, made), language)}
        for made in (None, write_owner_file(example))
    )
    return {number for number in ours if ours[number] != theirs[number]}


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.slug for one in EXAMPLES])
async def test_players_read_it_on_discord(example: OwnerExample, tmp_path: Path) -> None:
    async with open_server(tmp_path, components={example.slug: write_owner_file(example)}) as home:
        for rule, words in example.claims:
            assert words in read_text(
                (await home.run_command(home.ana, "rules", game=example.slug, rule=rule)).response
            )


def test_the_line_of_the_configuration_is_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"^ +\[components\]\n +.*\n", OWNERS_PAGE, re.MULTILINE)
    named = tomllib.loads("\n".join(line.strip() for line in block.splitlines()))["components"]
    ((slug, name),) = named.items()
    made = write_owner_file(next(one for one in EXAMPLES if one.slug == slug))
    (tmp_path / name).write_text(made, "utf-8")
    (tmp_path / "config.toml").write_text("\n".join(line.strip() for line in block.splitlines()), "utf-8")
    assert config.load_config(tmp_path / "config.toml", {}).components == {slug: made}


def test_there_is_an_example_for_every_game_of_ours_and_the_front_page_leads_there() -> None:
    assert {one.slug for one in EXAMPLES} == {"amundsen", "expanse", "northwest", "paso"}
    assert "docs/owners.md" in (ROOT / "README.md").read_text("utf-8")
