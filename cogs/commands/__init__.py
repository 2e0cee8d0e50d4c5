"""What people can do, one cog each."""
