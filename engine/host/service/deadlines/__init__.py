"""What holds while people wait for each other."""
