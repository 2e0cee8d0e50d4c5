"""How often Python looks for garbage: objects that hold each other in a ring, and that nobody else holds."""

from __future__ import annotations

import gc
from typing import Final

GC_THRESHOLDS: Final = (5_000, 10, 5)
"""New objects, looks at them, and looks at what is older, after which Python looks (see `gc.set_threshold`)."""


def reduce_collections() -> None:
    """Look less often than after 700 new objects, as Python does by itself: a rush of presses, a picture and a search each make
    objects by the thousand that live on for a while. Looking took a fifth of the bot's time under load, a seventh of a second at a
    stretch, a tenth of a painter's, and a sixth of that of a captain in the Northwest Passage."""
    gc.set_threshold(*GC_THRESHOLDS)
