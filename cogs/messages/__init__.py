"""The content of the bot's messages. Nothing here sends one."""
