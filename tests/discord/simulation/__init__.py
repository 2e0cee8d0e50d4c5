"""Weeks at many tables in virtual time, with bad luck and bad manners, and what must hold for everybody all the same."""
