"""`python -m tests.programs.images.palettes`: choose the colours of every painter again and store them in its folder.

Run it after a change to a painter's samples; draw the golden pictures again afterwards, and look at them. A painter of
plain colours needs no palette file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from PIL import Image

from engine.kernel import registry
from render import leaderboard
from render.kit import encode

RENDER_FOLDER = Path(leaderboard.__file__).parent


def list_palettes() -> Iterator[tuple[Path, Callable[[], Image.Image]]]:
    """List the file of every palette, and the function that chooses it."""
    for slug in registry.list_slugs():
        if (RENDER_FOLDER / slug / "colours.py").is_file():
            yield RENDER_FOLDER / slug / encode.PALETTE_FILE, import_module(f"render.{slug}.colours").choose_palette
    yield RENDER_FOLDER / leaderboard.PALETTE_FILE, leaderboard.choose_palette


if __name__ == "__main__":
    for file, choose in list_palettes():
        file.write_text(encode.format_palette(choose()), "ascii")
