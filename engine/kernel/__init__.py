"""The kernel: what a game is, what a move is, and how positions follow from moves. Pure; knows no game and no Discord."""
