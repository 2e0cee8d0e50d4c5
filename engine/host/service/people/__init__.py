"""What the host keeps of people and servers."""
