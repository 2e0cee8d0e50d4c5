"""What painters share: drawing, words, colours, encoding, and the scene that a painter is given."""
