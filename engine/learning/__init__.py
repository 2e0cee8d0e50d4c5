"""Lessons, puzzles and the help in a first game: they load a game's data and judge the moves of people who learn it."""
