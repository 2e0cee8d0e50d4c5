"""Ask a table for its decisions and show their outcomes: requests to take back a move, votes, and proposals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

import discord
from discord import ui

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import build_message
from cogs.messages.marks import build_mark
from cogs.messages.proposal import build_proposal_message
from cogs.messages.undo_question import build_request_mark, build_undo_question, describe_overtaken, list_unanswered
from cogs.messages.vote import build_offer_message, build_outcome_message, build_vote_message
from cogs.services.members import MemberLookup
from cogs.services.sending import SEND_TIMEOUT_S, may_work_later
from cogs.services.sent_messages import ChannelSender
from engine.host.model.table import Table, UndoRequest
from engine.host.model.votes import SeatOffer, Vote
from engine.host.service.play.undo import explain_expiry
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import Seat

log = logging.getLogger("overwinter.scheduler")


class DecisionMessages:
    """Sends and updates the messages of decisions.

    `show_table(table_id)` asks the board service to post a table that has changed.
    """

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        members: MemberLookup,
        sender: ChannelSender,
        show_table: Callable[[int], None],
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._members = members
        self._sender = sender
        self._show_table = show_table

    async def is_open(self, item: OutboxItem) -> bool:
        """Return whether a vote or proposal is still open after the time that has passed and the changes since."""
        if self._tables.outages.is_interrupted:
            return True
        if item.kind == "vote":
            return (await self._count_ballots(item)).state == "open"
        proposal = await self._tables.proposals.load_proposal(item.subject_id)
        if proposal.state == "open" and proposal.expires_at <= self._tables.context.now():
            table = await self._tables.load_table(item.table_id)
            absent_seats = await self._members.find_absent_seats(table, proposal.waiting_seats)
            await self._tables.proposals.excuse_seats(proposal.id, absent_seats)
            proposal = await self._tables.proposals.expire_proposal(proposal.id)
        return proposal.state == "open"

    # ------------------------------------------------------------- requests to take back a move
    async def ask_question(self, item: OutboxItem, table: Table) -> bool:
        """Ask the others whether a move may be taken back, unless the game has overtaken the question."""
        request = await self._tables.undo.load_request(table.id)
        if request is not None:
            request = await self._excuse_departed(table, request)
        if request is None:
            return True
        asked = request

        async def build_view(_called_users: Collection[int]) -> ui.LayoutView:
            language = await self._locales.find_server_language(table.guild_id)
            preview = await self._tables.undo.preview_request(asked, table.id)
            return build_undo_question(table, asked, preview, language)

        users = list_unanswered(table, asked)
        mark = build_request_mark(asked)
        message_id = await self._sender.send_once(item, table, users, build_view, control=("agree", mark))
        await self._tables.undo.record_post(table.id, asked, message_id)
        return True

    async def close_question(self, item: OutboxItem, table: Table) -> bool:
        """Let a question that nobody has settled in time say so, without its buttons."""
        was_open = await self._tables.undo.expire_request(table.id, item.subject_id)
        fmt = TextFormatter(table, translate=await self._locales.find_server_language(table.guild_id))
        view = build_message(fmt(explain_expiry() if was_open else describe_overtaken()))
        await self._edit_message(table.channel_id, item.subject_id, view)
        return True

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

    # ------------------------------------------------------------- votes
    async def _count_ballots(self, item: OutboxItem) -> Vote:
        """Count the ballots again: a voter, or the friend who would take the seat, may have left or be late by now."""
        votes, vote_id = self._tables.votes, item.subject_id
        vote, table = await votes.load_vote(vote_id), await self._tables.load_table(item.table_id)
        is_successor_gone = False
        if vote.successor_id is not None and await votes.would_hand_over(table.id, vote_id):
            is_successor_gone = await self._members.has_left(table.guild_id, vote.successor_id)
        absent_seats: list[Seat] = []
        if item.due_at is not None and item.due_at <= self._tables.context.now():  # not after every change of any table
            absent_seats = await self._members.find_absent_seats(table, vote.missing_seats)
        return await votes.recount(table.id, vote_id, absent_seats, is_successor_gone=is_successor_gone)

    async def show_vote(self, item: OutboxItem, table: Table) -> bool:
        """Show in a vote's message how it ended. If a seat is handed on, offer it in a new message to the successor."""
        vote = await self._tables.votes.load_vote(item.subject_id)
        offer = await self._find_offer(vote)
        if offer is not None:
            await self._post_offer(item, table, offer)
        if vote.channel_id is not None and vote.message_id is not None:
            language = await self._locales.find_server_language(table.guild_id)
            await self._edit_message(vote.channel_id, vote.message_id, build_vote_message(table, vote, language))
        if vote.state == "open":  # a friend was named, or an answer that had ended the vote was taken back
            await self._tables.outbox.watch_decision(item)
        return vote.state != "open"

    async def _find_offer(self, vote: Vote) -> SeatOffer | None:
        """Return the offer of a seat that a vote has led to."""
        if vote.state != "hand":
            return None
        offer = await self._tables.handover.find_offer(vote.table_id, vote.seat)
        if offer is not None and offer.vote_id == vote.id:
            return offer
        return None

    async def tell_outcome(self, item: OutboxItem, table: Table) -> bool:
        """Tell the player whom a vote is about how it ended."""
        vote = await self._tables.votes.load_vote(item.subject_id)
        user = table.find_seat_user(vote.seat)

        async def build_view(called_users: Collection[int]) -> ui.LayoutView:
            language = await self._locales.find_server_language(table.guild_id)
            return build_outcome_message(table, vote, build_mark(item), language, mention=user in called_users)

        await self._sender.send_once(item, table, [user], build_view, news_revision=0)
        return True

    async def _post_offer(self, item: OutboxItem, table: Table, offer: SeatOffer) -> None:
        async def build_view(_called_users: Collection[int]) -> ui.LayoutView:
            return build_offer_message(table, offer, await self._locales.find_server_language(table.guild_id))

        rest = custom_ids.format_base36(offer.seat)
        await self._sender.send_once(item, table, [offer.successor_id], build_view, control=("take", rest))

    # ------------------------------------------------------------- proposals
    async def show_proposal(self, item: OutboxItem, table: Table) -> bool:
        """Show in a proposal's message how it ended."""
        proposal = await self._tables.proposals.load_proposal(item.subject_id)
        if proposal.channel_id is not None and proposal.message_id is not None:
            language = await self._locales.find_server_language(table.guild_id)
            view = build_proposal_message(table, proposal, language)
            await self._edit_message(proposal.channel_id, proposal.message_id, view)
        return True

    async def _edit_message(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Edit a message of the bot, unless Discord refuses that because it is gone or cannot be reached."""
        message = self._sender.get_channel(channel_id).get_partial_message(message_id)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await message.edit(view=view)
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
            log.info("message %s cannot be changed (%s)", message_id, error.code)
