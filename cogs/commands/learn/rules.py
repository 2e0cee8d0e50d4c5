"""/rules shows rules by number or word, in pages; /why lists what the person cannot do now, and why."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions, build_choices
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids, deferral
from cogs.interactions.limits import MAX_SELECT_OPTIONS, MAX_SUGGESTIONS, shorten
from cogs.interactions.press import Press, parse_number, split_parts
from cogs.messages.layout import Button, build_button, build_button_rows, build_message, build_select
from cogs.messages.learn.lesson import build_step_button
from cogs.messages.rules.example import describe_example, draw_example
from cogs.messages.rules.fair_play import FAIR_PLAY_QUERY, build_fair_play_page, find_fair_play_rules, is_fair_play
from cogs.messages.rules.lookup import Answer, search_everything
from cogs.messages.rules.refused import RefusedOption, list_refused_options
from cogs.messages.rules.rule_text import format_rule, format_section, list_card_blocks, split_pages
from cogs.pictures.picture_service import Picture, create_files
from engine.host.model.table import Table
from engine.host.service.play.lessons import Learner
from engine.kernel.menu import Menu, Words
from engine.kernel.registry import AnyGame
from engine.kernel.text import Text, UserError, say
from engine.learning.course import LessonPlace
from engine.learning.examples import find_example, find_lesson_step
from engine.ops.provenance import list_unbacked_groups
from engine.ops.rule_pages import load_overview, load_rules
from engine.ops.rule_search import find_cited_rules, find_numbered_rules
from engine.rulebook import Rule, has_page

MAX_ANSWERS = 5
"""Answers to a question that are shown: one in full, the others as buttons."""
MAX_ANSWER_LABEL_CHARS = 60
"""A longer button for an answer takes two lines on a phone."""
PART_CONTEXT = "part"
"""The context in which the catalogues hold the names of groups of components."""
MAX_LESSON_BUTTONS = 3
"""The most steps of the lesson that /why offers."""
MAX_CHOICES_NAMED = 4
"""The most choices that are named for one reason; the rest are counted."""
CHAPTER_KEY, ANSWER_KEY, NUMBER_KEY = "c", "a", "w"
"""The contents of a page in the id of its buttons, before "=" and a chapter's index, a question or a rule's number."""


class RuleCommands(TableCog):
    """The commands and buttons for rules and reasons."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(self, {"rules": self._on_contents})
        self.bot.press_handlers.register(self, {"why": self._on_why}, audience="player")
        self.bot.press_handlers.register(
            self,
            {"rule": self._on_chapter, "page": self._on_page, "contents": self._on_contents},
            is_allowed_anywhere=True,
        )

    # ------------------------------------------------------------- commands
    @app_commands.command(description="The numbered rules of a game, or of fair play")
    @app_commands.describe(
        rule="A number, a word or a question; “fair play” tells who is rated, and how",
        game="Which game; this channel's if left out",
    )
    @allow_everywhere
    async def rules(self, interaction: discord.Interaction, rule: str = "", game: str = "") -> None:
        """Show one rule with its details, the rules that answer a question, or the contents."""
        language = await self.bot.locales.find_person_language(interaction)
        fair_play = find_fair_play_rules(rule, language)
        if fair_play:
            await interaction.response.send_message(view=build_fair_play_page(fair_play, language), ephemeral=True)
            return
        chosen = await self._find_game(interaction, game)
        wanted = " ".join(rule.split())
        if not wanted:
            await interaction.response.send_message(view=_build_contents(chosen, language), ephemeral=True)
            return
        view, pictures = await deferral.await_or_defer(
            interaction, self._compose_found(interaction, chosen, wanted, language)
        )
        await deferral.send_answer(interaction, view, create_files(*pictures))

    @rules.autocomplete("rule")
    async def _suggest_rules(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        language = await self.bot.locales.find_person_language(interaction)
        if is_fair_play(typed, language):
            return build_choices([(TextFormatter(translate=language)(say("Fair play")), FAIR_PLAY_QUERY)])
        try:
            game = await self._find_game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except UserError:
            return []
        rules = load_rules(game, language.code)
        wanted = typed.strip()
        listed = [rule for rule in rules if rule.number.startswith(wanted.upper())]
        if wanted and not listed:
            found = search_everything(game, language, wanted)[:MAX_SUGGESTIONS]
            listed = [answer.rule for answer in found if answer.rule is not None]
        return build_choices(
            (f"{rule.number} · {rule.heading} · {_strip_markup(rule.text)}", rule.number) for rule in listed
        )

    @rules.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return self.build_game_choices(typed)

    @app_commands.command(description="What you cannot do now, and why, with the rules that say so")
    @allow_everywhere
    async def why(self, interaction: discord.Interaction) -> None:
        """Show everything that the current decision does not allow, with the reasons."""
        table = await self.load_channel_table(interaction)
        table, _, root = await self.tables.moves.load_menu(table.id, interaction.user.id)
        language = await self.bot.locales.find_person_language(interaction)
        view = _build_reasons(self.bot.catalogue.load_game(table.game), table, root, language)
        await interaction.response.send_message(view=view, ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _on_contents(self, press: Press) -> None:
        """Show the contents of the rules of the game that the id names, or of its table's game."""
        slug = press.rest or (await self.tables.load_table(press.table_id)).game
        language = await self.bot.locales.find_person_language(press.interaction)
        view = _build_contents(self.bot.catalogue.load_game(slug), language)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_chapter(self, press: Press) -> None:
        game = self.bot.catalogue.load_game(press.rest)
        language = await self.bot.locales.find_person_language(press.interaction)
        await press.interaction.response.edit_message(view=_build_chapter(game, press.chosen_number, 0, language))

    async def _on_page(self, press: Press) -> None:
        slug, index, content = split_parts(press.rest, 3)
        page = parse_number(index)
        game = self.bot.catalogue.load_game(slug)
        kind, _, wanted = content.partition("=")
        language = await self.bot.locales.find_person_language(press.interaction)
        if kind == CHAPTER_KEY:
            view = _build_chapter(game, parse_number(wanted), page, language)
        elif kind == ANSWER_KEY:
            view = _build_answers(game, wanted, page, language)
        else:
            view = _build_numbered(game, wanted, page, language)
        await press.interaction.response.edit_message(view=view)

    async def _on_why(self, press: Press) -> None:
        table, _, root = await self.tables.moves.load_menu(press.table_id, press.interaction.user.id)
        # A button of an earlier question explains the current decision.
        words = custom_ids.unpack_path(root, press.rest) if press.revision == table.asked_revision else ()
        language = await self.bot.locales.find_person_language(press.interaction)
        view = _build_reasons(self.bot.catalogue.load_game(table.game), table, root, language, words)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    # ---------------------------------------------------------------- parts
    async def _compose_found(
        self, interaction: discord.Interaction, game: AnyGame, wanted: str, language: Language
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        """Compose the rules of a number, or the answers to a question, with pictures of an example of the first rule."""
        number = _find_first_number(game, wanted, language)
        example = find_example(game.slug, number) if number else None
        if example is None:
            return _build_found(game, wanted, language), []
        learner = Learner(interaction.user.id, interaction.user.display_name)
        snapshots = self.tables.lessons.show_example(example, learner)
        tone = (await self.load_preferences(interaction)).tone
        pictures = await draw_example(self.bot.picture_service, snapshots, example, language, tone)
        caption = describe_example(example, language) if pictures else ""
        return _build_found(game, wanted, language, (caption, *pictures)), pictures

    async def _find_game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        if slug:
            return self.bot.catalogue.match_game(slug)
        try:
            table = await self.load_channel_table(interaction, live_only=False)
            return self.bot.catalogue.load_game(table.game)
        except UserError:
            games = self.bot.catalogue.list_games()
            if len(games) == 1:
                return games[0]
            raise UserError(
                say("There is no table in this channel. Say which game’s rules you want: {/rules} {/rules@game}")
            ) from None


# ------------------------------------------------------------------- reading
def _list_headings(game: AnyGame, language: Language) -> list[str]:
    return list(dict.fromkeys(rule.heading for rule in load_rules(game, language.code)))


def _build_contents(game: AnyGame, language: Language) -> discord.ui.LayoutView:
    fmt = TextFormatter(translate=language)
    listed = load_rules(game, language.code)
    if not listed:
        raise UserError(
            say("The rules of {game} are not written down here yet. Ask somebody who plays it.", game=game.title)
        )
    overview = "\n".join(format_section(section) for section in load_overview(game, language.code))
    texts = []
    for heading in _list_headings(game, language):
        numbers = [rule.number for rule in listed if rule.heading == heading]
        span = numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        texts.append(fmt(say("**{heading}** {numbers}", heading=heading, numbers=span)))
    source_names = {"found": say("found elsewhere"), "inferred": say("inferred"), "house": say("our own")}
    unbacked_parts: list[Text] = [
        say(
            "{part} ({sources})",
            part=language.translate_name(PART_CONTEXT, name),
            sources=[source_names[source] for source in sources],
        )
        for name, sources in list_unbacked_groups(game.components).items()
    ]
    if unbacked_parts:
        texts.append("-# " + fmt(say("No rule text prints all of these parts: {parts}.", parts=list(unbacked_parts))))
    if not has_page(game.slug, language.code):
        texts.append("-# " + fmt(say("These rules are not translated yet: you read them in English.")))
    return build_message(f"### {game.title}", overview, "\n".join(texts), _build_chapter_select(game, language))


def _build_chapter(game: AnyGame, number: int, page: int, language: Language) -> discord.ui.LayoutView:
    headings = _list_headings(game, language)
    heading = headings[min(max(number, 0), len(headings) - 1)]
    shown = [rule for rule in load_rules(game, language.code) if rule.heading == heading]
    return _build_page(game, heading, shown, f"{CHAPTER_KEY}={number}", page, language)


ExampleBlocks = tuple[str | Picture, ...]
"""The example of a rule: a sentence and two pictures."""


def _find_first_number(game: AnyGame, wanted: str, language: Language) -> str:
    """Find the number of the rule that is shown first for a number or a question; "" if a component or nothing is shown."""
    numbered = find_numbered_rules(load_rules(game, language.code), wanted)
    if numbered:
        return numbered[0].number
    found = search_everything(game, language, wanted)
    return found[0].rule.number if found and found[0].rule is not None else ""


def _build_found(game: AnyGame, wanted: str, language: Language, example: ExampleBlocks = ()) -> discord.ui.LayoutView:
    """Build the rules of a number, or the answers to a question."""
    if find_numbered_rules(load_rules(game, language.code), wanted):
        return _build_numbered(game, wanted, 0, language, example)
    return _build_answers(game, wanted, 0, language, example)


def _build_numbered(
    game: AnyGame, number: str, page: int, language: Language, example: ExampleBlocks = ()
) -> discord.ui.LayoutView:
    shown = find_numbered_rules(load_rules(game, language.code), number)
    if not shown:
        raise _build_not_found_error(number)
    return _build_page(game, shown[0].heading, shown, f"{NUMBER_KEY}={number}", page, language, example)


def _build_answers(
    game: AnyGame, query: str, chosen: int, language: Language, example: ExampleBlocks = ()
) -> discord.ui.LayoutView:
    """Show answer `chosen` to a question in full, 0 being the best, and the others as buttons."""
    # The buttons hold the question, so the search reads no more of it than they can hold.
    query = query[: custom_ids.count_free_chars("page", 0, 0) - len(f"{game.slug}:0:{ANSWER_KEY}=")]
    found = search_everything(game, language, query)[:MAX_ANSWERS]
    if not found:
        raise _build_not_found_error(query)
    fmt = TextFormatter(translate=language)
    chosen = min(chosen, len(found) - 1)
    buttons = [
        build_button(
            _format_answer_label(answer, language),
            custom_ids.build_button_id("page", 0, 0, f"{game.slug}:{n}:{ANSWER_KEY}={query}"),
        )
        for n, answer in enumerate(found)
        if n != chosen
    ]
    return build_message(
        f"### {game.title}: “{shorten(query, 40)}”",
        *_list_answer_blocks(game, found[chosen], language),
        *example,
        fmt(say("-# Not what you meant? See also:")) if buttons else "",
        *build_button_rows(buttons),
        _build_chapter_select(game, language),
    )


def _list_answer_blocks(game: AnyGame, answer: Answer, language: Language) -> list[str]:
    if answer.piece is not None:
        return list_card_blocks(game, answer.piece, language)
    assert answer.rule is not None
    return [f"-# {answer.rule.heading}", format_rule(answer.rule)]


def _format_answer_label(answer: Answer, language: Language) -> str:
    if answer.piece is not None:
        return shorten(format_plain_label(answer.piece.name, None, language), MAX_ANSWER_LABEL_CHARS)
    assert answer.rule is not None
    return shorten(f"{answer.rule.number} · {_strip_markup(answer.rule.text)}", MAX_ANSWER_LABEL_CHARS)


def _build_not_found_error(wanted: str) -> UserError:
    return UserError(say("No rule says “{wanted}”. {/rules} without a word shows the contents.", wanted=wanted[:40]))


def _build_page(
    game: AnyGame,
    title: str,
    rules: Sequence[Rule],
    content: str,
    page: int,
    language: Language,
    example: ExampleBlocks = (),
) -> discord.ui.LayoutView:
    """Build one page of these rules; `content` names them in the ids of the buttons that turn the page."""
    fmt = TextFormatter(translate=language)
    pages = split_pages(rules)
    page = min(max(page, 0), len(pages) - 1)

    def build_page_id(number: int) -> str:
        return custom_ids.build_button_id("page", 0, 0, f"{game.slug}:{number}:{content}")

    buttons = []
    if page > 0:
        buttons.append(build_button(fmt(say("Page before")), build_page_id(page - 1)))
    if page < len(pages) - 1:
        buttons.append(build_button(fmt(say("Next page")), build_page_id(page + 1)))
    return build_message(
        f"### {game.title}: {title}",
        "\n".join(format_rule(rule) for rule in pages[page]),
        *example,
        fmt(say("-# Page {page} of {n}", page=page + 1, n=len(pages))) if len(pages) > 1 else "",
        *build_button_rows(buttons),
        _build_chapter_select(game, language),
    )


def _build_chapter_select(game: AnyGame, language: Language) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    headings = list(enumerate(_list_headings(game, language)))[:MAX_SELECT_OPTIONS]
    chapters = [(str(i), heading) for i, heading in headings]
    return build_select(
        custom_ids.build_select_id("rule", 0, 0, game.slug),
        TextFormatter(translate=language)(say("Read a chapter")),
        chapters,
    )


def _strip_markup(text: str) -> str:
    return text.replace("*", "").replace("`", "")


# ------------------------------------------------------------------ reasons
def _build_reasons(
    game: AnyGame, table: Table, root: Menu, language: Language, prefix: Words = ()
) -> discord.ui.LayoutView:
    """List the choices that are not allowed after `prefix`, grouped by reason, and quote the rules that the reasons cite."""
    fmt = TextFormatter(table, translate=language)
    refused_options = list_refused_options(root, prefix)
    if not refused_options:
        return build_message(fmt(say("Nothing is ruled out now: you may choose anything that you are offered.")))
    choices_by_reason: dict[str, list[str]] = {}
    for option in refused_options:
        choice = _format_choice(option, table, len(prefix), language)
        choices_by_reason.setdefault(fmt(option.reason), []).append(choice)
    lines: list[str] = []
    for reason, choices in choices_by_reason.items():
        named = choices[:MAX_CHOICES_NAMED]
        if len(choices) > MAX_CHOICES_NAMED:
            named.append(fmt(say("{n} more", n=len(choices) - MAX_CHOICES_NAMED)))
        lines.append(f"- **{', '.join(named)}**: {reason}")
    cited = find_cited_rules(" ".join(choices_by_reason), load_rules(game, language.code))
    quoted = [f"> {format_rule(rule)}" for rule in cited]
    return build_message(
        fmt(say("### What you cannot do now")),
        "\n".join(lines),
        "\n".join(quoted),
        *build_button_rows(_build_lesson_buttons(game.slug, cited, language)),
    )


def _build_lesson_buttons(slug: str, rules: Sequence[Rule], language: Language) -> list[Button]:
    """Build buttons that open the steps of the lesson that teach these rules, each step once."""
    buttons: dict[LessonPlace, Button] = {}
    for rule in rules:
        step = find_lesson_step(slug, rule.number)
        if step is not None and len(buttons) < MAX_LESSON_BUTTONS:
            label = say("Learn {number}", number=rule.number)
            buttons.setdefault(step.place, build_step_button(label, step.course, step.place, language))
    return [*buttons.values()]


def _format_choice(option: RefusedOption, table: Table, skipped: int, language: Language) -> str:
    """Format the path to an option that is not allowed, without its first `skipped` choices."""
    return " › ".join(format_plain_label(label, table, language) for label in option.path[skipped:])


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(RuleCommands(bot))
