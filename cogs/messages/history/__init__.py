"""Messages about past moves and games: the log, finished games, and the check of a seal."""
