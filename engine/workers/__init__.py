"""Processes that work for the bot, and the requests that computer players answer in them."""
