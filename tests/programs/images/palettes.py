"""`python -m tests.programs.images.palettes`: choose the colours of every painter anew and put them beside it.

After a change of what a painter's samples show; draw the golden pictures again afterwards, and look at them. A painter of plain
colours only needs no choice, and so no file.
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
    """The file of every palette, and what chooses it."""
    for slug in registry.list_slugs():
        if (RENDER_FOLDER / slug / "colours.py").is_file():
            yield RENDER_FOLDER / slug / encode.PALETTE_FILE, import_module(f"render.{slug}.colours").choose_palette
    yield RENDER_FOLDER / leaderboard.PALETTE_FILE, leaderboard.choose_palette


if __name__ == "__main__":
    for file, choose in list_palettes():
        file.write_text(encode.format_palette(choose()), "ascii")
