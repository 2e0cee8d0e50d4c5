"""The strip below a poster that names every seat that a computer played."""

from __future__ import annotations

from PIL import Image

from engine.kernel.text import Translate
from render.kit.poster import POSTER_WIDTH_PX, Finale
from render.kit.poster.poster_text import describe_computer_moves
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, Formatter
from render.kit.theme import CREAM, NAVY

MARGIN_PX, LINE_HEIGHT_PX = 44, 50


def add_computer_strip(image: Image.Image, finale: Finale, translate: Translate) -> Image.Image:
    """Return the poster with the strip below it; as it is if no computer played."""
    if not finale.computer_moves:
        return image
    strip = compose_computer_strip(finale, translate).image
    whole = Image.new("RGB", (image.width, image.height + strip.height))
    whole.paste(image, (0, 0))
    whole.paste(strip, (0, image.height))
    return whole


def compose_computer_strip(finale: Finale, translate: Translate) -> Sheet:
    """Compose the strip, with a list of the words on it."""
    fmt = Formatter(finale.scene.names, translate)
    text, room = describe_computer_moves(finale.computer_moves), POSTER_WIDTH_PX - 2 * MARGIN_PX
    fitted = fmt.fit_text(text, "text", MIN_DATA_SIZE_PX, room, max_lines=3)
    strip_height = LINE_HEIGHT_PX * len(fitted.lines) + MARGIN_PX
    sheet = Sheet(Image.new("RGB", (POSTER_WIDTH_PX, strip_height), NAVY))
    y = (MARGIN_PX + LINE_HEIGHT_PX) // 2
    sheet.write_fitted(
        MARGIN_PX, y, fmt(text), fitted, room, line_height=LINE_HEIGHT_PX, wanted_size=MIN_DATA_SIZE_PX, fill=CREAM
    )
    return sheet
