"""The golden pictures: where they lie, how they are drawn, how they are compared."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from engine.kernel import registry
from engine.kernel.text import english
from render.kit import encode, poster
from render.kit.scene import painter
from tests.images.finales import SHOWN, finale

HOME = Path(__file__).parent / "golden"
POSTERS = {f"{slug}-{name}": HOME / "posters" / f"{slug}-{name}.png" for slug, (name, *_) in SHOWN.items()}
"""The golden posters, one of each game, by the name of its end."""
OUT = Path(__file__).parent.parent.parent / "out" / "images"
SCENES = {slug: import_module(f"tests.images.scenes_{slug}") for slug in registry.slugs()}
"""What is drawn of each game: `BOARDS` and `HANDS`, by the picture's name."""
BOARDS = {slug: drawn.BOARDS for slug, drawn in SCENES.items()}
HANDS = {slug: drawn.HANDS for slug, drawn in SCENES.items()}


def names() -> list[str]:
    """Every golden picture, "amundsen-midgame-public"."""
    return [f"{slug}-{name}" for slug in BOARDS for name in BOARDS[slug] | HANDS[slug]]


def drawn(picture: str) -> Image.Image:
    """A named picture as it is posted: in the colours of its palette."""
    slug, _, name = picture.partition("-")
    scene, artist = (BOARDS[slug] | HANDS[slug])[name](), painter(slug)
    image = artist.hand(scene, english) if name in HANDS[slug] else artist.paint(scene, english)
    assert image is not None
    return Image.open(BytesIO(encode.png(image, artist.palette())))


def drawn_poster(name: str) -> Image.Image:
    """A golden poster as it is posted."""
    end = finale(name)
    artist = poster.poster(end.game)
    image = artist.paint(end, english)
    return Image.open(BytesIO(encode.png(image, poster.palette(artist, image))))


def update(*slugs: str) -> None:
    """Draw all golden pictures again, or those of some games."""
    HOME.mkdir(exist_ok=True)
    for name, file in POSTERS.items():
        if not slugs or name.partition("-")[0] in slugs:
            file.parent.mkdir(exist_ok=True)
            drawn_poster(name).save(file, compress_level=9)
    for picture in names():
        if not slugs or picture.partition("-")[0] in slugs:
            drawn(picture).save(HOME / f"{picture}.png", compress_level=9)


def differs(picture: str) -> str:
    """ "" when the picture is the golden one, else what is wrong; the pictures to look at are left in `out/images`."""
    return _compared(picture, HOME / f"{picture}.png", drawn(picture).convert("RGB"))


def poster_differs(name: str) -> str:
    """The same of a golden poster."""
    return _compared(f"poster-{name}", POSTERS[name], drawn_poster(name).convert("RGB"))


def _compared(picture: str, file: Path, actual: Image.Image) -> str:
    if not file.exists():
        return f"{file.name} is missing: run python -m tests.programs.images.update"
    expected = Image.open(file).convert("RGB")
    if expected.size == actual.size:
        difference = ImageChops.difference(expected, actual)
        box = difference.getbbox()
        if box is None:
            return ""
        what = f"{file.name} differs within {box}"
    else:
        difference, what = None, f"{file.name} is {expected.size}, drawn {actual.size}"
    OUT.mkdir(parents=True, exist_ok=True)
    for kind, image in (("expected", expected), ("actual", actual), ("difference", difference)):
        if image is not None:
            image.point(lambda v: min(255, v * 8) if kind == "difference" else v).save(OUT / f"{picture}-{kind}.png")  # noqa: B023
    return f"{what}; see {OUT.name}/… and, if it is meant, run python -m tests.programs.images.update"
