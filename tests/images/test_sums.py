"""Fractions are added the same way on every Python, or pictures would differ between them."""

from render.kit.sums import total


def test_every_step_is_rounded():
    assert total([0.1] * 10) == 0.9999999999999999
    assert total([1e16, 1.0, -1e16]) == 0.0, "Python 3.12 and later: 1.0 by the built-in sum"
    assert total([]) == 0.0
