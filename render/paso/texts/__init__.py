"""The words that belong to pictures: whole descriptions and legends."""
