"""Pictures and films of tables, drawn off the event loop."""
