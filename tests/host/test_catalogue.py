"""What a table is started with comes back from the store as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.store.database import Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.tables import keep_components
from engine.kernel import registry
from engine.kernel.text import Refusal, plain


@pytest.mark.parametrize("slug", registry.slugs())
def test_components_survive_being_stored(slug: str) -> None:
    catalogue = Catalogue()
    again = catalogue.as_started(slug, "not today's", catalogue.data(slug))
    assert again is not catalogue.game(slug)
    assert again.components == catalogue.game(slug).components


@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if registry.own_components(slug)])
def test_components_with_todays_digest_are_todays_only_if_they_say_the_same(slug: str) -> None:
    """A digest has 32 bits: others may have the same one by chance."""
    catalogue = Catalogue()
    others = re.sub(r'"source":"\w+"', '"source":"inferred"', catalogue.data(slug), count=1)
    if others == catalogue.data(slug):
        others = others.replace('"inferred"', '"house"', 1)
    assert catalogue.as_started(slug, catalogue.digest(slug), catalogue.data(slug)) is catalogue.game(slug)
    assert catalogue.as_started(slug, catalogue.digest(slug), others).components != catalogue.game(slug).components


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_game_is_found_by_its_slug_its_title_and_what_the_suggestions_say(slug: str) -> None:
    catalogue = Catalogue()
    game = catalogue.game(slug)
    for typed in (slug, slug.upper(), game.title, f" {game.title.lower()}  ", f"{game.title}: {plain(game.blurb)}"):
        assert catalogue.named(typed) is game, typed


@pytest.mark.parametrize(
    ("typed", "slug"), [("northwest pass", "northwest"), ("scott", "amundsen"), ("aventura", "paso")]
)
def test_a_part_of_a_title_is_enough_where_one_game_has_it(typed: str, slug: str) -> None:
    assert Catalogue().named(typed).slug == slug


@pytest.mark.parametrize("typed", ["zeppelin", " ", "e"])
def test_what_names_no_game_or_several_is_refused_with_those_there_are(typed: str) -> None:
    with pytest.raises(Refusal, match="You can play: amundsen"):
        Catalogue().named(typed)


@pytest.mark.parametrize(("game", "data"), [("paso", '{"cards": 3}'), ("expanse", '{"cards": 2}')])
async def test_other_components_under_the_same_digest_are_refused(where: Path | str, game: str, data: str) -> None:
    async def first(tx: Transaction) -> None:
        await keep_components(tx, "paso", ("5f0c2b7e", '{"cards": 2}'))

    async def again(tx: Transaction) -> None:
        await keep_components(tx, "paso", ("5f0c2b7e", '{ "cards": 2 }'))

    async def other(tx: Transaction) -> None:
        await keep_components(tx, game, ("5f0c2b7e", data))

    async with await open_store(where) as store:
        await store.write(first)
        await store.write(again)
        with pytest.raises(Refusal, match="both have the key 5f0c2b7e"):
            await store.write(other)
        kept = await store.all("SELECT game, data FROM components")
        assert [tuple(row) for row in kept] == [("paso", '{"cards": 2}')]
