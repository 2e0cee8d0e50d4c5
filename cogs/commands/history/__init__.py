"""Commands about games that were played."""
