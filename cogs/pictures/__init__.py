"""Pictures and films, drawn off the event loop."""
