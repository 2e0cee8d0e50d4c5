"""What each message looks like."""
