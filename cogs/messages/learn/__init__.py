"""Messages that teach a game."""
