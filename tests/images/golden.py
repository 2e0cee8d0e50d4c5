"""The golden pictures: where they lie, how they are drawn, how they are compared."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from engine.kernel.text import english
from render import amundsen, encode
from tests.images.scenes import BOARDS, HANDS

HOME = Path(__file__).parent / "golden"
OUT = Path(__file__).parent.parent.parent / "out" / "images"


def drawn(name: str) -> Image.Image:
    """A named picture as it is posted: in the colours of its palette."""
    scene = (BOARDS | HANDS)[name]()
    image = amundsen.hand(scene, english) if name in HANDS else amundsen.paint(scene, english)
    assert image is not None
    return Image.open(BytesIO(encode.png(image, amundsen.palette())))


def update() -> None:
    """Draw all golden pictures again."""
    HOME.mkdir(exist_ok=True)
    for name in BOARDS | HANDS:
        drawn(name).save(HOME / f"amundsen-{name}.png", compress_level=9)


def differs(name: str) -> str:
    """What is wrong with the picture, an empty text when it is the golden one; what to look at is left in `out/images`."""
    file = HOME / f"amundsen-{name}.png"
    actual = drawn(name).convert("RGB")
    if not file.exists():
        return f"{file.name} is missing: run python -m tests.images.update"
    expected = Image.open(file).convert("RGB")
    if expected.size == actual.size:
        difference = ImageChops.difference(expected, actual)
        box = difference.getbbox()
        if box is None:
            return ""
        what = f"{file.name} differs within {box}"
        difference = difference.point(lambda value: min(255, 8 * value))  # a faint one is hard to see
    else:
        difference, what = None, f"{file.name} is {expected.size}, drawn {actual.size}"
    OUT.mkdir(parents=True, exist_ok=True)
    for kind, image in (("expected", expected), ("actual", actual), ("difference", difference)):
        if image is not None:
            image.save(OUT / f"amundsen-{name}-{kind}.png")
    return f"{what}; see {OUT.name}/… and, if it is meant, run python -m tests.images.update"
