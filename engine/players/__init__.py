"""Computer players over any game: what they may know, how they search, how strong they are. Pure; knows no host and no Discord."""
