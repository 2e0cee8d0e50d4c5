"""Running the bot: configuration, logs, backups, doctor, an owner's files."""
