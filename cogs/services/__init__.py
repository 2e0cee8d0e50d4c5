"""What runs by itself: board posts and the scheduler."""
