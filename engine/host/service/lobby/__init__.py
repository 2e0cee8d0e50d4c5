"""Tables before the first move: opening them, seats, options, the start and the end of a lobby."""
