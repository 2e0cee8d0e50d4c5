"""What has been played, and games from elsewhere."""
