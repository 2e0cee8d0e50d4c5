"""What differs between the databases a store can be kept in."""
