"""What painters keep stays within its bound, and changes no pixel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from engine.kernel.text import english
from render.kit.canvas import Sprite
from render.kit.kept import USUAL, Memory, kept, kept_packed, memory
from render.kit.kept.shelves import OFTEN, CostShelf, Shelf, weight
from render.kit.scene import painter
from render.kit.sheet import Sheet
from render.paso.ground import piece
from tests.images.golden import BOARDS, NAMED, compare

KILOBYTE = 1024


@pytest.fixture
def bounded() -> Iterator[Memory]:
    """What painters keep, to be bounded; afterwards as ever."""
    yield memory()
    memory().bound(USUAL)


def test_what_was_longest_not_asked_for_is_thrown_away():
    shelf = Shelf(3.5 * weight(Image.new("RGB", (16, 16))))
    for name in ("a", "b", "c"):
        shelf.put(name, Image.new("RGB", (16, 16)))
    assert shelf.get("a") is not None
    shelf.put("d", Image.new("RGB", (16, 16)))
    assert [name for name in "abcd" if shelf.get(name)] == ["a", "c", "d"]
    assert shelf.held == 3 * weight(Image.new("RGB", (16, 16)))


def test_what_is_larger_than_the_shelf_is_not_kept_and_drives_nothing_out():
    shelf = Shelf(10 * KILOBYTE)
    shelf.put("small", Image.new("L", (64, 64)))
    shelf.put("large", Image.new("RGB", (64, 64)))
    assert (shelf.get("small") is not None, shelf.get("large")) == (True, None)


def test_pictures_that_come_and_go_leave_nothing_behind():
    shelf = Shelf(10 * KILOBYTE)
    for n in range(1000):
        shelf.put("board", Image.new("L", (64, n % 64)))
        if n % 3:
            assert shelf.take("board") is not None
    assert len(shelf._queue) < 100
    assert shelf.take("board").height == 999 % 64
    assert (shelf.take("board"), shelf.held) == (None, 0)


def dots(**cost: float) -> CostShelf:
    """A shelf with room for two of these: equal pictures that took so many seconds."""
    shelf = CostShelf(2.5 * weight(Image.new("L", (64, 64))))
    for name, seconds in cost.items():
        shelf.put(name, Image.new("L", (64, 64)), seconds)
    return shelf


def left(shelf: Shelf) -> str:
    """The names of what is still there."""
    return "".join(sorted(map(str, shelf._values)))


def test_what_is_drawn_again_soonest_is_thrown_away():
    assert left(dots(a=0.005, b=0.001, c=0.002)) == "ac"
    assert left(dots(a=0.005, b=0.002, c=0.001)) == "ab", "it would drive out what took longer"


def test_of_the_same_cost_the_smaller_one_stays():
    shelf = CostShelf(10 * KILOBYTE)
    shelf.put("large", Image.new("L", (90, 90)), 0.001)
    shelf.put("small", Image.new("L", (30, 30)), 0.001)
    shelf.put("middle", Image.new("L", (50, 50)), 0.001)
    assert left(shelf) == "middlesmall"


def test_what_is_asked_for_often_stays():
    shelf = dots(a=0.002, b=0.003)
    assert shelf.get("a") is not None
    shelf.put("c", Image.new("L", (64, 64)), 0.0035)
    assert left(shelf) == "ac"


def test_what_nobody_asks_for_any_more_goes_some_day():
    shelf = dots(old=0.003)
    for _ in range(10 * OFTEN):
        assert shelf.get("old") is not None
    for n in range(10 * OFTEN):
        shelf.put(f"new {n}", Image.new("L", (64, 64)), 0.002)
    assert "old" not in left(shelf)


def test_sentences_drive_out_nothing_that_boards_are_drawn_from(bounded):
    bounded.bound(4)
    berg = piece("iceberg", 57)
    for n in range(1000):
        Sheet(Image.new("RGB", (10, 10))).text(0, 5, f"Ana goes {n} steps south and Ben {n % 7} of them north", 900)
        if not n % 20:
            assert piece("iceberg", 57) is berg
        assert bounded.held <= 4
    assert bounded.held > 2, "they have filled what they may have"


def test_a_picture_weighs_its_pixels_wherever_it_is():
    image = Image.new("RGB", (100, 50))
    assert 20_000 < weight(image) < weight(Sheet(image)) < 20_500
    assert 40_000 < weight(((image, 3, 4), (Image.new("L", (200, 100)), "words"))) < 41_500


def test_something_is_drawn_once_for_the_same_arguments(bounded):
    drawn: list[tuple[int, bool]] = []

    @kept
    def dot(r: int, *, full: bool = True) -> Image.Image:
        drawn.append((r, full))
        return Image.new("L", (r, r))

    assert dot(5) is dot(5)
    assert dot(5, full=False) is dot(5, full=False)
    assert drawn == [(5, True), (5, False)]
    bounded.bound(0)
    assert dot(5) is not dot(5)


def test_what_many_tables_have_in_common_comes_back_as_it_was(bounded):
    drawn: list[int] = []

    @kept_packed
    def chart(n: int) -> Sheet:
        drawn.append(n)
        sheet = Sheet(Image.effect_noise((500, 400), 60).convert("RGB"))
        sheet.text(20, 30, "Cape Evans", 300)
        return sheet

    @kept_packed
    def sign(n: int) -> Sprite:
        drawn.append(n)
        return Sprite(Image.radial_gradient("L").convert("RGBA"), n, 4)

    first, small = chart(1), sign(2)
    pixels, words = first.image.tobytes(), list(first.written)
    assert chart(1) is first
    bounded.passing.resize(0)  # whatever stays only a while has to go
    bounded.share()
    again, sprite = chart(1), sign(2)
    assert again is not first
    assert (again.image.tobytes(), again.written, again.image.mode) == (pixels, words, "RGB")
    assert (sprite.image.tobytes(), sprite[1:]) == (small.image.tobytes(), small[1:])
    assert drawn == [1, 2]


def test_boards_have_the_room_that_sprites_leave(bounded):
    bounded.bound(8)
    board, sprite = Image.new("L", (1024, 2000)), Image.new("L", (1024, 1000))
    for name in "abc":
        bounded.passing.put(name, board)
    assert all(bounded.passing.get(name) for name in "abc")
    for name in "defghijkl":
        bounded.lasting.put(name, sprite, 9.0)
        bounded.share()
    assert bounded.held <= 8
    assert [name for name in "abc" if bounded.passing.get(name)] == ["c"]
    assert [name for name in "defghijkl" if bounded.lasting.get(name)] == [*"hijkl"]


def test_the_bound_holds_with_all_painters_warm(bounded):
    bounded.bound(24)
    for slug, boards in BOARDS.items():
        for scene in list(boards.values())[:3]:
            painter(slug).paint(scene(), english)
            assert bounded.held <= 24
    assert bounded.held > 12


@pytest.mark.parametrize("slug", NAMED)
def test_a_picture_is_the_same_when_nothing_is_kept(bounded, slug):
    bounded.bound(0)
    assert compare(f"{slug}-{next(iter(BOARDS[slug]))}") == ""
    assert bounded.held == 0
