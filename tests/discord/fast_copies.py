"""Faster copies for simcord. It copies every request several times, and JSON can be copied faster than by `deepcopy`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results

PLAIN_TYPES = (str, int, bool, float, type(None))


def copy_value(value: Any) -> Any:
    """Copy a value as `deepcopy` does."""
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
    """Make simcord use `copy_value`."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (simcord.components, simcord.results):
            patch.setattr(module, "deepcopy", copy_value)
        for module in (simcord.gateway, simcord.http.router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_value))
        yield
