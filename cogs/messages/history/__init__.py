"""What has been: the log, finished games, and the check of a seal."""
