"""Overwinter's engine: the kernel, the games and the host that keeps their tables. Nothing here knows Discord."""
