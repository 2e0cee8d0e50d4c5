"""Commands for playing: tables, moves, boards, undo."""
