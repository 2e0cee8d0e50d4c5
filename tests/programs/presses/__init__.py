"""The number of presses of a move, by the shortest way through the panel."""
