"""The same examples on every run: hypothesis must not make a test pass today and fail tomorrow."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("fixed")
