"""What the store keeps of users: their schedules and the list of their tables."""
