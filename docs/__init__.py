"""The project's documentation, and the script that draws its pictures."""
