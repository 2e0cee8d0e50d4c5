"""The screens of /orders: a person's list of orders, and the choices for another one, as an answer to an interaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.client import Overwinter
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.messages.controls import ORDER_ACTIONS, ControlOptions, build_controls
from cogs.messages.layout import Button, build_button, build_button_rows, build_message, build_select
from cogs.messages.panel import PanelMessage, PanelTexts, build_panel
from cogs.messages.presenter import MoveScreen, build_screen
from cogs.pictures.picture_service import read_preferences
from engine.host.service.play.orders import OrderSheet, explain_no_orders
from engine.host.service.play.panels import PanelView
from engine.host.store.standing_orders import StandingOrder
from engine.kernel.answer_rules import KEEP_ORDER_WORD, MOVE_WORD
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.text import Text, say

PLANNED_PREFIX: Words = (MOVE_WORD,)
"""The words of the menu of orders that lead to the next move in advance."""
CardNames = Mapping[Word, Text]


class OrderComposer:
    """Composes the screens of /orders."""

    def __init__(self, bot: Overwinter) -> None:
        self._bot = bot

    async def compose(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
    ) -> PanelMessage:
        """Compose a person's orders with the choices after `words`. Raises IllegalMoveError for words that are not offered."""
        language = await self._bot.locales.find_person_language(interaction)
        panel = await self._bot.tables.panels.load_panel(table_id, interaction.user.id, seat)
        return await self.compose_panel(panel, language, words, notice=notice, group=group)

    async def compose_panel(
        self,
        panel: PanelView,
        language: Language,
        words: Words = (),
        *,
        notice: Text | None = None,
        group: int | None = None,
    ) -> PanelMessage:
        """Compose the screen from a panel that was loaded before. Raises IllegalMoveError for words that are not offered."""
        sheet = panel.order_sheet
        if sheet is None or sheet.menu is None:
            return self._build_list_message(panel, language, notice, None), []
        screen = build_screen(sheet.menu, words, group)
        if screen.prefix[:1] != PLANNED_PREFIX:
            return self._build_list_message(panel, language, notice, screen), []
        screen = msgspec.structs.replace(screen, prompt=say("In advance: {question}", question=screen.prompt))
        return await build_panel(
            self._bot.picture_service,
            panel.snapshot,
            sheet.menu,
            screen,
            language,
            read_preferences(panel.chosen_settings.values),
            PanelTexts(notice or explain_planned(sheet)),
            _build_options(panel, screen, language),
        )

    def _build_list_message(
        self, panel: PanelView, language: Language, notice: Text | None, screen: MoveScreen | None
    ) -> ui.LayoutView:
        """Build the list of the orders, with the choices of a screen if there are any."""
        sheet, table = panel.order_sheet, panel.snapshot.table
        fmt = TextFormatter(table, translate=language)
        texts = [fmt(notice)] if notice else []
        card_names = {card.word: card.name for card in self._bot.catalogue.load_game(table.game).list_cards()}
        if sheet is not None:
            orders = _list_orders(sheet, card_names)
        else:
            orders = []
        texts += [fmt(say("{n}. {order}", n=n, order=text)) for n, (_, text) in enumerate(orders, 1)]
        list_rows = _build_list_rows(panel, orders, language)
        if screen is None or sheet is None or sheet.menu is None:
            if not orders:
                texts.append(fmt(explain_no_orders()))
            return build_message("\n".join(texts), *list_rows, *build_button_rows(_build_back_buttons(panel, fmt)))
        path_fmt = TextFormatter(table, translate=language, is_bold=False)
        if screen.path:
            texts.append("**" + path_fmt.format_path(screen.path) + "**")
        texts.append(fmt(screen.prompt))
        controls = build_controls(table, sheet.menu, screen, language, _build_options(panel, screen, language))
        return build_message("\n".join(texts), *controls.rows, *list_rows, *build_button_rows(controls.small_buttons))


def explain_planned(sheet: OrderSheet) -> Text:
    """Explain when a move in advance is played."""
    if any(order.words[0] == KEEP_ORDER_WORD for order in sheet.orders):
        return say("This is played on your turn, if it still reads the same then.")
    return say(
        "This is played on your turn, if nothing new was shown. “Moves in advance despite reveals” plays it if it still reads "
        "the same."
    )


def _build_options(panel: PanelView, screen: MoveScreen, language: Language) -> ControlOptions:
    """Let every whole choice be one press, since an order can be taken back until it answers."""
    small_buttons = _build_back_buttons(panel, TextFormatter(translate=language))
    return ControlOptions(ORDER_ACTIONS, one_press_moves=frozenset(screen.whole_moves), small_buttons=small_buttons)


def _build_back_buttons(panel: PanelView, fmt: TextFormatter) -> list[Button]:
    """Build the way back to the move that the person owes, if there is one."""
    if panel.menu is None:
        return []
    table = panel.snapshot.table
    custom_id = custom_ids.build_button_id("step", table.id, table.asked_revision)
    return [build_button(fmt(say("Back to your move")), custom_id)]


def _build_list_rows(
    panel: PanelView, orders: list[tuple[StandingOrder, Text]], language: Language
) -> list[ui.ActionRow[Any]]:
    """Build the lists that take an order back, and that put a rule first."""
    table = panel.snapshot.table
    fmt = TextFormatter(table, translate=language)
    choices: list[tuple[StandingOrder, str, str]] = []
    for n, (order, text) in enumerate(orders, 1):
        label = say("{n}. {order}", n=n, order=text)
        choices.append((order, str(order.rank), format_plain_label(label, table, language)))
    rows: list[ui.ActionRow[Any]] = []
    if choices:
        custom_id = custom_ids.build_select_id("ocancel", table.id, table.asked_revision)
        rows.append(build_select(custom_id, fmt(say("Take back …")), [choice[1:] for choice in choices]))
    movable = [choice[1:] for choice in choices[1:] if not choice[0].is_move]
    if movable:
        custom_id = custom_ids.build_select_id("ofirst", table.id, table.asked_revision)
        rows.append(build_select(custom_id, fmt(say("Check first …")), movable))
    return rows


def _list_orders(sheet: OrderSheet, card_names: CardNames) -> list[tuple[StandingOrder, Text]]:
    """List the orders, each with its labels."""
    listed: list[tuple[StandingOrder, Text]] = []
    for order, menu in zip(sheet.orders, sheet.order_menus, strict=True):
        text = _describe_order(order, menu, card_names)
        if order.is_move:
            text = say("In advance: {question}", question=text)
        listed.append((order, text))
    return listed


def _describe_order(order: StandingOrder, menu: Menu | None, card_names: CardNames) -> Text:
    """Describe an order by its labels. A card that the game no longer offers is called by its name."""
    described: Text | None = None
    for word in order.words:
        if menu is not None:
            labels = {option.word: option.label for option in menu.options}
        else:
            labels = {}
        picks = word.split("+")
        step = say("{choices}", choices=[labels.get(pick) or card_names.get(pick) or Text(pick) for pick in picks])
        described = step if described is None else say("{before} › {choice}", before=described, choice=step)
        menu = menu.next_menu(word) if menu is not None and set(picks) <= labels.keys() else None
    assert described is not None
    return described
