"""Rules, overviews and pieces as texts of a message. Discord has no tables: a narrow one is a code block, a wide one a list."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.limits import shorten
from engine.kernel.registry import AnyGame
from engine.kernel.script import CardInfo
from engine.kernel.text import Text, say
from engine.ops.rule_pages import load_rules
from engine.rulebook import Rule, RuleTable, Section

MAX_PAGE_CHARS = 3000
"""Characters of rules on one page."""
MAX_CARD_CHARS = 3000
"""Characters of a card and its rules; an owner's file may have any number."""
MAX_BLOCK_COLUMNS = 36
"""Letters of a line in a code block that a phone shows without a break."""
COLUMN_GAP = "  "


def split_pages(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Split rules into pages that fit a message. No rule is split."""
    pages: list[list[Rule]] = [[]]
    free_chars = MAX_PAGE_CHARS
    for rule in rules:
        size = len(format_rule(rule)) + 1
        if size > free_chars and pages[-1]:
            pages.append([])
            free_chars = MAX_PAGE_CHARS
        pages[-1].append(rule)
        free_chars -= size
    return pages


def format_rule(rule: Rule) -> str:
    """Format a rule with its example and its table."""
    lines = [f"**{rule.number}** {rule.text}"]
    if rule.example:
        lines.append(f"> {rule.example}")
    if rule.table:
        lines.append(format_table(rule.table))
    return shorten("\n".join(lines), MAX_PAGE_CHARS)


def format_section(section: Section) -> str:
    """Format a section of the overview."""
    parts = [f"**{section.heading}**", section.text, format_table(section.table) if section.table else ""]
    return "\n".join(filter(None, parts))


def format_table(table: RuleTable) -> str:
    """Format a table as a code block with columns, or as a list if its lines are too long for a phone."""
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    if sum(widths) + len(COLUMN_GAP) * (len(widths) - 1) <= MAX_BLOCK_COLUMNS:
        lines = [
            COLUMN_GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        ]
        return "\n".join(["```", *lines, "```"])
    head, *rows = table
    return "\n".join(_format_list_row(head, row) for row in rows)


def _format_list_row(head: Sequence[str], row: Sequence[str]) -> str:
    """Format a row as a line; a heading is repeated where the column has one."""
    cells = [f"{name} {cell}" if name else cell for name, cell in zip(head[1:], row[1:], strict=True) if cell]
    return f"- **{row[0]}**: {' · '.join(cells)}"


def list_card_blocks(game: AnyGame, card: CardInfo, language: Language) -> list[str]:
    """Format a card or another piece: its name, its text with the rules that it refers to, and its sources."""
    fmt = TextFormatter(translate=language)
    kind = f"{fmt(card.kind)} · {game.title}" if card.kind else game.title
    numbered = {rule.number: rule for rule in load_rules(game, language.code)}
    lines = [fmt(line) for line in card.text] + [format_rule(numbered[number]) for number in card.rules]
    return [
        f"### {fmt(card.name)}\n-# {kind}",
        shorten("\n".join(lines), MAX_CARD_CHARS),
        f"-# {fmt(_format_provenance(card))}",
    ]


def describe_card_picture(card: CardInfo, language: Language) -> str:
    """Describe the picture of a card or another piece in words."""
    fmt = TextFormatter(translate=language, is_bold=False)
    name = say("Picture: {name}.", name=card.name)
    if card.kind is not None:
        name = say("Picture: {name}, {kind}.", name=card.name, kind=card.kind)
    return " ".join(map(fmt, (name, *card.text)))


def _format_provenance(card: CardInfo) -> Text:
    if not card.other_sources:
        return say("Source: {source}.", source=_format_source(card.source))
    parts = [say("{part} ({source})", part=part, source=_format_source(source)) for part, source in card.other_sources]
    return say("Source: {source}, but {parts}.", source=_format_source(card.source), parts=list(parts))


def _format_source(source: str) -> Text:
    """Describe a source."""
    return {
        "printed": say("copied from the printed game"),
        "rules": say("the published rules"),
        "found": say("found elsewhere"),
        "inferred": say("inferred"),
        "house": say("our own"),
    }[source]
