"""Background services of the bot: board posts, the scheduler, computer turns, and its operation."""
