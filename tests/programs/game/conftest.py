"""The tests of the template are tests of the game that is made from it."""

collect_ignore = ["template"]
