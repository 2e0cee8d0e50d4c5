"""Rules and pieces: the search for them, and their texts in a message."""
