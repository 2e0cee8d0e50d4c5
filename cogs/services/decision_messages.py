"""Ask a table for its decisions and show their outcomes: requests to take back a move, votes, and proposals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages.layout import allow_mentions
from cogs.messages.proposal import build_proposal_message
from cogs.messages.question import build_question_message, is_question, list_unanswered
from cogs.messages.vote import build_offer_message, build_vote_message
from cogs.services.members import MemberLookup
from cogs.services.sending import SEND_TIMEOUT_S, is_server_error
from cogs.services.sent_messages import find_sent_message
from engine.host.model.table import Table, UndoRequest
from engine.host.model.votes import SeatOffer, Vote
from engine.host.service.deadlines.reminders import MAX_ATTEMPTS
from engine.host.service.table_services import TableServices
from engine.host.store.undo_requests import UndoQuestion

log = logging.getLogger("overwinter.scheduler")


class OfferForbiddenError(Exception):
    """Raised if the offer of a seat cannot be posted for lack of rights, which may come back."""


class DecisionMessages:
    """Sends and updates the messages of decisions.

    `show_table(table_id)` asks the board service to post a table that has changed.
    """

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        members: MemberLookup,
        show_table: Callable[[int], None],
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._channels = channels
        self._members = members
        self._show_table = show_table

    # ------------------------------------------------------------- requests to take back a move
    async def ask_question(self, question: UndoQuestion) -> None:
        """Ask the others whether a move may be taken back.

        Like a reminder, an attempt is counted first, and a message that may have been sent is searched for.
        """
        undo = self._tables.undo
        if question.attempts >= MAX_ATTEMPTS:
            log.warning("table %s: the others could not be asked in %s tries", question.table_id, MAX_ATTEMPTS)
            await undo.record_outcome(question, "failed")
            return
        request = await undo.begin_attempt(question)
        if request is None:
            return
        table = await self._tables.load_table(question.table_id)
        request = await self._excuse_departed(table, request)
        if request is None:
            return
        try:
            message_id = await self._find_or_post_question(question, table, request)
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            log.warning("table %s: Discord refuses its question (%s): %s", table.id, error.code, error.text)
            await undo.record_outcome(question, "failed")
            return
        await undo.record_outcome(question, "sent", message_id)

    async def _excuse_departed(self, table: Table, request: UndoRequest) -> UndoRequest | None:
        """Excuse players who have left the server from answering. Return None if the request is settled by that."""
        unanswered = list_unanswered(table, request)
        departed = [
            person.seat
            for person in table.reachable_players
            if person.user_id in unanswered and await self._members.has_left(table.guild_id, person.user_id)
        ]
        if not departed:
            return request
        remaining = await self._tables.undo.excuse_seats(table.id, request, departed)
        self._show_table(table.id)
        return remaining

    async def _find_or_post_question(self, question: UndoQuestion, table: Table, request: UndoRequest) -> int:
        channel = self._channels(table.channel_id)
        if question.was_tried:
            found = await find_sent_message(
                channel, request.asked_at, lambda message: is_question(message, table, request)
            )
            if found:
                return found
        return await self.post_question(channel, table, request)

    async def post_question(self, channel: discord.PartialMessageable, table: Table, request: UndoRequest) -> int:
        """Post the question whether a move may be taken back, and return the id of its message."""
        language = await self._locales.find_server_language(table.guild_id)
        preview = await self._tables.undo.preview_request(request, table.id)
        view = build_question_message(table, request, preview, language)
        calls = await self._tables.settings.list_users_to_call(list_unanswered(table, request))
        async with asyncio.timeout(SEND_TIMEOUT_S):
            sent = await channel.send(
                view=view, nonce=f"u{table.id}:{request.asked_at}", allowed_mentions=allow_mentions(*calls)
            )
        return sent.id

    # ------------------------------------------------------------- votes
    async def count_ballots(self, table_id: int, vote_id: int) -> None:
        """Count the ballots again: a voter, or the friend who would take the seat, may have left or be late by now."""
        votes = self._tables.votes
        is_successor_gone = False
        if await votes.would_hand_over(table_id, vote_id):
            table = await self._tables.load_table(table_id)
            vote = await votes.load_vote(vote_id)
            if vote.successor_id is not None:
                is_successor_gone = await self._members.has_left(table.guild_id, vote.successor_id)
        await votes.recount(table_id, vote_id, is_successor_gone=is_successor_gone)

    async def show_vote_outcome(self, vote_id: int) -> None:
        """Show in a vote's message how it ended. If a seat is handed on, offer it in a new message to the successor.

        Raises OfferForbiddenError if the offer cannot be posted for lack of rights.
        """
        vote = await self._tables.votes.load_vote(vote_id)
        assert vote.channel_id is not None
        assert vote.message_id is not None
        table = await self._tables.load_table(vote.table_id)
        language = await self._locales.find_server_language(table.guild_id)
        channel = self._channels(vote.channel_id)
        offer = await self._find_offer(vote)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                if offer is not None:
                    await self._post_offer(channel, table, vote, offer)
                message = channel.get_partial_message(vote.message_id)
                await message.edit(view=build_vote_message(table, vote, language))
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            log.info("vote %s: its message cannot be changed (%s)", vote.id, error.code)
        await self._tables.votes.record_shown(vote)

    async def _find_offer(self, vote: Vote) -> SeatOffer | None:
        """Return the offer of a seat that a vote has led to."""
        if vote.state != "hand":
            return None
        offer = await self._tables.handover.find_offer(vote.table_id, vote.seat)
        return offer if offer is not None and offer.vote_id == vote.id else None

    async def _post_offer(
        self, channel: discord.PartialMessageable, table: Table, vote: Vote, offer: SeatOffer
    ) -> None:
        language = await self._locales.find_server_language(table.guild_id)
        calls = await self._tables.settings.list_users_to_call([offer.successor_id])
        view = build_offer_message(table, offer, language)
        try:
            await channel.send(view=view, nonce=f"v{vote.id}", allowed_mentions=allow_mentions(*calls))
        except discord.Forbidden as error:
            log.warning("vote %s: its offer cannot be posted (%s); trying again later", vote.id, error.code)
            raise OfferForbiddenError from error

    # ------------------------------------------------------------- proposals
    async def show_proposal_outcome(self, proposal_id: int) -> None:
        """Show in a proposal's message how it ended."""
        proposal = await self._tables.proposals.load_proposal(proposal_id)
        assert proposal.channel_id is not None
        assert proposal.message_id is not None
        table = await self._tables.load_table(proposal.table_id)
        language = await self._locales.find_server_language(table.guild_id)
        message = self._channels(proposal.channel_id).get_partial_message(proposal.message_id)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await message.edit(view=build_proposal_message(table, proposal, language))
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            log.info("motion %s: its message cannot be changed (%s)", proposal.id, error.code)
        await self._tables.proposals.record_shown(proposal)
