"""Analyses of finished games: the chances of all seats move by move, better lines, and what can be read from them."""
