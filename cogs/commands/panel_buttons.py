"""The small buttons of a panel: reading aids, and what is needed less often."""

from __future__ import annotations

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.controls import END_MARK, ORDER_ACTIONS
from cogs.messages.layout import GREEN_STYLE, Button, build_button
from cogs.messages.learn.description import build_reading_buttons
from cogs.messages.presenter import MoveScreen
from engine.host.model.table import Table
from engine.host.service.play.panels import PanelView
from engine.kernel.answer_rules import MOVE_WORD
from engine.kernel.menu import Menu
from engine.kernel.text import say


def build_small_buttons(table: Table, language: Language, legend_id: str, *, has_help: bool) -> list[Button]:
    """Build the buttons that every screen has: the rules, the legend, and what is needed less often.

    `has_help`: the screen explains a first game, so there is also a button that ends these explanations.
    """
    fmt = TextFormatter(translate=language)
    buttons = [build_button(fmt(say("Rules")), custom_ids.build_button_id("rules", table.id, 0))]
    if has_help:
        no_help_id = custom_ids.build_button_id("nohelp", table.id, table.asked_revision)
        buttons.append(build_button(fmt(say("No more help")), no_help_id))
    buttons.append(build_button(fmt(say("Legend")), legend_id))
    buttons.append(build_button(fmt(say("More")), custom_ids.build_button_id("more", table.id, table.asked_revision)))
    return buttons


def build_legend_buttons(table: Table, language: Language, back_id: str) -> list[Button]:
    """Build the buttons below the legend of a step: back to the step, and everything in words."""
    back = build_button(TextFormatter(translate=language)(say("Back")), back_id)
    return [back, *build_reading_buttons(table, language, omitted="legend")]


def build_path_id(act: str, table: Table, root: Menu, step: MoveScreen, *, ends_turn: bool) -> str:
    """Build the id of a button that leads to a step of a move; to its first step if the words are too long."""
    mark = END_MARK if ends_turn else ""
    free_chars = custom_ids.count_free_chars(act, table.id, table.asked_revision) - len(mark)
    words = step.prefix
    if not custom_ids.fits_path(root, words, free_chars):
        words = ()
    path = custom_ids.pack_path(root, words, free_chars)
    return custom_ids.build_button_id(act, table.id, table.asked_revision, mark + path)


def build_extra_buttons(panel: PanelView, language: Language, *, has_hints: bool, can_plan: bool) -> list[Button]:
    """Build the rarer buttons: plan the next turn, restart this one, try out, ask the captain, standing orders, take the seat."""
    table, fmt = panel.snapshot.table, TextFormatter(translate=language)
    has_orders = panel.order_sheet is not None and (
        panel.order_sheet.menu is not None or bool(panel.order_sheet.orders)
    )
    actions = [
        ("restart", say("Restart my turn"), panel.is_moving),
        ("try", say("Try it out"), panel.menu is not None),
        ("hint", say("What would the captain do?"), has_hints),
        ("since", say("Since my last move"), table.status == "running"),
        ("orders", say("Standing orders"), has_orders),
        ("again", say("Take my seat again"), _is_substituted(panel)),
    ]
    buttons: list[Button] = []
    if can_plan:
        plan_id = custom_ids.build_button_id(ORDER_ACTIONS.step, table.id, table.asked_revision, MOVE_WORD)
        buttons.append(build_button(fmt(say("Plan my next turn")), plan_id, GREEN_STYLE))
    for act, label, is_offered in actions:
        if is_offered:
            buttons.append(build_button(fmt(label), custom_ids.build_button_id(act, table.id, table.asked_revision)))
    return buttons


def _is_substituted(panel: PanelView) -> bool:
    """Return whether a computer plays for the person until they are back."""
    table, seat = panel.snapshot.table, panel.snapshot.viewer
    return seat is not None and table.status == "running" and table.seats[seat].is_substituted
