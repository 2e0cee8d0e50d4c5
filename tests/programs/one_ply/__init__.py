"""A greedy player that looks one move ahead, to see whether the sides of a game are of equal strength."""
