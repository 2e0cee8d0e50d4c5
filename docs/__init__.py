"""The pages beside the README, and the script that draws its pictures."""
