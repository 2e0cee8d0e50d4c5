"""The rules and the cards, for reading."""
