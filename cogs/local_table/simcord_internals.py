"""Parts of simcord's page that have no public name. simcord is pinned to one release; a test notices if they change."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import simcord

PageAction = Callable[[str | None, Mapping[str, Any]], Coroutine[Any, Any, dict[str, Any]]]
"""Carries out an action on the page: the id of its context, and its content."""


def is_page_closed(page: simcord.Preview) -> bool:
    """Return whether the page has been closed."""
    return page._closed  # noqa: SLF001


def replace_page_action(page: simcord.Preview, wrap: Callable[[PageAction], PageAction]) -> None:
    """Carry out the page's actions by `wrap(action)` instead of `action`."""
    inner: Any = page
    inner._action = wrap(inner._action)  # noqa: SLF001
