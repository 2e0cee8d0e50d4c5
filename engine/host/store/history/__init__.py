"""Tables that have ended: finished games, their results, their records, notes and analyses."""
