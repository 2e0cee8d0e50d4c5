"""What all painters share."""
