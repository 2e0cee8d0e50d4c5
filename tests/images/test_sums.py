"""Sums of fractions are the same on every Python; otherwise pictures would differ."""

from render.kit.ordered_sum import sum_in_order


def test_every_step_is_rounded():
    assert sum_in_order([0.1] * 10) == 0.9999999999999999
    assert sum_in_order([1e16, 1.0, -1e16]) == 0.0, "Python 3.12 and later: 1.0 by the built-in sum"
    assert sum_in_order([]) == 0.0
