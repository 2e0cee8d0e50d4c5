"""The stored palettes of the painters equal the palettes of today's samples, and are read without drawing a sample."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from render.kit import encode, theme
from render.kit.scene import load_painter
from tests.programs.images.palettes import RENDER_FOLDER, list_palettes

PALETTE_CHOICES = list(list_palettes())


@pytest.mark.parametrize(
    ("file", "choose"), PALETTE_CHOICES, ids=[str(file.relative_to(RENDER_FOLDER)) for file, _ in PALETTE_CHOICES]
)
def test_the_shipped_palette_is_what_the_samples_give(file: Path, choose: Callable[[], Image.Image]) -> None:
    chosen = choose()
    told = f"{file.name} is not of today: run python -m tests.programs.images.palettes"
    assert file.read_text("ascii") == encode.format_palette(chosen), told
    kept = encode.read_palette(".".join(file.parent.relative_to(RENDER_FOLDER.parent).parts), file.name)
    assert kept.getpalette() == chosen.getpalette()
    for tone in get_args(theme.Tone)[1:]:
        shifted = encode.apply_tone(tuple(kept.getpalette() or ()), tone)
        assert shifted == encode.apply_tone(tuple(chosen.getpalette() or ()), tone)
        assert shifted != bytes(kept.getpalette() or ())


@pytest.mark.parametrize("slug", [file.parent.name for file, _ in PALETTE_CHOICES if file.parent != RENDER_FOLDER])
def test_the_first_picture_chooses_no_colours(slug: str) -> None:
    """A new process must not draw the samples while a user waits."""
    program = (
        "import sys\n"
        "from render.kit import encode\n"
        "from render.kit.scene import load_painter\n"
        "encode.compute_palette = None\n"
        "sys.stdout.write(encode.format_palette(load_painter(sys.argv[1]).load_palette()))\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program, slug], cwd=RENDER_FOLDER.parent, capture_output=True, text=True, check=True
    )
    assert made.stdout == encode.format_palette(load_painter(slug).load_palette())


def test_a_file_with_a_colour_too_few_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "polar").mkdir()
    (tmp_path / "polar" / "__init__.py").touch()
    (tmp_path / "polar" / encode.PALETTE_FILE).write_text("#000000 " * 255)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="255 colours, not 256"):
        encode.read_palette("polar")
