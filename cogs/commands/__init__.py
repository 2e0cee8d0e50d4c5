"""The commands and buttons of the bot, in cogs."""
