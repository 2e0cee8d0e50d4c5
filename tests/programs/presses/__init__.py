"""How many presses a move takes: a decision is walked through as the panel shows it, by the shortest way there is."""
