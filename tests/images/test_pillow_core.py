"""Pillow's private core behaves as `render.kit.pillow_core` uses it: a new version of Pillow that changes it fails here."""

from __future__ import annotations

from PIL import Image

from render.kit.pillow_core import (
    convert_core,
    create_blank_core,
    fill_box_core,
    fill_mask_core,
    get_core,
    hash_core,
    paste_image_core,
    reduce_core,
    replace_pixels,
    wrap_buffer,
)

RED, BLUE = (255, 0, 0), (0, 0, 255)


def create_palette() -> Image.Image:
    """Create a palette of black, red and blue."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([0, 0, 0, *RED, *BLUE])
    Image.new("RGB", (1, 1)).quantize(palette=palette)  # Pillow prepares a palette on its first use
    return palette


def test_equal_pixels_have_the_same_number():
    red, copy, wide, grey = (
        Image.new(mode, size, colour)
        for mode, size, colour in (
            ("RGBA", (4, 3), RED),
            ("RGBA", (4, 3), RED),
            ("RGBA", (6, 2), RED),
            ("L", (4, 3), 76),
        )
    )
    assert hash_core(get_core(red)) == hash_core(get_core(copy))
    copy.putpixel((3, 2), BLUE)
    assert len({hash_core(get_core(image)) for image in (red, copy, wide, grey)}) == 4


def test_a_core_has_size_and_mode():
    core = get_core(Image.new("RGBA", (4, 3)))
    assert (core.size, core.mode) == ((4, 3), "RGBA")
    assert create_blank_core((5, 2)).size == (5, 2)


def test_pasting_through_alpha_beyond_the_edges_matches_pillow():
    sprite = Image.new("RGBA", (4, 4), (*RED, 128))
    sprite.putpixel((0, 0), (*BLUE, 255))
    for x, y in ((1, 2), (-2, -1), (4, 4)):
        ours, theirs = Image.new("RGB", (6, 6), "white"), Image.new("RGB", (6, 6), "white")
        paste_image_core(ours, sprite, x, y)
        theirs.paste(sprite, (x, y), sprite)
        assert ours.tobytes() == theirs.tobytes()


def test_filling_a_mask_and_a_box_matches_pillow():
    mask = Image.linear_gradient("L").resize((5, 5))
    ours, theirs = Image.new("RGB", (8, 8)), Image.new("RGB", (8, 8))
    fill_mask_core(ours, RED, mask, 2, 1)
    fill_box_core(ours, BLUE, (0, 0, 2, 8))
    theirs.paste(RED, (2, 1), mask)
    theirs.paste(BLUE, (0, 0, 2, 8))
    assert ours.tobytes() == theirs.tobytes()


def test_pasting_on_a_wrapped_buffer_changes_it():
    rows = bytearray(6)
    wrap_buffer("P", (3, 2), rows).paste(7, (1, 0, 3, 1))
    assert rows == bytes((0, 7, 7, 0, 0, 0))


def test_conversion_and_reduction_match_pillow():
    image = Image.new("RGB", (4, 4), RED)
    image.paste(BLUE, (2, 0, 4, 4))
    converted = convert_core(get_core(image), create_palette())
    assert [converted.getpixel((x, 0)) for x in range(4)] == [1, 1, 2, 2]
    reduced = reduce_core(get_core(image), 2)
    assert (
        [reduced.getpixel((x, 0)) for x in range(2)]
        == [image.reduce(2).getpixel((x, 0)) for x in range(2)]
        == [RED, BLUE]
    )


def test_replacing_pixels_returns_only_those_that_changed():
    shown = Image.new("P", (5, 5), 1)
    pixels = Image.new("P", (3, 3), 1)
    assert replace_pixels(get_core(shown), get_core(pixels), 1, 1) is None
    pixels.putpixel((1, 2), 2)
    pixels.putpixel((2, 2), 2)
    change = replace_pixels(get_core(shown), get_core(pixels), 1, 1)
    assert change is not None
    changed, mask, x, y = change
    assert (changed.size, mask.size, x, y) == ((2, 1), (2, 1), 2, 3)
    assert [mask.getpixel((k, 0)) for k in (0, 1)] == [255, 255]
    assert [shown.getpixel((k, 3)) for k in range(5)] == [1, 1, 2, 2, 1]
