"""`python -m render.rule_pages GAME --out FOLDER [--language es]`: the rules of a game as a web page, with pictures of rules before
and after a move, for an owner who wants to host them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from engine.kernel import registry
from engine.kernel.registry import AnyGame
from engine.kernel.text import translate_to_english
from engine.learning.examples import RuleExample, find_example
from engine.ops.rule_pages import load_overview, load_rules
from engine.rulebook import ENGLISH_CODE, Rule, RuleTable, Section
from render.kit import encode
from render.kit.scene import Scene, load_painter

STYLE = """
body { font-family: sans-serif; line-height: 1.5; margin: 1rem auto; max-width: 46rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { border: 1px solid #bbb; padding: .2rem .6rem; text-align: left }
blockquote { border-left: .3rem solid #bbb; margin: .5rem 0; padding-left: .8rem }
img { height: auto; max-width: 100% }
"""


def main(arguments: list[str] | None = None) -> int:
    """Write the page; return 1, with a sentence on standard error, if that is not possible."""
    parser = argparse.ArgumentParser(prog="python -m render.rule_pages", description=__doc__)
    parser.add_argument("game", help="the slug of a game")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to; it is created")
    parser.add_argument("--language", default=ENGLISH_CODE, help="the language of the rules")
    options = parser.parse_args(arguments)
    try:
        write_page(registry.load_game(options.game), options.out, options.language)
    except (OSError, KeyError) as error:
        sys.stderr.write(f"The rules of {options.game} cannot be written: {error}\n")
        return 1
    return 0


def write_page(game: AnyGame, folder: Path, language: str) -> None:
    """Write the page of a game's rules and its pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    blocks = [f"<h1>{escape(game.title)}</h1>"]
    for section in load_overview(game, language):
        blocks += _format_section(section)
    heading = ""
    for rule in load_rules(game, language):
        if rule.heading != heading:
            heading = rule.heading
            blocks.append(f"<h2>{escape(heading)}</h2>")
        blocks += _format_rule(rule)
        example = find_example(game.slug, rule.number)
        if example is not None:
            blocks += _write_pictures(game, rule, example, folder)
    page = [
        "<!doctype html>",
        f'<html lang="{escape(language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(game.title)}</title><style>{STYLE}</style></head><body>",
        *blocks,
        "</body></html>",
    ]
    folder.joinpath(f"{game.slug}.html").write_text("\n".join(page) + "\n", "utf-8")


def _format_section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.heading)}</h2>"
    if section.text:
        yield f"<p>{escape(section.text)}</p>"
    yield from _format_table(section.table)


def _format_rule(rule: Rule) -> Iterator[str]:
    yield f'<p id="{rule.number}"><strong>{rule.number}</strong> {escape(rule.text)}</p>'
    if rule.example:
        yield f"<blockquote>{escape(rule.example)}</blockquote>"
    yield from _format_table(rule.table)


def _format_table(table: RuleTable) -> Iterator[str]:
    if not table:
        return
    yield "<table>"
    for number, row in enumerate(table):
        tag = "td" if number else "th"
        cells = "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
        yield f"<tr>{cells}</tr>"
    yield "</table>"


def _write_pictures(game: AnyGame, rule: Rule, example: RuleExample, folder: Path) -> Iterator[str]:
    """Write the two pictures of an example, and yield what shows them on the page."""
    moves = ", ".join(example.course.find_step(example.place).moves)
    for when, view in zip(("before", "after"), example.build_views(), strict=True):
        name = f"{game.slug}-{rule.number.lower()}-{when}.png"
        alt = _draw_board(game, view, example, folder / name)
        yield f'<figure><img src="{name}" alt="{escape(alt)}"><figcaption>{when} <code>{escape(moves)}</code></figcaption></figure>'


def _draw_board(game: AnyGame, view: Any, example: RuleExample, file: Path) -> str:  # noqa: ANN401 - each game has its own views
    """Draw the part of the board that an example is about, and return it in words."""
    painter = load_painter(game.slug)
    spots = [spot for spot in example.course.find_step(example.place).spots if painter.find_picture(spot) == "board"]
    seats = range(example.course.find_source(example.place).seats)
    scene = Scene(view, tuple(f"Player {seat + 1}" for seat in seats), (), (), dict.fromkeys(spots, ""))
    image = painter.draw_crop(scene, translate_to_english) if spots else None
    if image is None:
        image = painter.draw_board(scene, translate_to_english)
    file.write_bytes(encode.encode_png(image, painter.load_palette()))
    return painter.describe_board(scene, translate_to_english)


if __name__ == "__main__":
    sys.exit(main())
