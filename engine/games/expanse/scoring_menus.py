"""The decisions of a Scoring turn: the Bonus Sector, the event step and the free fleet (E7, E9.2)."""

from __future__ import annotations

from typing import Final

from engine.games.expanse import effects, fleets, influence_removal, pieces
from engine.games.expanse.board import Board
from engine.games.expanse.components import Ability
from engine.games.expanse.fleet_removal import list_opponents
from engine.games.expanse.menus import list_kept_options, list_playable_events, play_kept_event
from engine.games.expanse.state import State
from engine.games.expanse.steps import Choice, MoveEnd, Step, WorkingCopy, ask_seat
from engine.kernel.menu import Menu, Option, Word
from engine.kernel.text import SeatMention, say

DICE_WORD: Final = "dice"
"""The word that leaves the choice of the Bonus Sector to chance."""
_ASK_SECTOR: Final = say("Which Sector is the Bonus Sector? Nobody else learns it before the bases are scored.")
_DICE_OPTION: Final = Option(DICE_WORD, say("Let the dice choose"))
_NO_MARKERS: Final = say("Both markers of this Sector have been used (E7.2).")
_ASK_SCORING_EVENT: Final = say("A Scoring turn: play one Event before the bases are scored?")
_PASS_OPTION: Final = Option("pass", say("Play none"))
_ASK_TOKEN: Final = say("From which base do you discard a Protomolecule token?")
_LEAVE_OPTION: Final = Option("leave", say("Build none"))
_CREW_PREFIX: Final = "crew-"


def build_sector_menu(board: Board, state: State) -> Menu:
    """Build the secret choice of the Bonus Sector (E7.1).

    The dice are an option because a rule that chooses for an absent player would give the Sector away.
    """
    open_sectors = board.list_open_sectors(state)
    options: list[Option] = []
    for sector in board.components.sectors.bands:
        why_not = None if sector in open_sectors else _NO_MARKERS
        options.append(Option(sector, board.sector_names[sector], why_not=why_not, spot=f"sector-{sector}"))
    below = Menu("sector", _ASK_SECTOR, (*options, _DICE_OPTION), is_secret=True)
    return Menu("verb", _ASK_SECTOR, (Option("bonus", say("Bonus Sector")),), lambda _: below)


# ---------------------------------------------------------------- E7.3 the event step
def build_scoring_step(work: WorkingCopy) -> Step:
    """Ask for one Kept Event, a crew member of the Rocinante, or nothing (E7.3)."""
    board = work.board
    crew: list[Word] = []
    if work.state.holder == work.seat:
        crew = [_CREW_PREFIX + word for word in board.components.crew]
    tech = board.find_power(work.state, work.faction, "containment") if work.actor.samples else None
    words = [*list_playable_events(work), *crew]
    if tech is not None:
        words.append("containment")
    if not words:
        return MoveEnd(work)

    def list_options() -> list[Option]:
        options = list_kept_options(work)
        for word in crew:
            member = board.components.crew[word.removeprefix(_CREW_PREFIX)]
            options.append(Option(word, effects.format_titled(member.name, member.text), spot=word))
        if tech is not None:
            options.append(Option("containment", effects.format_titled(tech.name, tech.text)))
        return [*options, _PASS_OPTION]

    def play_event(word: Word) -> Step:
        if word == "pass":
            return MoveEnd(work.set_place().add_texts(say("{seat} plays no Event.", seat=SeatMention(work.seat))))
        if word.startswith(_CREW_PREFIX):
            return _use_crew(work, word.removeprefix(_CREW_PREFIX))
        if word == "containment" and tech is not None:
            return _use_containment(work, tech)
        return play_kept_event(work, word)

    return Choice(
        [*words, "pass"],
        list_options,
        work=work,
        seat=work.seat,
        prompt=_ASK_SCORING_EVENT,
        next_step=play_event,
    )


def _use_crew(work: WorkingCopy, word: Word) -> Step:
    """Carry out the effects of a crew member (E12.2)."""
    crew = work.board.components.crew[word]
    announced = work.set_place().add_texts(
        say("{seat} uses {crew} of the Rocinante.", seat=SeatMention(work.seat), crew=say(crew.name))
    )
    return effects.carry_out_event(crew.effects, announced, MoveEnd)


def _use_containment(work: WorkingCopy, tech: Ability) -> Step:
    """Ask for a token to discard; every other player then removes influence from its base (E14.16)."""
    board, samples = work.board, work.actor.samples

    def discard_token(base: Word) -> Step:
        new = work.fork(work.seat)
        new.actor.samples = [other for other in samples if other != base]
        new.actor.tokens_gone += 1
        new = new.add_texts(
            say(
                "{seat} uses {power} on {base}.",
                seat=SeatMention(new.seat),
                power=say(tech.name),
                base=board.base_names[base],
            )
        )
        return influence_removal.take_one_each(new, base, tuple(list_opponents(new)), MoveEnd)

    return ask_seat(work, work.seat, _ASK_TOKEN, samples, board.base_option, discard_token)


# ---------------------------------------------------------------- E9.2 the free fleet
def build_free_fleet(work: WorkingCopy, *, is_asked: bool) -> Step:
    """Build one removed fleet at home for nothing, Scrap Ships excepted (E9.2).

    Without `is_asked` it is the strongest.
    """
    off = work.actor.off.replace("s", "")
    if not off:
        return MoveEnd(work)
    home = work.board.components.factions[work.faction].home

    def build(letter: Word) -> Step:
        if letter == "leave":
            return MoveEnd(work.set_place().add_texts(say("{seat} builds no fleet.", seat=SeatMention(work.seat))))
        return MoveEnd(pieces.build_fleet(work, work.seat, letter, home))

    if not is_asked:
        return build(off[0])
    return ask_seat(
        work,
        work.seat,
        say("Which fleet do you build at {place} for nothing?", place=work.board.orbital_names[home]),
        [*dict.fromkeys(off), "leave"],
        lambda word: _LEAVE_OPTION if word == "leave" else fleets.build_kind_option(word),
        build,
    )
