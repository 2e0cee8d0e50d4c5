"""The components of a table come back from the store unchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.store.database import Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.tables import save_components
from engine.kernel import registry
from engine.kernel.text import UserError, write_plain_text


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_components_survive_being_stored(slug: str) -> None:
    catalogue = GameCatalogue()
    again = catalogue.restore_game(slug, "not today's", catalogue.components_json(slug))
    assert again is not catalogue.load_game(slug)
    assert again.components == catalogue.load_game(slug).components


@pytest.mark.parametrize("slug", [slug for slug in registry.list_slugs() if registry.own_components(slug)])
def test_components_with_todays_digest_are_todays_only_if_they_say_the_same(slug: str) -> None:
    """A digest has 32 bits, so other components may have the same one by chance."""
    catalogue = GameCatalogue()
    others = re.sub(r'"source":"\w+"', '"source":"inferred"', catalogue.components_json(slug), count=1)
    if others == catalogue.components_json(slug):
        others = others.replace('"inferred"', '"house"', 1)
    assert catalogue.restore_game(
        slug, catalogue.components_digest(slug), catalogue.components_json(slug)
    ) is catalogue.load_game(slug)
    assert (
        catalogue.restore_game(slug, catalogue.components_digest(slug), others).components
        != catalogue.load_game(slug).components
    )


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_game_is_found_by_its_slug_its_title_and_what_the_suggestions_say(slug: str) -> None:
    catalogue = GameCatalogue()
    game = catalogue.load_game(slug)
    for typed in (
        slug,
        slug.upper(),
        game.title,
        f" {game.title.lower()}  ",
        f"{game.title}: {write_plain_text(game.blurb)}",
    ):
        assert catalogue.match_game(typed) is game, typed


@pytest.mark.parametrize(
    ("typed", "slug"), [("northwest pass", "northwest"), ("scott", "amundsen"), ("aventura", "paso")]
)
def test_a_part_of_a_title_is_enough_where_one_game_has_it(typed: str, slug: str) -> None:
    assert GameCatalogue().match_game(typed).slug == slug


@pytest.mark.parametrize("typed", ["zeppelin", " ", "e"])
def test_what_names_no_game_or_several_is_refused_with_those_there_are(typed: str) -> None:
    with pytest.raises(UserError, match="You can play: 1911 Amundsen vs Scott, "):
        GameCatalogue().match_game(typed)


@pytest.mark.parametrize(("game", "data"), [("paso", '{"cards": 3}'), ("expanse", '{"cards": 2}')])
async def test_other_components_under_the_same_digest_are_refused(
    store_address: Path | str, game: str, data: str
) -> None:
    async def first(tx: Transaction) -> None:
        await save_components(tx, "paso", ("5f0c2b7e", '{"cards": 2}'))

    async def again(tx: Transaction) -> None:
        await save_components(tx, "paso", ("5f0c2b7e", '{ "cards": 2 }'))

    async def other(tx: Transaction) -> None:
        await save_components(tx, game, ("5f0c2b7e", data))

    async with await open_store(store_address) as store:
        await store.write(first)
        await store.write(again)
        with pytest.raises(UserError, match="both have the key 5f0c2b7e"):
            await store.write(other)
        kept = await store.fetch_all("SELECT game, data FROM components")
        assert [tuple(row) for row in kept] == [("paso", '{"cards": 2}')]
