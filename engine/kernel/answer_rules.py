"""Rules by which a player answers kinds of questions in advance: what a game declares, and the menu and answers made of it.

An order is a complete move through the menu of the rules. It holds only public things, and is valid as long as the menu offers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from engine.kernel.menu import Menu, Option, Word, Words
from engine.kernel.text import Text, say

RuleAnswer = Literal["yes", "no", "ask"]
"""An answer of a rule. "ask" keeps the rules behind it in the player's list from answering."""


class RuleSpan(msgspec.Struct, frozen=True):
    """How long an order lasts, or what it is about.

    The span of an earlier order is over when the rule no longer lists it. `subjects`, such as cards, are chosen behind it; if it
    has none, the order is about all questions of the rule's kind.
    """

    word: Word
    label: Text
    subjects: tuple[Option, ...] = ()


class AnswerRule(msgspec.Struct, frozen=True):
    """A kind of question that players may answer in advance.

    `word` names the kind in stored orders, and `labels` say what each possible answer does. `moves` are the answers to the
    question that the seat is asked now, empty if that is of another kind; `subject` is what this question is about.
    """

    word: Word
    labels: Mapping[RuleAnswer, Text]
    spans: tuple[RuleSpan, ...]
    moves: Mapping[RuleAnswer, Words] = {}
    subject: Word = ""


MOVE_WORD: Final = "move"
"""The first word of a move in advance in the menu of orders."""
WHOLE_GAME: Final = RuleSpan("game", say("Until the game ends"))
KEEP_AFTER_REVEAL: Final = AnswerRule("shown", {"yes": say("Moves in advance despite reveals")}, (WHOLE_GAME,))
"""The built-in rule that a move in advance stays valid after something new was shown, if what was chosen still reads the same."""
KEEP_ORDER_WORD: Final = f"{KEEP_AFTER_REVEAL.word}-yes"
"""The first word of the order that makes this rule count."""
_ASK_ORDER: Final = say("What shall be answered for you while you are away?")
_ASK_SPAN: Final = say("How long, and about what?")
_ASK_SUBJECTS: Final = say("About which of these?")


def build_end_turn_rule(menu: Menu | None) -> AnswerRule:
    """Build the built-in rule that ends the turn when nothing else is possible; `menu` is what the seat is asked, if anything."""
    options = [] if menu is None else menu.list_open_options()
    moves: dict[RuleAnswer, Words] = {}
    if options and all(option.ends_turn for option in options):
        moves["yes"] = (options[0].word,)
    return AnswerRule("end", {"yes": say("End my turn if only that is left")}, (WHOLE_GAME,), moves)


def build_order_menu(rules: Iterable[AnswerRule], planned_menu: Menu | None) -> Menu | None:
    """Build the menu of the orders that can be left now; None if there are none.

    `planned_menu` is the decision that a move in advance would answer, if there can be one.
    """
    options: list[Option] = []
    rules_by_word: dict[Word, AnswerRule] = {}
    if planned_menu is not None:
        options.append(Option(MOVE_WORD, say("Play a move in advance")))
    for rule in rules:
        for answer, label in rule.labels.items():
            options.append(Option(f"{rule.word}-{answer}", label))
            rules_by_word[options[-1].word] = rule
    if not options:
        return None

    def build_next_menu(word: Word) -> Menu | None:
        return planned_menu if word == MOVE_WORD else _build_span_menu(rules_by_word[word])

    return Menu("order", _ASK_ORDER, tuple(options), build_next_menu)


def _build_span_menu(rule: AnswerRule) -> Menu:
    subjects_by_word = {span.word: span.subjects for span in rule.spans}

    def build_subject_menu(word: Word) -> Menu | None:
        subjects = subjects_by_word[word]
        if not subjects:
            return None
        return Menu("about", _ASK_SUBJECTS, subjects, max_picks=len(subjects))

    return Menu("span", _ASK_SPAN, tuple(Option(span.word, span.label) for span in rule.spans), build_subject_menu)


def is_order_valid(rules: Iterable[AnswerRule], order: Words) -> bool:
    """Return whether an order of earlier can still answer: its span is still offered, and one of its subjects."""
    for rule in rules:
        if order[0] not in [f"{rule.word}-{answer}" for answer in rule.labels]:
            continue
        for span in rule.spans:
            if span.word == order[1]:
                subjects = {option.word for option in span.subjects}
                return len(order) < 3 or not subjects.isdisjoint(order[2].split("+"))
    return False


def find_rule_answer(rules: Iterable[AnswerRule], orders: Sequence[Words]) -> Words | None:
    """Return the answer of the first order in the list that is about the current question, None if the player is to be asked.

    The answer may be illegal.
    """
    asked_rules = {rule.word: rule for rule in rules if rule.moves}
    for order in orders:
        word, _, answer = order[0].rpartition("-")
        rule = asked_rules.get(word)
        if rule is None or (len(order) > 2 and rule.subject not in order[2].split("+")):
            continue
        for possible, move in rule.moves.items():
            if possible == answer:
                return move
        return None
    return None
