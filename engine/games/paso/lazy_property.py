"""A property that is computed when it is first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801 - used like `property`
    """A property that is computed once. `functools.cached_property` takes a lock, which costs more than most of our
    values.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute, self._name, self.__doc__ = compute, compute.__name__, compute.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> T:  # noqa: ANN401 - any class can have one
        value = self._compute(instance)
        setattr(instance, self._name, value)  # cheaper than `__dict__`, which Python creates only when it is read
        return value
