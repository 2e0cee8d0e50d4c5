"""The golden pictures: their scenes, the digests of their pixels, and small copies for review."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from engine.kernel import registry
from engine.kernel.text import translate_to_english
from render.kit import encode, poster
from render.kit.scene import load_painter
from tests.images.finales import POSTER_RECORDS, load_finale
from tests.images.last_commit import ROOT, NoLastCommitError, draw_from_last_commit
from tests.images.recorded_scenes import choose_scenes

DIGESTS = Path(__file__).parent / "digests"
"""A file per game with a line per picture: its name and the digest of its pixels."""
REVIEW = Path(__file__).parent / "review"
"""Small copies of the pictures for people who review a change. No test compares them."""
REVIEW_WIDTH_PX = 550
REVIEW_COLOURS = 64
OUTPUT_DIR = ROOT / "out" / "images"
UPDATE = "python -m tests.programs.images.update"
NAMED = tuple(slug for slug in registry.list_slugs() if find_spec(f"tests.images.scenes_{slug}"))
"""The games with a module of named scenes. Only their pictures have digests: the others show a game that changes with the rules."""
SCENE_MODULES = {
    slug: import_module(f"tests.images.scenes_{slug}") if slug in NAMED else choose_scenes(slug)
    for slug in registry.list_slugs()
}
"""The scenes of each game: `BOARD_SCENES` and `HAND_SCENES`, by the picture's name."""
BOARD_SCENES = {slug: drawn.BOARD_SCENES for slug, drawn in SCENE_MODULES.items()}
HAND_SCENES = {slug: drawn.HAND_SCENES for slug, drawn in SCENE_MODULES.items()}
POSTER_FILES = {f"{slug}-poster": f"{slug}-{ends[0]}" for slug, ends in POSTER_RECORDS.items()}
"""The golden posters, one of each game, with the recorded game whose end they show."""


def list_pictures() -> list[str]:
    """Return every named board and hand, such as "amundsen-midgame-public"."""
    return [f"{slug}-{name}" for slug in BOARD_SCENES for name in BOARD_SCENES[slug] | HAND_SCENES[slug]]


def pictures(*slugs: str) -> list[str]:
    """Return every golden picture of these games, or of all with named scenes: boards, hands and posters."""
    return [picture for picture in (*list_pictures(), *POSTER_FILES) if picture.partition("-")[0] in (slugs or NAMED)]


def draw(picture: str) -> Image.Image:
    """Draw a golden picture as it is posted: in the colours of its palette."""
    if picture in POSTER_FILES:
        end = load_finale(POSTER_FILES[picture])
        artist = poster.load_poster(end.game)
        image = artist.draw_poster(end, translate_to_english)
        return Image.open(BytesIO(encode.encode_png(image, poster.build_palette(artist, image))))
    return _draw_scene(picture)


def _draw_scene(picture: str) -> Image.Image:
    slug, _, name = picture.partition("-")
    scene, artist = (BOARD_SCENES[slug] | HAND_SCENES[slug])[name](), load_painter(slug)
    image = (
        artist.draw_hand(scene, translate_to_english)
        if name in HAND_SCENES[slug]
        else artist.draw_board(scene, translate_to_english)
    )
    assert image is not None
    return Image.open(BytesIO(encode.encode_png(image, artist.load_palette())))


def digest(image: Image.Image) -> str:
    """Return the digest of a picture's size and pixels. Pixels are exact with the pinned Pillow, on every machine."""
    width, height = image.size
    return sha256(b"%d %d\n" % (width, height) + image.convert("RGB").tobytes()).hexdigest()[:32]


def stored_digests(slug: str) -> dict[str, str]:
    """Read the digests of a game's pictures, by name."""
    file, digests = DIGESTS / f"{slug}.txt", dict[str, str]()
    for line in file.read_text("ascii").splitlines() if file.is_file() else ():
        picture, _, digests[picture] = line.partition(" ")
    return digests


def update_pictures(*slugs: str) -> Iterator[str]:
    """Draw the pictures of these games, or of all, and yield the changed ones. A picture that is the same keeps its copy."""
    DIGESTS.mkdir(exist_ok=True)
    REVIEW.mkdir(exist_ok=True)
    for slug in slugs or NAMED:
        stored, digests = stored_digests(slug), dict[str, str]()
        for picture in sorted(pictures(slug)):
            image = draw(picture)
            digests[picture] = digest(image)
            copy = REVIEW / f"{picture}.png"
            if stored.get(picture) != digests[picture] or not copy.is_file():
                review_copy(image).save(copy, optimize=True)
                yield picture
        for picture in stored.keys() - digests:
            (REVIEW / f"{picture}.png").unlink(missing_ok=True)
        lines = [f"{picture} {kept}\n" for picture, kept in digests.items()]
        (DIGESTS / f"{slug}.txt").write_text("".join(lines), "ascii")


def review_copy(image: Image.Image) -> Image.Image:
    """Shrink a picture to the width at which Discord shows it, with few colours."""
    small = image.convert("RGB")
    small.thumbnail((REVIEW_WIDTH_PX, small.height), Image.Resampling.LANCZOS)
    return small.quantize(REVIEW_COLOURS, dither=Image.Dither.NONE)


def compare(picture: str) -> str:
    """Return "" if a picture has its stored digest, else a description of the difference. The files are left in `OUTPUT_DIR`."""
    actual, wanted = draw(picture), stored_digests(picture.partition("-")[0]).get(picture)
    if digest(actual) == wanted:
        return ""
    OUTPUT_DIR.mkdir(parents=True, exist_ok=True)
    actual.save(OUTPUT_DIR / f"{picture}-actual.png")
    if wanted is None:
        return f"{picture} has no digest in tests/images/digests: look at {_shown(picture)} and run {UPDATE}"
    return f"{picture} differs{_show_expected(picture, actual, wanted)}. If it is meant, run {UPDATE}"


def _show_expected(picture: str, actual: Image.Image, wanted: str) -> str:
    """Save the last commit's picture and the difference, and return a message about them."""
    try:
        expected = draw_from_last_commit(picture)
    except NoLastCommitError as no:
        return f"; look at {_shown(picture)}. {no}"
    expected.save(OUTPUT_DIR / f"{picture}-expected.png")
    if expected.size != actual.size:
        where = f": the last commit draws {expected.size}, now it is {actual.size}"
    else:
        difference = ImageChops.difference(expected.convert("RGB"), actual.convert("RGB"))
        difference.point(lambda value: min(255, value * 8)).save(OUTPUT_DIR / f"{picture}-difference.png")
        where = f" within {difference.getbbox()}"
    if digest(expected) != wanted:
        where += ", and the last commit does not draw the stored digest either"
    return f"{where}; look at {_shown(picture)}"


def _shown(picture: str) -> str:
    return f"out/images/{picture}-*.png"
