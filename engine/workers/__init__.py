"""Worker processes of the bot, and the requests that computer players answer in them."""
