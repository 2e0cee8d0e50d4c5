"""What a table is started with comes back from the store as it was."""

from __future__ import annotations

import pytest

from engine.host.model.catalogue import Catalogue
from engine.kernel import registry


@pytest.mark.parametrize("slug", registry.slugs())
def test_components_survive_being_stored(slug: str) -> None:
    catalogue = Catalogue()
    again = catalogue.as_started(slug, "not today's", catalogue.data(slug))
    assert again is not catalogue.game(slug)
    assert again.components == catalogue.game(slug).components
