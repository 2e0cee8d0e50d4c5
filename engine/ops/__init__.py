"""Operation of the bot: configuration, logs, backups, checks of the store, and owners' components files."""
