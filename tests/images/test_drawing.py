"""A picture that is a list of strokes until it is drawn: the same pixels in any part and after any other picture."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from cogs.i18n.languages import LanguageRegistry
from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import translate_to_english
from render.kit import encode
from render.kit.cache import DEFAULT_CACHE_MB, PainterCaches, painter_caches
from render.kit.canvas import Canvas
from render.kit.drawing import Drawing, find_fingerprint, set_pixel_fingerprint
from render.kit.drawing.damage import find_changed_cells, find_covered_cells, merge_cells
from render.kit.pillow_core import get_core
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.sheet import fill_mask, paste_image
from render.kit.split_sprites import split_sprite
from tests.game_cases import list_game_cases
from tests.images.golden import BOARD_SCENES
from tests.images.uncached_sheet import disable_part_cache

PICTURE_SIZE_PX = (300, 200)
BLOT_CANVAS = Canvas((70, 60), None, 2, (20, 30))
BLOT_CANVAS.disc(14, 0, 28, "#884422")
BLOT_TILE = split_sprite(BLOT_CANVAS.sprite())
MOVE_COUNT = 8


@pytest.fixture
def caches() -> Iterator[PainterCaches]:
    yield painter_caches()
    painter_caches().resize(DEFAULT_CACHE_MB)


def draw_strokes(image: Image.Image, rng: random.Random, stroke_count: int) -> None:
    """Lay a number of strokes of all kinds, some beyond the edges."""
    for _ in range(stroke_count):
        x, y, shade = rng.randrange(-40, 300), rng.randrange(-40, 200), rng.randrange(256)
        match rng.randrange(6):
            case 0:
                image.paste((shade, 90, 20), (x, y, x + 30, y + 55))
            case 1:
                paste_image(
                    image,
                    set_pixel_fingerprint(Image.linear_gradient("L").resize((50, 40 + shade % 9)).convert("RGB")),
                    x,
                    y,
                )
            case 2:
                paste_image(image, BLOT_CANVAS.sprite().image, x, y)
            case 3:
                size = (240, 150) if shade % 8 == 0 else (60 + shade % 5, 33)
                fill_mask(image, "#F03CA0", set_pixel_fingerprint(Image.radial_gradient("L").resize(size)), x, y)
            case 4:
                BLOT_TILE.paste(image, x, y)
            case _:
                image.paste(Image.new("L", (20, 20), shade), (x, y), Image.linear_gradient("L").resize((20, 20)))


def draw_on_image(rng: random.Random, stroke_count: int) -> Image.Image:
    image = Image.new("RGB", PICTURE_SIZE_PX, "#102030")
    draw_strokes(image, rng, stroke_count)
    return image


def draw_on_drawing(rng: random.Random, stroke_count: int) -> Drawing:
    drawing = Drawing(PICTURE_SIZE_PX)
    drawing.paste("#102030", (0, 0, *PICTURE_SIZE_PX))
    draw_strokes(drawing, rng, stroke_count)
    return drawing


@pytest.mark.parametrize("seed", range(8))
def test_strokes_leave_the_pixels_of_pictures(seed):
    pasted, drawing = (made(random.Random(seed), 40) for made in (draw_on_image, draw_on_drawing))  # noqa: S311 - nothing secret
    again, onto = drawing.copy(), Drawing((400, 300))
    onto.paste("#FFFFFF", (0, 0, 400, 300))
    onto.paste_image(drawing, 60, 70)
    part = (-20, 35, 150, 230)
    assert ImageChops.difference(drawing.crop(part), pasted.crop(part)).getbbox() is None
    assert ImageChops.difference(onto.crop((60, 70, 360, 270)), pasted).getbbox() is None
    assert drawing.strokes is not None, "neither has drawn it"
    box = (40, 35, 240, 140)
    (cut_out,) = drawing.render_boxes([box])
    shown = Image.new("RGB", (box[2] - box[0], box[3] - box[1]))
    get_core(shown).paste(cut_out, (0, 0, *shown.size))
    assert ImageChops.difference(shown, pasted.crop(box)).getbbox() is None
    assert ImageChops.difference(drawing, pasted).getbbox() is None
    assert drawing.strokes is None
    luck = [random.Random(f"{seed} on") for _ in range(3)]  # noqa: S311 - nothing secret
    for image, its in zip((pasted, drawing, again), luck, strict=True):
        draw_strokes(image, its, 10)
    assert pasted.tobytes() == drawing.tobytes() == again.tobytes()


def test_no_two_images_share_a_fingerprint_even_if_the_first_is_gone():
    fingerprints = []
    for _ in range(200):  # later images are created where earlier ones were in memory
        image = Image.new("L", (4, 4))
        fingerprints.append(find_fingerprint(image))
        assert find_fingerprint(image) is fingerprints[-1]
        assert vars(image).keys() == vars(Image.new("L", (4, 4))).keys(), "nothing is stored in Pillow's object"
    assert len(set(fingerprints)) == 200


def test_a_colour_that_goes_on_is_one_stroke():
    pasted, drawing = Image.new("RGB", (60, 40), "#102030"), Drawing((60, 40))
    drawing.fill((16, 32, 48), (0, 0, 60, 40))
    red, green = (200, 30, 20), (20, 130, 40)
    row = [
        (red, (5, 5, 15, 9)),
        (red, (15, 5, 25, 9)),
        (red, (24, 5, 34, 9)),
        (red, (36, 5, 40, 9)),
        (green, (40, 5, 50, 9)),
    ]
    for colour, box in [
        *row,
        (red, (50, 5, 55, 9)),
        (red, (55, 6, 58, 9)),
        (red, (58, 6, 59, 8)),
        (red, (50, 6, 52, 8)),
    ]:
        pasted.paste(colour, box)
        drawing.fill(colour, box)
    assert drawing.strokes is not None
    assert [box for _, box in drawing.strokes][1:3] == [(5, 5, 34, 9), (36, 5, 40, 9)]
    assert ImageChops.difference(drawing, pasted).getbbox() is None


@pytest.mark.parametrize("seed", range(20))
def test_pixels_outside_the_boxes_stay_the_same(seed):
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    first, second = Drawing(PICTURE_SIZE_PX), Drawing(PICTURE_SIZE_PX)
    stock = [draw_on_drawing(luck, 1) for _ in range(30)]
    shown = luck.sample(stock, 20)
    for one in shown:
        first.paste_image(one, 0, 0)
    for _ in range(3):
        shown.insert(luck.randrange(20), shown.pop(luck.randrange(len(shown))))
        shown[luck.randrange(len(shown))] = luck.choice(stock)
    for one in [luck.choice(stock), *shown]:
        second.paste_image(one, 0, 0)
    # The background of each picture is a stroke over the whole; it is left out, or all parts would differ.
    before, after = ([one for one in of.strokes or () if one[1] != (0, 0, *PICTURE_SIZE_PX)] for of in (first, second))
    cells = find_changed_cells(before, after)
    assert 0 < cells != find_changed_cells(before, [])
    assert find_changed_cells(before, before) == 0
    where = merge_cells(cells, PICTURE_SIZE_PX)
    assert sum(find_covered_cells(box) for box in where) == cells & find_covered_cells((0, 0, *PICTURE_SIZE_PX)), (
        "they hold each cell once"
    )
    seen = []
    for of, strokes in ((first, before), (second, after)):
        image = Image.new("RGB", PICTURE_SIZE_PX, "#102030")
        for (what, box), source in zip(of.strokes or (), of.stroke_list[1], strict=True):  # type: ignore[index]
            if (what, box) in strokes:
                paste = get_core(image).paste
                if hasattr(source[0], "draw"):
                    source[0].draw(paste, *box[:2])
                else:
                    paste(source[0], box, *source[1])
        for box in where:
            image.paste("#000000", box)
        seen.append(image)
    assert ImageChops.difference(*seen).getbbox() is None


def play_scenes(slug: str, rng: random.Random) -> Iterator[tuple[Scene, int]]:
    """Yield the scenes of a random game for a spectator and its seats, and sometimes an earlier scene again."""
    game = registry.load_game(slug)
    seats = game.seat_counts[-1]
    run = GameRun(
        game, begin_game(game, seats, complete_options(game.settings, {}), f"{rng.random()}").position, "drawing"
    )
    seen: list[Scene] = []
    for move in range(MOVE_COUNT):
        if not run.questions:
            return
        viewer = rng.choice([None, *range(seats)])
        seat = min(run.situation.questions)
        before = (EarlierView(seat, game.build_view(run.state, viewer)),) if rng.random() < 0.5 else ()
        for _ in range(rng.choice((1, 1, 4))):
            if run.questions:
                seat = min(run.situation.questions)
                run.play(seat, sample_move(run.build_menu(seat), rng.randrange))
        texts = tuple(event.text for event in run.out.events if event.to is None)[-3:]
        view = game.build_view(run.state, viewer)
        seen.append(
            Scene(
                view,
                ("Ana", "Бен", "Cy", "Dee")[:seats],
                tuple(run.situation.questions),
                texts,
                earlier_views=before,
                table_number=7,
            )
        )
        yield seen[-1], move
        if move % 6 == 5:  # undone
            yield rng.choice(seen), move


@pytest.mark.parametrize("slug", list_game_cases())
def test_a_board_after_any_other_is_the_one_that_is_drawn_alone(slug, caches):
    artist, luck = load_painter(slug), random.Random(f"{slug} again")  # noqa: S311 - nothing secret
    spanish, colours = LanguageRegistry().find_language("es"), artist.load_palette()
    others = [board() for board in BOARD_SCENES[slug].values()]
    games = [play_scenes(slug, luck) for _ in range(2)]
    made = 0
    for (scene, move), (other, _) in zip(*games, strict=False):
        if move == MOVE_COUNT // 2:
            caches.resize(2)  # all sprites are drawn again, and no picture is cached
            caches.resize(DEFAULT_CACHE_MB)
        # The name is the same for all tables: a picture of one table is right after one of another.
        for shown, of in ((scene, 1), (other, 2), (luck.choice(others), luck.randrange(3))):
            tone, language = (
                luck.choice(("day", "night", "contrast")),
                luck.choice((translate_to_english, translate_to_english, spanish)),
            )
            again = encode.encode_png(artist.draw_board(shown, language), colours, tone, cache_key=(slug, of))
            with disable_part_cache():
                assert again == encode.encode_png(artist.draw_board(shown, language), colours, tone)
            made += 1
    assert made > MOVE_COUNT


@pytest.mark.parametrize("slug", list_game_cases())
def test_no_pixel_comes_from_reused_memory(slug, monkeypatch):
    """A drawing is not blank before its first stroke, and it must not show other memory of the process."""
    for board in BOARD_SCENES[slug].values():
        seen = []
        for colour in ("#FF00FF", "#00FF00"):
            monkeypatch.setattr(
                "render.kit.drawing.create_blank_core",
                lambda size, colour=colour: get_core(Image.new("RGB", size, colour)),
            )
            seen.append(load_painter(slug).draw_board(board(), translate_to_english).tobytes())
        assert seen[0] == seen[1]


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_nothing_large_is_laid_twice(slug):
    """The second of two equal strokes counts as changed, whether it covers anything or not."""
    for board in BOARD_SCENES[slug].values():
        drawing = load_painter(slug).draw_board(board(), translate_to_english)
        strokes = drawing.strokes if isinstance(drawing, Drawing) else ()
        assert strokes is not None
        twice = [box for (_, box), n in Counter(strokes).items() if n > 1]
        assert [box for box in twice if (box[2] - box[0]) * (box[3] - box[1]) > 0.02 * 1650 * 1050] == []


def test_only_what_has_changed_is_drawn(caches, monkeypatch):
    artist = load_painter("northwest")
    scene = next(iter(BOARD_SCENES["northwest"].values()))()
    drawn: list[float] = []
    real = Drawing.render_boxes

    def counted(self, where):
        drawn.append(sum((right - left) * (bottom - top) for left, top, right, bottom in where) / (1650 * 1050))
        return real(self, where)

    monkeypatch.setattr(Drawing, "render_boxes", counted)
    for name in ("Ana", "Ana", "Zoë"):
        shown = Scene(scene.view, (name, *scene.names[1:]), scene.waiting_seats, scene.recent_events)
        encode.encode_png(
            artist.draw_board(shown, translate_to_english), artist.load_palette(), cache_key=("northwest", 5)
        )
    assert drawn[0] == 0
    assert 0 < drawn[1] < 0.2
    caches.resize(0)
    encode.encode_png(artist.draw_board(scene, translate_to_english), artist.load_palette(), cache_key=("northwest", 5))
    assert len(drawn) == 2
