"""Trails: the newest stretch stands out, the oldest fades, and what never moved leaves none."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.kit.sheet import Sheet
from render.kit.trails import beside, trail

GROUND, RED = "#808080", "#E2512B"
WAY = [(40.0, 60.0), (160.0, 60.0), (280.0, 60.0), (400.0, 60.0)]


def drawn(points: list[tuple[float, float]], *, dashed: bool = False) -> Image.Image:
    sheet = Sheet(Image.new("RGB", (440, 120), GROUND))
    trail(sheet, points, RED, dashed=dashed)
    return sheet.image


def redness(image: Image.Image, x: int, y: int) -> int:
    red, green, _ = image.getpixel((x, y))  # type: ignore[misc]
    return red - green


def test_a_trail_fades_the_longer_ago_it_was():
    image = drawn(WAY)
    stretches = [redness(image, x, 60) for x in (100, 220, 340)]
    assert 0 < stretches[0] < stretches[1] < stretches[2]


def test_what_never_moved_leaves_no_trail():
    assert ImageChops.difference(drawn([(40.0, 60.0)] * 3), Image.new("RGB", (440, 120), GROUND)).getbbox() is None


def test_a_broken_trail_has_gaps():
    whole, broken = (
        sum(redness(drawn(WAY, dashed=dashed), x, 60) > 90 for x in range(60, 380)) for dashed in (False, True)
    )
    assert broken < 0.9 * whole


def test_trails_over_the_same_places_run_side_by_side():
    lanes = [beside(WAY, lane, 3) for lane in range(3)]
    assert len({way[0] for way in lanes}) == 3
    assert sum(way[0][0] for way in lanes) / 3 == WAY[0][0]
