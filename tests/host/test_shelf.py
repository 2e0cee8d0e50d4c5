"""What a table is started with comes back from the store as it was."""

from __future__ import annotations

import pytest

from engine.host.model.catalogue import Shelf
from engine.kernel import registry


@pytest.mark.parametrize("slug", registry.slugs())
def test_components_survive_being_stored(slug: str) -> None:
    shelf = Shelf()
    again = shelf.as_started(slug, "not today's", shelf.data(slug))
    assert again is not shelf.game(slug)
    assert again.components == shelf.game(slug).components
