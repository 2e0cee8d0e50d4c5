"""What the bot does on its own: board posts, the scheduler, and asking about members."""
