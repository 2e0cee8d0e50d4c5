"""simcord copies what is sent several times; what is sent is JSON, which can be copied faster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
import simcord.components
import simcord.results

PLAIN_TYPES = (str, int, bool, float, type(None))


def copy_value(value: Any) -> Any:
    """As `deepcopy`."""
    kind = type(value)
    if kind in PLAIN_TYPES:
        return value
    if kind is dict:
        return {key: copy_value(one) for key, one in value.items()}
    if kind is list:
        return [copy_value(one) for one in value]
    return deepcopy(value)


@contextmanager
def use_fast_copies() -> Iterator[None]:
    """simcord copies so."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (simcord.components, simcord.results):
            patch.setattr(module, "deepcopy", copy_value)
        yield
