"""What happens while players wait for each other: reminders, votes, proposals."""
