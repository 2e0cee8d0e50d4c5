"""Commands for the settings and data of people and servers."""
