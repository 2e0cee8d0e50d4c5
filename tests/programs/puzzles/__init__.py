"""Find puzzles in games that computers played, and prove them by searching the turn."""
