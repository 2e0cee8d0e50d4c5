"""`python -m tests.programs.images.measure`: compare a picture's cost with its floor (a copy, a quantisation, a fast zlib pass)."""

from __future__ import annotations

import statistics
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial

from PIL import Image

from engine.kernel.text import translate_to_english
from render.kit import encode
from render.kit.scene import load_painter
from tests.images.golden import BOARD_SCENES


def measure_ms(work: Callable[[], object], rounds: int = 21) -> float:
    """Measure the median of the processor time."""
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return statistics.median(spent) * 1000


def _measure_baseline(image: Image.Image, palette: Image.Image) -> None:
    """Make the cheapest possible picture: a copy of its pixels, reduced and packed."""
    image.copy()
    zlib.compress(encode.quantize(image, palette).tobytes(), 1)


def main() -> None:
    """Print a line for each named board and the mean ratio of each game."""
    for slug, boards in BOARD_SCENES.items():
        artist = load_painter(slug)
        palette = artist.load_palette()
        ratios = []
        for name, scene in boards.items():
            at = scene()
            image = artist.draw_board(at, translate_to_english)

            paint = measure_ms(partial(artist.draw_board, at, translate_to_english))
            png = measure_ms(partial(encode.encode_png, image, palette))
            least = measure_ms(partial(_measure_baseline, image, palette))
            ratios.append((paint + png) / least)
            sys.stdout.write(
                f"{slug}-{name:18} paint {paint:5.2f} ms  encode {png:5.2f} ms  floor {least:5.2f} ms  "
                f"ratio {ratios[-1]:.2f}  {len(encode.encode_png(image, palette)) / 1000:.0f} kB\n"
            )
        sys.stdout.write(f"{slug}: mean ratio {statistics.mean(ratios):.2f}\n")


if __name__ == "__main__":
    main()
