"""What is over: finished games, their results, and what is remembered beside their logs."""
