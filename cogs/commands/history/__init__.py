"""What has been played."""
