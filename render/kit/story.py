"""The latest turns since the viewer last looked, each told in one sentence and written on a paper strip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.canvas import Sprite
from render.kit.fonts import Role
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, PHONE_DATA_SIZE_PX, Box, FittedText, Formatter, break_lines
from render.kit.theme import INK, PAPER, mix_colours

MAX_RECENT_EVENTS = 2
"""The number of newest events that are told if no turn is known."""
STORY_LINE_HEIGHT_PX = 38
"""The distance between two lines."""
LARGE_SIZES_PX = (PHONE_DATA_SIZE_PX, 47)
LARGE_ROLES: tuple[Role, ...] = ("bold", "text")
"""The sizes of a strip that has space left, and the faces of its large letters, the preferred ones first."""
EDGE_COLOUR = mix_colours(PAPER, INK, 0.35)
STRIP_PADDING_PX, STRIP_BORDER_PX = 12, 5
SIGN_WIDTH_PX = 46
"""The space for the sign of a seat at the beginning of a line."""


class TurnChange(NamedTuple):
    """A turn of a seat: the view before it and the view after it."""

    seat: Seat
    before: Any
    after: Any


class StripRow(NamedTuple):
    """A line of the strip: the seat of the turn (None if it belongs to nobody) and its actions, without the name."""

    seat: Seat | None
    text: Text


def list_turns(scene: Scene) -> list[TurnChange]:
    """Return the latest turns, oldest first; the last one may still be under way."""
    turns: list[TurnChange] = []
    view = scene.view
    for earlier in reversed(scene.earlier_views):
        if earlier.view != view:
            turns.append(TurnChange(earlier.seat, earlier.view, view))
        view = earlier.view
    turns.reverse()
    return turns


Phrases = Sequence[Text]
"""The actions of a turn, as phrases that can follow a name: "sails to c12", "draws 3 small tiles"."""


def build_sentences(turn_phrases: Sequence[tuple[Seat, Phrases]]) -> tuple[Text, ...]:
    """Build a sentence for each turn."""
    sentences = []
    for seat, parts in turn_phrases:
        if parts:
            sentences.append(say("{seat} {parts}.", seat=SeatMention(seat), parts=list(parts)))
    return tuple(sentences)


def build_rows(
    scene: Scene,
    turn_phrases: Sequence[tuple[Seat, Phrases]],
    *,
    is_end_told: bool = False,
    max_events: int = MAX_RECENT_EVENTS,
) -> list[StripRow]:
    """Build the lines of a strip: each turn, then why the game is over; if no turn is known, the newest `max_events` events.

    `is_end_told` says that the panel tells why the game is over. The turn of a picture of a film has its name, because the
    headline names the next seat.
    """
    rows = []
    is_named = scene.shows_whole_board and len(turn_phrases) == 1
    for seat, parts in turn_phrases:
        if parts and is_named:
            rows.append(StripRow(seat, say("{seat} {parts}.", seat=SeatMention(seat), parts=list(parts))))
        elif parts:
            rows.append(StripRow(seat, say("{parts}", parts=list(parts))))
    if scene.end_reason and not (rows and is_end_told):
        rows.append(StripRow(find_subject(scene.end_reason), scene.end_reason))
    if rows and (turn_phrases or not scene.recent_events):
        return rows
    for event in scene.recent_events[-max_events:]:
        rows.append(StripRow(find_subject(event), event))
    return rows


def write_strip(
    sheet: Sheet,
    rows_shown: Sequence[StripRow],
    fmt: Formatter,
    box: Box,
    draw_sign: Callable[[Seat], Sprite],
    *,
    sign_width: int = SIGN_WIDTH_PX,
    fills_box: bool = False,
    max_size: int = PHONE_DATA_SIZE_PX,
) -> int:
    """Write the lines on paper from the top of a box (left, top, right, bottom), each after the sign of its seat.

    They are as large as the box allows, and broken into as many lines as it holds; if there are too many, only the newest is
    large; then all take a narrower face, then the longest are told in short, and then the oldest are left out. The paper is as
    high as they need or, if `fills_box`, as the box, with the lines in its middle. No letters are larger than `max_size`. Returns
    the foot of the paper.
    """
    left, top, right, bottom = box
    if not rows_shown or bottom - top < STORY_LINE_HEIGHT_PX:
        return top
    room = right - left - 2 * STRIP_PADDING_PX - sign_width
    fitted = _fit_strip(rows_shown, fmt, room, bottom - top - 2 * STRIP_BORDER_PX, max_size)
    high = sum(row.height for row in fitted) + 2 * STRIP_BORDER_PX
    y: float = top + STRIP_BORDER_PX
    if fills_box:
        y += max(0, bottom - top - high) / 2
    else:
        bottom = min(bottom, top + high)
    sheet.image.paste(EDGE_COLOUR, (left, top, right, bottom))
    sheet.image.paste(PAPER, (left + 2, top + 2, right - 2, bottom - 2))
    for row in fitted:
        line_height = _find_line_height(row.laid.size)
        if row.shown.seat is not None:
            sheet.put(draw_sign(row.shown.seat), left + STRIP_PADDING_PX + sign_width / 2 - 4, y + line_height / 2)
        y += line_height * sheet.write_fitted(
            left + STRIP_PADDING_PX + sign_width,
            y + line_height / 2,
            fmt(row.shown.text),
            row.laid,
            room,
            line_height=line_height,
            wanted_size=MIN_DATA_SIZE_PX,
            fill=INK,
        )
    return bottom


class LaidRow(NamedTuple):
    """A row as it is shown, and its text in lines."""

    shown: StripRow
    laid: FittedText

    @property
    def height(self) -> int:
        """The height of its lines."""
        return _find_line_height(self.laid.size) * len(self.laid.lines)


def _find_line_height(size: int) -> int:
    return max(STORY_LINE_HEIGHT_PX, STORY_LINE_HEIGHT_PX * size // MIN_DATA_SIZE_PX)


def find_smallest_letters(rows: Sequence[StripRow], fmt: Formatter, box: Box) -> int:
    """Find the size of the smallest letters in which a strip tells its rows in a box."""
    left, top, right, bottom = box
    room = right - left - 2 * STRIP_PADDING_PX - SIGN_WIDTH_PX
    fitted = _fit_strip(rows, fmt, room, bottom - top - 2 * STRIP_BORDER_PX, PHONE_DATA_SIZE_PX)
    return min(row.laid.size for row in fitted)


def _fit_strip(rows: Sequence[StripRow], fmt: Formatter, room: int, height: int, max_size: int) -> list[LaidRow]:
    """Fit the rows into a height: all in large letters if they fit, else the newest one, else as many as possible."""
    strings = [fmt(row.text) for row in rows]
    for size in LARGE_SIZES_PX:
        if size > max_size:
            continue
        for large_count in dict.fromkeys((len(rows), 1)):
            fitted = _fit_large_rows(strings, large_count, size, room, height)
            if fitted is not None:
                return [LaidRow(row, laid) for row, laid in zip(rows, fitted, strict=True)]
    return [row.laid_row for row in fit_rows(rows, fmt, room, height // STORY_LINE_HEIGHT_PX)]


def _fit_large_rows(
    strings: Sequence[str], large_count: int, size: int, room: int, height: int
) -> list[FittedText] | None:
    """Fit all rows into a height, the newest `large_count` in letters of this size; None if they do not fit."""
    fitted: list[FittedText] = []
    row_size, roles = size, LARGE_ROLES
    for string in reversed(strings):
        if len(fitted) == large_count:
            row_size, roles = MIN_DATA_SIZE_PX, LARGE_ROLES[:1]
        line_height = _find_line_height(row_size)
        laid = _break_row(string, row_size, room, height // line_height, roles)
        if laid is None:
            return None
        fitted.append(laid)
        height -= line_height * len(laid.lines)
    return fitted[::-1]


def _break_row(string: str, size: int, room: int, max_lines: int, roles: Sequence[Role]) -> FittedText | None:
    """Break words into at most `max_lines` lines in the first of the faces that is narrow enough; None if none is."""
    for role in roles:
        lines = break_lines(string, role, size, room, max_lines)
        if lines is not None:
            return FittedText(lines, size, role)
    return None


class FittedRow:
    """A row being fitted. `told` are the indices of its phrases that are told, `height` the lines that they take."""

    def __init__(self, row: StripRow, fmt: Formatter, role: Role, room: int, max_lines: int) -> None:
        self._row, self._fmt, self._role, self._room, self._max_lines = row, fmt, role, room, max(1, max_lines)
        self._phrases = list_phrases(row)
        self.told = list(range(len(self._phrases)))
        self.laid_row, self.height = self._fit(self.told)

    def _fit(self, told: Sequence[int]) -> tuple[LaidRow, int]:
        """Fit the row with some of its phrases and the number of the others. Return it with its height in lines.

        The number stands in the place of the last phrase that is left out, so a price at the end of a turn comes after it. The
        height of a row that does not fit is too large.
        """
        row, omitted = self._row, [k for k in range(len(self._phrases)) if k not in told]
        if omitted:
            parts = [self._phrases[k] for k in told]
            parts.insert(sum(k < omitted[-1] for k in told), _count_omitted(len(omitted)))
            row = row._replace(text=say("{parts}", parts=parts))
        laid = self._fmt.fit_text(row.text, self._role, MIN_DATA_SIZE_PX, self._room, lines=self._max_lines)
        if laid.size != MIN_DATA_SIZE_PX:
            return LaidRow(row, laid), self._max_lines + 1
        return LaidRow(row, laid), len(laid.lines)

    @property
    def omitted(self) -> int:
        """The number of phrases that are left out."""
        return len(self._phrases) - len(self.told)

    @property
    def can_shorten(self) -> bool:
        """Whether fewer phrases could take fewer lines."""
        return len(self.told) > 1 and self.height > 1

    def shorten(self) -> None:
        """Leave out the last phrase that is told."""
        self.told = self.told[:-1]
        self.laid_row, self.height = self._fit(self.told)

    def restore(self, spare_lines: int) -> int:
        """Tell phrases again as far as `spare_lines` more lines allow; return the lines that are still free."""
        for told in self._generate_longer():
            laid_row, height = self._fit(told)
            if height - self.height <= spare_lines:
                spare_lines -= height - self.height
                self.told, self.laid_row, self.height = told, laid_row, height
        return spare_lines

    def can_restore(self, spare_lines: int) -> bool:
        """Return whether a phrase that is left out fits into `spare_lines` more lines."""
        for told in self._generate_longer():
            _, height = self._fit(told)
            if height - self.height <= spare_lines:
                return True
        return False

    def _generate_longer(self) -> Iterator[list[int]]:
        """Yield the ways to tell one phrase more."""
        for k in range(len(self._phrases)):
            if k not in self.told:
                yield sorted([*self.told, k])


def fit_rows(lines: Sequence[StripRow], fmt: Formatter, room: int, max_lines: int) -> list[FittedRow]:
    """Fit the newest rows into `max_lines` lines, in bold letters or, if those tell more, in narrower ones."""
    rows = _fit_rows(lines, fmt, "bold", room, max_lines)
    if len(rows) == len(lines) and not _count_untold(rows):
        return rows
    narrower = _fit_rows(lines, fmt, "text", room, max_lines)
    return max(rows, narrower, key=lambda fitted: (len(fitted), -_count_untold(fitted)))


def _count_untold(rows: Sequence[FittedRow]) -> int:
    """Return the number of phrases that the rows leave out."""
    return sum(row.omitted for row in rows)


def _count_spare_lines(rows: Sequence[FittedRow], max_lines: int) -> int:
    """Return how many of `max_lines` lines the rows leave free; it is negative if they take more."""
    return max_lines - sum(row.height for row in rows)


def _fit_rows(lines: Sequence[StripRow], fmt: Formatter, role: Role, room: int, max_lines: int) -> list[FittedRow]:
    """Fit as many of the newest rows as possible into `max_lines` lines.

    The longest are told in short before the oldest are left out. Then the newest rows get the lines that are still free.
    """
    for k in range(len(lines)):
        rows = [FittedRow(row, fmt, role, room, max_lines) for row in lines[k:]]
        while _count_spare_lines(rows, max_lines) < 0:
            long_rows = [row for row in rows if row.can_shorten]
            if not long_rows:
                break
            max(long_rows, key=lambda row: (row.height, len(row.told))).shorten()
        spare_lines = _count_spare_lines(rows, max_lines)
        if spare_lines >= 0:
            _restore_phrases(rows, spare_lines)
            return rows
    return [FittedRow(lines[-1], fmt, role, room, max_lines)]


def _restore_phrases(rows: Sequence[FittedRow], spare_lines: int) -> None:
    """Tell phrases again, the newest rows first, as long as lines are free for one of them."""
    omitted = -1
    while omitted != _count_untold(rows):
        omitted = _count_untold(rows)
        for row in reversed(rows):
            spare_lines = row.restore(spare_lines)


def measure_strip(
    rows_shown: Sequence[StripRow], fmt: Formatter, strip_width: int, sign_width: int = SIGN_WIDTH_PX
) -> int:
    """Return the height of the paper on which all rows are told in full."""
    room = strip_width - 2 * STRIP_PADDING_PX - sign_width
    line_count = 0
    for row in rows_shown:
        line_count += len(fmt.fit_text(row.text, "bold", MIN_DATA_SIZE_PX, room, lines=99).lines)
    return line_count * STORY_LINE_HEIGHT_PX + 2 * STRIP_BORDER_PX


def list_phrases(row: StripRow) -> list[Text]:
    """Return the phrases of a row; none for a row that is one sentence."""
    listed = row.text.args.get("parts")
    if not isinstance(listed, (list, tuple)):
        return []
    return [part for part in listed if isinstance(part, Text)]


def _count_omitted(left: int) -> Text:
    """Say how many phrases are left out."""
    return count("and {n} thing more", "and {n} things more", left)
