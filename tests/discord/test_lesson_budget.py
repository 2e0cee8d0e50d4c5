"""Every panel of a lesson fits a phone, in every language, and a lesson takes at most ten minutes."""

from __future__ import annotations

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.messages.screen_size import SCREEN_SIZES
from engine.kernel.registry import list_slugs
from engine.learning.course import Course, load_course
from tests.discord.lesson_panels import compute_minutes, list_detour_panels, list_model_panels

COURSES = [
    pytest.param(course, code, id=f"{slug}-{code}", marks=pytest.mark.soak if k % len(LanguageRegistry().codes) else [])
    for n, slug in enumerate(list_slugs())
    if (course := load_course(slug)) is not None
    for k, code in enumerate(LanguageRegistry().codes, n)
]
"""Each course in one language, in turn, for `make test`, and in all for `make soak`."""
MAX_LESSON_MINUTES = 10


@pytest.mark.parametrize(("course", "code"), COURSES)
def test_a_lesson_fits_a_phone_and_takes_ten_minutes(course: Course, code: str) -> None:
    language = LanguageRegistry().find_language(code)
    panels = list(list_model_panels(course, language))
    for place, texts, shown in [*panels, *list_detour_panels(course, language)]:
        for size, height_px in shown.height_px.items():
            assert height_px <= size.max_height_px, (place, texts, size.window_width_px, shown.text)
        assert shown.picture_count == 1, place
    assert set(SCREEN_SIZES) == set(panels[0].shown.height_px)
    assert compute_minutes(panels) <= MAX_LESSON_MINUTES
