"""The host: tables, seats and their store. No Discord, no pictures."""
