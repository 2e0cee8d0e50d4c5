"""Commands about waiting: pace, absence, votes, proposals."""
