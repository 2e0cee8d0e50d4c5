"""A running game: moves, hints, undo, snapshots, computers and changes of seats."""
