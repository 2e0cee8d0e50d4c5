"""Tables that let several processes share one store."""
