"""The local table in a real browser: `make browser`. Not part of `make test`, since it needs Chromium."""
