"""The kernel: what a game is, what a move is, and how positions follow from moves. It knows no game and no Discord."""
