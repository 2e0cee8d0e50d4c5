"""Weeks at many tables in virtual time, with faults and spiteful players, and the invariants that must hold."""
