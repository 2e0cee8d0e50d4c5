"""Several processes on one store."""
