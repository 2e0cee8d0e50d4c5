"""What is worked out once for an object, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801 - used like `property`
    """A property that is worked out once. `functools.cached_property` takes a lock, which costs more than most of ours."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._make, self._name, self.__doc__ = compute, compute.__name__, compute.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> T:  # noqa: ANN401 - of whatever class it stands in
        value = self._make(instance)
        setattr(instance, self._name, value)  # cheaper than through `__dict__`, which most objects are never asked for
        return value
